// Keeps the search file up to date: follows the audit log, in which everything the desk does to an order leaves an entry. It
// writes the search file alone, in small transactions, and may lag behind; whoever searches reads the rest from the log itself.
import { type AttemptRow, moneyOf, type SqlRow } from './attempt-row.ts'
import { type AuditBase, baseOf } from './audit-base.ts'
import { bodyOf, type StoredEntry } from './audit-rows.ts'
import type { SearchFile } from './search-file.ts'
import { entryWords, linesOf, termsOf } from './search-terms.ts'

export interface SearchIndex {
  /** Reads on for about this long; true when something is left. Called outside any transaction. */
  step(budgetMs: number): boolean
  /** Entries not read yet. */
  left(): number
}

const ENTRIES_AT_ONCE = 50
const DAY_MS = 86_400_000

type OrderPlace = Record<'connection_id' | 'orderid', string>
type IndexedEntry = Pick<StoredEntry, 'seq' | 'at_wall' | 'actor' | 'subject' | 'body' | 'chain'>

export function openSearchIndex(file: SearchFile, monotonic: () => number): SearchIndex {
  const { reader, writer } = file
  const selectReach = writer.prepare('SELECT seq FROM search_reach').pluck()
  const selectLast = reader.prepare('SELECT max(seq) FROM audit_entry').pluck()
  const selectEntries = reader.prepare(
    `SELECT seq, at_wall, actor, subject, body, chain FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ${ENTRIES_AT_ONCE}`,
  )
  const setReach = writer.prepare('UPDATE search_reach SET seq = ?, chain = ?')
  const addWords = writer.prepare('INSERT INTO search_entry_text (rowid, words) VALUES (?, ?)')
  const addDay = writer.prepare(
    `INSERT INTO search_day (day, first_seq, last_seq) VALUES (@day, @seq, @seq)
     ON CONFLICT (day) DO UPDATE SET last_seq = excluded.last_seq`,
  )
  const indexOrder = orderIndexer(file)

  const selectSeed = writer.prepare('SELECT connection_id, orderid FROM search_seed')
  const setSeed = writer.prepare(
    'INSERT OR REPLACE INTO search_seed (only_row, connection_id, orderid) VALUES (1, ?, ?)',
  )
  const endSeed = writer.prepare('DELETE FROM search_seed')
  const selectOrders = reader.prepare(
    `SELECT connection_id, orderid FROM payment_order WHERE (connection_id, orderid) > (@connection_id, @orderid)
     ORDER BY connection_id, orderid LIMIT ${ENTRIES_AT_ONCE}`,
  )

  /** Entries left for an archive before they were read here: every order is read instead. True when some are left. */
  const seedOrders = (base: AuditBase): boolean => {
    const seed = (selectSeed.get() as OrderPlace | undefined) ?? { connection_id: '', orderid: '' }
    const orders = selectOrders.all(seed) as OrderPlace[]
    for (const order of orders)
      indexOrder(`order/${order.connection_id}/${order.orderid}`, new Set())
    const last = orders.at(-1)
    if (last !== undefined && orders.length === ENTRIES_AT_ONCE) {
      setSeed.run(last.connection_id, last.orderid)
      return true
    }
    endSeed.run()
    setReach.run(base.size, base.chain)
    return false
  }

  const reach = (): bigint => BigInt((selectReach.get() as bigint | undefined) ?? 0n)

  const readOn = (entries: IndexedEntry[]): void => {
    const actors = new Map<string, Set<string>>()
    for (const entry of entries) {
      const body = bodyOf(entry)
      addWords.run(entry.seq, body === null ? entry.subject : entryWords(body))
      addDay.run({ day: Math.floor(Number(entry.at_wall) / DAY_MS), seq: entry.seq })
      if (!entry.subject.startsWith('order/')) continue
      const ofOrder = actors.get(entry.subject)
      if (ofOrder === undefined) actors.set(entry.subject, new Set([entry.actor]))
      else ofOrder.add(entry.actor)
    }
    for (const [subject, by] of actors) indexOrder(subject, by)
  }

  // One transaction a step, and how far it came written once in it: fewer pieces of the index that have to be merged later.
  const step = writer.transaction((until: number): boolean => {
    const base = baseOf(reader)
    while (reach() < BigInt(base.size) && seedOrders(base)) if (monotonic() >= until) return true
    let from = reach()
    let reached: IndexedEntry | undefined
    let isMore = true
    while (isMore && (reached === undefined || monotonic() < until)) {
      const entries = selectEntries.all(from) as IndexedEntry[]
      readOn(entries)
      reached = entries.at(-1) ?? reached
      from = reached?.seq ?? from
      isMore = entries.length === ENTRIES_AT_ONCE
    }
    if (reached !== undefined) setReach.run(reached.seq, reached.chain)
    return isMore
  })

  return {
    step: (budgetMs) => step.immediate(monotonic() + budgetMs),
    left: () => Math.max(0, Number(selectLast.get() ?? 0) - Number(reach())),
  }
}

