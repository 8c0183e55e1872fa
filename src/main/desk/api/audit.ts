// Audit methods of the desk: list, verify, export. Looking is free; verifying and exporting are
// themselves audited, and may be ended.
import type { AuditFilter, ExportReport, Verification } from '#shared/bridge/lists.ts'
import { ok, type Result } from '#shared/fault.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Reader, RunOptions } from '../../ledger/worker/reader.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { Jobs } from '../base/jobs.ts'

export interface AuditMethods {
  methods: Pick<Desk, 'audit:list' | 'audit:verify' | 'audit:export' | 'work:cancel'>
  /** When the log was last verified since the start, if it was intact then; in ms. */
  intactAt: () => number | null
}

/** What the log keeps of the end of an export. */
const endOf = (report: Result<ExportReport | null>) =>
  report.ok ? report.value && { entries: report.value.entries } : { fault: report.fault.message }

export function createAuditMethods(deps: {
  reader: Pick<Reader, 'run'>
  work: Jobs
  actor: () => string
  clock: () => number
  shell: ShellPorts
  /** Appends one entry in a transaction of its own. */
  note: (draft: AuditDraft) => void
  verify: (options: RunOptions) => Promise<Verification>
  /** Null when it was ended. */
  exportTo: (
    folder: string,
    filter: AuditFilter,
    options: RunOptions,
  ) => Promise<Result<ExportReport | null>>
}): AuditMethods {
  const { reader, work, actor, note } = deps
  let intactAt: number | null = null
  return {
    intactAt: () => intactAt,
    methods: {
      'audit:list': async (query) => ok(await reader.run('entries', query)),

      'work:cancel': async ({ name }) => {
        work.end(name)
        return ok(null)
      },

      'audit:verify': async () => {
        const ran = await work.run('verify', async (options) => ok(await deps.verify(options)))
        if (!ran.ok) return ran
        const found = ran.value
        // One that was ended found nothing.
        if (found !== null) intactAt = found.outcome === 'intact' ? deps.clock() : null
        note({
          actor: actor(),
          kind: 'audit:verified',
          outcome: found?.outcome ?? 'cancelled',
          origin: 'operator',
          subject: 'audit',
          details:
            found === null
              ? {}
              : { entries: found.entries, head: found.head, firstBadSeq: found.firstBadSeq },
        })
        return ran
      },

      'audit:export': async ({ filter }) => {
        // To the minute, so that two exports of one day don't ask for one name. ISO 8601 basic
        // form, UTC.
        const minute = new Date(deps.clock()).toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
        const chosen = await deps.shell.chooseExportFolder(`paydesk-audit-${minute}Z`)
        if (!chosen.ok) return chosen
        if (chosen.value === null) return ok(null)
        const folder = chosen.value
        // Noted first, so that the export itself shows that it was made.
        note({
          actor: actor(),
          kind: 'audit:exported',
          outcome: 'started',
          origin: 'operator',
          subject: 'audit',
          details: { folder, filter },
        })
        const report = await work.run('export', (options) => deps.exportTo(folder, filter, options))
        const outcome = report.ok ? (report.value === null ? 'cancelled' : 'ok') : 'failed'
        note({
          actor: actor(),
          kind: 'audit:exported',
          outcome,
          origin: outcome === 'failed' ? 'desk' : 'operator',
          subject: 'audit',
          details: { folder, ...endOf(report) },
        })
        return report
      },
    },
  }
}
