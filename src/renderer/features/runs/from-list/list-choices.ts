// What a column of a list holds, and what there is to choose, as people call it.
import { type ColumnRole, roleName } from '#shared/files/column-role.ts'
import type { AskedChoices, FileView } from '#shared/files/file-methods.ts'
import type { WrongKind } from '#shared/files/file-row.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { t } from '../../../messages/message.ts'

export const roleLabel = (role: ColumnRole): string => formatMessage(roleName[role])

interface Choice {
  label: string
  choices: AskedChoices
}

/** What a person may choose for a kind of what is wrong, where the choices are always the same. */
export const fixedChoices: Readonly<
  Record<
    | ('no-amounts' | 'amount-unclear' | 'hidden' | 'foot' | 'negative' | 'formula')
    | ('same-twice' | 'unit'),
    { legend: string; choices: readonly Choice[] }
  >
> = {
  'no-amounts': {
    legend: t('files.no-amount-column'),
    choices: [{ label: t('files.all-left'), choices: { allLeft: true } }],
  },
  'amount-unclear': {
    legend: t('files.choose-decimal-mark'),
    choices: [
      { label: t('files.decimal-dot'), choices: { decimalMark: '.' } },
      { label: t('files.decimal-comma'), choices: { decimalMark: ',' } },
    ],
  },
  hidden: {
    legend: t('files.choose-hidden'),
    choices: [
      { label: t('files.hidden-read'), choices: { hidden: 'read' } },
      { label: t('files.hidden-leave-out'), choices: { hidden: 'leave-out' } },
    ],
  },
  foot: {
    legend: t('files.choose-foot'),
    choices: [{ label: t('files.foot-ignored'), choices: { ignoreFoot: true } }],
  },
  negative: {
    legend: t('files.choose-minus'),
    choices: [{ label: t('files.minus-is-amount'), choices: { minus: 'amount' } }],
  },
  formula: {
    legend: t('files.choose-formula'),
    choices: [{ label: t('files.formula-stored'), choices: { formulas: 'stored' } }],
  },
  unit: {
    legend: t('files.choose-unit'),
    choices: [
      { label: t('files.unit-major'), choices: { unit: 'major' } },
      { label: t('files.unit-minor'), choices: { unit: 'minor' } },
    ],
  },
  'same-twice': {
    legend: t('files.choose-equal'),
    choices: [{ label: t('files.equal-is-meant'), choices: { keepEqual: true } }],
  },
}
type FixedKind = keyof typeof fixedChoices
const isFixed = (kind: string): kind is FixedKind => Object.hasOwn(fixedChoices, kind)

/** Asked with a form or buttons of their own. */
const ownForms: readonly WrongKind[] = ['encoding', 'sheets', 'no-head', 'changed']

export interface ListQuestions {
  own: WrongKind[]
  fixed: FixedKind[]
  /** What no choice answers: the file itself has to be put right. */
  others: FileView['open']
  /** A code that is none is mended in its line. */
  lacksCurrency: boolean
  /** Names of kinds whose meaning is asked, each with its question where the list has one. */
  names: { name: string; question: string | null }[]
  count: number
}

export function questionsOf(view: FileView): ListQuestions {
  const kinds = [...new Set(view.groups.map(({ kind }) => kind))]
  const own = kinds.filter((kind) => ownForms.includes(kind))
  const fixed = kinds.filter(isFixed)
  const asked = view.open.filter(({ kind }) => kind === 'kind-word')
  const hasEach = asked.length === view.openKinds.length
  const names = view.openKinds.map((name, at) => ({
    ...{ name, question: (hasEach ? asked[at]?.message : undefined) ?? null },
  }))
  const others = view.open.filter(
    ({ kind }) => !isFixed(kind) && !ownForms.includes(kind) && !(hasEach && kind === 'kind-word'),
  )
  const lacksCurrency =
    kinds.includes('currency') && view.columns.every(({ role }) => role !== 'currency')
  const single = own.length + fixed.length + others.length + names.length
  return {
    ...{ own, fixed, others, lacksCurrency, names },
    count: single + (lacksCurrency ? 1 : 0),
  }
}

/** How many rows may be taken, once nothing is asked of the list as a whole. */
export function countsLabel(view: FileView): string {
  const { count } = questionsOf(view)
  return view.isUsable || count === 0
    ? t('files.count-of-rows', { good: view.goodCount, rows: view.rowCount })
    : t('files.questions-open', { rows: view.rowCount, count })
}

export type KindChoice = NonNullable<AskedChoices['kindNames']>[string]
interface NamedKind {
  choice: KindChoice
  label: string
  testid: string
}

/** Of a word in the kind column of a list for a run. */
export const takeOrNot: readonly NamedKind[] = [
  { choice: 'take', label: t('files.kind-take'), testid: 'list-kind-take' },
  { choice: 'leave-out', label: t('files.kind-leave-out'), testid: 'list-kind-leave' },
]

/** Of a word in the kind column of a report. */
export const reportKindChoices: readonly NamedKind[] = [
  { choice: 'captured', label: t('files.means-captured'), testid: 'list-kind-captured' },
  { choice: 'refunded', label: t('files.means-refunded'), testid: 'list-kind-refunded' },
  { choice: 'paid-out', label: t('files.means-paid-out'), testid: 'list-kind-paid-out' },
  {
    choice: 'charged-back',
    label: t('files.means-charged-back'),
    testid: 'list-kind-charged-back',
  },
  { choice: 'fee', label: t('files.means-fee'), testid: 'list-kind-fee' },
  { choice: 'leave-out', label: t('files.means-nothing'), testid: 'list-kind-nothing' },
]

/** Codes of gateways and acquirers; a fee or a reversal of one is another thing. */
const isLikeChargeback = (name: string): boolean =>
  /^(cb|cbk|chb|chbk|chgbk|charge[\s_-]*back)s?$/i.test(name.trim())

/** The answer that the word itself suggests stands first; none is taken by itself. */
export const kindChoicesOf = (name: string): readonly NamedKind[] =>
  isLikeChargeback(name)
    ? reportKindChoices.toSorted(
        (a, b) => Number(b.choice === 'charged-back') - Number(a.choice === 'charged-back'),
      )
    : reportKindChoices
