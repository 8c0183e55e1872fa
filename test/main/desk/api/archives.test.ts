// At a start, entries of an archive that were still to go are taken out only from a ledger that was
// checked as a whole: what another program wrote must not make Paydesk delete evidence.
import { expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { finishArchive } from '../../../../src/main/desk/api/archives.ts'
import { createJobs } from '../../../../src/main/desk/base/jobs.ts'

const odd = say('audit.log-key-absent')

async function taken(more: { checked?: string; why?: string; found?: string }): Promise<number> {
  let purges = 0
  let why = more.why ?? null
  await finishArchive({
    work: createJobs(() => undefined),
    checked: async () => {
      why = more.found ?? why
      return more.checked ?? null
    },
    why: () => why,
    hasPurgeable: () => true,
    purge: async () => void (purges += 1),
    report: (_incident, error) => {
      throw error
    },
  })
  return purges
}

it.each([
  ['is sound', {}, 1],
  ['is not sound', { checked: odd }, 0],
  ['stops money', { why: odd }, 0],
  ['stops money once it was checked', { found: odd }, 0],
] as const)('takes out what was left only where the ledger %s', async (_what, more, purges) => {
  expect(await taken(more)).toBe(purges)
})
