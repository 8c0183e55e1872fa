// The sandbox's own books, read from its file: what the service really did, whatever a screen says.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How often the service carried an operation out on an order, by the count in its effects ledger. */
export function effectsInBooks(userData: string, orderid: string, operation: string): number {
  const db = new DatabaseSync(join(userData, 'sandbox.sqlite'), { readOnly: true, timeout: 5_000 })
  try {
    const row = db
      .prepare('SELECT count(*) AS n FROM effects WHERE orderid = ? AND operation = ?')
      .get(orderid, operation) as { n: number }
    return row.n
  } finally {
    db.close()
  }
}
