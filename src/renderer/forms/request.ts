// Makes the request of attempt:review from what was typed, and checks what can be checked at once.
// Main checks everything again.
import { formatMessages } from '#wording/format-messages.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { longestReason, needsFreeText, sourceOfReason } from '#shared/connections/reasons.ts'
import { currencyDigits } from '#shared/currency.ts'
import { type FaultOf, fail, ok, type Result } from '#shared/fault.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import {
  type DigitsRule,
  type MoneyText,
  parseAmount,
  readWireAmount,
  toText,
} from '#shared/money.ts'
import { formatAmount, formatMoney } from '#wording/amounts.ts'
import { t } from '../messages/message.ts'
import type { Typed } from './typed-fields.ts'

export const longestComment = longestReason

/** What was typed into the form of an action. */
export interface Draft {
  isFull: boolean
  amount: string
  comment: string
}

/** It is the whole until a part was typed. Of a whole that is in doubt the amount is typed. */
export const draftIn = (
  { part = '', amount = '', comment = '' }: Typed,
  isInDoubt = false,
): Draft => ({
  isFull: part === '' && !isInDoubt,
  amount,
  comment,
})

const amountsOf = (order: OrderView): (MoneyText | null)[] => [
  order.original,
  order.captured,
  order.held,
  order.returnable,
  order.returned,
  order.inProgress,
]

/** The currency of an order is fixed; null when Paydesk never saw an amount of it. */
export const currencyOf = (order: OrderView): string | null =>
  amountsOf(order).find((amount) => amount !== null)?.currency ?? null

/**
 * Main writes amounts with all digits of the connection's rule, so any amount of the order shows
 * the rule.
 */
export function ruleOf(order: OrderView): DigitsRule {
  const seen = amountsOf(order).find((amount) => amount !== null)
  if (seen === undefined || seen === null) return 'iso-4217'
  const digits = seen.amount.split('.')[1]?.length ?? 0
  return digits === currencyDigits[seen.currency] ? 'iso-4217' : 'always-2'
}

/** What a typed amount says: its reading, or the input fault with what it could have meant. */
export function readAmount(
  text: string,
  currency: string,
  rule: DigitsRule,
  most: MoneyText | null,
): Result<{ label: string }> {
  const parsed = parseAmount(text, currency, rule)
  if (!parsed.ok) return withTooMuch(formatMessages(parsed), currency, rule, most)
  const limit = most === null ? undefined : readWireAmount(most.amount, most.currency, rule)
  if (limit !== undefined && parsed.value.minor > limit.minor)
    return fail({
      kind: 'input',
      sent: 'no',
      field: 'amount',
      message: t('frame.amount-too-high', { amount: formatAmount(most!) }),
    })
  return ok({ label: formatMoney(parsed.value) })
}

/** Of an unclear amount: the one amount that it can be is too much. */
function withTooMuch(
  read: Result<never>,
  currency: string,
  rule: DigitsRule,
  most: MoneyText | null,
): Result<never> {
  if (read.ok || read.fault.kind !== 'input' || most === null) return read
  const [amount, ...others] = read.fault.readings ?? []
  if (amount === undefined || others.length > 0) return read
  const reading = readAmount(amount, currency, rule, most)
  if (reading.ok) return read
  const tooMuch = t('frame.reading-too-high', {
    most: formatAmount(most),
    reading: formatAmount({ amount, currency }),
  })
  return fail({ ...read.fault, message: `${read.fault.message} ${tooMuch}` })
}

/**
 * Whether a part is asked for and possible; otherwise the action takes the whole, whatever amount
 * was typed before.
 */
export function isPart(action: ActionId, draft: Draft, order: OrderView): boolean {
  const view = order.actions[action]
  return !draft.isFull && view.isPossible && view.mayBePartial && currencyOf(order) !== null
}

/**
 * What would be left afterwards, as far as Paydesk knows; null while the amount can't be read or
 * the limit is not known.
 */
