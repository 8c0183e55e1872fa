// Which events were told to a person by a notification: one row of the ledger's meta table, written
// before anything is shown. It steers no money: what it would hide, Today shows all the same. Up to
// where a person has seen what happened stands in the log, since Today goes by it.
import { z } from 'zod'
import { type Happened, type HappenedKind, noticeLevels } from '#shared/desktop/person-events.ts'
import { shownEntry, type StoredEntry } from '../audit/audit-rows.ts'
import type { Database } from '../db/open.ts'
import { statement, type TypedStatement } from '../db/statements.ts'

const KEY = 'told.events'

const toldSchema = z.object({
  /** Event to notification; '' where none stands any more, or the window told it. */
  by: z.record(z.string(), z.string()),
  /** How much was told. */
  level: z.enum(noticeLevels),
})
export type Told = z.output<typeof toldSchema>

/** What a person has seen, as an entry of the log. */
export interface SeenDraft {
  kind: 'notice:seen'
  outcome: HappenedKind
  details: { seq: number }
}

export interface ToldEvents {
  read(): Told
  write(told: Told): void
  /** What happened, stands in the log, and nobody has seen yet; oldest first. */
  happened(): Happened[]
  /** A person has seen what happened up to this entry. */
  see(kind: HappenedKind, seq: number): void
  /** Numbers of the entries by which a person let money move again, by what had stopped it. */
  resumedAt(): ReadonlyMap<string, number>
}

/** As one place in SQL each: what of a kind's entries needs a person. */
const sources: Readonly<Record<HappenedKind, string>> = {
  'look-ups-open': "kind = 'look-ups:finished' AND outcome = 'open'",
  'callback-contradicts':
    "kind = 'callback:checked' AND outcome IN ('valid', 'wrong-control', 'missing-field')",
}
const kinds = Object.keys(sources) as HappenedKind[]

/** A list that ended counts; a callback only if something in it was found to be otherwise. */
const needsPerson = (kind: HappenedKind, details: Record<string, unknown>): boolean =>
  kind === 'look-ups-open' || Object.values((details['found'] ?? {}) as object).includes('bad')

export function openToldEvents(db: Database, note: (draft: SeenDraft) => void): ToldEvents {
  const find = statement<[string], string>(db, 'SELECT value FROM meta WHERE key = ?', {
    as: 'value',
  })
  const keep = statement<[string, string]>(
    db,
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const seenEntry = statement<[string], StoredEntry>(
    db,
    "SELECT * FROM audit_entry WHERE kind = 'notice:seen' AND outcome = ? ORDER BY seq DESC LIMIT 1",
  )
  const seenOf = (kind: HappenedKind): number => {
    const entry = seenEntry.get(kind)
    return entry === undefined ? 0 : Number(shownEntry(entry).details['seq'])
  }
  const after = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      statement<[number], StoredEntry>(
        db,
        `SELECT * FROM audit_entry WHERE ${sources[kind]} AND seq > ? ORDER BY seq`,
      ),
    ]),
  ) as Record<HappenedKind, TypedStatement<[number], StoredEntry>>
  const resumed = statement<[], StoredEntry>(
    db,
    "SELECT * FROM audit_entry WHERE kind = 'money:resumed' ORDER BY seq",
  )
  let told: Told = parsed(find.get(KEY)) ?? { by: {}, level: 'count' }
  const happenedOf = (kind: HappenedKind): Happened[] =>
    after[kind]
      .all(seenOf(kind))
      .map(shownEntry)
      .filter(({ details }) => needsPerson(kind, details))
      .map(({ seq, at }) => ({ seq, kind, at }))
  const write = (next: Told): void => {
    if (JSON.stringify(next) === JSON.stringify(told)) return
    keep.run(KEY, JSON.stringify(next))
    told = next
  }
  return {
    read: () => told,
    write,
    happened: () => kinds.flatMap(happenedOf).sort((a, b) => a.seq - b.seq),
    see: (kind, upTo) => {
      const seq = happenedOf(kind).findLast((one) => one.seq <= upTo)?.seq
      if (seq !== undefined) note({ kind: 'notice:seen', outcome: kind, details: { seq } })
    },
    resumedAt: () =>
      new Map(
        resumed.all().map((row) => {
          const { seq, details } = shownEntry(row)
          return [String(details['stopped']), seq]
        }),
      ),
  }
}

function parsed(text: string | undefined): Told | null {
  if (text === undefined) return null
  try {
    return toldSchema.parse(JSON.parse(text))
  } catch {
    // Told anew is better than not at all.
    return null
  }
}
