// Messages of the card fields: the environment, the fault and its remedy. They never contain a
// digit.
import type { CardBrand } from '#shared/cards/card-brand.ts'
import { t } from '../message.ts'

export const environmentMessages = {
  sandbox: t('payouts.sandbox-no-real-money-moves-a-test-card'),
  test: t('payouts.test-connection-enter-a-test-card'),
  production: t('payouts.production-this-is-a-customers-card-and-real'),
} as const

export const cardHints = {
  number: t('payouts.only-the-first-six-and-the-last-four'),
  code: t('payouts.on-the-back-american-express-has-four-digits'),
  expiry: t('payouts.month-and-year-like-07-29'),
  holder: t('payouts.as-it-stands-on-the-card'),
} as const

export const tooManyDigits = {
  number: t('payouts.a-card-number-has-at-most-19-digits'),
  code: t('payouts.a-security-code-has-3-or-4-digits'),
} as const

export const clearedMessages = {
  idle: t('payouts.the-card-was-cleared-after-two-minutes-without'),
  review: t('payouts.the-card-was-forgotten-with-its-review-enter'),
  held: t('payouts.the-card-was-forgotten-five-minutes-after'),
  hidden: t('payouts.the-card-was-cleared-because-the-window'),
} as const

const listOf = (numbers: readonly number[]): string =>
  numbers.length < 2
    ? numbers.join('')
    : t('payouts.numbers-or-last-number', {
        numbers: numbers.slice(0, -1).join(', '),
        last: String(numbers.at(-1)),
      })

/** Null when the number can be one. */
export function numberFault(
  count: number,
  brand: CardBrand | null,
  isLuhn: boolean,
): string | null {
  if (count === 0) return t('operations.enter-the-card-number')
  if (count < 12) return t('payouts.a-card-number-has-12-to-19-digits-this-has-count', { count })
  if (brand !== null && !brand.lengths.includes(count))
    return t('payouts.a-name-number-has-list-digits', {
      name: brand.name,
      list: listOf(brand.lengths),
      count,
    })
  return isLuhn ? null : t('payouts.this-cant-be-a-card-number-a-digit')
}

export function codeFault(count: number, brand: CardBrand | null): string | null {
  if (count === 0) return t('operations.enter-the-security-code')
  if (brand === null ? count === 3 || count === 4 : count === brand.codeLength) return null
  return brand === null
    ? t('payouts.the-security-code-has-3-or-4-digits-this-has-count', { count })
    : t('payouts.the-security-code-has-code-length-digits', { codeLength: brand.codeLength, count })
}

export interface Expiry {
  month: string
  year: string
}

/** `07/29`, `7/2029`, `0729`: month first, as cards have it. Null for anything else. */
export function readExpiry(typed: string): Expiry | null {
  const match =
    /^(\d{1,2})\s*[/ .-]\s*(\d{2}|\d{4})$/.exec(typed.trim()) ??
    /^(\d{2})(\d{2}|\d{4})$/.exec(typed.trim())
  const [, month = '', year = ''] = match ?? []
  if (Number(month) < 1 || Number(month) > 12) return null
  return { month: month.padStart(2, '0'), year: year.length === 2 ? `20${year}` : year }
}

/** A card is good until the end of its month. */
export function expiryFault(typed: string, now: Date): string | null {
  if (typed.trim() === '') return t('payouts.enter-when-the-card-expires-like-07-29')
  const expiry = readExpiry(typed)
  if (expiry === null) return t('payouts.enter-month-and-year-like-07-29')
  const isPast = new Date(Number(expiry.year), Number(expiry.month), 1) <= now
  return isPast
    ? t('payouts.this-card-expired-at-the-end-of-month', { month: expiry.month, year: expiry.year })
    : null
}

export function holderFault(typed: string, holdsNumber: boolean): string | null {
  if (typed.trim() === '') return t('payouts.enter-the-name-on-the-card')
  if (holdsNumber) return t('payouts.remove-the-card-number-from-the-name')
  return typed.trim().length > 128 ? t('operations.at-most-128-characters') : null
}
