// Why money is stopped, in one place: what was found about the ledger, what contradicts its log, a
// ledger that can't be written. Each stop stays until a person who saw it says in words why it is
// safe to go on; who and why is audited, stop by stop. What was found stands in the log: it comes
// back at each start until an entry says that a person has read it.
import type { Stop } from '#shared/stop.ts'
import type { AuditDraft } from '../audit/audit.ts'
import type { SealStop } from '../audit/log-standing.ts'
import { clearFinding, readFindings } from '../schema/findings.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { Seal } from '../audit/seal.ts'

/** The kind of the entry by which a person lets money move again. */
export const RESUMED = 'money:resumed'
/** Of the entry that tells what was found about the ledger. */
const FOUND = 'ledger:found'

export interface Stops {
  /** Every stop there is, whatever its reach. */
  all(): Stop[]
  /**
   * The stops that hold back money over this connection. An unknown connection is held back by all.
   */
  for(connection: { isEmbedded: boolean } | undefined): Stop[]
  add(message: string, reach?: Stop['reach']): void
  /** What was found about the ledger: an entry of the log tells it, in the transaction there is. */
  found(message: string, details?: Readonly<Record<string, unknown>>): void
  /**
   * MONEY: tells what stands among the findings of the file and no entry tells yet, as at the
   * start. Whether there was any: another program can put one there while the ledger is open.
   */
  tellFindings(): boolean
  /** Clears the stops with these ids and no other. */
  resume(ids: readonly string[], reason: string): void
}

/** What another program wrote there may be of any length. */
const mostSaid = 10_000

/** Nothing where another program wrote what is no time. */
function timeOf(at: number): { at?: string } {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? {} : { at: time.toISOString() }
}

/** A stop, and what the entry of a person's decision says of it beside the reason. */
interface Held {
  stop: Stop
  decision?: SealStop['decision']
}

export function createMoneyStops(
  db: Database,
  parts: {
    seal: Pick<Seal, 'stops' | 'accept'>
    note: (draft: AuditDraft) => void
    clock: () => number
    /** Who is signed in. */
    actor: () => string
  },
): Stops {
  let added: Held[] = []
  let ofSeal: Held[] = []
  let count = 0
  const heldOf = ({ message, reach, decision }: SealStop): Held => {
    count += 1
    return { stop: { id: `run-${count}`, message, reach }, ...(decision && { decision }) }
  }
  const found: Stops['found'] = (message, details = {}) =>
    inTransaction(db, () => {
      if (unreadIn(db).some(({ stop }) => stop.message === message)) return
      parts.note({
        ...{ actor: 'paydesk', kind: FOUND, outcome: 'noticed', origin: 'desk', subject: 'ledger' },
        details: { message, ...details },
      })
    })
  const tellFindings: Stops['tellFindings'] = () =>
    inTransaction(db, () => {
      const findings = readFindings(db)
      for (const { id, message, at } of findings) {
        found(message.slice(0, mostSaid), timeOf(at))
        clearFinding(db, id, parts.clock())
      }
      return findings.length > 0
    })
  tellFindings()

  /**
   * MONEY: a seal that now says something else is another stop: whoever saw the first has not seen
   * this one.
   */
  const sealStops = (): Held[] => {
    const isSame = (held: Held, { message, reach }: SealStop): boolean =>
      held.stop.message === message && held.stop.reach === reach
    ofSeal = parts.seal
      .stops()
      .map((stop) => ofSeal.find((held) => isSame(held, stop)) ?? heldOf(stop))
    return ofSeal
  }
  const held = (): Held[] => [...(db.open ? unreadIn(db) : []), ...sealStops(), ...added]
  const all = (): Stop[] => held().map(({ stop }) => stop)

  return {
    all,
    for: (connection) =>
      all().filter(({ reach }) => reach === 'all' || connection?.isEmbedded !== true),
    add: (message, reach = 'all') => {
      if (!added.some(({ stop }) => stop.message === message && stop.reach === reach))
        added.push(heldOf({ message, reach }))
    },
    found,
    tellFindings,
    resume: (ids, reason) => {
      const isShown = ({ stop }: Held): boolean => ids.includes(stop.id)
      const cleared = held().filter(isShown)
      if (cleared.length === 0) return
      inTransaction(db, () => {
        for (const { stop, decision = {} } of cleared)
          parts.note({
            ...{ actor: parts.actor(), kind: RESUMED, outcome: 'ok', origin: 'operator' },
            subject: 'log',
            details: { stopped: stop.message, reason, ...decision },
          })
      })
      added = added.filter((one) => !isShown(one))
      for (const { stop } of ofSeal.filter(isShown)) parts.seal.accept(stop)
    },
  }
}

/** What was found and nobody has read yet. */
function unreadIn(db: Database): Held[] {
  const rows = statement<[], { seq: number; message: string }>(
    db,
    `SELECT seq, coalesce(${detail('message')}, '') AS message FROM audit_entry
     WHERE kind = '${FOUND}' AND seq NOT IN
       (SELECT ${detail('entry')} FROM audit_entry WHERE kind = '${RESUMED}' AND ${detail('entry')} IS NOT NULL)
     ORDER BY seq`,
    { integers: 'number' },
  )
  return rows.all().map(({ seq, message }) => ({
    stop: { id: `entry-${seq}`, message, reach: 'all' },
    decision: { entry: seq },
  }))
}

/** A body that somebody made unreadable says nothing. */
const detail = (name: string): string =>
  `CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ->> '$.details.${name}' END`
