// The system's questions about a set-up file: all of it by name, and no more than a screen shows.
import { expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { connectionRecord } from '#shared/connections/connection.ts'
import type { SetUpFile } from '#shared/connections/set-up-file.ts'
import type { Question } from '../../../../../src/main/desk/base/desk.ts'
import { askToTake } from '../../../../../src/main/desk/connections/set-up/set-up-question.ts'

const connection = (nth: number, environment: 'test' | 'production') =>
  connectionRecord.parse({
    ...{ id: `c-${nth}`, name: `Shop ${nth} ${'x'.repeat(40)}`, environment, isEmbedded: false },
    ...{ baseUrl: `https://gate-${nth}.example/paynet`, endpointId: '1', login: `login-${nth}` },
    settings: {},
  })
const file: SetUpFile = {
  ...{ format: 'paydesk-set-up', v: 1, log: '0'.repeat(32), savedAt: 0, signature: '' },
  ...{ connections: [], people: [], limits: [] },
  signer: { key: `${'A'.repeat(43)}=`, kind: 'log', name: '' },
}
const news = {
  drafts: Array.from({ length: 20 }, (_, nth) => connection(nth, nth < 15 ? 'test' : 'production')),
  fresh: Array.from({ length: 60 }, (_, nth) => ({
    ...{ key: '', name: `Person ${nth}`, roles: ['approver' as const] },
  })),
  roles: [],
  limits: [
    {
      ...({ role: 'payments', group: 'refunds', currency: 'EUR' } as const),
      ...({ above: '5000', digits: 2, approvals: 2 } as const),
    },
  ],
}

async function asked(of: typeof news, answer: (nth: number) => 'yes' | 'no' = () => 'yes') {
  const questions: Question[] = []
  const outside = {
    ...{ actor: () => 'me', note: () => undefined },
    shell: { ask: (one: Question) => Promise.resolve(answer(questions.push(one))) },
  }
  const result = await askToTake(outside, file, of)
  return { result, shown: questions.map((one) => one.detail.map(formatMessage)) }
}

it('what fits on a screen is one question, and production comes first', async () => {
  const few = { ...news, drafts: news.drafts.slice(13, 17), fresh: news.fresh.slice(0, 2) }
  const { shown } = await asked(few)
  expect(shown).toHaveLength(1)
  expect(shown[0]?.map((line) => /: (production|test),/.exec(line)?.[1]).filter(Boolean)).toEqual([
    ...['production', 'production', 'test', 'test'],
  ])
})

it('more than that is asked in several, none of them longer than a screen shows', async () => {
  const { result, shown } = await asked(news)
  expect(result.ok).toBe(true)
  expect(shown.length).toBeGreaterThan(1)
  for (const [at, lines] of shown.entries()) {
    expect(lines.length).toBeLessThanOrEqual(22)
    expect(lines.slice(2).join('').length).toBeLessThanOrEqual(1_500)
    expect(lines[0]).toContain(`Question ${at + 1} of ${shown.length}.`)
  }
  const all = shown.flat().join('\n')
  for (const { name } of [...news.drafts, ...news.fresh]) expect(all).toContain(`“${name}”`)
  expect(all).toMatch(/Limit that is added: Payments, .*above 50\.00\sEUR: 2 approvals/)
  expect(shown[0]?.[2]).toContain('production')
})

it('one no is a no to all of it', async () => {
  const { result, shown } = await asked(news, (nth) => (nth === 2 ? 'no' : 'yes'))
  expect(result.ok).toBe(false)
  expect(shown).toHaveLength(2)
})
