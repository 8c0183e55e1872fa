// A person clears what the bank charged back, saying how they know that it gave the money back. It
// sends nothing; the facts of the order then count what was cleared no more, and each later review
// names the person and the reason.
import { say } from '#shared/message.ts'
import { orderSubject } from '#shared/attempt.ts'
import type { Parsed } from '#shared/bridge.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import { formatAmount, toText } from '#shared/money.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { OrderRecord } from '../../../ledger/orders/orders.ts'
import { askOutside, type OutsideParts } from '../../ask-outside.ts'
import { nameIn, notHere } from '../../orders/show-order.ts'
import type { DeskPorts } from '../../ports.ts'

/**
 * MONEY: the system asks, as no script in the page may open an order whose money the bank has.
 * Faults: denied. Nothing is changed by one.
 */
export async function clearChargeback(
  ports: DeskPorts,
  outside: OutsideParts,
  input: Parsed<'order:clear-chargeback'>,
): Promise<Result<null>> {
  const before = clearable(ports, input)
  if (!before.ok) return before
  const { connectionId, orderid, toldSeq, reason } = input
  const asked = await askOutside(outside, orderSubject(connectionId, orderid), {
    message: say('clear-the-chargeback-question'),
    detail: say('chargeback-order-connection-and-reason', {
      amount: amountOf(before.value.facts),
      order: quoted(orderid),
      connection: quoted(nameIn(ports, connectionId)),
      reason: quoted(reason),
    }),
    action: say('clear-the-chargeback-button'),
  })
  if (!asked.ok) return asked
  // The gateway may have told something while the question was open.
  const now = clearable(ports, input)
  if (!now.ok) return now
  ports.orders.clear(now.value.record, { seq: toldSeq, actor: ports.actor, reason })
  ports.onChange({ topic: 'order', connectionId, orderid })
  return ok(null)
}

function clearable(
  { orders }: DeskPorts,
  { connectionId, orderid, toldSeq }: Parsed<'order:clear-chargeback'>,
): Result<{ record: OrderRecord; facts: OrderFacts }> {
  const record = orders.get(connectionId, orderid)
  if (record === null) return fail(notHere(say('paydesk-has-not-looked-up-that-order-yet')))
  const facts = orders.facts(record)
  if (facts.chargedBack?.minor === 0n) return fail(nothingToClear)
  // MONEY: a chargeback that the person has not read is not cleared by their word.
  return orders.newest(record) === toldSeq ? ok({ record, facts }) : fail(toldSince)
}

const amountOf = ({ chargedBack }: OrderFacts): string =>
  chargedBack === null ? say('an-amount-nobody-told') : formatAmount(toText(chargedBack))

const nothingToClear: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'not-possible',
  message: say('no-chargeback-stands-on-this-order'),
}

const toldSince: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'told-since',
  message: say('the-gateway-told-something-new-about-this-order-after'),
}
