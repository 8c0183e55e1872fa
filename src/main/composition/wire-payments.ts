// Wires what payments need: the journal and the other books, the window for undo, what stops money,
// and the questions about open requests. Called by assemble.ts. It holds no rule of its own but the
// order in which things must have happened before a request leaves.
import { say } from '#shared/message.ts'
import { randomBytes } from 'node:crypto'
import { createPayments, type Payments } from '../desk/payments/payments.ts'
import { peopleNeeded } from '../desk/base/faults.ts'
import type { DeskPorts } from '../desk/base/ports.ts'
import { createReReading, type ReReading } from '../desk/lookups/re-read.ts'
import { createRuns, type DeskRuns } from '../desk/runs/runs.ts'
import { createShopAsking, type ShopAsking } from '../desk/shop/ask-shop.ts'
import type { AttemptRow } from '../ledger/journal/attempt-row.ts'
import { openJournal } from '../ledger/journal/journal.ts'
import { openNotes } from '../ledger/orders/notes.ts'
import { openOrders } from '../ledger/orders/orders.ts'
import { noteEnd, openUnseenEnds } from '../ledger/settings/unseen-ends.ts'
import { openRuns } from '../ledger/runs/runs.ts'
import { openReconciliations } from '../ledger/reconcile/reconciliation-book.ts'
import { openShop } from '../ledger/shop/shop-book.ts'
import { movedMessage } from '../desk/moving/moved-message.ts'
import { openRecipients } from '../ledger/settings/recipients.ts'
import type { WiredLedger } from './wire-ledger.ts'

export interface WiredPayments extends Payments {
  runs: DeskRuns
  shopAsking: ShopAsking
  reReading: ReReading
}

export function wirePayments(
  ledger: WiredLedger,
  parts: Pick<
    DeskPorts,
    | 'gateway'
    | 'team'
    | 'roll'
    | 'approvals'
    | 'takeTurn'
    | 'clock'
    | 'monotonic'
    | 'actor'
    | 'signInNumber'
    | 'mayNot'
    | 'ending'
    | 'closing'
    | 'report'
  > & {
    /** A request came to rest. */
    onRest: () => void
  },
): WiredPayments {
  const { db, audit, connections, stopMoney, onChange } = ledger
  const { clock, report } = parts
  const unseenEnds = openUnseenEnds(db)
  const payments = createPayments({
    ...parts,
    journal: openJournal(db, audit, {
      clock,
      also: noteEnd(unseenEnds),
      onMoved: (row) => {
        // The arrow is committed: what fails here must not look as if it had not been taken.
        try {
          afterMove(ledger, row, () => payments.wake())
          if (row.resolvedAt !== null) parts.onRest()
          if (row.row !== null) runs.rowMoved(row.row.runId)
        } catch (error) {
          report(row.id, error)
        }
      },
    }),
    orders: openOrders(db, audit, clock, (id) => connections.find(id)?.settings),
    notes: openNotes(db, audit, clock),
    recipients: openRecipients(db, audit, clock),
    runs: openRuns(db, audit, clock),
    shop: openShop(db, audit, clock),
    reconciliations: openReconciliations(db, audit, clock),
    unseenEnds,
    ...{ audit, connections, randomBytes, stopMoney, onChange },
    moneyStop: moneyStopOf(ledger, parts.roll),
    tampering: () => tampering(ledger),
    checked: () => (ledger.check.due() === null ? null : ledger.check.now()),
    witness: witnessOf(ledger),
  })
  const runs = createRuns(payments.ports)
  const shopAsking = createShopAsking(payments.ports)
  const reReading = createReReading(payments.ports)
  return {
    ...payments,
    ...{ runs, shopAsking, reReading },
    recover: () => {
      runs.recover()
      return payments.recover()
    },
    startPolling: () => {
      payments.startPolling()
      runs.goOn()
      shopAsking.goOn()
      reReading.start()
    },
    stop: () => {
      runs.close()
      shopAsking.close()
      reReading.stop()
      payments.stop()
    },
  }
}

function afterMove({ seal, onChange }: WiredLedger, row: AttemptRow, wake: () => void): void {
  const { connectionId, orderid, risk, state, resolvedAt, nextCheckAt } = row
  const isFinalMoney = risk === 'money' && resolvedAt !== null
  // MONEY: before the socket: a request that left can’t be cut off the log unnoticed.
  if (state === 'SENDING') seal.maybe('sending')
  else seal.maybe(isFinalMoney ? 'final money state' : 'entries')
  onChange({ topic: 'attempt', connectionId, orderid })
  // Also what could only be written long after its answer came.
  if (nextCheckAt !== null) wake()
}

function moneyStopOf(ledger: WiredLedger, roll: DeskPorts['roll']): DeskPorts['moneyStop'] {
  const { opened, audit, check, lockTrial, stops, stopMoney } = ledger
  return (connection) => {
    // MONEY: asked each time, inside the transaction of SENDING too: a stop that a person ended
    // comes back for as long as this is so.
    const unsafe =
      lockTrial.fault() ?? opened.misplaced() ?? foreignMessage(audit.foreignAt()) ?? opened.drift()
    if (unsafe !== null) stopMoney(unsafe)
    check.look()
    // The computer where work goes on would not know of what is sent now.
    const moved = movedMessage(ledger.moved())
    if (moved !== null) return moved
    // The copy would not know of what is sent now.
    if (opened.restore.asked() !== null) return restoreMessage
    const stop = stops.for(connection)[0]?.message ?? null
    if (stop !== null) return stop
    const isShut = connection?.settings.money.needsPeople === true && !roll.isOn()
    return isShut ? peopleNeeded : null
  }
}

function tampering({ opened, check, stops }: WiredLedger): string | null {
  // What is wrong with the practice alone holds nobody up.
  return opened.drift() ?? check.due() ?? stops.for({ isEmbedded: true })[0]?.message ?? null
}

function witnessOf({ check, seal, stops, lockTrial }: WiredLedger): DeskPorts['witness'] {
  return async ({ isEmbedded }) => {
    const unchecked = (await check.now()) ?? stops.for({ isEmbedded })[0]?.message
    const fault = unchecked ?? (await seal.witness(!isEmbedded))
    await lockTrial.ended
    return fault ?? lockTrial.fault()
  }
}

const foreignMessage = (seq: number | null): string | null =>
  seq === null ? null : say('ledger.entry-by-other-program', { seq })

export const restoreMessage = say('ledger.copy-takes-place')
