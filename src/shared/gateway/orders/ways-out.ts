// Who can end each reason why something is not possible or not certain on an order, and how. Pure
// data: a reason without a row does not compile, and its way is said with it wherever it is shown.
// The reasons of the actions are in actions.ts; here are those that several files say.
import type { MessageCode } from '#messages/catalogue.ts'
import { say, sayAll, type Values } from '../../message.ts'

export interface Endable {
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
export const you = by('you')
export const time = by('time')
export const support = by('gateway support')
export const settings = by('settings of the connection')
export const done = { who: 'nobody: it is done', how: null } as const
export const asTheDoubt = { who: 'whoever ends the doubt', how: null } as const

/** Rows by the code of the reason's sentence. */
export type Reasons = Partial<Readonly<Record<MessageCode, WayOut>>>

export const waysOut = {
  // What stops every action.
  'a-request-is-about-to-be-sent': you(say('way-undo-or-wait')),
  'the-address-or-the-login-of-this-connection-changed': you(say('way-look-the-order-up-again')),
  // Refunds and releases.
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
} as const satisfies Reasons

declare const isSaid: unique symbol
/** A reason of a table with its way, as `sayingOf` says it: no other text passes for one. */
export type Reason = string & { readonly [isSaid]: true }

/** Says a reason of the table in a sentence, and behind it what ends it. */
export const sayingOf =
  <Codes extends MessageCode>(table: Readonly<Record<Codes, WayOut>>) =>
  <Code extends Codes>(code: Code, ...values: Values<Code>): Reason => {
    const { how } = table[code]
    return sayAll([say(code, ...values), ...(how === null ? [] : [how])]) as Reason
  }

export const reason = sayingOf(waysOut)
