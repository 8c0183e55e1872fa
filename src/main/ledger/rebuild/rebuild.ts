// Makes the tables again from the log, in an empty ledger: the rows that entries carry, one after
// the other, and then what is derived from them. It only reads the ledger whose log it is.
import type { StoredEntry } from '../audit/audit-rows.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { clearancesIn } from '../orders/clearances.ts'
import { openFolded } from '../orders/folded.ts'
import { rebuildMoneyEvents, tellingKinds } from '../orders/money-events.ts'
import { openRetelling } from '../orders/retell.ts'
import { applyChanges } from '../projections/changes.ts'
import { readEntryRows } from '../projections/entry-rows.ts'
import { openConnections } from '../settings/connections.ts'

/**
 * `into` has the schema and nothing else. MONEY: throws at the first entry whose rows are not those
 * that it names, or do not fit what came before; then nothing is written.
 */
export function rebuild(from: Database, into: Database): void {
  inTransaction(into, () => {
    for (const { seq, changes } of readEntryRows(from)) {
      try {
        applyChanges(into, changes)
      } catch (error) {
        throw new Error(`entry ${seq} does not fit what came before it`, { cause: error })
      }
    }
    copyTellings(from, into)
    rebuildMoneyEvents(into)
    foldOrders(into)
  })
}

/** The entries that the statement of money events reads. */
function copyTellings(from: Database, into: Database): void {
  const select = statement<string[], StoredEntry>(
    from,
    `SELECT * FROM audit_entry WHERE kind IN (${tellingKinds.map(() => '?').join(', ')}) ORDER BY seq`,
  )
  const insert = statement<[StoredEntry]>(
    into,
    `INSERT INTO audit_entry (seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain)
     VALUES (@seq, @at_wall, @at_mono, @actor, @kind, @outcome, @origin, @subject, @body, @leaf, @chain)`,
  )
  for (const entry of select.iterate(...tellingKinds)) insert.run(entry)
}

/** By the settings of connections as they are by now. */
function foldOrders(into: Database): void {
  const connections = openConnections(into, () => 0)
  const settings = new Map(connections.all().map((one) => [one.id, one.settings]))
  const retelling = openRetelling(into, (connectionId) => settings.get(connectionId))
  const folded = openFolded(into, retelling, clearancesIn(into))
  const places = statement<[], { service: string; orderid: string }>(
    into,
    'SELECT DISTINCT service, orderid FROM payment_order',
  ).all()
  for (const place of places) folded.refresh(place)
}
