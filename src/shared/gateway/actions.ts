// Which action is possible on an order and, if not, why not, in a sentence for the screen. Pure; main decides by it, screens draw it.
// Source: interface.md, "States and transitions", rules 1-6.
import { formatAmount, type Money, toText } from '../money.ts'
import type { OrderFacts } from './order-facts.ts'
import { isFinalAnswer, isSideType, type SideType } from './status.ts'

export type ActionId = 'capture' | 'void' | 'return'

/** `most` is null when this desk does not know the limit: the service then decides. */
export type Possibility =
  | { isPossible: true; effect: string; most: Money | null; mayBePartial: boolean; note?: string }
  | { isPossible: false; why: string }

const no = (why: string): Possibility => ({ isPossible: false, why })

/** Every action with its effect or the reason it is not possible. interface.md, "States and transitions", rules 1-6. */
export function actionsFor(facts: OrderFacts): Record<ActionId, Possibility> {
  const block = blockOf(facts)
  if (block !== null) return { capture: no(block), void: no(block), return: no(block) }
  return { capture: captureOf(facts), void: voidOf(facts), return: returnOf(facts) }
}

const typeNouns: Readonly<Record<SideType, string>> = {
  payout: 'payout',
  'payout check': 'payout check',
  transfer: 'transfer',
  'account verification': 'card check',
}

/** What stops every action on the order, or null. */
function blockOf(facts: OrderFacts): string | null {
  if (facts.conflict !== null)
    return `The service’s answers contradict each other (${facts.conflict}). Ask the service’s support before moving money.`
  const open = facts.openAttempt
  if (open !== null) {
    const what =
      open.amount === null
        ? open.operation
        : `${open.operation} of ${formatAmount(toText(open.amount))}`
    return open.state === 'UNKNOWN'
      ? `The outcome of the ${what} is unknown. Nothing more is sent for this order until it is settled.`
      : `The ${what} is still being settled by the service. Wait for its outcome.`
  }
  if (isSideType(facts.origin))
    return `This order is a ${typeNouns[facts.origin]}: nothing was taken from a customer, so there is nothing to capture, void or return.`
  const latest = facts.latest
  if (latest === null) return 'The status of this order has not been read yet.'
  if (!isFinalAnswer(latest))
    return latest.status === 'processing'
      ? 'The service is still processing this order. Wait for its final status.'
      : `The service reports the status “${latest.status}”, which is not final. No money may move until it is.`
  return null
}

function captureOf(facts: OrderFacts): Possibility {
  if (facts.isHoldGone) return no('The hold was released: there is nothing left to capture.')
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no('The payment did not succeed: nothing is held.')
  if (facts.origin === 'sale')
    return no(
      'Only a pre-authorisation can be captured; this is a sale, which is captured already.',
    )
  if (facts.origin === 'unknown')
    return no('This desk has not seen a hold on this order, so there is nothing it could capture.')
  const effect = 'Settles the held amount: the customer is charged.'
  const mayBePartial = facts.latest?.partialCapture !== false
  if (facts.capturable === null)
    return {
      isPossible: true,
      effect,
      most: null,
      mayBePartial,
      note: 'This desk has not seen how much was held, so it can’t check what is left; the service will.',
    }
  if (facts.capturable.minor <= 0n) return no('The whole hold is captured already.')
  if (facts.doubt !== null && !mayBePartial) return no(onlyWhole(facts.doubt))
  return {
    isPossible: true,
    effect,
    most: facts.capturable,
    mayBePartial,
    ...(facts.doubt === null ? {} : { note: facts.doubt }),
  }
}

function voidOf(facts: OrderFacts): Possibility {
  if (facts.phase === 'voided') return no('The order is voided already.')
  if (facts.phase === 'released') return no('The hold was released already.')
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no('The payment did not succeed: there is nothing to void.')
  if (facts.capturable === null || facts.captured?.minor !== 0n)
    return no(
      'A void cancels an authorisation before it is settled; this one is settled. Use Return.',
    )
  return {
    isPossible: true,
    effect: 'Cancels the authorisation as a whole: the hold is released.',
    most: facts.capturable,
    mayBePartial: false,
    note: 'Return releases a hold as well; use it first if the service refuses a void.',
  }
}

function returnOf(facts: OrderFacts): Possibility {
  if (facts.phase === 'voided' || facts.phase === 'released')
    return no('The hold was released: no money was taken, so there is none to return.')
  if (facts.phase === 'declined' || facts.phase === 'failed')
    return no('The payment did not succeed: no money was taken.')
  // MONEY: the bank has taken the money back already; a return would pay the customer twice.
  if (facts.phase === 'charged-back')
    return no('The customer’s bank has charged this payment back; a return would pay it twice.')
  if (facts.capturable !== null && facts.captured?.minor === 0n)
    return {
      isPossible: true,
      effect: 'Releases the hold: the customer is not charged.',
      most: facts.capturable,
      mayBePartial: false,
    }
  if (facts.returnable !== null && facts.returnable.minor <= 0n)
    return no('Everything that was captured has been returned already.')
  const mayBePartial = facts.latest?.partialReturn !== false
  if (facts.doubt !== null && !mayBePartial) return no(onlyWhole(facts.doubt))
  return {
    isPossible: true,
    effect: 'Gives the money back to the customer.',
    most: facts.returnable,
    mayBePartial,
    ...noteOf(facts),
  }
}

const onlyWhole = (doubt: string): string =>
  `${doubt} This order allows no partial amounts, so nothing of it is certain.`

/** MONEY: a bank that takes the money back after a return has paid the customer twice. */
const questionWords = (type: string): string =>
  `The gateway shows a ${type} on this order. If the customer’s bank takes the money back as well, a return pays the customer twice: find out first.`

function noteOf(facts: OrderFacts): { note?: string } {
  if (facts.question !== null)
    return { note: [questionWords(facts.question), facts.doubt ?? ''].join(' ').trim() }
  if (facts.doubt !== null) return { note: facts.doubt }
  return facts.returnable === null
    ? {
        note: 'This desk has not seen the captured amount, so it can’t check the remainder; the service will.',
      }
    : {}
}
