// What the gateway's own answers about one order contradict among each other. Pure. MONEY: each is
// known by all of its facts, so that another amount or another transaction is a contradiction of
// its own, which nobody has cleared.
import { maskCardNumbers } from '../../cards/card-number.ts'
import { say } from '../../message.ts'
import { type Money, toText } from '../../money.ts'
import type { Answers } from './order-answers.ts'
import type { Sums } from './order-sums.ts'
import { type StoredSnapshot, transactionIdOf } from '../status/status.ts'
import { type Reason, reason } from './ways-out.ts'
import type { Clearance, Contradiction, ReportedTwice } from '../clearances/clearance.ts'

export function contradictionsIn(
  foreign: readonly StoredSnapshot[],
  unit: Money | null | undefined,
  answers: Answers,
  sums: Sums,
): Contradiction[] {
  const money = (minor: bigint): Money => ({ currency: '', digits: 2, ...unit, minor })
  const twice = [...answers.twice, ...sums.captures.twice, ...sums.returns.twice]
  return [
    ...foreignOf(foreign, unit),
    ...twice.map((reported) => twiceOf(reported, money)),
    ...beyondOf(sums, money),
  ].map(({ about, message }) => ({ about: maskCardNumbers(about), message }))
}

/** Those that stand, and a sentence for each that was cleared. */
export function sortedOut(
  contradictions: readonly Contradiction[],
  clearances: readonly Clearance[],
): { standing: Contradiction[]; cleared: Reason[] } {
  const ofOne = ({ about }: Contradiction): Clearance | undefined =>
    clearances.findLast((one) => one.kind === 'contradiction' && one.about === about)
  return {
    standing: contradictions.filter((one) => ofOne(one) === undefined),
    cleared: contradictions.flatMap((one) => {
      const said = ofOne(one)
      return said === undefined ? [] : [clearedMessage(one, said)]
    }),
  }
}

const clearedMessage = ({ message }: Contradiction, { actor, reason: why }: Clearance): Reason =>
  reason('order.contradiction-cleared', { conflict: message, actor, reason: why })

/** Amounts that can't be added to the others. */
function foreignOf(
  foreign: readonly StoredSnapshot[],
  unit: Money | null | undefined,
): Contradiction[] {
  const [first] = foreign.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  if (first === undefined) return []
  const reported = foreign.map((seen) =>
    [seen.transactionType, transactionIdOf(seen), seen.amount ? amountOf(seen.amount) : ''].join(
      '/',
    ),
  )
  return [
    {
      about: `${unit?.currency}/${unit?.digits} beside ${listed(reported)}`,
      message: foreignMessage(unit, first),
    },
  ]
}

const foreignMessage = (unit: Money | null | undefined, other: Money): string =>
  unit?.currency === other.currency
    ? say('order.two-decimals', {
        currency: other.currency,
        digits: unit.digits,
        otherDigits: other.digits,
      })
    : say('order.two-currencies', {
        currency: unit?.currency ?? '?',
        otherCurrency: other.currency,
      })

function twiceOf(
  { transaction, id, minors }: ReportedTwice,
  money: (minor: bigint) => Money,
): Contradiction {
  const amounts = minors.toSorted((a, b) => (a < b ? -1 : 1)).map(money)
  return {
    about: `${transaction}/${id}/${listed(amounts.map(amountOf))}`,
    message: say('order.two-amounts', {
      transaction: { noun: transaction },
      amounts,
    }),
  }
}

/** Captures beyond the hold, or refunds beyond what was captured. */
function beyondOf(
  { capturesBeyond, refundsBeyond }: Sums,
  money: (minor: bigint) => Money,
): Contradiction[] {
  const about = (what: string, most: bigint, limit: bigint): string =>
    `${what} ${amountOf(money(most))} beyond ${amountOf(money(limit))}`
  return [
    ...(capturesBeyond === null
      ? []
      : [
          {
            about: about('captures', capturesBeyond.moved, capturesBeyond.limit),
            message: say('order.captures-beyond', {
              captured: money(capturesBeyond.moved),
              held: money(capturesBeyond.limit),
            }),
          },
        ]),
    ...(refundsBeyond === null
      ? []
      : [
          {
            about: about('refunds', refundsBeyond.moved, refundsBeyond.limit),
            message: say('order.refunds-beyond', {
              refunded: money(refundsBeyond.moved),
              captured: money(refundsBeyond.limit),
            }),
          },
        ]),
  ]
}

/** With the decimals that it was counted in. */
const amountOf = (money: Money): string => {
  const { amount, currency } = toText(money)
  return `${amount} ${currency}/${money.digits}`
}

const listed = (parts: readonly string[]): string => [...new Set(parts)].toSorted().join(', ')
