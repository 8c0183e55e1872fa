// What the sealed answers and the signed log prove of a row that lists, order screens and packs
// read. For rows that something else wrote: it names the columns that say otherwise, and puts the
// row of an order right. It decides nothing; row-seal.ts does.
import { foldOrder } from '../orders/folded.ts'
import { type Told, toldOf } from '#shared/gateway/orders/status-snapshot.ts'
import { orderSubject } from '#shared/attempt.ts'
import type { SqlRow } from '../journal/attempt-row.ts'
import type { ReadingOf } from '../orders/retell.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { SealedTable } from './row-tables.ts'

export interface Proof {
  /** Columns of the row that say otherwise; empty where nothing is known of it. */
  differing(table: SealedTable, id: string): string[]
  /** The row of an order gets what is proven of it; its seal stays as it is. */
  putRight(table: SealedTable, id: string): void
}

type Order = Readonly<Record<(typeof columns)[number], string | bigint | null>>

/** The times of a look are in no entry where nothing was new. */
const columns = [
  ...(['service', 'client_orderid', 'phase', 'status', 'transaction_type', 'answer'] as const),
  ...(['original_minor', 'returned_minor', 'currency', 'digits'] as const),
] as const

export function openProof(db: Database, readingOf: ReadingOf): Proof {
  const select = statement<[string, string], SqlRow>(
    db,
    'SELECT * FROM payment_order WHERE connection_id = ? AND orderid = ?',
  )
  const proven = provenOrder(db, readingOf)
  const tagged = statement<[string, string], SqlRow>(
    db,
    `SELECT actor, kind FROM audit_entry WHERE subject = ? AND kind IN ('order:tagged', 'order:untagged')
       AND json_extract(CAST(body AS TEXT), '$.details.tag') = ? ORDER BY seq DESC LIMIT 1`,
  )
  const ofTag = ([connectionId = '', orderid = '', tag = '']: string[]): string[] => {
    const entry = tagged.get(orderSubject(connectionId, orderid), tag)
    if (entry?.kind !== 'order:tagged') return ['tag']
    const kept = statement<[string, string, string], string>(
      db,
      'SELECT actor FROM order_tag WHERE connection_id = ? AND orderid = ? AND tag = ?',
      { as: 'value' },
    ).get(connectionId, orderid, tag)
    return kept === entry.actor ? ['at'] : ['actor']
  }
  return {
    differing: (table, id) => {
      const parts = partsOf(id)
      if (table === 'order_tag') return ofTag(parts)
      const [connectionId = '', orderid = ''] = parts
      const row = table === 'payment_order' ? select.get(connectionId, orderid) : undefined
      if (row === undefined) return []
      const is = proven(connectionId, orderid, String(row.service))
      return columns.filter((name) => heard(name, row[name]) !== heard(name, is[name]))
    },
    putRight: (table, id) => {
      if (table !== 'payment_order') return
      const [connectionId = '', orderid = ''] = partsOf(id)
      const row = select.get(connectionId, orderid)
      if (row === undefined) return
      const is = proven(connectionId, orderid, String(row.service))
      statement<object>(
        db,
        `UPDATE payment_order SET ${columns.map((name) => `${name} = @${name}`).join(', ')}
         WHERE connection_id = @connectionId AND orderid = @orderid`,
      ).run({ ...is, connectionId, orderid })
    },
  }
}

/** The parts of a seal's id; anybody can have written it. */
function partsOf(id: string): string[] {
  try {
    const parts: unknown = JSON.parse(id)
    return Array.isArray(parts) ? parts.map(String) : []
  } catch {
    return []
  }
}

/** An answer tells more than is kept of it for ever. */
function heard(name: string, value: string | bigint | null | undefined): string {
  if (name !== 'answer') return String(value)
  return JSON.stringify(toldOf(JSON.parse(String(value)) as Told))
}

/** Nothing proven of an order leaves it without a name and a state, and not as it was found. */
function provenOrder(db: Database, readingOf: ReadingOf) {
  const own = statement<[string, string], string>(
    db,
    `SELECT service FROM status_snapshot WHERE connection_id = ? AND orderid = ?
     ORDER BY seq DESC LIMIT 1`,
    { as: 'value' },
  )
  const newest = statement<[string, string], SqlRow>(
    db,
    `SELECT status, transaction_type, told FROM status_snapshot WHERE service = ? AND orderid = ?
     ORDER BY seq DESC LIMIT 1`,
  )
  const named = statement<[string], string | null>(
    db,
    `SELECT json_extract(CAST(body AS TEXT), '$.details.clientOrderid') AS named FROM audit_entry
     WHERE subject = ? AND kind IN ('order:look-up', 'order:changed') AND named <> '' ORDER BY seq DESC LIMIT 1`,
    { as: 'value' },
  )
  const sent = statement<[string, string], string>(
    db,
    `SELECT client_orderid FROM attempt WHERE service = ? AND orderid = ? AND client_orderid <> ''
     ORDER BY made_number LIMIT 1`,
    { as: 'value' },
  )
  return (connectionId: string, orderid: string, kept: string): Order => {
    const service = own.get(connectionId, orderid) ?? kept
    const told = newest.get(service, orderid)
    const answer = JSON.parse(String(told?.told || '{}')) as Told
    const { phase, original, returned, currency, digits } = foldOrder(db, readingOf, {
      service,
      orderid,
    })
    const name = named.get(orderSubject(connectionId, orderid)) ?? sent.get(service, orderid) ?? ''
    return {
      service,
      client_orderid: name,
      phase,
      status: answer['status'] ?? String(told?.status ?? ''),
      transaction_type: answer['transaction-type'] ?? String(told?.transaction_type ?? ''),
      answer: JSON.stringify(answer),
      original_minor: original,
      returned_minor: returned,
      currency,
      digits: BigInt(digits),
    }
  }
}
