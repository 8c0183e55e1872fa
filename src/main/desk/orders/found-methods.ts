// What a person says of a refund that Paydesk found by itself. It asks the gateway nothing.
import type { Change } from '#shared/contract/bridge.ts'
import { fail } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Desk } from '../base/desk.ts'
import { notPossible, orderNotRead } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { Shown } from './show-order.ts'

const noSuchRefund = notPossible(say('today.no-such-found-refund'))

export const createFoundMethods = (
  {
    orders,
    actor,
    onChange,
  }: Pick<DeskPorts, 'orders' | 'actor'> & {
    onChange: (change: Change) => void
  },
  show: Shown,
): Pick<Desk, 'found:seen'> => ({
  'found:seen': async ({ connectionId, orderid, seq, reason }) => {
    const order = orders.get(connectionId, orderid)
    if (order === null) return fail(orderNotRead)
    // A number of anything else would hide what nobody has seen yet.
    if (!orders.found(order).some((one) => one.seq === seq)) return fail(noSuchRefund)
    orders.seeFound(
      { service: order.service, connectionId, orderid },
      { seq, actor: actor(), reason },
    )
    onChange({ topic: 'order', connectionId, orderid })
    return show(connectionId, orderid)
  },
})
