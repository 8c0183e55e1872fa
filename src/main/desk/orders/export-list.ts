// Lists as files: asks where, has all rows written there, and notes who took which list, how much
// of it and the digest of the file, before the file is there.
import type { ListReport, OrderFile } from '#shared/bridge/lists.ts'
import { ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ListFacts } from '../../ledger/export/list-file.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import type { Jobs } from '../base/jobs.ts'

export interface ExportParts {
  shell: Pick<ShellPorts, 'chooseFile'>
  work: Jobs
  note: (draft: AuditDraft) => void
  actor: string
  clock: () => number
  /** Null when it was ended; `tell` is called before the file is there. */
  saveOrders: (
    file: string,
    asked: OrderFile,
    tell: (facts: ListFacts) => void,
    run: Required<RunOptions>,
  ) => Promise<Result<ListReport | null>>
}

export function createExportMethods(parts: ExportParts): Pick<Desk, 'order:export'> {
  const { shell, work, actor } = parts
  return {
    'order:export': async (asked) => {
      const minute = new Date(parts.clock()).toISOString().replaceAll(/[-:]/g, '').slice(0, 13)
      const chosen = await shell.chooseFile({
        title: say('program.save-the-list'),
        suggestedName: `paydesk-orders-${minute}Z.${asked.as}`,
      })
      if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
      const file = chosen.value
      const tell = (outcome: string, details: Record<string, unknown>): void =>
        parts.note({
          ...{ actor, kind: 'list:exported', outcome, subject: 'orders' },
          origin: outcome === 'failed' ? 'desk' : 'operator',
          details: { file, ...asked, ...details },
        })
      const saved = await work.run('list', (run) =>
        parts.saveOrders(
          file,
          asked,
          ({ rows, bytes, sha256 }) => tell('ok', { rows, bytes, sha256 }),
          run,
        ),
      )
      if (!saved.ok) tell('failed', { fault: saved.fault.message })
      else if (saved.value === null) tell('cancelled', {})
      return saved
    },
  }
}
