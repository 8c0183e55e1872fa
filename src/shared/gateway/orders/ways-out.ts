// Who can end each reason for which an action on an order is shut, and how. Pure data: a reason
// without a row does not compile, and its way is said with it wherever it is shown.
import type { MessageCode } from '#messages/catalogue.ts'
import { say, type Values } from '../../message.ts'

interface Endable {
  who: 'you' | 'time' | 'gateway support' | 'settings of the connection'
  how: string
}

export type WayOut =
  | Endable
  /** There is nothing to end: what was asked for is done, or can't be meant. */
  | { who: 'nobody: it is done'; how: null }
  /** The reason quotes a doubt, which comes with a way of its own. */
  | { who: 'whoever ends the doubt'; how: null }

const by =
  (who: Endable['who']) =>
  (how: string): Endable => ({ who, how })
const you = by('you')
const time = by('time')
const support = by('gateway support')
const settings = by('settings of the connection')
const done = { who: 'nobody: it is done', how: null } as const
const asTheDoubt = { who: 'whoever ends the doubt', how: null } as const

export const waysOut = {
  // What stops every action.
  'the-gateways-answers-contradict-each-other': you(say('way-clear-on-the-orders-page')),
  'the-answers-about-a-request-contradict-each-other': you(say('way-clear-under-open-requests')),
  'the-outcome-of-a-request-is-unknown': you(say('way-paydesk-asks-or-resolve-by-hand')),
  'a-request-is-still-being-processed': time(say('way-wait-paydesk-asks-by-itself')),
  'a-request-is-about-to-be-sent': you(say('way-undo-or-wait')),
  'the-address-or-the-login-of-this-connection-changed': you(say('way-look-the-order-up-again')),
  'this-order-took-nothing-from-a-customer': done,
  'the-status-of-this-order-has-not-been-read': you(say('way-check-now')),
  'one-gate-declined-and-another-is-tried': time(say('way-wait-then-check-now')),
  'the-gateway-is-still-processing-this-order': time(say('way-wait-then-check-now')),
  'the-status-is-not-final': time(say('way-wait-then-check-now')),
  'the-status-is-not-known-here': settings(say('way-say-what-the-word-means')),
  // Captures.
  'the-hold-has-ended-nothing-to-capture': done,
  'the-payment-did-not-succeed': done,
  'only-a-pre-authorisation-can-be-captured': done,
  'paydesk-has-not-seen-a-hold-on-this-order': you(say('way-check-now-or-the-back-office')),
  'a-part-of-the-hold-was-captured': settings(say('way-say-that-the-rest-stays-held')),
  'the-whole-hold-is-captured-already': done,
  'an-uncertain-capture-may-have-taken-the-rest': time(say('way-check-now-or-the-back-office')),
  // Voids.
  'the-order-is-voided-already': done,
  'the-hold-has-ended-already': done,
  'the-payment-did-not-succeed-there-is-nothing-to': done,
  'a-void-is-too-late-after-a-chargeback': done,
  'a-void-is-too-late-refund-instead': you(say('way-refund-it-instead')),
  'a-void-is-too-late-after-a-capture': done,
  'whether-this-hold-was-captured-is-not-certain': support(say('way-compare-with-the-gateway')),
  'paydesk-has-seen-no-hold-to-void': you(say('way-check-now-or-the-back-office')),
  // Refunds and releases.
  'the-hold-has-ended-nothing-to-refund': done,
  'the-payment-did-not-succeed-no-money-was-taken': done,
  'the-customers-bank-has-charged-this-payment-back': you(say('way-once-the-bank-reverses-it')),
  'a-refund-in-progress-takes-the-rest': time(say('way-wait-then-check-now')),
  'everything-that-was-captured-is-refunded-already': done,
  'everything-known-to-be-captured-is-refunded-already': done,
  'no-amount-is-certain-to-be-capturable': asTheDoubt,
  'nothing-is-certain-to-be-left': asTheDoubt,
  'doubt-this-order-allows-no-partial-amounts': asTheDoubt,
  'a-part-of-the-hold-was-captured-and-only': done,
  'nothing-is-held-on-this-order': done,
  'nothing-was-captured-yet': done,
  // Doubts, which also stand beside what is possible.
  'the-type-is-not-known-here': settings(say('way-say-what-the-word-means')),
  'the-type-does-not-go-with-this-order': support(say('way-ask-what-happened')),
  'the-gateway-told-a-transaction-without-a-type': support(say('way-ask-what-happened')),
  'the-type-and-the-stage-contradict-each-other': support(say('way-ask-what-happened')),
  'a-contradiction-was-cleared-by-a-person': support(say('way-compare-with-the-gateway')),
  'a-sum-is-not-certain': support(say('way-compare-with-the-gateway')),
  'the-gateway-shows-a-refund-on-this-hold-and': support(say('way-compare-with-the-gateway')),
  // Payouts of a check.
  'paydesk-has-no-check-of-that-payout': you(say('way-check-the-payout-here')),
  'the-gateways-answers-about-this-check-contradict-each-other': you(
    say('way-clear-under-open-requests'),
  ),
  'the-check-of-this-payout-did-not-succeed': you(say('way-check-the-payout-here')),
  'this-check-was-paid': you(say('way-check-another-payout')),
} as const satisfies Partial<Record<MessageCode, WayOut>>

export type ReasonCode = keyof typeof waysOut

declare const isSaid: unique symbol
/** A reason of the table with its way, as `reason` says it: no other text passes for one. */
export type Reason = string & { readonly [isSaid]: true }

/** The reason in a sentence, and behind it what ends it. */
export function reason<Code extends ReasonCode>(code: Code, ...values: Values<Code>): Reason {
  const { how } = waysOut[code]
  const why = say(code, ...values)
  return (how === null ? why : `${why} ${how}`) as Reason
}
