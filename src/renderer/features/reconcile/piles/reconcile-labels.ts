// What lists, kinds, rules and decisions of a reconciliation are called, and why a line stands
// where it stands.
import { agreementOf, leftOutBy } from '#shared/files/report-sentences.ts'
import type {
  Decision,
  PileView,
  ReconciledRow,
  ReconciliationView,
  ShownPile,
} from '#shared/reconcile/reconcile-methods.ts'
import type { DoubtKind } from '#shared/reconcile/report-doubts.ts'
import type { LineKind } from '#shared/reconcile/report-line.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { t } from '../../../messages/message.ts'
import type { MoneyPart } from '../../../messages/orders/money-bar.ts'
import { dayOf } from '../../../messages/times.ts'
import type { Tone } from '../../../theme/tokens.ts'

/** What a bank did not pay is missing from a statement, as a movement is from a report. */
export const pileName = (pile: ShownPile, isStatement: boolean): string =>
  (isStatement ? ofStatement[pile] : undefined) ?? pileNames[pile]
const ofStatement: Partial<Record<ShownPile, string>> = {
  'not-in-report': t('reconcile.pile-not-paid'),
  'one-id': t('reconcile.pile-by-sum'),
}

const pileNames: Readonly<Record<ShownPile, string>> = {
  unexplained: t('reconcile.pile-unexplained'),
  'may-be-unknown': t('reconcile.pile-may-be-unknown'),
  'more-in-report': t('reconcile.pile-more-in-report'),
  differs: t('reconcile.pile-differs'),
  'ids-disagree': t('reconcile.pile-ids-disagree'),
  'not-asked-here': t('reconcile.pile-not-asked-here'),
  'not-in-report': t('reconcile.pile-not-in-report'),
  'not-known-here': t('reconcile.pile-not-known-here'),
  'several-batches': t('reconcile.pile-several-batches'),
  'no-batch': t('reconcile.pile-no-batch'),
  suggested: t('reconcile.pile-suggested'),
  'one-id': t('reconcile.pile-one-id'),
  explained: t('reconcile.pile-explained'),
  fees: t('reconcile.pile-fees'),
  matched: t('reconcile.pile-matched'),
}

/** How a list looks in the bar of a result: what may have cost money is loud. */
export const pileLooks: Readonly<Record<ShownPile, { tone: Tone; fill: MoneyPart['fill'] }>> = {
  unexplained: { tone: 'bad', fill: 'solid' },
  'may-be-unknown': { tone: 'unknown', fill: 'striped' },
  'more-in-report': { tone: 'bad', fill: 'striped' },
  differs: { tone: 'warn', fill: 'solid' },
  'ids-disagree': { tone: 'warn', fill: 'striped' },
  'not-asked-here': { tone: 'warn', fill: 'hollow' },
  'not-in-report': { tone: 'neutral', fill: 'striped' },
  'not-known-here': { tone: 'neutral', fill: 'hollow' },
  'several-batches': { tone: 'warn', fill: 'solid' },
  'no-batch': { tone: 'warn', fill: 'striped' },
  suggested: { tone: 'info', fill: 'solid' },
  'one-id': { tone: 'good', fill: 'hollow' },
  explained: { tone: 'good', fill: 'striped' },
  fees: { tone: 'neutral', fill: 'solid' },
  matched: { tone: 'good', fill: 'solid' },
}
/** Nobody has to look into these. */
const endedPiles: readonly ShownPile[] = ['one-id', 'explained', 'fees', 'matched']

/** The list that is read first: of those with lines, the first that is not explained. */
export const openPileOf = (piles: readonly PileView[]): PileView | null =>
  piles.find(({ pile, count }) => count > 0 && !endedPiles.includes(pile)) ?? null

export const kindNames: Readonly<Record<LineKind, string>> = {
  captured: t('reconcile.kind-captured'),
  refunded: t('reconcile.kind-refunded'),
  'paid-out': t('reconcile.kind-paid-out'),
  'charged-back': t('reconcile.kind-charged-back'),
  fee: t('reconcile.kind-fee'),
  'bank-in': t('everywhere.paid-in'),
  'bank-out': t('reconcile.kind-bank-out'),
}

export const decisionNames: Readonly<Record<Decision, string>> = {
  elsewhere: t('reconcile.decided-elsewhere'),
  'written-off': t('reconcile.decided-written-off'),
  refused: t('reconcile.decided-refused'),
  accepted: t('reconcile.decided-accepted'),
  withdrawn: t('reconcile.decided-withdrawn'),
}