/** Writes what one order can be found by now, and who has done something on it. */
function orderIndexer(file: SearchFile): (subject: string, by: ReadonlySet<string>) => void {
  const { reader, writer } = file
  const keepActors = actorKeeper(file)
  const selectOrder = reader.prepare(
    `SELECT service, client_orderid, original_minor, currency, digits, phase, transaction_type, checked_at, answer FROM payment_order
     WHERE connection_id = ? AND orderid = ?`,
  )
  const selectObservations = reader.prepare(
    `SELECT amount_minor, currency, digits, transaction_mark, serial_number FROM observation
     WHERE service = ? AND orderid = ?`,
  )
  const selectAttempts = reader.prepare(
    `SELECT id, actor, comment, serial_number, state, words, amount_minor, currency, digits FROM attempt
     WHERE service = ? AND orderid = ?`,
  )
  const selectNotes = reader
    .prepare(
      'SELECT text FROM order_note WHERE connection_id = ? AND orderid = ? ORDER BY seq DESC',
    )
    .pluck()
  const selectTags = reader
    .prepare('SELECT tag FROM order_tag WHERE connection_id = ? AND orderid = ?')
    .pluck()
  const selectIndexed = writer.prepare(
    'SELECT id, terms FROM search_order WHERE connection_id = ? AND orderid = ?',
  )
  // Without RETURNING: that takes a savepoint, and each savepoint makes FTS5 write out what it has gathered.
  const insert = writer.prepare(
    'INSERT INTO search_order (connection_id, orderid, terms) VALUES (?, ?, ?)',
  )
  const update = writer.prepare('UPDATE search_order SET terms = ? WHERE id = ?')
  const addTerm = writer.prepare('INSERT OR IGNORE INTO search_term (term, order_no) VALUES (?, ?)')
  const dropTerm = writer.prepare('DELETE FROM search_term WHERE term = ? AND order_no = ?')
  const addText = writer.prepare('INSERT INTO search_order_text (rowid, terms) VALUES (?, ?)')
  const dropText = writer.prepare('DELETE FROM search_order_text WHERE rowid = ?')

  return (subject, by) => {
    for (const [connectionId, orderid] of readingsOf(subject)) {
      const order = selectOrder.get(connectionId, orderid) as SqlRow | undefined
      if (order === undefined) continue
      const { service } = order
      const observations = selectObservations.all(service, orderid) as SqlRow[]
      const attempts = selectAttempts.all(service, orderid) as SqlRow[]
      // What made an order was done before the service named it, under the merchant's own id.
      const actors = [...by, ...attempts.map((row) => String(row.actor))]
      keepActors({ connectionId, orderid, order }, actors)
      const terms = termsOf({
        orderid,
        clientOrderid: String(order.client_orderid),
        answer: JSON.parse(String(order.answer)) as Record<string, string>,
        amounts: [moneyOf(order, 'original_minor'), ...observations.map((row) => moneyOf(row))],
        serialNumbers: observations.map((row) => String(row.serial_number)),
        transactionMarks: observations.map((row) => String(row.transaction_mark)),
        notes: selectNotes.all(connectionId, orderid) as string[],
        tags: selectTags.all(connectionId, orderid) as string[],
        attempts: attempts.map(attemptFact),
      })
      const lines = linesOf(terms)
      const indexed = selectIndexed.get(connectionId, orderid) as
        { id: bigint; terms: string } | undefined
      if (indexed?.terms === lines) return
      const id = indexed?.id ?? insert.run(connectionId, orderid, lines).lastInsertRowid
      if (indexed !== undefined) {
        const now = new Set(terms.map(({ term }) => term))
        for (const line of indexed.terms.split('\n')) {
          const term = line.split('\t', 1)[0] ?? ''
          if (term !== '' && !now.has(term)) dropTerm.run(term, id)
        }
        update.run(lines, id)
        dropText.run(id)
      }
      for (const { term } of terms) addTerm.run(term, id)
      addText.run(id, terms.map(({ term }) => term).join('\n'))
      return
    }
  }
}

/** Those who did something on an order stay with it; the facts beside their names are renewed. */
function actorKeeper({
  writer,
}: SearchFile): (
  found: { connectionId: string; orderid: string; order: SqlRow },
  by: readonly string[],
) => void {
  const select = writer
    .prepare('SELECT actor FROM search_actor WHERE connection_id = ? AND orderid = ?')
    .pluck()
  const drop = writer.prepare('DELETE FROM search_actor WHERE connection_id = ? AND orderid = ?')
  const add = writer.prepare(
    `INSERT INTO search_actor (actor, connection_id, checked_at, orderid, phase, transaction_type, digits, original_minor)
     VALUES (@actor, @connectionId, @checked_at, @orderid, @phase, @transaction_type, @digits, @original_minor)`,
  )
  return ({ connectionId, orderid, order }, by) => {
    const known = select.all(connectionId, orderid) as string[]
    if (known.length > 0) drop.run(connectionId, orderid)
    for (const actor of new Set([...known, ...by]))
      add.run({ ...order, actor, connectionId, orderid })
  }
}

function attemptFact(
  row: SqlRow,
): Pick<AttemptRow, 'id' | 'comment' | 'serialNumber' | 'amount' | 'state' | 'words'> {
  return {
    id: String(row.id),
    comment: String(row.comment),
    serialNumber: row.serial_number === null ? null : String(row.serial_number),
    amount: moneyOf(row),
    state: String(row.state) as AttemptRow['state'],
    words: String(row.words),
  }
}

/** order/<connection>/<orderid>, where either may itself hold a slash. */
function readingsOf(subject: string): [string, string][] {
  const rest = subject.slice('order/'.length)
  return [...rest.matchAll(/\//g)].map(({ index }) => [rest.slice(0, index), rest.slice(index + 1)])
}
