// Refunds of a run that give the same amount to the same customer: two orders of one purchase look
// like that. It changes nothing, and a person decides whether one of them is one twice.
import type { Money } from '#shared/money.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { SqlRow } from '../journal/attempt-row.ts'

/** Of an amount: the most rows that go to one customer. */
export interface AlikeRows {
  amount: Money
  rows: number
}

export interface AlikeReads {
  /** Of the rows that would be sent; the greatest amounts first. */
  alike(id: string): Promise<AlikeRows[]>
}

/** Rows that are read in one turn: some milliseconds. */
const windowRows = 4_000
/** So many amounts are named. */
const mostAmounts = 3

/** A name or an e-mail address says who it is; a card alone, where nobody is named. */
const keysOf = ({ customer, email, card }: SqlRow): string[] => {
  const name = String(customer ?? '').toLowerCase()
  const by = { name, email: String(email ?? '').toLowerCase(), card: name === '' ? card : '' }
  return Object.entries(by).flatMap(([kind, value]) =>
    value === '' || value === null ? [] : [`${kind} ${String(value)}`],
  )
}

export function openAlikeRows(db: Database): AlikeReads {
  const page = (id: string, after: number): SqlRow[] =>
    statement<[object], SqlRow>(
      db,
      `SELECT r.at AS at, r.moves_minor AS minor, r.moves_currency AS currency,
         r.moves_digits AS digits, o.customer AS customer, o.card AS card,
         trim(coalesce(o.answer ->> 'email', '')) AS email
       FROM run_row r JOIN run u ON u.id = r.run_id
       JOIN payment_order o ON o.connection_id = u.connection_id
         AND o.orderid = coalesce(nullif(r.known_orderid, ''), r.orderid)
       WHERE r.run_id = @id AND r.at > @after AND r.is_in = 1 AND u.operation = 'return'
         AND r.moves_minor IS NOT NULL ORDER BY r.at LIMIT ${windowRows}`,
    ).all({ id, after })
  return {
    alike: async (id) => {
      const counts = new Map<string, AlikeRows>()
      for (let rows = page(id, -1); rows.length > 0;) {
        for (const row of rows) count(counts, row)
        await new Promise((resolve) => setImmediate(resolve))
        rows = rows.length < windowRows ? [] : page(id, Number(rows.at(-1)!.at))
      }
      return mostOf([...counts.values()].filter(({ rows }) => rows > 1))
    },
  }
}

function count(counts: Map<string, AlikeRows>, row: SqlRow): void {
  const amount: Money = {
    ...{ minor: BigInt(row.minor as bigint), currency: String(row.currency) },
    digits: Number(row.digits),
  }
  for (const key of keysOf(row)) {
    const of = `${amount.minor} ${amount.currency} ${amount.digits} ${key}`
    const before = counts.get(of)
    if (before === undefined) counts.set(of, { amount, rows: 1 })
    else before.rows += 1
  }
}

function mostOf(all: readonly AlikeRows[]): AlikeRows[] {
  const amounts = Map.groupBy(all, ({ amount: { minor, currency } }) => `${minor} ${currency}`)
  return [...amounts.values()]
    .map((same) => same.reduce((most, one) => (one.rows > most.rows ? one : most)))
    .toSorted((a, b) => Number(b.amount.minor - a.amount.minor))
    .slice(0, mostAmounts)
}
