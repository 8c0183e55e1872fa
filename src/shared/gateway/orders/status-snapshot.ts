// Turns what status answers told of an order into StatusSnapshots, by the settings of the
// connection: the one place where a gateway's own word, unit or amount gets its meaning. Pure;
// unknown keys stay in the answer itself and are shown as they came.
import type { ConnectionSettings } from '../../connections/connection.ts'
import type { TermKind } from '../../connections/term-rules.ts'
import { maskCardNumbers } from '../../cards/card-number.ts'
import { currencyWord } from '../../currency.ts'
import { type AmountForm, type Money, readReportedAmount } from '../../money.ts'
import { foldWord } from '../status/fold-word.ts'
import {
  isSideType,
  outcomeOf,
  type StatusSnapshot,
  typeOfStage,
  typeWord,
} from '../status/status.ts'

/** What a status answer is read for; everything else is carried along and shown. */
const toldKeys = [
  ...['status', 'transaction-type', 'order-stage', 'amount', 'currency'],
  ...['processor-tx-id', 'paynet-processing-date'],
  ...['gate-partial-reversal', 'gate-partial-capture', 'error-code', 'error-message'],
] as const

export type Reported = Readonly<Record<string, string>>

/** The part of an answer that can be read once more. */
export const reportedOf = (answer: Reported): Reported =>
  Object.fromEntries(
    toldKeys.flatMap((key) => (answer[key] === undefined ? [] : [[key, answer[key]]])),
  )

export type AnswerSettings = Pick<
  ConnectionSettings,
  'digitsRule' | 'amountUnit' | 'statusAmount' | 'terms'
>

/** What was told of the same order, and of others at the same gateway, before an answer. */
export interface Context {
  /** The amount of the sale, the hold or the payout itself. */
  first: Money | null
  /** What remained of it before the transaction of this answer. */
  remaining: Money | null
  /** The gateway has once told an amount of a capture or a refund that is not the first one. */
  hasReportedOther: boolean
}

const nothingBefore: Context = { first: null, remaining: null, hasReportedOther: false }

/**
 * `answer` is a status-response record. An amount that can't be read exactly is kept as text, never
 * rounded.
 */
export function snapshotOf(
  answer: Reported,
  reading: AnswerSettings,
  context: Context = nothingBefore,
): StatusSnapshot {
  const [reportedStatus, reportedType] = [answer['status'] ?? '', answer['transaction-type'] ?? '']
  const status = meantBy(reading, 'status', reportedStatus)
  const meantType = meantBy(reading, 'type', reportedType)
  // A gateway may leave the type out and name it in the stage only.
  const type = typeWord(meantType) || typeOfStage(answer['order-stage'] ?? '')
  const read = amountOf(isBack.includes(type) ? withoutSign(answer) : answer, reading)
  return {
    status,
    transactionType: type,
    stage: answer['order-stage'] ?? '',
    ...(isFirstType(type) ? read : ofTransaction(type, status, read, reading, context)),
    transactionMark: markOf(answer['processor-tx-id'], answer['paynet-processing-date']),
    partialReturn: enabled(answer['gate-partial-reversal']),
    partialCapture: enabled(answer['gate-partial-capture']),
    reason: [answer['error-code'], answer['error-message']].filter(Boolean).join(' '),
    ...(status === reportedStatus ? {} : { reportedStatus }),
    ...(meantType === reportedType ? {} : { reportedType }),
  }
}

/** Some hosts count what went back to the customer as negative; the type says so already. */
const isBack: readonly string[] = ['reversal', 'refund', 'cancel']
const withoutSign = (answer: Reported): Reported => ({
  ...answer,
  amount: (answer['amount'] ?? '').trim().replace(/^-(?=\d)/, ''),
})

/** What these rules make of a gateway's word; itself where no rule speaks of it. */
function meantBy({ terms }: AnswerSettings, kind: TermKind, reported: string): string {
  const rule = terms.find(({ of, term }) => of === kind && foldWord(term) === foldWord(reported))
  if (rule === undefined) return reported
  return rule.means === 'failed' ? 'error' : rule.means
}

