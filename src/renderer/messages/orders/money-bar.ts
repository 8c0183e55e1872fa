// What became of an order's money as parts of its original amount, for a bar. Money of which
// nobody knows what became is a part of its own, so the parts are always the whole. Pure.
import type { ActionId } from '#shared/gateway/actions.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { isSideType } from '#shared/gateway/status/status.ts'
import { type MoneyText, toText } from '#shared/money.ts'
import type { TeamRequest } from '#shared/team/team-methods.ts'
import type { Tone } from '../../theme/tokens.ts'
import { phases } from '../phases.ts'
import { t } from '../message.ts'

export interface MoneyPart {
  label: string
  tone: Tone
  /** Drawn in the colour of refunds in the charts, in place of its tone's. */
  isRefund?: true
  /** Told apart without colour: done, waiting for an end, and not moved. */
  fill: 'solid' | 'striped' | 'hollow'
  money: MoneyText
  /** Percent of the whole, to a tenth. */
  share: number
  /** There may be more of it. */
  isLeast?: true
  /** Not asked for yet: what a request would take. */
  isPlanned?: true
}
type Drawn = Pick<MoneyPart, 'label' | 'tone' | 'isRefund' | 'fill' | 'isLeast'>

/** Of what would be refundable: what surely is, and the part that reports put in doubt. */
export interface Doubt {
  least: MoneyText
  part: MoneyText
}

/** What a colleague of the team has under way on an order. */
export interface Taken {
  request: TeamRequest
  /** What of the order's money it takes at most; null where nobody here can tell. */
  part: MoneyText | null
  /** The figure that it takes from, where what is left of that is not known. */
  most: MoneyText | null
  /** It takes from what is on hold, and else from what is refundable. */
  isOfHold: boolean
}

export type KnownMoney = Pick<
  OrderView,
  | 'held'
  | 'captured'
  | 'returned'
  | 'inProgress'
  | 'returnable'
  | 'unknown'
  | 'original'
  | 'phase'
  | 'origin'
  | 'timeline'
> & { taken?: Taken; doubt?: Doubt; isReported?: boolean }

const digitsIn = ({ amount }: MoneyText): number => amount.split('.')[1]?.length ?? 0
const minorOf = ({ amount }: MoneyText): bigint => BigInt(amount.replace('.', ''))

/** What is left of it; null where that is less than nothing, or other money. */
export function lessOf(money: MoneyText, other: MoneyText): MoneyText | null {
  const digits = digitsIn(money)
  const minor = minorOf(money) - minorOf(other)
  if (minor < 0n || money.currency !== other.currency || digits !== digitsIn(other)) return null
  return toText({ minor, currency: money.currency, digits })
}

/** In progress, without what has an unknown outcome: each amount stands in one figure only. */
export const inProgressOf = ({
  inProgress,
  unknown,
}: Pick<KnownMoney, 'inProgress' | 'unknown'>): MoneyText | null =>
  inProgress === null || unknown === null ? inProgress : lessOf(inProgress, unknown)

/**
 * Of the hold, what no request has asked for. What is in progress was asked for on captured money
 * as far as less of that is refundable.
 */
export function onHoldOf(order: KnownMoney): MoneyText | null {
  const { held, captured, returned, inProgress } = order
  if (held === null || inProgress === null) return held
  const known = minorsOf([captured, returned, ...leftOf(order)])
  const onCaptured =
    known === null ? 0n : known.slice(1).reduce((left, one) => left - one, known[0]!)
  const minor = minorOf(held) - (minorOf(inProgress) - onCaptured)
  return onCaptured < 0n || minor < 0n || minor > minorOf(held)
    ? held
    : toText({ minor, currency: held.currency, digits: digitsIn(held) })
}

const minorsOf = (amounts: readonly (MoneyText | null)[]): bigint[] | null =>
  amounts.some((one) => one === null) ? null : amounts.map((one) => minorOf(one!))

/** What adds up to what no request has asked for of captured money. */
const leftOf = ({ returnable, doubt }: KnownMoney): (MoneyText | null)[] =>
  doubt === undefined ? [returnable] : [doubt.least, doubt.part]

const drawn = (label: string, tone: Tone, fill: MoneyPart['fill'] = 'solid'): Drawn => ({
  ...{ label, tone, fill },
})

