// Runs of somebody who has a limit: what was counted is what is confirmed, and a run that began
// before the limit goes on no more.
import { afterEach, expect, it } from 'vitest'
import { createRuns, type DeskRuns } from '../../../../src/main/desk/runs/runs.ts'
import type { RunRecord } from '../../../../src/main/ledger/runs/run-record.ts'
import { moneySettings } from '#shared/connections/connection.ts'
import type { Limit } from '#shared/people/limits.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { Result } from '#shared/fault.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { must } from '../../../journeys/story.ts'

let desk: ReturnType<typeof createTestDesk>
let runs: DeskRuns
afterEach(() => {
  runs.close()
  desk.close()
})

const get = ({ id }: { id: string }): RunRecord => desk.ports.runs.get(id)!
const saidOf = (done: Result<unknown>): string =>
  done.ok ? 'done' : formatMessage(done.fault.message)

/** Sign-in is on, whoever acts may refund, and up to this amount alone. */
function limitTo(above: string, name = desk.ports.actor()): void {
  const row = { role: 'payments', group: 'refunds', currency: 'EUR', digits: 2 } as const
  const limit: Limit = { ...row, above, approvals: 1 }
  const me = { id: 'me', name, roles: ['payments'] as const, isRemoved: false }
  const roll = { people: new Map([['me', me]]), limits: [limit], size: 1 }
  Object.assign(desk.ports, {
    roll: { isOn: () => true, read: () => roll, fault: () => null },
  })
}

/** Two refunds of 1.00 EUR each. */
async function checked(settings: Parameters<typeof createTestDesk>[0] = {}): Promise<RunRecord> {
  desk = createTestDesk(settings)
  runs = createRuns(desk.ports)
  const rows = [1, 2].map((line) => ({
    ...{ line, orderId: '7000001', merchantOrderId: null, reason: 'damaged' },
    amount: { minor: 100n, currency: 'EUR', digits: 2 },
  }))
  const asked = { connectionId: 'test-1', operation: 'return', depth: 'gateway' } as const
  const run = must(await runs.createRun(rows, null, asked))
  await expect.poll(() => get(run).state).toBe('CHECKED')
  must(runs.choose(get(run), [0, 1], true))
  return get(run)
}
async function tokenOf(run: RunRecord): Promise<string> {
  return must(await runs.review(run, 'both were damaged')).token
}
const digestOfRun = async (run: RunRecord): Promise<string> =>
  must(await runs.review(run, 'both were damaged')).digest

it('confirms nothing whose rows changed since they were counted', async () => {
  const run = await checked()
  const token = await tokenOf(run)
  limitTo('150')
  // One row is left out while the sums are counted, and taken in again before the rows are read.
  const { sums } = desk.ports.runs
  Object.assign(desk.ports.runs, {
    sums: async () => {
      must(runs.choose(get(run), [1], false))
      const counted = await sums(get(run))
      must(runs.choose(get(run), [1], true))
      return counted
    },
  })
  expect(saidOf(await runs.confirm(run, { token, typedRows: null }))).toMatch(
    /not what was confirmed/,
  )
  expect(get(run).state).toBe('CHECKED')
})

it('confirms one whose sum is within the limit', async () => {
  const run = await checked()
  const token = await tokenOf(run)
  limitTo('200')
  expect(saidOf(await runs.confirm(run, { token, typedRows: null }))).toBe('done')
})

it.each([
  ['a limit was set', () => limitTo('150')],
  ['sign-in was turned on without whoever confirmed it', () => limitTo('150', 'somebody else')],
])('begins nothing after %s', async (_what, change) => {
  const run = await checked({ settings: { money: moneySettings.parse({ undoMs: 30_000 }) } })
  must(await runs.confirm(run, { token: await tokenOf(run), typedRows: null }))
  change()
  expect(runs.sendNow(run.id)).toBe(true)
  await expect.poll(() => get(run)).toMatchObject({ state: 'CHECKED' })
  expect(formatMessage(get(run).why ?? '')).toMatch(/above a limit/)
  expect(desk.ports.journal.recent(9)).toEqual([])
})

it('resumes nothing above a limit that was set since', async () => {
  const run = await checked()
  const { runs: book } = desk.ports
  const digest = await digestOfRun(run)
  for (const to of ['CONFIRMED', 'RUNNING', 'PAUSED'] as const)
    must(
      book.move({
        ...{ id: run.id, from: ['CHECKED', 'CONFIRMED', 'RUNNING'], to, actor: 'anna' },
        sets: { digest, rowsIn: 2, reason: 'both were damaged' },
      }),
    )
  limitTo('150')
  expect(saidOf(await runs.resume(get(run)))).toMatch(
    /above a limit of yours, and nobody can approve a run that has begun\. Stop the run/,
  )
  expect(get(run).state).toBe('PAUSED')
  limitTo('200')
  expect(saidOf(await runs.resume(get(run)))).toBe('done')
})
