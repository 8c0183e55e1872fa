// What the card's fields say: which environment it is typed for, what is wrong and how to put it
// right. Never a digit of it.
import type { CardBrand } from '#shared/cards/card-brand.ts'

export const environmentMessages = {
  sandbox: 'Sandbox: no real money moves. A test card is a 4 followed by fifteen 1s.',
  test: 'Test connection: enter a test card of the gateway. A customer’s card has no place here.',
  production: 'Production: this is a customer’s card, and real money moves.',
} as const

export const cardHints = {
  number: 'Only the first six and the last four digits are shown.',
  code: 'On the back; American Express has four digits on the front.',
  expiry: 'Month and year, like 07/29.',
  holder: 'As it stands on the card.',
} as const

export const tooManyDigits = {
  number: 'A card number has at most 19 digits; nothing was added.',
  code: 'A security code has 3 or 4 digits; nothing was added.',
} as const

export const clearedMessages = {
  idle: 'The card was cleared after two minutes without a key pressed. Enter it again.',
  review: 'The card was forgotten with its review. Enter it again.',
  held: 'The card was forgotten five minutes after it was entered. Enter it again.',
  hidden: 'The card was cleared because the window was hidden. Enter it again.',
} as const

const listOf = (numbers: readonly number[]): string =>
  numbers.length < 2
    ? numbers.join('')
    : `${numbers.slice(0, -1).join(', ')} or ${String(numbers.at(-1))}`

/** Null when the number can be one. */
export function numberFault(
  count: number,
  brand: CardBrand | null,
  isLuhn: boolean,
): string | null {
  if (count === 0) return 'Enter the card number.'
  if (count < 12) return `A card number has 12 to 19 digits; this has ${count}.`
  if (brand !== null && !brand.lengths.includes(count))
    return `A ${brand.name} number has ${listOf(brand.lengths)} digits; this has ${count}.`
  return isLuhn
    ? null
    : 'This can’t be a card number: a digit is wrong, or two are swapped. Compare it with the card.'
}

export function codeFault(count: number, brand: CardBrand | null): string | null {
  if (count === 0) return 'Enter the security code.'
  if (brand === null ? count === 3 || count === 4 : count === brand.codeLength) return null
  return `The security code has ${brand === null ? '3 or 4' : `${brand.codeLength}`} digits; this has ${count}.`
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
  if (typed.trim() === '') return `Enter when the card expires, like 07/29.`
  const expiry = readExpiry(typed)
  if (expiry === null) return 'Enter month and year, like 07/29.'
  const isPast = new Date(Number(expiry.year), Number(expiry.month), 1) <= now
  return isPast
    ? `This card expired at the end of ${expiry.month}/${expiry.year}. Ask for another one.`
    : null
}

export function holderFault(typed: string, holdsNumber: boolean): string | null {
  if (typed.trim() === '') return 'Enter the name on the card.'
  if (holdsNumber) return 'Remove the card number: only the name goes here.'
  return typed.trim().length > 128 ? 'At most 128 characters.' : null
}
