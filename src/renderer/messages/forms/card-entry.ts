// Messages of the card fields: the environment, the fault and its remedy. They never contain a
// digit.
import type { CardBrand } from '#shared/cards/card-brand.ts'
import { t } from '../message.ts'

const environmentMessages = {
  sandbox: t('payouts.card-in-sandbox'),
  test: t('payouts.card-in-test'),
  production: t('payouts.card-in-production'),
} as const

export type CardEnvironment = keyof typeof environmentMessages

/** `hasNumber`: a card number is typed, not just the code of a saved card. */
export const whereMessage = (environment: CardEnvironment, hasNumber: boolean): string =>
  environment === 'sandbox' && !hasNumber
    ? t('payouts.code-in-sandbox')
    : environmentMessages[environment]

export const cardHints = {
  number: t('payouts.card-shown-digits'),
  code: t('payouts.security-code-hint'),
  expiry: t('payouts.expiry-hint'),
  holder: t('payouts.holder-hint'),
} as const

export const tooManyDigits = {
  number: t('payouts.number-full'),
  code: t('payouts.security-code-full'),
} as const

export const clearedMessages = {
  idle: t('payouts.card-cleared-idle'),
  review: t('payouts.card-cleared-with-review'),
  held: t('payouts.card-cleared-after-five'),
  hidden: t('payouts.card-cleared-hidden'),
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
  if (count < 12) return t('payouts.number-length', { count })
  if (brand !== null && !brand.lengths.includes(count))
    return t('payouts.number-length-of-scheme', {
      name: brand.name,
      list: listOf(brand.lengths),
      count,
    })
  return isLuhn ? null : t('payouts.number-wrong')
}

export function codeFault(count: number, brand: CardBrand | null): string | null {
  if (count === 0) return t('operations.enter-the-security-code')
  if (brand === null ? count === 3 || count === 4 : count === brand.codeLength) return null
  return brand === null
    ? t('payouts.security-code-length', { count })
    : t('payouts.security-code-length-of-scheme', { codeLength: brand.codeLength, count })
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
  if (typed.trim() === '') return t('payouts.expiry-missing')
  const expiry = readExpiry(typed)
  if (expiry === null) return t('payouts.expiry-incomplete')
  const isPast = new Date(Number(expiry.year), Number(expiry.month), 1) <= now
  return isPast ? t('payouts.card-expired', { month: expiry.month, year: expiry.year }) : null
}

export function holderFault(typed: string, holdsNumber: boolean): string | null {
  if (typed.trim() === '') return t('payouts.holder-missing')
  if (holdsNumber) return t('payouts.holder-is-number')
  return typed.trim().length > 128 ? t('operations.at-most-128-characters') : null
}
