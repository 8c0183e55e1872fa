// What a line of the register says of a subscription: its schedule and the next day of a charge.
import type { AttemptView } from '#shared/bridge/views.ts'
import { changesOf, nextDayOf, subscriptionOf } from '../../api/subscriptions.ts'
import { changeLabel, scheduleLabel } from '../../messages/forms/schedules.ts'
import { t } from '../../messages/message.ts'
import { longDay } from '../../messages/times.ts'

/** `today`: a day like 2026-11-30, on or after which the next charge is. */
export function planOf(
  row: AttemptView,
  rows: readonly AttemptView[],
  isStopped: boolean,
  today: string,
): string {
  const { request, operation } = row
  if (operation === 'update-recurring-payment') return changeLabel(request)
  const nextDay =
    operation === 'create-recurring-payment' && !isStopped
      ? nextDayOf(row, changesOf(subscriptionOf(row), rows), today)
      : null
  if (nextDay === null) return scheduleLabel(request)
  // The first day says nothing beside the next one.
  const { 'start-date': _begun, ...rest } = request
  const next = t('payouts.next-charge-by-the-calendar', { nextDay: longDay(nextDay) })
  return [next, scheduleLabel(rest)].filter((part) => part !== '').join(' · ')
}
