// Pages of orders that the shop's lists name: newest first, or found by a text, those it is the
// whole of a term of or that begin with it first, then those that hold it anywhere. It writes
// nothing.
import type { ShopAnswer } from '#shared/shop/shop-methods.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { foldText, hasPieces, piecesOf, piecesQuery, trigramQuery } from '../search/fold.ts'
import { namedBelow } from '../search/text-index.ts'
import { shopOrderOf, type ShopOrderRecord, shownSql } from './shop-record.ts'

export interface ShopQuery {
  connectionId?: string | undefined
  text?: string | undefined
  answer?: ShopAnswer | undefined
  before?: string | undefined
  limit: number
}

interface ShopFound {
  rows: ShopOrderRecord[]
  next: string | null
}

// SQLite sorts by bytes: nothing that begins with the text sorts after the text and this.
const LAST_CHARACTER = '\u{10ffff}'
/** Of what a text finds, a page compares no more; the next one goes on there. */
const MOST_COMPARED = 1_000
/** Some of what is named was found along the terms. */
const COMPARED_MORE = 50
const NEWEST = Number.MAX_SAFE_INTEGER

/** `step` 0 goes along terms, 1 through texts. */
interface Place {
  step: 0 | 1
  term: string
  number: number
}

/** Undefined when `before` is no place of such a list. */
export function searchShop(db: Database, query: ShopQuery): ShopFound | undefined {
  const text = foldText(query.text ?? '')
  const start =
    query.before === undefined ? { step: 0, term: '', number: NEWEST } : placeOf(query.before)
  if (start === undefined) return undefined
  const asked = start as Place
  return text === '' ? newest(db, query, asked) : found(db, query, text, asked)
}

function placeOf(text: string): Place | undefined {
  try {
    const parts: unknown = JSON.parse(text)
    if (!Array.isArray(parts) || parts.length !== 3) return undefined
    const [step, term, number] = parts as unknown[]
    return (step === 0 || step === 1) && typeof term === 'string' && Number.isSafeInteger(number)
      ? { step, term, number: number as number }
      : undefined
  } catch {
    return undefined
  }
}
const placeText = ({ step, term, number }: Place): string => JSON.stringify([step, term, number])

/** What of the list the other questions leave. */
function termsFor({ connectionId, answer }: ShopQuery): { sql: string; values: object } {
  return {
    sql: [
      ...(connectionId === undefined ? [] : ['s.connection_id = @connectionId']),
      ...(answer === undefined ? [] : ['s.answer = @answer']),
    ].join(' AND '),
    values: {
      ...(connectionId === undefined ? {} : { connectionId }),
      ...(answer === undefined ? {} : { answer: answer === 'unread' ? '' : answer }),
    },
  }
}

function newest(db: Database, query: ShopQuery, { number }: Place): ShopFound {
  const { sql, values } = termsFor(query)
  const all = statement<object, SqlRow>(
    db,
    `${shownSql} WHERE s.number < @number ${sql === '' ? '' : `AND ${sql}`}
     ORDER BY s.number DESC LIMIT @limit`,
  ).all({ ...values, number, limit: query.limit + 1 })
  const rows = all.slice(0, query.limit).map(shopOrderOf)
  const last = rows.at(-1)
  return {
    rows,
    next:
      all.length > query.limit && last !== undefined
        ? placeText({ step: 0, term: '', number: last.number })
        : null,
  }
}

function found(db: Database, query: ShopQuery, text: string, start: Place): ShopFound {
  const rows: ShopOrderRecord[] = []
  const rowOf = rowReader(db, query)
  const pieces = piecesOf(text)
  const isPieces = piecesQuery(pieces) !== null && pieces.length > 0
  const take = (number: number): void => {
    const row = rowOf(number)
    if (row !== undefined && rows.every((one) => one.number !== number)) rows.push(row)
  }
  if (start.step === 0 && !isPieces) {
    const most = 4 * query.limit
    let compared = 0
    for (const { term, number } of alongTerms(db, text, start, most)) {
      compared += 1
      take(number)
      if (rows.length === query.limit || compared === most)
        return { rows, next: placeText({ step: 0, term, number }) }
    }
    // What only holds the text comes with the next page, where something begins with it.
    if (rows.length > 0 && trigramQuery(text) !== null)
      return { rows, next: placeText({ step: 1, term: '', number: NEWEST }) }
  }
  const expression = isPieces ? piecesQuery(pieces) : trigramQuery(text)
  if (expression === null) return { rows, next: null }
  const isFound = (terms: string): boolean =>
    isPieces ? hasPieces(terms, pieces) : terms.includes(text) && !beginsIn(terms, text)
  const selectTerms = statement<[number], string>(
    db,
    'SELECT terms FROM search_shop WHERE number = ?',
    { as: 'value' },
  )
  let below: number | null = start.step === 1 ? start.number : NEWEST
  // A page's worth first: mostly that is enough.
  for (const most of [query.limit + COMPARED_MORE, MOST_COMPARED]) {
    const named = namedBelow(db, 'search_shop_text', { query: expression, below, most })
    for (const number of named.numbers) {
      if (isFound(selectTerms.get(number) ?? '')) take(number)
      if (rows.length === query.limit)
        return { rows, next: placeText({ step: 1, term: '', number }) }
    }
    below = named.reached
    if (below === null) break
  }
  return { rows, next: below === null ? null : placeText({ step: 1, term: '', number: below }) }
}

/** Found along the terms already. */
const beginsIn = (terms: string, text: string): boolean => terms.includes(`\n${text}`)

/** A term that is the text comes before those that go on behind it. */
const alongTerms = (
  db: Database,
  text: string,
  { term, number }: Place,
  most: number,
): Iterable<{ term: string; number: number }> =>
  statement<object, { term: string; number: number }>(
    db,
    `SELECT term, number FROM search_shop_term
     WHERE term >= max(@text, @term) AND term < @end AND (term > @term OR number < @number)
     ORDER BY term, number DESC LIMIT @most`,
    { integers: 'number' },
  ).all({ text, term, number, most, end: text + LAST_CHARACTER })

function rowReader(
  db: Database,
  query: ShopQuery,
): (number: number) => ShopOrderRecord | undefined {
  const { sql, values } = termsFor(query)
  const select = statement<object, SqlRow>(
    db,
    `${shownSql} WHERE s.number = @number ${sql === '' ? '' : `AND ${sql}`}`,
  )
  return (number) => {
    const row = select.get({ ...values, number })
    return row === undefined ? undefined : shopOrderOf(row)
  }
}

export interface ShopCount {
  connectionId: string
  unread: number
  read: number
  notThere: number
}

/** Of each connection that a list was taken in for. */
export function countShop(db: Database): ShopCount[] {
  const counts = new Map<string, ShopCount>()
  for (const { connection_id: id, answer, n } of statement<
    [],
    { connection_id: string; answer: string; n: number }
  >(
    db,
    'SELECT connection_id, answer, count(*) AS n FROM shop_order GROUP BY connection_id, answer',
    { integers: 'number' },
  ).all()) {
    const count = counts.get(id) ?? { connectionId: id, unread: 0, read: 0, notThere: 0 }
    counts.set(id, count)
    count[answer === 'read' ? 'read' : answer === '' ? 'unread' : 'notThere'] = n
  }
  return [...counts.values()]
}