const isFirstType = (type: string): boolean =>
  type === 'sale' || type === 'preauth' || isSideType(type)

type ReadAmount = Pick<
  StatusSnapshot,
  'amount' | 'unreadableAmount' | 'mayBeFirstAmount' | 'isDifference'
>

/**
 * MONEY: the amount of a capture, a refund or a release. Where a host repeats the first amount at
 * every stage it says nothing, and where nobody knows which it is, the first amount says nothing
 * until this gateway has once told another.
 */
function ofTransaction(
  type: string,
  status: string,
  read: ReadAmount,
  { statusAmount }: AnswerSettings,
  { first, remaining, hasReportedOther }: Context,
): ReadAmount {
  switch (statusAmount) {
    case 'latest':
      return read
    case 'initial':
      return { amount: null }
    case 'unknown': {
      const isOther =
        first !== null &&
        read.amount !== null &&
        isCountedAlike(first, read.amount) &&
        first.minor !== read.amount.minor
      if (hasReportedOther || isOther || read.amount === null) return read
      return { amount: null, mayBeFirstAmount: true }
    }
    case 'remaining': {
      const isRefund = type === 'reversal' || type === 'refund'
      const left = read.amount
      if (!isRefund || outcomeOf(status) !== 'approved' || left === null || remaining === null)
        return { ...read, amount: null }
      const taken = remaining.minor - left.minor
      return taken > 0n && isCountedAlike(remaining, left)
        ? { amount: { ...left, minor: taken }, isDifference: true }
        : { amount: null }
    }
  }
}

const isCountedAlike = (a: Money, b: Money): boolean =>
  a.currency === b.currency && a.digits === b.digits

function amountOf(answer: Reported, form: AmountForm): ReadAmount {
  const [text, currency] = [answer['amount'] ?? '', currencyWord(answer['currency'] ?? '')]
  if (text === '') return { amount: null }
  const amount = readReportedAmount(text, currency, form)
  if (amount !== undefined) return { amount }
  const reported = maskCardNumbers(`${text} ${currency}`.trim()).slice(0, longestAmount)
  return { amount: null, unreadableAmount: reported }
}

const longestAmount = 40

/** The id ends at the first space, so it may hold none of its own. */
const markOf = (id = '', date = ''): string => `${id.replaceAll(/\s+/g, '_')} ${date}`.trimEnd()

const enabled = (value: string | undefined): boolean | null =>
  value === undefined || value === '' ? null : value === 'enabled'

/** An answer of an order as it was told, with the settings that read it. */
export interface ReportedOnce {
  reported: Reported
  reading: AnswerSettings
}

/**
 * All that was told of one order, oldest first. What remained before a transaction is what its
 * predecessor left, however often either is told.
 */
export function readStory(
  story: readonly ReportedOnce[],
  hasReportedOther: () => boolean,
  currency = '',
): StatusSnapshot[] {
  const known = story.find(({ reported }) => (reported['currency'] ?? '') !== '')?.reported[
    'currency'
  ]
  let first: Money | null = null
  let left: Money | null = null
  const before = new Map<string, Money | null>()
  return story.map(({ reported: asReported, reading }) => {
    // An order has one currency, and an answer need not name it.
    const reported = { ...asReported, currency: asReported['currency'] || (known ?? currency) }
    const plain = snapshotOf(reported, { ...reading, statusAmount: 'latest' })
    const { amount, transactionType: type } = plain
    if (isFirstType(type)) {
      first ??= amount
      left ??= amount
      return plain
    }
    const key = `${type} ${plain.transactionMark.split(' ')[0] || amount?.minor || ''}`
    const remaining = before.get(key) ?? left
    if (!before.has(key) && outcomeOf(plain.status, plain.stage) === 'approved') {
      before.set(key, left)
      left = amount ?? left
    }
    const isKnown = reading.statusAmount === 'unknown' && hasReportedOther()
    return snapshotOf(reported, reading, { first, remaining, hasReportedOther: isKnown })
  })
}
