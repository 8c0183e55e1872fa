// Finds orders by a folded text in three steps: terms equal to it, terms that begin with it (both
// along an index), then orders that hold it anywhere (trigrams, three characters and more). Each
// order is found once, in the first step that finds it. Of a text with spaces each piece is looked
// for by itself, wherever it stands: that is the third step alone. A page never takes long: it may
// end before it is full, and says where the next one goes on. It writes nothing.
import { hasPieces, trigramQuery, piecesOf, piecesQuery } from '../search/fold.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import type { OrderMatch } from '#shared/bridge/views.ts'
import { orderTerms, tableFor } from './order-filter.ts'
import {
  connectionIds,
  keysOf,
  type ListedOrders,
  type OrderQuery,
  partsOf,
  rowsOf,
} from './order-page.ts'
import { matchIn } from '../search/search-terms.ts'
import { namedBelow } from '../search/text-index.ts'

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
/**
 * Of what a text finds, a page compares no more with the other filters; the next one goes on there.
 */
export const MOST_COMPARED = 3_000
// Some of what is named was found in an earlier step.
const COMPARED_MORE = 50
const NEWEST = Number.MAX_SAFE_INTEGER

/** Undefined when `before` is no place of such a search. */
export function searchOrders(
  db: Database,
  query: OrderQuery,
  text: string,
): ListedOrders | undefined {
  const pieces = piecesOf(text)
  const wanted = { text, pieces: piecesQuery(pieces) === null ? [] : pieces }
  const begin: Place = wanted.pieces.length === 0 ? first : { ...first, step: 2 }
  const start = query.before === undefined ? begin : placeOf(query.before)
  if (start === undefined) return undefined
  const asked = { ...wanted, start, limit: query.limit + 1 }
  const { found, rest } = amongFew(db, query, asked) ?? inSteps(db, query, asked)
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  const matches = new Map(page.map((row) => [keyOf(row.connection_id, row.orderid), row.terms]))
  const rows = rowsOf(
    db,
    page.map((row) => ({ connectionId: row.connection_id, orderid: row.orderid })),
  ).map((row) => {
    const matched = matchOf(matches.get(keyOf(row.connectionId, row.orderid)) ?? '', wanted)
    return matched === null ? row : { ...row, matched }
  })
  const isMore = found.length > query.limit && last !== undefined
  const next = isMore ? { step: last.step, id: Number(last.id), term: last.term } : rest
  return { rows, next: next === null ? null : JSON.stringify([next.step, next.id, next.term]) }
}

type Ranked = Found & { step: Step }
interface Wanted {
  text: string
  /** Empty: the text is looked for as one. */
  pieces: readonly string[][]
}
interface Asked extends Wanted {
  start: Place
  limit: number
}

interface Answer {
  found: Ranked[]
  /** Where to go on although the page is not full. */
  rest: Place | null
}

/** The longest piece tells most, where no term has the whole text. */
function matchOf(terms: string, { text, pieces }: Wanted): OrderMatch | null {
  const forms = [text, ...pieces.flat().sort((a, b) => b.length - a.length)]
  return forms.map((form) => matchIn(terms, form)).find((found) => found !== null) ?? null
}

const queryOf = ({ text, pieces }: Wanted): string | null =>
  pieces.length === 0 ? trigramQuery(text) : piecesQuery(pieces)

function inSteps(db: Database, query: OrderQuery, asked: Asked): Answer {
  const { start, limit } = asked
  const found: Ranked[] = []
  for (const step of [0, 1, 2] as const) {
    if (step < start.step || found.length >= limit) continue
    // What is found along an index is there at once; what only holds the text comes with the next
    // page.
    if (step === 2 && start.step < 2 && found.length > 0)
      return { found, rest: queryOf(asked) === null ? null : { ...first, step } }
    const from = step === start.step ? start : { ...first, step }
    const { rows, rest } = findStep(db, query, {
      ...asked,
      start: from,
      limit: limit - found.length,
    })
    found.push(...rows.map((row) => ({ ...row, step })))
    if (rest !== null) return { found, rest }
  }
  return { found, rest: null }
}

/**
 * When the filter leaves few orders, those are compared one by one, in the same order; null when it
 * leaves many.
 */
