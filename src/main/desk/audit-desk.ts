// Audit methods of the desk: list, verify, export. Looking is free; verifying and exporting are themselves audited.
import type { AuditFilter, ExportReport, Verification } from '#shared/bridge.ts'
import { ok, type Result } from '#shared/fault.ts'
import type { AuditDraft, AuditLog } from '../ledger/audit.ts'
import type { Desk, ShellPorts } from './desk.ts'

export interface AuditDesk {
  methods: Pick<Desk, 'audit:list' | 'audit:verify' | 'audit:export'>
}

export function createAuditDesk(deps: {
  audit: AuditLog
  actor: string
  clock: () => number
  shell: ShellPorts
  /** Appends one entry in a transaction of its own. */
  note: (draft: AuditDraft) => void
  verify: () => Promise<Verification>
  exportTo: (folder: string, filter: AuditFilter) => Promise<Result<ExportReport>>
}): AuditDesk {
  const { audit, actor, note } = deps
  return {
    methods: {
      'audit:list': async ({ filter, before, limit }) => ok(audit.list(filter, before, limit)),

      'audit:verify': async () => {
        const found = await deps.verify()
        note({
          actor,
          kind: 'audit:verified',
          outcome: found.outcome,
          origin: 'operator',
          subject: 'audit',
          details: { entries: found.entries, head: found.head, firstBadSeq: found.firstBadSeq },
        })
        return ok(found)
      },

      'audit:export': async ({ filter }) => {
        // To the minute, so that two exports of one day don't ask for one name. ISO 8601 basic form, UTC.
        const minute = new Date(deps.clock()).toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
        const folder = await deps.shell.chooseExportFolder(`paydesk-audit-${minute}Z`)
        if (folder === null) return ok(null)
        // Noted first, so that the export itself shows that it was made.
        note({
          actor,
          kind: 'audit:exported',
          outcome: 'started',
          origin: 'operator',
          subject: 'audit',
          details: { folder, filter },
        })
        const report = await deps.exportTo(folder, filter)
        if (!report.ok)
          note({
            actor,
            kind: 'audit:exported',
            outcome: 'failed',
            origin: 'desk',
            subject: 'audit',
            details: { folder, fault: report.fault.message },
          })
        return report
      },
    },
  }
}
