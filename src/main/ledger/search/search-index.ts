// Keeps the search file up to date: follows the audit log, in which everything the desk does to an
// order leaves an entry. It writes the search file alone, in small transactions, and may lag
// behind; whoever searches reads the rest from the log itself.
import { type AttemptRow, moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import { baseOf } from '../audit/audit-base.ts'
import { bodyOf, type StoredEntry } from '../audit/audit-rows.ts'
import { eventOf, eventSql } from '../journal/event-row.ts'
import type { SearchFile } from './search-file.ts'
import { openShopIndex } from './shop-index.ts'
import { entryText, type Findable, linesOf, termsOf } from './search-terms.ts'
import { statement } from '../db/statements.ts'

export interface SearchIndex {
  /** Reads on for about this long; true when something is left. Called outside any transaction. */
  step(budgetMs: number): boolean
  /** Entries not read yet. */
  left(): number
  /** Rows of the shop's lists not read yet. */
  shopLeft(): number
}

const ENTRIES_AT_ONCE = 50
const DAY_MS = 86_400_000

type OrderPlace = Record<'connection_id' | 'orderid', string>
type IndexedEntry = Pick<StoredEntry, 'seq' | 'at_wall' | 'actor' | 'subject' | 'body' | 'chain'>

type IndexOrder = (subject: string, by: ReadonlySet<string>) => void

export function openSearchIndex(file: SearchFile, monotonic: () => number): SearchIndex {
  const { reader, writer } = file
  const selectReach = statement<[], bigint>(writer, 'SELECT seq FROM search_reach', { as: 'value' })
  const selectLast = statement<[]>(reader, 'SELECT max(seq) FROM audit_entry', { as: 'value' })
  const selectEntries = statement<[bigint], IndexedEntry>(
    reader,
    `SELECT seq, at_wall, actor, subject, body, chain FROM audit_entry WHERE seq > ? ORDER BY seq LIMIT ${ENTRIES_AT_ONCE}`,
  )
  const setReach = statement(writer, 'UPDATE search_reach SET seq = ?, chain = ?')
  const indexOrder = orderIndexer(file)
  const readOn = entryIndexer(file, indexOrder)
  const seedOrders = orderSeeder(file, indexOrder)
  const shop = openShopIndex(file)
  const reach = (): bigint => BigInt(selectReach.get() ?? 0n)

  // One transaction a step, and how far it came written once in it: fewer pieces of the index that
  // have to be merged later.
  const step = writer.transaction((until: number): boolean => {
    const base = baseOf(reader)
    while (reach() < BigInt(base.size))
      if (!seedOrders()) setReach.run(base.size, base.chain)
      else if (monotonic() >= until) return true
    let from = reach()
    let reached: IndexedEntry | undefined
    let isMore = true
    while (isMore && (reached === undefined || monotonic() < until)) {
      const entries = selectEntries.all(from)
      readOn(entries)
      reached = entries.at(-1) ?? reached
      from = reached?.seq ?? from
      isMore = entries.length === ENTRIES_AT_ONCE
    }
    if (reached !== undefined) setReach.run(reached.seq, reached.chain)
    // Some of it in each step, however little time is left.
    let isMoreOfShop: boolean
    do isMoreOfShop = shop.readOn()
    while (isMoreOfShop && monotonic() < until)
    return isMore || isMoreOfShop
  })

  return {
    step: (budgetMs) => step.immediate(monotonic() + budgetMs),
    left: () => Math.max(0, Number(selectLast.get() ?? 0) - Number(reach())),
    shopLeft: shop.left,
  }
}

/**
 * For entries that left for an archive before they were read here: every order is read instead.
 * Reads some of them; true when some are left.
 */
function orderSeeder({ reader, writer }: SearchFile, indexOrder: IndexOrder): () => boolean {
  const selectSeed = statement<[], OrderPlace>(
    writer,
    'SELECT connection_id, orderid FROM search_seed',
  )
  const setSeed = statement<[string, string]>(
    writer,
    'INSERT OR REPLACE INTO search_seed (only_row, connection_id, orderid) VALUES (1, ?, ?)',
  )
  const endSeed = statement<[]>(writer, 'DELETE FROM search_seed')
  const selectOrders = statement<object, OrderPlace>(
    reader,
    `SELECT connection_id, orderid FROM payment_order WHERE (connection_id, orderid) > (@connection_id, @orderid)
     ORDER BY connection_id, orderid LIMIT ${ENTRIES_AT_ONCE}`,
  )
  return () => {
    const seed = selectSeed.get() ?? { connection_id: '', orderid: '' }
    const orders = selectOrders.all(seed)
    for (const order of orders)
      indexOrder(`order/${order.connection_id}/${order.orderid}`, new Set())
    const last = orders.at(-1)
    if (last !== undefined && orders.length === ENTRIES_AT_ONCE) {
      setSeed.run(last.connection_id, last.orderid)
      return true
    }
    endSeed.run()
    return false
  }
}

function entryIndexer({ writer }: SearchFile, indexOrder: IndexOrder) {
  const addText = statement<[bigint, string]>(
    writer,
    'INSERT INTO search_entry_text (rowid, text) VALUES (?, ?)',
  )
  const addDay = statement<{ day: number; seq: bigint }>(
    writer,
    `INSERT INTO search_day (day, first_seq, last_seq) VALUES (@day, @seq, @seq)
     ON CONFLICT (day) DO UPDATE SET last_seq = excluded.last_seq`,
  )
  return (entries: readonly IndexedEntry[]): void => {
    const actors = new Map<string, Set<string>>()
    for (const entry of entries) {
      const body = bodyOf(entry)
      addText.run(entry.seq, body === null ? entry.subject : entryText(body))
      addDay.run({ day: Math.floor(Number(entry.at_wall) / DAY_MS), seq: entry.seq })
      if (!entry.subject.startsWith('order/')) continue
      const ofOrder = actors.get(entry.subject)
      if (ofOrder === undefined) actors.set(entry.subject, new Set([entry.actor]))
      else ofOrder.add(entry.actor)
    }
    for (const [subject, by] of actors) indexOrder(subject, by)
  }
}

/** The facts of the ledger by which an order is found. */
function openFacts(reader: SearchFile['reader']) {
  return {
    order: statement<[string, string], SqlRow>(
      reader,
      `SELECT service, client_orderid, original_minor, currency, digits, phase, transaction_type, checked_at, answer FROM payment_order
     WHERE connection_id = ? AND orderid = ?`,
    ),
    snapshots: statement<[unknown, string], SqlRow>(
      reader,
      `SELECT amount_minor, currency, digits, transaction_mark, serial_number FROM status_snapshot
     WHERE service = ? AND orderid = ?`,
    ),
    events: statement<[unknown, string], SqlRow>(reader, eventSql),
    attempts: statement<[unknown, string], SqlRow>(
      reader,
      `SELECT id, operation, actor, comment, serial_number, state, message, request, answer, amount_minor, currency, digits FROM attempt
     WHERE service = ? AND orderid = ?`,
    ),
    notes: statement<[string, string], string>(
      reader,
      'SELECT text FROM order_note WHERE connection_id = ? AND orderid = ? ORDER BY seq DESC',
      { as: 'value' },
    ),
    tags: statement<[string, string], string>(
      reader,
      'SELECT tag FROM order_tag WHERE connection_id = ? AND orderid = ?',
      { as: 'value' },
    ),
  }
}

/** Writes what one order can be found by now, and who has done something on it. */
function orderIndexer(file: SearchFile): IndexOrder {
  const { reader, writer } = file
  const keepActors = actorKeeper(file)
  const facts = openFacts(reader)
  const selectIndexed = statement<[string, string], { id: bigint; terms: string }>(
    writer,
    'SELECT id, terms FROM search_order WHERE connection_id = ? AND orderid = ?',
  )
  // Without RETURNING: that takes a savepoint, and each savepoint makes FTS5 write out what it has
  // gathered.
  const insert = statement<[string, string, string]>(
    writer,
    'INSERT INTO search_order (connection_id, orderid, terms) VALUES (?, ?, ?)',
  )
  const update = statement<[string, number | bigint]>(
    writer,
    'UPDATE search_order SET terms = ? WHERE id = ?',
  )
  const addTerm = statement<[string, number | bigint]>(
    writer,
    'INSERT OR IGNORE INTO search_term (term, order_no) VALUES (?, ?)',
  )
  const dropTerm = statement<[string, number | bigint]>(
    writer,
    'DELETE FROM search_term WHERE term = ? AND order_no = ?',
  )
  const addText = statement<[number | bigint, string]>(
    writer,
    'INSERT INTO search_order_text (rowid, terms) VALUES (?, ?)',
  )
  const dropText = statement<[number | bigint]>(
    writer,
    'DELETE FROM search_order_text WHERE rowid = ?',
  )

  return (subject, by) => {
    for (const [connectionId, orderid] of readingsOf(subject)) {
      const order = facts.order.get(connectionId, orderid)
      if (order === undefined) continue
      const { service } = order
      const snapshots = facts.snapshots.all(service, orderid)
      const attempts = facts.attempts.all(service, orderid)
      // The request that made an order has the merchant's id: the gateway had not named it yet.
      const actors = [...by, ...attempts.map((row) => String(row.actor))]
      keepActors({ connectionId, orderid, order }, actors)
      const terms = termsOf({
        orderid,
        clientOrderid: String(order.client_orderid),
        answer: JSON.parse(String(order.answer)) as Record<string, string>,
        amounts: [moneyOf(order, 'original_minor'), ...snapshots.map((row) => moneyOf(row))],
        serialNumbers: snapshots.map((row) => String(row.serial_number)),
        transactionMarks: snapshots.map((row) => String(row.transaction_mark)),
        events: facts.events.all(service, orderid).map(eventOf),
        notes: facts.notes.all(connectionId, orderid),
        tags: facts.tags.all(connectionId, orderid),
        attempts: attempts.map(attemptFact),
      })
      const lines = linesOf(terms)
      const indexed = selectIndexed.get(connectionId, orderid)
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

/** Keeps the names of everyone who worked on an order, and renews the facts beside them. */
function actorKeeper({
  writer,
}: SearchFile): (
  found: { connectionId: string; orderid: string; order: SqlRow },
  by: readonly string[],
) => void {
  const select = statement<[string, string], string>(
    writer,
    'SELECT actor FROM search_actor WHERE connection_id = ? AND orderid = ?',
    { as: 'value' },
  )
  const drop = statement<[string, string]>(
    writer,
    'DELETE FROM search_actor WHERE connection_id = ? AND orderid = ?',
  )
  const add = statement<Record<string, unknown>>(
    writer,
    `INSERT INTO search_actor (actor, connection_id, checked_at, orderid, phase, transaction_type, digits, original_minor)
     VALUES (@actor, @connectionId, @checked_at, @orderid, @phase, @transaction_type, @digits, @original_minor)`,
  )
  return ({ connectionId, orderid, order }, by) => {
    const known = select.all(connectionId, orderid)
    if (known.length > 0) drop.run(connectionId, orderid)
    for (const actor of new Set([...known, ...by]))
      add.run({ ...order, actor, connectionId, orderid })
  }
}

function attemptFact(row: SqlRow): Findable['attempts'][number] {
  return {
    id: String(row.id),
    operation: String(row.operation),
    comment: String(row.comment),
    serialNumber: row.serial_number === null ? null : String(row.serial_number),
    amount: moneyOf(row),
    state: String(row.state) as AttemptRow['state'],
    message: String(row.message),
    request: JSON.parse(String(row.request)) as Record<string, string>,
    answer: row.answer === null ? null : (JSON.parse(String(row.answer)) as Record<string, string>),
  }
}

/** order/<connection>/<orderid>, where either may itself hold a slash. */
function readingsOf(subject: string): [string, string][] {
  const rest = subject.slice('order/'.length)
  return [...rest.matchAll(/\//g)].map(({ index }) => [rest.slice(0, index), rest.slice(index + 1)])
}
