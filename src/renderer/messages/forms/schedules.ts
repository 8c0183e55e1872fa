// A subscription's schedule, and what was changed of it, in a sentence.
import { t } from '../message.ts'

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  daily: ['day', 'days'],
  weekly: ['week', 'weeks'],
  monthly: ['month', 'months'],
}

/**
 * "every 2 weeks from 2030-01-31 until 2031-01-31, started by the gateway"; empty without a
 * schedule.
 */
export function scheduleLabel(request: Readonly<Record<string, string>>): string {
  const unit = units[request['period'] ?? '']
  const interval = request['interval']
  if (unit === undefined || interval === undefined) return ''
  const every =
    interval === '1'
      ? t('every-unit', { unit: unit[0] })
      : t('every-interval-unit', { interval, unit: unit[1] })
  const from =
    request['start-date'] === undefined
      ? ''
      : t('from-start-date', { startDate: request['start-date'] })
  const until =
    request['finish-date'] === undefined
      ? ''
      : t('until-finish-date', { finishDate: request['finish-date'] })
  const who = request['type'] === 'manual' ? t('each-started-by-hand') : ''
  return `${every}${from}${until}${who}`
}

/** "12.00 EUR, every 2 weeks, until 2031-01-01"; empty where nothing was changed. */
export const changeLabel = (changed: Readonly<Record<string, string>>): string =>
  [
    `${changed['amount'] ?? ''} ${changed['currency'] ?? ''}`.trim(),
    scheduleLabel({ period: changed['period'] ?? '', interval: changed['interval'] ?? '1' }),
    changed['finish-date'] === undefined
      ? ''
      : t('until-finish-date-inside', { finishDate: changed['finish-date'] }),
  ]
    .filter((part) => part !== '')
    .join(', ')
