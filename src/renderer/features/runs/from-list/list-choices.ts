// What a column of a list holds, and what there is to choose, as people call it.
import { type ColumnRole, roleName } from '#shared/files/column-role.ts'
import type { AskedChoices } from '#shared/files/file-methods.ts'
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
    'no-amounts' | 'amount-unclear' | 'hidden' | 'foot' | 'negative' | 'formula' | 'same-twice',
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
  'same-twice': {
    legend: t('files.choose-equal'),
    choices: [{ label: t('files.equal-is-meant'), choices: { keepEqual: true } }],
  },
}
export type FixedKind = keyof typeof fixedChoices
export const isFixed = (kind: string): kind is FixedKind => Object.hasOwn(fixedChoices, kind)