function amongFew(db: Database, query: OrderQuery, asked: Asked): Answer | null {
  const { start, limit } = asked
  const { filter = {} } = query
  const terms = orderTerms(filter)
  if (terms.sql === '1') return null
  const connections = query.connectionId === undefined ? connectionIds(db) : [query.connectionId]
  const keys: { connectionId: string; orderid: string }[] = []
  for (const id of connections) {
    keys.push(...keysOf(db, id, { filter, terms, place: null, limit: FEW - keys.length }))
    if (keys.length >= FEW) return null
  }
  const select = statement<[string, string], Omit<Found, 'term'>>(
    db,
    'SELECT id, connection_id, orderid, terms FROM search_order WHERE connection_id = ? AND orderid = ?',
  )
  const found = keys
    .flatMap(({ connectionId, orderid }) => {
      const row = select.get(connectionId, orderid)
      return row === undefined ? [] : rankedOf(row, asked)
    })
    .filter((row) => isAfter(row, start))
    .sort(byRank)
    .slice(0, limit)
  return { found, rest: null }
}

function rankedOf(row: Omit<Found, 'term'>, { text, pieces }: Wanted): Ranked[] {
  const { terms } = row
  if (pieces.length > 0) return hasPieces(terms, pieces) ? [{ ...row, step: 2, term: '' }] : []
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

interface Candidate {
  number: number
  term: string
}

/** The orders that the index names in one step, and the next place; null at the end. */
function candidates(
  db: Database,
  wanted: Wanted,
  place: Place,
  most: number,
): { named: Candidate[]; rest: Place | null } {
  const { step, id, term } = place
  const { text } = wanted
  if (step === 2) {
    const query = queryOf(wanted)
    if (query === null) return { named: [], rest: null }
    const { numbers, reached } = namedBelow(db, 'search_order_text', { query, below: id, most })
    const named = numbers.map((number) => ({ number, term: '' }))
    return { named, rest: reached === null ? null : { step, id: reached, term } }
  }
  const where =
    step === 0
      ? 'term = @text AND order_no < @id'
      : 'term >= max(@text, @term) AND term < @end AND term <> @text AND (term > @term OR order_no < @id)'
  const named = statement<[unknown], Candidate>(
    db,
    `SELECT order_no AS number, term FROM search_term WHERE ${where} ORDER BY term, order_no DESC LIMIT @most`,
    { integers: 'number' },
  ).all(step === 0 ? { text, id, most } : { text, id, term, end: text + LAST_CHARACTER, most })
  const last = named.at(-1)
  return {
    named,
    rest:
      named.length < most || last === undefined ? null : { step, id: last.number, term: last.term },
  }
}

/** Whether the order was not found in an earlier step, nor by an earlier term of this one. */
function isNew(step: Step, terms: string, text: string, term: string): boolean {
  if (step === 0) return true
  const begins = terms.indexOf(`\n${text}`)
  // The terms of an order are sorted: its first that begins with the text stands for it, and an
  // equal one would stand before it.
  if (step === 1) return begins === terms.indexOf(`\n${term}\t`)
  return begins < 0 && terms.includes(text)
}

function findStep(
  db: Database,
  query: OrderQuery,
  asked: Asked,
): { rows: Found[]; rest: Place | null } {
  const { text, pieces, start: from, limit } = asked
  const { filter = {}, connectionId } = query
  const terms = orderTerms(filter)
  const join =
    terms.sql === '1' ? '' : `CROSS JOIN ${tableFor(filter)} USING (connection_id, orderid)`
  const ofConnection = connectionId === undefined ? '1' : 's.connection_id = @connectionId'
  // CROSS JOIN keeps the order of the list.
  const select = statement<Record<string, unknown>, Omit<Found, 'term'> & { at: bigint }>(
    db,
    `SELECT s.*, j.key AS at FROM json_each(@numbers) j CROSS JOIN search_order s ON s.id = j.value ${join}
     WHERE ${ofConnection} AND ${terms.sql}`,
  )
  const values = { ...terms.values, ...(connectionId === undefined ? {} : { connectionId }) }
  const rows: Found[] = []
  let place: Place | null = from
  // A page's worth first: without other filters that is enough.
  for (
    let left = MOST_COMPARED, most = limit + COMPARED_MORE;
    left > 0;
    left -= most, most = left
  ) {
    const { named, rest } = candidates(db, asked, place, most)
    const numbers = JSON.stringify(named.map(({ number }) => number))
    for (const found of select.iterate({ ...values, numbers })) {
      const { term } = named[Number(found.at)]!
      const isFound =
        pieces.length === 0
          ? isNew(from.step, found.terms, text, term)
          : hasPieces(found.terms, pieces)
      if (isFound) rows.push({ ...found, term })
      if (rows.length === limit) return { rows, rest: null }
    }
    if (rest === null) return { rows, rest: null }
    place = rest
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
