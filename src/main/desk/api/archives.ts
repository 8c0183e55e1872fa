// Archives on this computer: what is kept since when, and the step that lets old entries leave,
// piece by piece, each complete before the next begins. Ending it keeps what was archived until
// then. The rules are the ledger's (ledger/archive/archive.ts).
import type { ArchiveReport, ArchiveView } from '#shared/bridge/archives.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { ArchivePlan, ArchiveRow } from '../../ledger/archive/archive.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import type { Desk } from '../base/desk.ts'
import type { Jobs } from '../base/jobs.ts'
import { notPossible } from '../base/faults.ts'

export interface ArchiveParts {
  work: Jobs
  actor: () => string
  note: (draft: AuditDraft) => void
  /** Where archives are kept. */
  folder: string
  archives: () => ArchiveRow[]
  keptSince: () => ArchiveReport['keptSince']
  /** Why nothing can be archived now, or null. */
  why: () => string | null
  /** One piece, or with `isAll` everything that may leave. */
  plan: (months: number, isAll: boolean) => Promise<Result<ArchivePlan | null>>
  make: (plan: ArchivePlan, run: RunOptions) => Promise<Result<ArchiveRow | null>>
  /** Null once all of the ledger was checked against its log; else why it is not sound. */
  checked: () => Promise<string | null>
  /** Whether entries of the last archive are still to be taken out. */
  hasPurgeable: () => boolean
  purge: () => Promise<void>
  report: (incident: string, error: unknown) => void
}

/**
 * At start: what the end of the program, or of its process, left of the last archive goes now; as
 * long as nothing is in doubt.
 */
export async function finishArchive(
  parts: Pick<ArchiveParts, 'work' | 'why' | 'checked' | 'hasPurgeable' | 'purge' | 'report'>,
): Promise<void> {
  if (!parts.hasPurgeable()) return
  // MONEY: what another program wrote must not make Paydesk delete evidence.
  if ((await parts.checked()) !== null || parts.why() !== null) return
  try {
    await parts.work.run('archive', async () => ok(await parts.purge()))
  } catch (error) {
    parts.report('archive', error)
  }
}

export function createArchiveMethods(
  parts: ArchiveParts,
): Pick<Desk, 'archive:list' | 'archive:make'> {
  const { note, actor } = parts

  /** Until nothing more is old enough, or it is ended. */
  const makeAll = async (
    months: number,
    run: RunOptions,
    made: ArchiveView[],
  ): Promise<Result<true | null>> => {
    for (;;) {
      const planned = await parts.plan(months, false)
      if (!planned.ok) return planned
      if (planned.value === null) return ok(true)
      const archived = await parts.make(planned.value, run)
      if (!archived.ok) return archived
      if (archived.value === null) return ok(null)
      made.push(viewOf(archived.value))
    }
  }

  return {
    'archive:list': async ({ months }) => {
      const ready = await parts.plan(months, true)
      if (!ready.ok) return ready
      return ok({
        keptSince: parts.keptSince(),
        archives: parts.archives().map(viewOf),
        folder: parts.folder,
        ready: ready.value === null ? null : spanOf(ready.value),
        why: parts.why(),
      })
    },

    'archive:make': async ({ months }) => {
      const why = parts.why() ?? (await parts.checked()) ?? parts.why()
      if (why !== null) return fail(notPossible(why))
      const made: ArchiveView[] = []
      const ran = await parts.work.run('archive', (run) => makeAll(months, run, made))
      const isEnded = ran.ok && ran.value === null
      if (isEnded || !ran.ok)
        note({
          actor: actor(),
          kind: 'audit:archived',
          outcome: isEnded ? 'cancelled' : 'failed',
          origin: isEnded ? 'operator' : 'desk',
          subject: 'audit',
          details: { months, made: made.length, ...(ran.ok ? {} : { fault: ran.fault.message }) },
        })
      return ran.ok ? ok({ made, isEnded }) : ran
    },
  }
}

const spanOf = ({ first, size, oldestAt, newestAt }: ArchivePlan) => ({
  first,
  size,
  oldestAt,
  newestAt,
})

const viewOf = (row: ArchiveRow): ArchiveView => ({
  ...spanOf(row),
  folder: row.folder,
  digest: row.digest,
  madeAt: row.madeAt,
})
