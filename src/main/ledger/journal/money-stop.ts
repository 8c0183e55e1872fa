// Why money is stopped, in one place: findings about the file, the seal's contradiction, a ledger
// that can't be written. Each stop stays until a person who saw it says in words why it is safe to
// go on; who and why is audited, stop by stop.
import type { Stop } from '#shared/stop.ts'
import type { AuditDraft } from '../audit/audit.ts'
import { clearFinding, type LedgerFinding } from '../schema/findings.ts'
import { type Database, inTransaction } from '../db/open.ts'
import type { Seal } from '../audit/seal.ts'

/** The kind of the entry by which a person lets money move again. */
export const RESUMED = 'money:resumed'

export interface Stops {
  /** Every stop there is, whatever its reach. */
  all(): Stop[]
  /**
   * The stops that hold back money over this connection. An unknown connection is held back by all.
   */
  for(connection: { isEmbedded: boolean } | undefined): Stop[]
  add(message: string, reach?: Stop['reach']): void
  /** What was found about the file in this run. */
  found(finding: LedgerFinding): void
  /** Clears the stops with these ids and no other. */
  resume(ids: readonly string[], reason: string): void
}

export function createMoneyStops(
  db: Database,
  parts: {
    findings: readonly LedgerFinding[]
    seal: Pick<Seal, 'stops' | 'accept'>
    note: (draft: AuditDraft) => void
    clock: () => number
    actor: string
  },
): Stops {
  let findings: { finding: LedgerFinding; stop: Stop }[] = parts.findings.map((finding) => ({
    finding,
    stop: { id: `finding-${finding.id}`, message: finding.message, reach: 'all' },
  }))
  let added: Stop[] = []
  let ofSeal: Stop[] = []
  let count = 0
  const stopOf = (message: string, reach: Stop['reach']): Stop => {
    count += 1
    return { id: `run-${count}`, message, reach }
  }

  /**
   * MONEY: a seal that now says something else is another stop: whoever saw the first has not seen
   * this one.
   */
  const sealStops = (): Stop[] => {
    ofSeal = parts.seal
      .stops()
      .map(
        ({ message, reach }) =>
          ofSeal.find((stop) => stop.message === message && stop.reach === reach) ??
          stopOf(message, reach),
      )
    return ofSeal
  }
  const all = (): Stop[] => [...findings.map(({ stop }) => stop), ...sealStops(), ...added]

  return {
    all,
    for: (connection) =>
      all().filter(({ reach }) => reach === 'all' || connection?.isEmbedded !== true),
    add: (message, reach = 'all') => {
      if (!added.some((stop) => stop.message === message && stop.reach === reach))
        added.push(stopOf(message, reach))
    },
    found: (finding) => {
      if (!findings.some(({ stop }) => stop.message === finding.message))
        findings.push({ finding, stop: stopOf(finding.message, 'all') })
    },
    resume: (ids, reason) => {
      const isShown = ({ id }: Stop): boolean => ids.includes(id)
      const cleared = all().filter(isShown)
      if (cleared.length === 0) return
      // The decision and what it clears stand or fall together. MONEY: noted last, where no trigger
      // of another program can swallow it any more.
      inTransaction(db, () => {
        for (const { finding, stop } of findings)
          if (isShown(stop)) {
            clearFinding(db, finding.id, parts.clock())
            finding.putRight?.()
          }
        for (const { message } of cleared)
          parts.note({
            actor: parts.actor,
            kind: RESUMED,
            outcome: 'ok',
            origin: 'operator',
            subject: 'log',
            details: { stopped: message, reason },
          })
      })
      findings = findings.filter(({ stop }) => !isShown(stop))
      added = added.filter((stop) => !isShown(stop))
      for (const stop of ofSeal) if (isShown(stop)) parts.seal.accept(stop)
    },
  }
}
