// What Paydesk's own requests tell of a subscription: payments taken by hand and changes that
// were confirmed. Pure. What the gateway charges by its schedule is not in it: the gateway can't
// list that.
import { unspentStates } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { isPeriod, nextChargeDays } from '#shared/time/schedule.ts'

export const subscriptionOf = (row: AttemptView): string =>
  row.answer['recurring-payment-id'] ?? row.request['recurring-payment-id'] ?? ''

const about = (operation: string, id: string, rows: readonly AttemptView[]): AttemptView[] =>
  id === ''
    ? []
    : rows.filter(
        (row) => row.operation === operation && row.request['recurring-payment-id'] === id,
      )

/** Payments of it that were, or may have been, taken; newest first, as the rows are. */
export const paymentsOf = (id: string, rows: readonly AttemptView[]): AttemptView[] =>
  about('process-recurring-payment', id, rows).filter(
    (row) => !(unspentStates as readonly string[]).includes(row.state),
  )

const changeable = ['amount', 'currency', 'period', 'interval', 'finish-date'] as const

/**
 * What its confirmed changes have made of it, field by field; empty where nothing was changed here.
 */
export function changesOf(id: string, rows: readonly AttemptView[]): Record<string, string> {
  const confirmed = about('update-recurring-payment', id, rows).filter(
    ({ state }) => state === 'SUCCEEDED',
  )
  const changed: Record<string, string> = {}
  for (const { request } of confirmed.toReversed())
    for (const name of changeable) {
      const value = request[name]
      if (value !== undefined) changed[name] = value
    }
  return changed
}

/**
 * The next day by the calendar; null where the schedule is not known to the day, as after its
 * period was changed.
 */
export function nextDayOf(
  created: AttemptView,
  changed: Readonly<Record<string, string>>,
  today: string,
): string | null {
  const { period = '', interval = '', type, 'start-date': start } = created.request
  if (type !== 'auto' || !isPeriod(period) || start === undefined) return null
  if (changed['period'] !== undefined) return null
  const finish = changed['finish-date'] ?? created.request['finish-date']
  return nextChargeDays({ period, interval: Number(interval), start, finish }, today, 1)[0] ?? null
}
