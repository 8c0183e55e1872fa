// Finds orders by a folded text in three steps: terms equal to it, terms that begin with it (both along an index), then orders that
// hold it anywhere (trigrams, three characters and more). Each order is found once, in the first step that finds it. It writes nothing.
import { trigramQuery } from './fold.ts'
import type { Database } from './open.ts'
import { orderTerms, tableFor } from './order-filter.ts'
import {
  connectionIds,
  keysOf,
  type ListedOrders,
  type OrderQuery,
  partsOf,
  rowsOf,
} from './order-list.ts'
import { matchIn } from './search-terms.ts'

interface Found {
  id: bigint
  connection_id: string
  orderid: string
  terms: string
  term: string
}

type Step = 0 | 1 | 2
interface Place {
  step: Step
  id: number
  term: string
}

// SQLite sorts by bytes: nothing that begins with the text sorts after the text and this.
const LAST_CHARACTER = '\u{10ffff}'
/** Below this it is quicker to compare the orders a filter leaves than to ask for the text. */
const FEW = 2_000
const NEWEST = Number.MAX_SAFE_INTEGER

/** Undefined when `before` is no place of such a search. */
export function searchOrders(
  db: Database,
  query: OrderQuery,
  text: string,
): ListedOrders | undefined {
  const start = query.before === undefined ? first : placeOf(query.before)
  if (start === undefined) return undefined
  const asked = { text, start, limit: query.limit + 1 }
  const { found, rest } = amongFew(db, query, asked) ?? inSteps(db, query, asked)
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  const matches = new Map(page.map((row) => [keyOf(row.connection_id, row.orderid), row.terms]))
  const rows = rowsOf(
    db,
    page.map((row) => ({ connectionId: row.connection_id, orderid: row.orderid })),
  ).map((row) => {
    const matched = matchIn(matches.get(keyOf(row.connectionId, row.orderid)) ?? '', text)
    return matched === null ? row : { ...row, matched }
  })
  const isMore = found.length > query.limit && last !== undefined
  const next = isMore ? { step: last.step, id: Number(last.id), term: last.term } : rest
  return { rows, next: next === null ? null : JSON.stringify([next.step, next.id, next.term]) }
}

type Ranked = Found & { step: Step }
interface Asked {
  text: string
  start: Place
  limit: number
}

interface Answer {
  found: Ranked[]
  /** Where to go on although the page is not full. */
  rest: Place | null
}

function inSteps(db: Database, query: OrderQuery, { text, start, limit }: Asked): Answer {
  const found: Ranked[] = []
  for (const step of [0, 1, 2] as const) {
    if (step < start.step || found.length >= limit) continue
    // What is found along an index is there at once; what only holds the text comes with the next page.
    if (step === 2 && start.step < 2 && found.length > 0)
      return { found, rest: trigramQuery(text) === null ? null : { ...first, step } }
    const from = step === start.step ? start : { ...first, step }
    const rows = findStep(db, query, { text, from, limit: limit - found.length })
    found.push(...rows.map((row) => ({ ...row, step })))
  }
  return { found, rest: null }
}

/** When the filter leaves few orders, those are compared one by one, in the same order; null when it leaves many. */
function amongFew(db: Database, query: OrderQuery, { text, start, limit }: Asked): Answer | null {
  const { filter = {} } = query
  const terms = orderTerms(filter)
  if (terms.sql === '1') return null
  const connections = query.connectionId === undefined ? connectionIds(db) : [query.connectionId]
  const keys: { connectionId: string; orderid: string }[] = []
  for (const id of connections) {
    keys.push(...keysOf(db, id, { filter, terms, place: null, limit: FEW - keys.length }))
    if (keys.length >= FEW) return null
  }
  const select = db.prepare(
    'SELECT id, connection_id, orderid, terms FROM search_order WHERE connection_id = ? AND orderid = ?',
  )
  const found = keys
    .flatMap(({ connectionId, orderid }) => {
      const row = select.get(connectionId, orderid) as Omit<Found, 'term'> | undefined
      return row === undefined ? [] : rankedOf(row, text)
    })
    .filter((row) => isAfter(row, start))
    .sort(byRank)
    .slice(0, limit)
  return { found, rest: null }
}

