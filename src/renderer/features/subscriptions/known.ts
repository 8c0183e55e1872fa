// What this computer knows of a subscription that is charged or changed, in a sentence or two below
// its field. Pure.
// MONEY: none of it is typed into the form: whatever stands there is sent as a change, and would
// undo one that was made elsewhere.
import type { AttemptView } from '#shared/bridge/views.ts'
import { dayIn } from '#shared/time/zone.ts'
import { formatAmount } from '#wording/amounts.ts'
import { changesOf, createdIn } from '../../api/subscriptions.ts'
import { changeLabel, scheduleLabel } from '../../messages/forms/schedules.ts'
import { t } from '../../messages/message.ts'
import { longDay } from '../../messages/times.ts'

/** Empty for one that was not made here. */
export function knownOf(id: string, rows: readonly AttemptView[], zone: string): string {
  const created = createdIn(id, rows)
  if (created === undefined) return ''
  const { amount, request, sentAt, createdAt } = created
  const facts = [
    amount === null ? '' : formatAmount(amount),
    scheduleLabel(request),
    request['order_desc'] ?? '',
  ]
  const change = changeLabel(changesOf(id, rows))
  const day = longDay(dayIn(sentAt ?? createdAt, zone))
  return [
    t('payouts.as-created-on', { day, facts: facts.filter((fact) => fact !== '').join(', ') }),
    ...(change === '' ? [] : [t('payouts.changed-here-change', { change })]),
  ].join(' · ')
}
