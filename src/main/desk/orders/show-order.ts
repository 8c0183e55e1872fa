// One order as its page shows it, from what the ledger holds. It asks the gateway nothing.
import { orderSubjects } from '#shared/attempt.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { orderLock } from '#shared/order-place.ts'
import { movedMessage, waitingMessage, type WaitingPorts } from '../payments/plan/plan.ts'
import { moneySettingsIn, nameIn } from '../connections/by-id.ts'
import type { DeskPorts } from '../base/ports.ts'
import { relatedTo } from './related.ts'
import { orderView } from './views.ts'
import { orderNotRead } from '../base/faults.ts'

export type ShowOrderPorts = WaitingPorts &
  Pick<DeskPorts, 'orders' | 'journal' | 'audit' | 'notes' | 'connections' | 'mayNot'>

export type Shown = (connectionId: string, orderid: string) => Result<OrderView>

export function orderShower(ports: ShowOrderPorts): Shown {
  const nameOf = (connectionId: string): string => nameIn(ports, connectionId)
  return (connectionId, orderid) => {
    const record = ports.orders.get(connectionId, orderid)
    if (record === null) return fail(orderNotRead)
    const attempts = ports.journal.ofOrder(record)
    return ok(
      orderView({
        record: ports.orders.isReported(record) ? { ...record, isReported: true } : record,
        facts: ports.orders.facts(record),
        snapshots: ports.orders.snapshots(record),
        events: ports.orders.events(record),
        attempts,
        found: ports.orders.found(record),
        related: relatedTo(ports.journal, record, attempts),
        steps: orderSubjects(record, attempts).flatMap((subject) => ports.audit.timeline(subject)),
        notes: ports.notes.of({ connectionId, orderid }),
        nameOf,
        settings: moneySettingsIn(ports, connectionId),
        mayNot: ports.mayNot,
        waits: waitingMessage(ports, orderLock(record)) ?? movedMessage(ports, record),
      }),
    )
  }
}
