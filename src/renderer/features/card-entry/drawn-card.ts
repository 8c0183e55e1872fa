// What the picture beside the fields shows of a card while it is typed: never more than the fields
// show themselves. Of the number it has the last four digits, once it is whole, and dots before.
import type { CardBrand } from '#shared/cards/card-brand.ts'
import type { Digits } from './card-digits.ts'

/** More digits than a month and a year have are something else. */
const mostOfExpiry = 6

export function drawnCard(
  digits: Digits,
  brand: CardBrand | null,
  isWhole: boolean,
  typed: { expires: string; holder: string },
): { card: string; expires: string; holder: string } {
  const last = [4, 3, 2, 1].map((back) => (isWhole ? digits.shownAt(digits.length - back) : '•'))
  // A number that is typed into the wrong field is not drawn a second time.
  const expires = typed.expires.replace(/\D/g, '').length > mostOfExpiry ? '' : typed.expires
  const holder = /\d/.test(typed.holder) ? '' : typed.holder
  return {
    card: `${brand?.name ?? ''} ${last.join('')}`.trim(),
    ...{ expires: expires.trim(), holder: holder.trim() },
  }
}
