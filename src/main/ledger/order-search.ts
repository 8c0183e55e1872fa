// Finds orders by a folded text in three steps: terms equal to it, terms that begin with it (both along an index), then orders that
// hold it anywhere (trigrams, three characters and more). Each order is found once, in the first step that finds it. A page never takes
// long: it may end before it is full, and says where the next one goes on. It writes nothing.
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
/** Of what a text finds, a page compares no more with the other filters; the next one goes on there. */
export const MOST_COMPARED = 3_000
// A page's worth first: without other filters that is enough.
const COMPARED_FIRST = 300
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
    const { rows, rest } = findStep(db, query, { text, from, limit: limit - found.length })
    found.push(...rows.map((row) => ({ ...row, step })))
    if (rest !== null) return { found, rest }
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

/** What the index names in a step, in its order, as number and term. */
const named: Record<Step, string> = {
  0: `SELECT order_no AS number, term FROM search_term WHERE term = @text AND order_no < @id ORDER BY order_no DESC LIMIT`,
  1: `SELECT order_no AS number, term FROM search_term
      WHERE term >= max(@text, @term) AND term < @end AND term <> @text AND (term > @term OR order_no < @id)
      ORDER BY term, order_no DESC LIMIT`,
  2: `SELECT rowid AS number, '' AS term FROM search_order_text
      WHERE search_order_text MATCH @trigrams AND rowid < @id ORDER BY rowid DESC LIMIT`,
}
const isFound: Record<Step, string> = {
  0: '1',
  // The terms of an order are sorted: its first that begins with the text stands for it, and an equal one would stand before it.
  1: 'instr(s.terms, char(10) || @text) = instr(s.terms, char(10) || t.term || char(9))',
  2: 'instr(s.terms, @text) > 0 AND instr(s.terms, char(10) || @text) = 0',
}

function findStep(
  db: Database,
  query: OrderQuery,
  asked: { text: string; from: Place; limit: number },
): { rows: Found[]; rest: Place | null } {
  const { text, from, limit } = asked
  const { step } = from
  const trigrams = trigramQuery(text)
  if (step === 2 && trigrams === null) return { rows: [], rest: null }
  const rangeOf = ({ id, term }: Place) =>
    ({
      0: { text, id },
      1: { text, id, term, end: text + LAST_CHARACTER },
      2: { id, trigrams },
    })[step]
  const { filter = {}, connectionId } = query
  const terms = orderTerms(filter)
  const isFiltered = terms.sql !== '1'
  const join = isFiltered ? `CROSS JOIN ${tableFor(filter)} o USING (connection_id, orderid)` : ''
  const ofConnection = connectionId === undefined ? '1' : 's.connection_id = @connectionId'
  // CROSS JOIN keeps the order of the tables: the text first, then the orders it names.
  const select = db.prepare(
    `SELECT s.*, t.term FROM (${named[step]} @most) t CROSS JOIN search_order s ON s.id = t.number ${join}
     WHERE ${isFound[step]} AND ${ofConnection} AND ${terms.sql} ORDER BY t.term, t.number DESC LIMIT @limit`,
  )
  const selectLast = db.prepare(`${named[step]} 1 OFFSET @most - 1`)
  const rows: Found[] = []
  let place = from
  for (let left = MOST_COMPARED, most = COMPARED_FIRST; left > 0; left -= most, most = left) {
    const range = { ...rangeOf(place), most }
    const more = {
      text,
      limit: limit - rows.length,
      ...terms.values,
      ...(connectionId === undefined ? {} : { connectionId }),
    }
    rows.push(...(select.all({ ...range, ...more }) as Found[]))
    if (rows.length === limit) return { rows, rest: null }
    const last = selectLast.get(range) as { number: bigint; term: string } | undefined
    if (last === undefined) return { rows, rest: null }
    place = { step, id: Number(last.number), term: last.term }
  }
  return { rows, rest: place }
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
