// Turns a status answer into a StatusSnapshot. Pure; unknown keys stay in the answer itself and are
// shown as they came.
import type { ConnectionSettings } from '#shared/connections/connection.ts'
import {
  isSideType,
  type StoredSnapshot,
  type StatusSnapshot,
  typeOfStage,
  typeWord,
} from '#shared/gateway/status.ts'
import { currencyWord } from '#shared/currency.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { type DigitsRule, readWireAmount } from '#shared/money.ts'

/** `seq` tells what had been seen of the order when the request was sent. */
export type AttemptSnapshot = Omit<StoredSnapshot, 'at'>

/**
 * `answer` is a status-response record. An amount that can't be read exactly is kept as text, never
 * rounded.
 */
export function snapshotOf(
  answer: Readonly<Record<string, string>>,
  settings: Pick<ConnectionSettings, 'digitsRule' | 'statusAmount'>,
): StatusSnapshot {
  const currency = currencyWord(answer.currency ?? '')
  // A gateway may leave the type out and name it in the stage only.
  const type =
    typeWord(answer['transaction-type'] ?? '') || typeOfStage(answer['order-stage'] ?? '')
  // Where a host repeats the first amount at every stage, it says nothing about a capture or a
  // refund.
  const isFirst = type === 'sale' || type === 'preauth' || isSideType(type)
  const tellsAmount = settings.statusAmount === 'latest' || isFirst
  return {
    status: answer.status ?? '',
    transactionType: type,
    stage: answer['order-stage'] ?? '',
    ...amountOf(tellsAmount ? (answer.amount ?? '') : '', currency, settings.digitsRule),
    transactionMark: markOf(answer['processor-tx-id'], answer['paynet-processing-date']),
    partialReturn: enabled(answer['gate-partial-reversal']),
    partialCapture: enabled(answer['gate-partial-capture']),
    reason: [answer['error-code'], answer['error-message']].filter(Boolean).join(' '),
  }
}

function amountOf(
  text: string,
  currency: string,
  rule: DigitsRule,
): Pick<StatusSnapshot, 'amount' | 'unreadableAmount'> {
  if (text === '') return { amount: null }
  const amount = readWireAmount(text, currency, rule)
  if (amount !== undefined) return { amount }
  const told = maskCardNumbers(`${text} ${currency}`.trim()).slice(0, longestAmount)
  return { amount: null, unreadableAmount: told }
}

const longestAmount = 40

/** The id ends at the first space, so it may hold none of its own. */
const markOf = (id = '', date = ''): string => `${id.replaceAll(/\s+/g, '_')} ${date}`.trimEnd()

const enabled = (value: string | undefined): boolean | null =>
  value === undefined || value === '' ? null : value === 'enabled'

/** The JSON kept with an attempt as its snapshot, and back. */
export const freeze = (seen: AttemptSnapshot): string =>
  JSON.stringify(seen, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

export function thaw(snapshot: string | null): AttemptSnapshot | null {
  if (snapshot === null) return null
  const seen = JSON.parse(snapshot) as Omit<AttemptSnapshot, 'amount'> & {
    amount: { minor: string; currency: string; digits: number } | null
  }
  return {
    ...seen,
    amount: seen.amount === null ? null : { ...seen.amount, minor: BigInt(seen.amount.minor) },
  }
}
