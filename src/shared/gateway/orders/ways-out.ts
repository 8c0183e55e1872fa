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
  | { who: 'whoever ends the uncertainty'; how: null }

const by =
  (who: Endable['who']) =>
  (how: string): Endable => ({ who, how })
export const you = by('you')
export const time = by('time')
export const support = by('gateway support')
export const settings = by('settings of the connection')
export const done = { who: 'nobody: it is done', how: null } as const
export const asTheUncertainty = { who: 'whoever ends the uncertainty', how: null } as const

/** Rows by the code of the reason's sentence. */
export type Reasons = Partial<Readonly<Record<MessageCode, WayOut>>>

export const waysOut = {
  // What stops every action.
  'requests.about-to-be-sent': you(say('order.end-undo-or-wait')),
  'requests.account-changed': you(say('order.end-look-up')),
  // Refunds and releases.
  'order.refund-captured-part-only': done,
  'order.release-nothing-held': done,
  'order.refund-nothing-captured': done,
  // Doubts, which also stand beside what is possible.
  'order.type-not-known': settings(say('order.end-teach-word')),
  'order.type-does-not-fit': support(say('order.end-ask-support')),
  'order.type-missing': support(say('order.end-ask-support')),
  'order.type-contradicts-stage': support(say('order.end-ask-support')),
  'order.contradiction-cleared': support(say('order.end-compare')),
  'order.sum-uncertain': support(say('order.end-compare')),
  'order.capture-unseen': support(say('order.end-compare')),
  // Payouts of a check.
  'requests.check-absent': you(say('order.end-check-payout')),
  'requests.check-contradicted': you(say('order.end-clear-under-requests')),
  'requests.check-not-succeeded': you(say('order.end-check-payout')),
  'requests.check-paid': you(say('order.end-check-other-payout')),
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