/** Captured money that no request has asked for, as far as it can be refunded. */
function restOfCaptured(order: KnownMoney): [Drawn, MoneyText | null][] {
  const { phase, returnable, timeline, doubt } = order
  if (doubt !== undefined)
    return [
      [{ ...drawn(t('everywhere.refundable'), 'good'), isLeast: true }, doubt.least],
      [drawn(t('orders.in-doubt'), 'neutral', 'striped'), doubt.part],
    ]
  if (phase === 'voided' || phase === 'released')
    return [[drawn(phases[phase].label, 'neutral', 'hollow'), returnable]]
  if (phase !== 'charged-back' || returnable === null)
    return [[drawn(t('everywhere.refundable'), 'good'), returnable]]
  const reported = timeline.find(
    ({ source, title }) => source === 'service' && title === 'chargeback',
  )
  const rest = reported?.amount ? lessOf(returnable, reported.amount) : null
  return [
    [drawn(phases[phase].label, 'bad'), rest === null ? returnable : reported!.amount],
    [drawn(t('orders.not-refundable-now'), 'neutral', 'hollow'), rest],
  ]
}

export const takenLabel = ({ request: { desk } }: Taken): string =>
  t('orders.in-progress-at', { desk })

const partTaken = ({ taken }: KnownMoney): [Drawn, MoneyText | null][] =>
  taken === undefined ? [] : [[drawn(takenLabel(taken), 'unknown', 'striped'), taken.part]]

/** Nothing where the original amount is not known, or the figures contradict each other. */
export function partsOf(order: KnownMoney): MoneyPart[] {
  const { original, phase, held } = order
  if (original === null || isSideType(order.origin)) return []
  const all: [Drawn, MoneyText | null][] = [
    [{ ...drawn(t('everywhere.refunded'), 'neutral'), isRefund: true }, order.returned],
    [drawn(t('everywhere.outcome-unknown'), 'unknown', 'striped'), order.unknown],
    [drawn(t('orders.in-progress'), 'warn', 'striped'), inProgressOf(order)],
    ...partTaken(order),
    ...restOfCaptured(order),
    [drawn(t('everywhere.on-hold'), 'info', 'hollow'), onHoldOf(order)],
  ]
  const seen = all.filter((one): one is [Drawn, MoneyText] => one[1] !== null)
  const digits = digitsIn(original)
  const isOther = seen.some(
    ([, money]) => money.currency !== original.currency || digitsIn(money) !== digits,
  )
  const whole = minorOf(original)
  const minor = whole - seen.reduce((sum, [, money]) => sum + minorOf(money), 0n)
  const isAllKnown =
    minorsOf([order.captured, order.returned, order.inProgress, ...leftOf(order)]) !== null
  const isContradiction = minor < 0n || (minor > 0n && isAllKnown && held === null)
  if (isOther || whole === 0n || isContradiction) return []
  const isGone = phase === 'voided' || phase === 'released' || isAllKnown
  const rest = isGone
    ? drawn(phases[phase === 'voided' ? phase : 'released'].label, 'neutral', 'hollow')
    : drawn(t('everywhere.not-known'), 'neutral', 'striped')
  return [...seen, [rest, toText({ minor, digits, currency: original.currency })] as const]
    .filter(([, money]) => minorOf(money) > 0n)
    .map(([part, money]) => ({ ...part, money, share: shareOf(money, original) }))
}

const shareOf = (money: MoneyText, whole: MoneyText): number =>
  Number((minorOf(money) * 1000n) / minorOf(whole)) / 10

/**
 * The parts as a request would leave them: what it takes is a part of its own, named by its noun.
 * They are as before it where the amount is not known, or where no part has so much. None are drawn
 * of what a report puts in doubt. MONEY: a refund is drawn out of a hold only where all is on hold,
 * and what a capture leaves of a hold may be released: it is drawn in no colour.
 */
export function partsWith(
  order: KnownMoney,
  action: ActionId,
  asked: MoneyText | null,
  noun: string,
): MoneyPart[] {
  const parts = order.doubt === undefined && order.isReported !== true ? partsOf(order) : []
  if (asked === null) return parts
  const refundable = t('everywhere.refundable')
  const isOfHold = action !== 'return' || order.phase === 'authorised'
  const sources = [
    ...(action === 'capture' ? [] : [refundable]),
    ...(isOfHold ? [t('everywhere.on-hold')] : []),
  ]
  const at = parts.findIndex(
    ({ label, money }) => sources.includes(label) && lessOf(money, asked) !== null,
  )
  const from = parts[at]
  if (from === undefined) return parts
  const taken = drawn(
    t('order.this-noun', { noun }),
    action === 'capture' ? 'good' : 'neutral',
    'striped',
  )
  const isRefund = action === 'return' && from.label === refundable
  const left = lessOf(from.money, asked)!
  return parts.toSpliced(
    at,
    1,
    {
      ...{ ...taken, ...(isRefund ? { isRefund } : {}), isPlanned: true, money: asked },
      share: shareOf(asked, order.original!),
    },
    ...(minorOf(left) === 0n
      ? []
      : [
          {
            ...{ ...from, ...(action === 'capture' ? { tone: 'neutral' as const } : {}) },
            ...{ money: left, share: shareOf(left, order.original!) },
          },
        ]),
  )
}
