// Somebody else at the same gateway, with a tool of their own: a third actor whose requests don't
// pass the wires. They prepare what a desk needs (a card reference, subscriptions) and move the
// same amounts on the same orders.
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import type { Sandbox } from '../../../src/sandbox/start.ts'
import { must } from './must.ts'
import type { FastTime } from './time.ts'

interface OrderNames {
  orderid: string
  clientOrderid: string
}

export interface Colleague {
  cardrefid: string
  subscriptions: readonly [string, string]
  /** Serial numbers of everything they asked for. */
  serials: ReadonlySet<string>
  /** Whether it went through, and is settled in the books. */
  act(
    operation: 'return' | 'capture' | 'void',
    order: OrderNames,
    amount: { minor: number; currency: string },
  ): Promise<boolean>
}

export async function openColleague(
  desk: Desk,
  sandbox: Sandbox,
  time: FastTime,
): Promise<Colleague> {
  must(await desk['connection:set-money']({ connectionId: sandboxId, money: { undoMs: 0 } }))
  const serials = new Set<string>()
  const send = async (
    operation: Parameters<Desk['attempt:review']>[0]['operation'],
    request: Record<string, string>,
  ) => {
    const review = await desk['attempt:review']({ connectionId: sandboxId, operation, request })
    if (!review.ok) return review
    const { attemptId, token } = review.value
    const sent = await desk['attempt:confirm']({ attemptId, token })
    if (sent.ok && sent.value.serialNumber !== null) serials.add(sent.value.serialNumber)
    return sent
  }
  const sale = sandbox.trainingOrders().find(({ about }) => about.includes('120.00 EUR'))
  if (sale === undefined) throw new Error('there is no order to keep a card of')
  const { orderid, clientOrderid } = sale
  const card = must(await send('create-card-ref', { orderid, client_orderid: clientOrderid }))
  const cardrefid = card.answer['card-ref-id'] ?? ''
  const subscribe = async (amount: string): Promise<string> => {
    const made = must(
      await send('create-recurring-payment', {
        amount,
        currency: 'EUR',
        order_desc: 'a subscription to practise on',
        period: 'monthly',
        interval: '1',
        type: 'manual',
        cardrefid,
        email: 'zoe@example.org',
        'customer-ip': '203.0.113.7',
      }),
    )
    return made.answer['recurring-payment-id'] ?? ''
  }
  return {
    cardrefid,
    subscriptions: [await subscribe('9.90'), await subscribe('8.90')],
    serials,
    act: async (operation, order, { minor, currency }) => {
      const digits = { JPY: 0, KWD: 3 }[currency] ?? 2
      const money = { amount: (minor / 10 ** digits).toFixed(digits), currency }
      const ids = { client_orderid: order.clientOrderid, orderid: order.orderid }
      await desk['order:look-up']({
        connectionId: sandboxId,
        by: 'client_orderid',
        value: order.clientOrderid,
      })
      const sent = await send(operation, {
        ...ids,
        ...(operation === 'void' ? {} : money),
        ...(operation === 'capture' ? {} : { comment: 'by a colleague' }),
      })
      if (!sent.ok) return false
      sandbox.advance(3_000)
      await time.after(100)
      await desk['order:check']({ connectionId: sandboxId, orderid: order.orderid })
      return true
    },
  }
}