function rankedOf(row: Omit<Found, 'term'>, text: string): Ranked[] {
  const { terms } = row
  if (terms.includes(`\n${text}\t`)) return [{ ...row, step: 0, term: text }]
  const at = terms.indexOf(`\n${text}`)
  if (at >= 0) return [{ ...row, step: 1, term: terms.slice(at + 1, terms.indexOf('\t', at)) }]
  return trigramQuery(text) !== null && matchIn(terms, text) !== null
    ? [{ ...row, step: 2, term: '' }]
    : []
}

const byRank = (a: Ranked, b: Ranked): number =>
  a.step - b.step ||
  (a.step === 1 ? Buffer.compare(Buffer.from(a.term), Buffer.from(b.term)) : 0) ||
  Number(b.id - a.id)

const isAfter = (row: Ranked, { step, id, term }: Place): boolean =>
  row.step !== step
    ? row.step > step
    : step === 1 && row.term !== term
      ? Buffer.compare(Buffer.from(row.term), Buffer.from(term)) > 0
      : Number(row.id) < id

const keyOf = (connectionId: string, orderid: string): string =>
  JSON.stringify([connectionId, orderid])

const sources: Record<Step, string> = {
  0: `SELECT s.*, t.term FROM search_term t CROSS JOIN search_order s ON s.id = t.order_no {filter}
      WHERE t.term = @text AND t.order_no < @id {terms} ORDER BY t.order_no DESC LIMIT @limit`,
  // The terms of an order are sorted: its first that begins with the text stands for it, and an equal one would stand before it.
  1: `SELECT s.*, t.term FROM search_term t CROSS JOIN search_order s ON s.id = t.order_no {filter}
      WHERE t.term >= max(@text, @term) AND t.term < @end AND t.term <> @text AND (t.term > @term OR t.order_no < @id)
        AND instr(s.terms, char(10) || @text) = instr(s.terms, char(10) || t.term || char(9)) {terms}
      ORDER BY t.term, t.order_no DESC LIMIT @limit`,
  2: `SELECT s.*, '' AS term FROM search_order_text f CROSS JOIN search_order s ON s.id = f.rowid {filter}
      WHERE search_order_text MATCH @trigrams AND f.rowid < @id AND instr(s.terms, @text) > 0
        AND instr(s.terms, char(10) || @text) = 0 {terms} ORDER BY f.rowid DESC LIMIT @limit`,
}

function findStep(
  db: Database,
  query: OrderQuery,
  step: { text: string; from: Place; limit: number },
): Found[] {
  const { text, from, limit } = step
  const trigrams = trigramQuery(text)
  if (from.step === 2 && trigrams === null) return []
  const filter = orderTerms(query.filter ?? {})
  const isFiltered = filter.sql !== '1'
  const terms = [
    ...(query.connectionId === undefined ? [] : ['s.connection_id = @connectionId']),
    ...(isFiltered ? [filter.sql] : []),
  ]
  const sql = sources[from.step]
    .replace(
      '{filter}',
      isFiltered
        ? `CROSS JOIN ${tableFor(query.filter ?? {})} o USING (connection_id, orderid)`
        : '',
    )
    .replace('{terms}', terms.map((term) => ` AND ${term}`).join(''))
  const byStep = {
    0: { id: from.id },
    1: { id: from.id, term: from.term, end: text + LAST_CHARACTER },
    2: { id: from.id, trigrams },
  }
  return db.prepare(sql).all({
    text,
    limit,
    ...byStep[from.step],
    ...filter.values,
    ...(query.connectionId === undefined ? {} : { connectionId: query.connectionId }),
  }) as Found[]
}

const first: Place = { step: 0, id: NEWEST, term: '' }

function placeOf(text: string): Place | undefined {
  const parts = partsOf(text)
  const [step, id, term] = parts
  return parts.length === 3 &&
    (step === 0 || step === 1 || step === 2) &&
    typeof id === 'number' &&
    typeof term === 'string'
    ? { step, id, term }
    : undefined
}