/** What makes a whole report doubtful. */
export const doubtText = ({ kind, count, of }: ReconciliationView['doubts'][number]): string =>
  doubtTexts[kind]({ count, of })

type DoubtText = (values: { count: number; of: number }) => string
const doubtTexts: Readonly<Record<DoubtKind, DoubtText>> = {
  'swapped-ids': (values) => t('reconcile.doubt-swapped-ids', values),
  'unknown-orders': (values) => t('reconcile.doubt-unknown-orders', values),
  'other-unit': (values) => t('reconcile.doubt-other-unit', values),
  'after-fees': (values) => t('reconcile.doubt-after-fees', values),
  'turned-kinds': (values) => t('reconcile.doubt-turned-kinds', values),
  'other-days': (values) => t('reconcile.doubt-other-days', values),
  'many-missing': (values) => t('reconcile.doubt-many-missing', values),
  'no-batches': ({ of }) => t('reconcile.doubt-no-batches', { of }),
  'other-account': ({ count }) => t('reconcile.doubt-other-account', { count }),
}

/** The days of a report; one of one day names it once, and one without days none. */
export const daysOf = (period: ReconciliationView['period']): string =>
  period === null ? '' : [...new Set([dayOf(period.from), dayOf(period.until - 1)])].join(' – ')

/** Lines that a word leaves out, with what they add up to. */
export const leftKindText = ({
  word,
  count,
  without,
  sums,
}: ReconciliationView['leftKinds'][number]): string =>
  formatMessage(
    leftOutBy(word, count, [
      ...sums.map(amountText),
      ...(without > 0 ? [t('reconcile.without-amount', { count: without })] : []),
    ]),
  )

/** The rule and the evidence. */
export function whyText(row: ReconciledRow): string {
  const { witnesses } = row
  const agrees = witnesses.length === 0 ? [] : [formatMessage(agreementOf(witnesses))]
  return [...ruleTexts(row), ...agrees].join(' ')
}

const ofRule: Readonly<Record<NonNullable<ReconciledRow['rule']>, string>> = {
  ids: t('reconcile.rule-ids'),
  'own-number': t('reconcile.rule-own-number'),
  equal: t('reconcile.rule-equal'),
  split: t('reconcile.rule-split'),
  witnesses: t('reconcile.one-number'),
  unknown: t('reconcile.rule-unknown'),
  'no-id': t('reconcile.rule-no-id'),
  'not-asked': t('reconcile.rule-not-asked'),
  'batch-number': t('reconcile.rule-batch-number'),
  'batch-sum': t('reconcile.rule-batch-sum'),
  'no-batch': t('reconcile.rule-no-batch'),
  fee: t('reconcile.rule-fee'),
}
const severalBatches = t('reconcile.rule-several-batches')
const notPaidWhy = t('reconcile.rule-not-paid')

function ruleTexts(row: ReconciledRow): string[] {
  const { pile, rule, known, difference, opens } = row
  if (pile === 'not-in-report') return [row.batch === '' ? t('reconcile.rule-missing') : notPaidWhy]
  if (pile === 'several-batches') return [severalBatches]
  if (rule === null) return []
  if (pile === 'suggested') return [t('reconcile.rule-suggested')]
  if (pile === 'not-known-here' && rule === 'ids') return [t('reconcile.rule-not-read')]
  if (pile === 'unexplained' && rule === 'ids') return [t('reconcile.rule-look-alike')]
  if (pile === 'unexplained' && rule === 'not-asked') return [t('reconcile.rule-second')]
  const amount =
    difference === null ? [] : [t('reconcile.rule-amount', { difference: amountText(difference) })]
  if (rule === 'batch-number') return [ofRule[rule], ...amount]
  if (rule !== 'equal' || pile === 'matched') return [ofRule[rule]]
  if (pile === 'differs' || pile === 'ids-disagree')
    return amount.length > 0 ? amount : [hasItsAmount(row) ? timeOrNumber : otherAmount]
  const isBare = known.length === 0 && opens !== null
  return [isBare ? noMovement : t('reconcile.rule-more'), ...amount]
}

const timeOrNumber = t('reconcile.rule-time-or-number')
const otherAmount = t('reconcile.rule-other-amount')

const hasItsAmount = ({ known, amount }: ReconciledRow): boolean =>
  known.some((one) => amountText(one.amount) === amountText(amount))

const noMovement = t('reconcile.rule-no-movement')

const amountText = ({ amount, currency }: NonNullable<ReconciledRow['difference']>): string =>
  `${amount} ${currency}`
