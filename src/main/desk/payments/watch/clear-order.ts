// A person clears what stands on an order, saying how they know that it is over: what the bank
// charged back, or what the gateway's own answers contradict. It sends nothing; the facts of the
// order then hold nothing back for it, and each later review names the person and the reason.
import { say } from '#shared/message.ts'
import { orderSubject } from '#shared/attempt.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { clearablesOf } from '#shared/gateway/clearances/clearables.ts'
import type { Clearable, ClearanceKind } from '#shared/gateway/clearances/clearance.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { OrderRecord } from '../../../ledger/orders/orders.ts'
import { askOutside, type OutsideParts } from '../../base/ask-outside.ts'
import { nameIn } from '../../connections/by-id.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { nothingToClear, orderNotRead, answeredSince } from '../../base/faults.ts'

type Input = Parsed<'order:clear'>

const questions: Record<ClearanceKind, { message: string; action: string; risk: string }> = {
  chargeback: {
    message: say('program.clear-the-chargeback-question'),
    action: say('program.clear-the-chargeback-button'),
    risk: say('program.clear-chargeback-risk'),
  },
  contradiction: {
    message: say('program.clear-the-contradiction-question'),
    action: say('program.clear-the-contradiction-button'),
    risk: say('program.clear-contradiction-risk'),
  },
}

/**
 * MONEY: the system asks, as no script in the page may open an order that is shut for its money.
 * Faults: denied. Nothing is changed by one.
 */
export async function clearOrder(
  ports: Pick<DeskPorts, 'orders' | 'actor' | 'onChange' | 'connections'>,
  outside: OutsideParts,
  input: Input,
): Promise<Result<null>> {
  const before = standing(ports, input)
  if (!before.ok) return before
  const { connectionId, orderid, kind, reportedSeq, reason } = input
  const { risk, ...question } = questions[kind]
  const asked = await askOutside(outside, orderSubject(connectionId, orderid), {
    ...question,
    detail: [
      say('program.clearance-order-connection-and-reason', {
        what: before.value.matter.message,
        order: quoted(orderid),
        connection: quoted(nameIn(ports, connectionId)),
        risk,
        reason: quoted(reason),
      }),
    ],
  })
  if (!asked.ok) return asked
  // The gateway may have told something while the question was open.
  const now = standing(ports, input)
  if (!now.ok) return now
  const { record, matter } = now.value
  ports.orders.clear(record, { ...matter, seq: reportedSeq, actor: ports.actor(), reason })
  ports.onChange({ topic: 'order', connectionId, orderid })
  return ok(null)
}

function standing(
  { orders }: Pick<DeskPorts, 'orders'>,
  { connectionId, orderid, kind, about, reportedSeq }: Input,
): Result<{ record: OrderRecord; matter: Clearable }> {
  const record = orders.get(connectionId, orderid)
  if (record === null) return fail(orderNotRead)
  const ofKind = clearablesOf(orders.facts(record)).filter((one) => one.kind === kind)
  if (ofKind.length === 0) return fail(nothingToClear)
  // MONEY: what the person has not read is not cleared by their word. A setting may have given the
  // same answers another meaning.
  const matter = ofKind.find((one) => one.about === about)
  return matter !== undefined && orders.newest(record) === reportedSeq
    ? ok({ record, matter })
    : fail(answeredSince)
}
