// Reports among what needs a person: money out that nothing explains, and reports that can't be
// saved regularly. Pure.
import type { PlanNeed, ReportNeed } from '#shared/bridge/today.ts'
import { around, t } from '../message.ts'
import type { Need } from './need.ts'

/** Money out in a report of the gateway that nothing explains. */
export function needOfReport({
  id,
  connectionId,
  name,
  count,
  isRefunds,
  sums,
  at,
}: ReportNeed): Need {
  const [sum, ...others] = sums
  const isOne = sum !== undefined && others.length === 0
  const names = { report: name, lines: reportLines(isRefunds, count) }
  const texts = sums.map(({ amount, currency }) => `${amount} ${currency}`)
  return {
    ...{ id: `report-${id}`, tone: 'bad', chip: t('reconcile.unexplained') },
    ...(isOne
      ? around('today.need-report', 'amount', names)
      : { before: t('today.need-report', { ...names, amount: texts.join(', ') }), after: '' }),
    ...{ money: isOne ? sum : null, at, connectionId },
    about: { kind: 'report', id, count },
    action: {
      kind: 'go',
      label: t('today.open-the-report'),
      to: `/reconcile/${encodeURIComponent(id)}`,
    },
  }
}

const reportLines = (isRefunds: boolean, count: number): string =>
  isRefunds ? t('today.count-refunds', { count }) : t('today.count-lines-of-money-out', { count })

const plannedNames: Readonly<Record<PlanNeed['report'], string>> = {
  moved: t('reports.moved'),
  reasons: t('reports.reasons'),
  close: t('reports.close'),
}

/** `trouble` is a sentence already, with its next step. */
export const needOfExport = ({ id, report, due, trouble }: PlanNeed): Need => ({
  ...{ id: `export-${id}`, tone: 'warn', chip: t('today.report-not-saved') },
  before: t('today.need-export', { report: plannedNames[report], due, why: trouble }),
  ...{ money: null, after: '', at: null, connectionId: null },
  action: { kind: 'go', label: t('today.open'), to: '/reports' },
})
