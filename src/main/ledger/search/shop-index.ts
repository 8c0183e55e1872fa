// Keeps the search of the shop's orders up to date: it follows the numbers that each row gets when
// it is added or changed, and needs no entry of the log for that. It writes the search file alone.
import { moneyOf, type SqlRow } from '../journal/attempt-row.ts'
import { statement } from '../db/statements.ts'
import type { SearchFile } from './search-file.ts'
import { linesOf, termsOf } from './search-terms.ts'

export interface ShopIndex {
  /** Reads some rows on, in the transaction of the caller; true when some are left. */
  readOn(): boolean
  /** Rows not read yet. */
  left(): number
}

const ROWS_AT_ONCE = 50

export function openShopIndex({ reader, writer }: SearchFile): ShopIndex {
  const selectReach = statement<[], bigint>(writer, 'SELECT said FROM search_shop_reach', {
    as: 'value',
  })
  const setReach = statement<[bigint]>(
    writer,
    'INSERT OR REPLACE INTO search_shop_reach (only_row, said) VALUES (1, ?)',
  )
  const selectLast = statement<[], bigint>(reader, 'SELECT max(said_number) FROM shop_order', {
    as: 'value',
  })
  const selectRows = statement<[bigint], SqlRow>(
    reader,
    `SELECT * FROM shop_order WHERE said_number > ? ORDER BY said_number LIMIT ${ROWS_AT_ONCE}`,
  )
  const write = rowWriter(writer)
  const reach = (): bigint => BigInt(selectReach.get() ?? 0n)
  return {
    readOn: () => {
      const rows = selectRows.all(reach())
      for (const row of rows) write(BigInt(row.number as bigint), linesIn(row))
      const last = rows.at(-1)
      if (last !== undefined) setReach.run(BigInt(last.said_number as bigint))
      return rows.length === ROWS_AT_ONCE
    },
    left: () => Math.max(0, Number(selectLast.get() ?? 0) - Number(reach())),
  }
}

/** The same terms that an order of the gateway is found by. */
function linesIn(row: SqlRow): ReturnType<typeof termsOf> {
  const text = (value: SqlRow[string] | undefined): string => String(value ?? '')
  return termsOf({
    orderid: text(row.orderid),
    clientOrderid: text(row.client_orderid),
    answer: {
      name: text(row.name),
      email: text(row.email),
      'last-four-digits': text(row.last_four),
    },
    amounts: [moneyOf(row)],
    ...{ serialNumbers: [], transactionMarks: [], events: [], notes: [], tags: [], attempts: [] },
  })
}

function rowWriter(
  writer: SearchFile['writer'],
): (number: bigint, terms: ReturnType<typeof termsOf>) => void {
  const select = statement<[bigint], string>(
    writer,
    'SELECT terms FROM search_shop WHERE number = ?',
    { as: 'value' },
  )
  const put = statement<[bigint, string]>(
    writer,
    'INSERT OR REPLACE INTO search_shop (number, terms) VALUES (?, ?)',
  )
  const addTerm = statement<[string, bigint]>(
    writer,
    'INSERT OR IGNORE INTO search_shop_term (term, number) VALUES (?, ?)',
  )
  const dropTerm = statement<[string, bigint]>(
    writer,
    'DELETE FROM search_shop_term WHERE term = ? AND number = ?',
  )
  const addText = statement<[bigint, string]>(
    writer,
    'INSERT INTO search_shop_text (rowid, terms) VALUES (?, ?)',
  )
  const dropText = statement<[bigint]>(writer, 'DELETE FROM search_shop_text WHERE rowid = ?')
  return (number, terms) => {
    const lines = linesOf(terms)
    const before = select.get(number)
    if (before === lines) return
    if (before !== undefined) {
      for (const line of before.split('\n')) {
        const term = line.split('\t', 1)[0] ?? ''
        if (term !== '') dropTerm.run(term, number)
      }
      dropText.run(number)
    }
    put.run(number, lines)
    for (const { term } of terms) addTerm.run(term, number)
    addText.run(number, terms.map(({ term }) => term).join('\n'))
  }
}
