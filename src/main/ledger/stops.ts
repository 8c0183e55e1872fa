// Why money is stopped, in one place: findings about the file, the seal's contradiction, a ledger that can't be written. It stays
// stopped until a person says in words why it is safe to go on; who and why is audited.
import type { AuditDraft } from './audit.ts'
import { clearFinding, type LedgerFinding } from './migrate.ts'
import { type Database, inTransaction } from './open.ts'
import type { Seal } from './seal.ts'

export interface Stops {
  /** The first reason, or null. */
  current(): string | null
  add(reason: string): void
  resume(reason: string): void
}

export function createStops(
  db: Database,
  parts: {
    findings: readonly LedgerFinding[]
    seal: Pick<Seal, 'stop' | 'accept'>
    note: (draft: AuditDraft) => void
    clock: () => number
    actor: string
  },
): Stops {
  let findings = [...parts.findings]
  let reasons: string[] = []
  const current = (): string | null => findings[0]?.words ?? parts.seal.stop() ?? reasons[0] ?? null
  return {
    current,
    add: (reason) => {
      if (!reasons.includes(reason)) reasons.push(reason)
    },
    resume: (reason) => {
      const stopped = current()
      if (stopped === null) return
      // The decision and what it clears stand or fall together.
      inTransaction(db, () => {
        parts.note({
          actor: parts.actor,
          kind: 'money:resumed',
          outcome: 'ok',
          origin: 'operator',
          subject: 'log',
          details: { stopped, reason },
        })
        for (const finding of findings) clearFinding(db, finding.id, parts.clock())
      })
      findings = []
      reasons = []
      if (parts.seal.stop() !== null) parts.seal.accept()
    },
  }
}