export function leftAfter(action: ActionId, draft: Draft, order: OrderView): MoneyText | null {
  const view = order.actions[action]
  const most = view.isPossible ? view.most : null
  if (most === null) return null
  const rule = ruleOf(order)
  const limit = readWireAmount(most.amount, most.currency, rule)
  const typed = isPart(action, draft, order)
    ? parseAmount(draft.amount, most.currency, rule)
    : limit && ok(limit)
  if (limit === undefined || typed === undefined || !typed.ok) return null
  const minor = limit.minor - typed.value.minor
  return minor < 0n ? null : toText({ ...limit, minor })
}

/** What an action moves; null while the typed amount can't be read or the whole is not known. */
function moneyOf(action: ActionId, draft: Draft, order: OrderView): MoneyText | null {
  const view = order.actions[action]
  if (!isPart(action, draft, order)) return view.isPossible ? view.most : null
  const read = parseAmount(draft.amount, currencyOf(order) ?? '', ruleOf(order))
  return read.ok ? toText(read.value) : null
}

/** What the button to the review names: null of an amount that can't be taken. */
export const askedAmount = (action: ActionId, draft: Draft, order: OrderView): MoneyText | null =>
  faultsOf(action, draft, order).amount === undefined ? moneyOf(action, draft, order) : null

/** Of a reason: none, one of the list or any other text, or only the operator's own words. */
export type ReasonNeed = 'optional' | 'any' | 'free-text'

export function reasonNeed(action: ActionId, draft: Draft, order: OrderView): ReasonNeed {
  if (action === 'capture') return 'optional'
  const money = moneyOf(action, draft, order)
  // An amount that can't be read yet is a fault of its own and asks for nothing more.
  const isTyping = isPart(action, draft, order) && money === null
  if (!isTyping && needsFreeText(money, order.reasons.freeReasonFrom)) return 'free-text'
  return order.giveBack.ways.some((way) => way.action === action && way.needsReason)
    ? 'any'
    : 'optional'
}

/** What the reason lacks, or null. */
function reasonFault(action: ActionId, draft: Draft, order: OrderView): string | null {
  const comment = draft.comment.trim()
  const need = reasonNeed(action, draft, order)
  const { refund, release } = order.reasons
  const isListed = sourceOfReason(comment, [...refund, ...release]) === 'list'
  if (need === 'free-text' && (comment === '' || isListed)) return t('frame.type-the-reason')
  if (need === 'any' && comment === '')
    return action === 'return' ? t('frame.reason-hint') : t('requests.enter-a-reason')
  return comment.length > longestComment
    ? t('frame.reason-too-long', {
        longestComment,
        count: comment.length,
      })
    : null
}

export type FieldFaults = Partial<Record<'amount' | 'comment' | 'form', FaultOf<'input'>>>

const missing = (field: 'amount' | 'comment', message: string): FaultOf<'input'> => ({
  kind: 'input',
  sent: 'no',
  field,
  message,
})

/** Every field that needs another look, all at once. */
export function faultsOf(action: ActionId, draft: Draft, order: OrderView): FieldFaults {
  const faults: FieldFaults = {}
  const view = order.actions[action]
  if (isPart(action, draft, order) && view.isPossible) {
    const currency = currencyOf(order) ?? ''
    const read = readAmount(draft.amount, currency, ruleOf(order), view.most)
    if (!read.ok && read.fault.kind === 'input') faults.amount = read.fault
  }
  const reason = reasonFault(action, draft, order)
  if (reason !== null) faults.comment = missing('comment', reason)
  return faults
}

/** Field names are the gateway's own (shared/gateway/operations/payment.ts); amounts stay text. */
export function requestOf(
  action: ActionId,
  draft: Draft,
  order: OrderView,
): Record<string, string> {
  const currency = currencyOf(order)
  const comment = draft.comment.trim()
  return {
    client_orderid: order.clientOrderid,
    orderid: order.orderid,
    ...(isPart(action, draft, order) && currency !== null
      ? { amount: draft.amount.trim(), currency }
      : {}),
    ...(action === 'capture' || comment === '' ? {} : { comment }),
  }
}
