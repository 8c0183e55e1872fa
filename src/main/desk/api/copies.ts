// Copies of the ledger on this computer: which there are, and the wish that one of them takes its
// place at the next start. Nothing is replaced while the ledger is open (ledger/restore.ts).
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { CopyOutput, CopyReport, CopyView } from '#shared/bridge/copies.ts'
import { fail, ok } from '#shared/fault.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Desk } from '../desk.ts'
import { copyGone } from '../faults.ts'

export interface CopyParts {
  actor: string
  note: (draft: AuditDraft) => void
  folder: string
  copies: () => CopyView[]
  /** Name of the copy that was asked for, or null. */
  asked: () => string | null
  /** Null takes the wish back. */
  ask: (name: string | null) => void
  onChange: () => void
}

export function createCopyMethods(parts: CopyParts): Pick<Desk, keyof CopyOutput> {
  const report = (): CopyReport => ({
    copies: parts.copies(),
    folder: parts.folder,
    asked: parts.asked(),
  })
  const change = (name: string | null, kind: AuditKind, copy: string): void => {
    parts.ask(name)
    parts.note({
      actor: parts.actor,
      kind,
      outcome: 'ok',
      origin: 'operator',
      subject: 'ledger',
      details: { copy },
    })
    parts.onChange()
  }
  return {
    'copy:list': () => Promise.resolve(ok(report())),
    'copy:restore': ({ name }) => {
      // Only what is in the list: a name is no path.
      if (!parts.copies().some((copy) => copy.name === name)) return Promise.resolve(fail(copyGone))
      change(name, 'ledger:restore-asked', name)
      return Promise.resolve(ok(report()))
    },
    'copy:keep-ledger': () => {
      const asked = parts.asked()
      if (asked !== null) change(null, 'ledger:restore-withdrawn', asked)
      return Promise.resolve(ok(report()))
    },
  }
}
