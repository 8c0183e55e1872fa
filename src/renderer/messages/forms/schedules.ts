// A subscription's schedule, and what was changed of it, in a sentence.
import { t } from '../message.ts'
import { longDay } from '../times.ts'

interface Unit {
  one: string
  many: (interval: string) => string
}
const units: Readonly<Record<string, Unit>> = {
  daily: {
    one: t('operations.every-day'),
    many: (interval) => t('operations.every-interval-days', { interval }),
  },
  weekly: {
    one: t('operations.every-week'),
    many: (interval) => t('operations.every-interval-weeks', { interval }),
  },
  monthly: {
    one: t('operations.every-month'),
    many: (interval) => t('operations.every-interval-months', { interval }),
  },
}

/**
 * "every 2 weeks from 31 Jan 2030 until 31 Jan 2031, started by the gateway"; empty without a
 * schedule.
 */
export function scheduleLabel(request: Readonly<Record<string, string>>): string {
  const unit = units[request['period'] ?? '']
  const interval = request['interval']
  if (unit === undefined || interval === undefined) return ''
  let schedule = interval === '1' ? unit.one : unit.many(interval)
  const { 'start-date': startDate, 'finish-date': finishDate } = request
  if (startDate !== undefined)
    schedule = t('operations.schedule-from-start-date', {
      ...{ schedule, startDate: longDay(startDate) },
    })
  if (finishDate !== undefined)
    schedule = t('operations.schedule-until-finish-date', {
      ...{ schedule, finishDate: longDay(finishDate) },
    })
  return request['type'] === 'manual'
    ? t('operations.schedule-each-started-by-hand', { schedule })
    : schedule
}

/** "12.00 EUR, every 2 weeks, until 1 Jan 2031"; empty where nothing was changed. */
export const changeLabel = (changed: Readonly<Record<string, string>>): string =>
  [
    `${changed['amount'] ?? ''} ${changed['currency'] ?? ''}`.trim(),
    scheduleLabel({ period: changed['period'] ?? '', interval: changed['interval'] ?? '1' }),
    changed['finish-date'] === undefined
      ? ''
      : t('operations.until-finish-date', { finishDate: longDay(changed['finish-date']) }),
  ]
    .filter((part) => part !== '')
    .join(', ')
