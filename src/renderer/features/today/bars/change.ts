// How much more or less money of some days is than of as many days before, in words. Pure.
import type { MoneyText } from '#shared/money.ts'
import { t } from '../../../messages/message.ts'

export interface Change {
  way: 'more' | 'less' | 'same'
  /** How much, without a word for the way. */
  percent: string
  text: string
}

const alone: Readonly<Record<Change['way'], (percent: string) => string>> = {
  more: (percent) => t('today.change-more', { percent }),
  less: (percent) => t('today.change-less', { percent }),
  same: () => t('today.change-same'),
}
const against: Readonly<Record<Change['way'], (percent: string, days: string) => string>> = {
  more: (percent, days) => t('reports.change-more', { percent, days }),
  less: (percent, days) => t('reports.change-less', { percent, days }),
  same: (_, days) => t('reports.change-same', { days }),
}

/**
 * Null where nothing was, or less than nothing. `days`: which days are compared with, where no
 * other words say so.
 */
export function changeOf(
  now: MoneyText,
  before: MoneyText | undefined,
  days?: string,
): Change | null {
  const was = Number(before?.amount ?? 0)
  const is = Number(now.amount)
  if (was <= 0 || is < 0) return null
  const share = Math.round(((is - was) / was) * 100)
  const way = share > 0 ? 'more' : share < 0 ? 'less' : 'same'
  const percent = `${Math.abs(share).toLocaleString('en')}\u202f%`
  const text = days === undefined ? alone[way](percent) : against[way](percent, days)
  return { way, percent, text }
}
