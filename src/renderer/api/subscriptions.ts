// A subscription as known from Paydesk's own requests: payments taken by hand and confirmed
// changes. Pure. Charges that the gateway makes by its schedule are missing, because the gateway
// can't list them.
import { unspentStates } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { isPeriod, nextChargeDays } from '#shared/time/schedule.ts'

export const subscriptionOf = (row: AttemptView): string =>
  row.answer['recurring-payment-id'] ?? row.request['recurring-payment-id'] ?? ''

/** The request that made it. */
export const createdIn = (id: string, rows: readonly AttemptView[]): AttemptView | undefined =>
  id === '' ? undefined : rows.find(({ answer }) => answer['recurring-payment-id'] === id)

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
 * The fields that confirmed changes have given the subscription; empty where nothing was changed
 * from here.
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
 * The next charge day by the calendar. Null where the schedule gives no exact day, as after a
 * change of its period.
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
