// Which events were told to a person by a notification: one row of the ledger's meta table, written
// before anything is shown. It steers no money: what it would hide, Today shows all the same. Up to
// where a person has seen what happened stands in the log, since Today goes by it.
import { z } from 'zod'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { type Happened, type HappenedKind, noticeLevels } from '#shared/desktop/person-events.ts'
import { shownEntry, type StoredEntry } from '../audit/audit-rows.ts'
import type { Database } from '../db/database.ts'
import { openMeta } from '../db/meta.ts'
import { statement } from '../db/statements.ts'

const notifiedSchema = z.object({
  /** Event to notification; '' where none stands any more, or the window told it. */
  by: z.record(z.string(), z.string()),
  /** How much was told. */
  level: z.enum(noticeLevels),
})
export type Notified = z.output<typeof notifiedSchema>

/** What a person has seen, as an entry of the log. */
export interface SeenDraft {
  kind: 'notice:seen'
  outcome: HappenedKind
  details: { seq: number }
}

export interface NotifiedEvents {
  read(): Notified
  write(notified: Notified): void
  /** What happened, stands in the log, and nobody has seen yet: the newest, oldest first. */
  happened(): Happened[]
  /** A person has seen what happened up to this entry. */
  see(kind: HappenedKind, seq: number): void
  /** Numbers of the newest entries by which a person let money move, by what had stopped it. */
  resumedAt(): ReadonlyMap<string, number>
}

/** Nobody reads more one by one, and each state of the desk that is shown asks for them. */
const most = 200

/** What of a kind's entries needs a person, by the outcome they were appended with. */
const outcomes: Readonly<Record<HappenedKind, { kind: AuditKind; outcome: string }>> = {
  'look-ups-open': { kind: 'look-ups:finished', outcome: 'open' },
  'callback-contradicts': { kind: 'callback:checked', outcome: 'contradicts' },
  'run-paused': { kind: 'run:paused', outcome: 'by-itself' },
  'run-ended': { kind: 'run:done', outcome: 'ok' },
  'shop-asking-paused': { kind: 'shop:asking-paused', outcome: 'by-itself' },
  'shop-asking-done': { kind: 'shop:asking-done', outcome: 'ok' },
}
const kinds = Object.keys(outcomes) as HappenedKind[]

export function openNotifiedEvents(db: Database, note: (draft: SeenDraft) => void): NotifiedEvents {
  const kept = openMeta(db, { key: 'notified.events', about: 'comfort', schema: notifiedSchema })
  const seenEntry = statement<[string], StoredEntry>(
    db,
    "SELECT * FROM audit_entry WHERE kind = 'notice:seen' AND outcome = +? ORDER BY seq DESC LIMIT 1",
  )
  const seenOf = (kind: HappenedKind): number => {
    const entry = seenEntry.get(kind)
    return entry === undefined ? 0 : Number(shownEntry(entry).details['seq'])
  }
  const after = statement<[string, string, number], { seq: number; at: number }>(
    db,
    `SELECT seq, at_wall AS at FROM audit_entry WHERE kind = +? AND outcome = +? AND seq > ?
     ORDER BY seq DESC LIMIT ${most}`,
    { integers: 'number' },
  )
  const upTo = statement<[string, string, number, number], number | null>(
    db,
    'SELECT max(seq) FROM audit_entry WHERE kind = ? AND outcome = ? AND seq > ? AND seq <= ?',
    { as: 'value', integers: 'number' },
  )
  const resumed = statement<[], StoredEntry>(
    db,
    `SELECT * FROM audit_entry WHERE kind = 'money:resumed' ORDER BY seq DESC LIMIT ${most}`,
  )
  let notified: Notified = kept.read() ?? { by: {}, level: 'count' }
  const happenedOf = (kind: HappenedKind): Happened[] => {
    const { kind: of, outcome } = outcomes[kind]
    return after.all(of, outcome, seenOf(kind)).map((row) => ({ ...row, kind }))
  }
  const write = (next: Notified): void => {
    if (JSON.stringify(next) === JSON.stringify(notified)) return
    kept.write(next)
    notified = next
  }
  return {
    read: () => notified,
    write,
    happened: () => kinds.flatMap(happenedOf).sort((a, b) => a.seq - b.seq),
    see: (kind, last) => {
      const { kind: of, outcome } = outcomes[kind]
      const seq = upTo.get(of, outcome, seenOf(kind), last)
      if (typeof seq === 'number') note({ kind: 'notice:seen', outcome: kind, details: { seq } })
    },
    // The oldest first: a newer one of the same stop counts.
    resumedAt: () =>
      new Map(
        resumed
          .all()
          .reverse()
          .map((row) => {
            const { seq, details } = shownEntry(row)
            return [String(details['stopped']), seq]
          }),
      ),
  }
}
