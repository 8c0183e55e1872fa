// Makes the kept results of reports anew where this computer has learnt what changes them: after
// look-ups, and where a report was set aside. What is known here is read once for many reports.
import type {
  ReconcileResult,
  ReconciliationRecord,
} from '../../ledger/reconcile/reconciliation-record.ts'
import type { Reader } from '../../ledger/worker/reader.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'

/** Of so many lines all are held at once. */
const mostLines = 250_000

export async function keepAgain(
  {
    ports: { reconciliations, closing, onChange },
    reader,
  }: {
    ports: Pick<DeskPorts, 'reconciliations' | 'closing' | 'onChange'>
    reader: Pick<Reader, 'run'>
  },
  isMeant: (record: ReconciliationRecord) => boolean,
): Promise<void> {
  const meant = reconciliations.current().filter(isMeant)
  for (const ofService of Map.groupBy(meant, ({ service }) => service).values())
    for (const some of inPieces(ofService)) {
      const ids = some.map(({ id }) => id)
      for (const { id, result } of await reader.run(
        'reconciled-all',
        { ids },
        { signal: closing },
      )) {
        const before = reconciliations.get(id)?.result
        if (before?.digest === result.digest && hasSameOrders(before, result)) continue
        // Somebody decided a line meanwhile, and the result behind it is kept.
        if ((before?.upToEntry ?? 0) > result.upToEntry) continue
        reconciliations.keepResult(id, result, 'paydesk')
        onChange({ topic: 'reconcile' })
        await othersTurn()
      }
    }
}

/** Results that were kept first name no orders. */
const hasSameOrders = (one: ReconcileResult, other: ReconcileResult): boolean =>
  JSON.stringify(one.refundedOrders ?? []) === JSON.stringify(other.refundedOrders ?? [])

/** One at least in each. */
function inPieces(records: readonly ReconciliationRecord[]): ReconciliationRecord[][] {
  const pieces: ReconciliationRecord[][] = []
  let lines = Infinity
  for (const record of records) {
    lines += record.rows
    if (lines > mostLines) {
      pieces.push([])
      lines = record.rows
    }
    pieces.at(-1)!.push(record)
  }
  return pieces
}
