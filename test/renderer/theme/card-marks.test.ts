// Each brand that the program knows by its digits, but Mir, has a mark of its own; no other text
// has one.
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { cardMarkOf } from '../../../src/renderer/theme/card-marks.ts'
import CardMark from '../../../src/renderer/ui/pictures/CardMark.vue'

const brands = [
  ...['Visa', 'Mastercard', 'Maestro', 'American Express', 'JCB', 'Discover', 'Diners Club'],
  'UnionPay',
]
const drawn = (card: string, isCard = false): Promise<string> =>
  renderToString(createSSRApp(CardMark, { card, isCard }))

it('tells every brand apart, however a gateway spells its name', () => {
  expect(new Set(brands.map((brand) => cardMarkOf(`${brand} 1111`))).size).toBe(brands.length)
  expect(brands.every((brand) => cardMarkOf(brand) !== undefined)).toBe(true)
  for (const [one, other] of [
    ['VISA 1111', 'Visa'],
    ['MASTER CARD 2222', 'Mastercard'],
    ['Amex 3333', 'American Express'],
    ['China UnionPay 4444', 'UnionPay'],
  ] as const)
    expect(cardMarkOf(one)).toBe(cardMarkOf(other))
})

it('draws a plain card where the brand is not known', async () => {
  const plain = await drawn('Card 1111', true)
  expect(plain).toMatch(/^<svg[^>]*aria-hidden="true"/)
  expect(await drawn('Elo 5555', true)).toBe(plain)
  expect(await drawn('Visa 1111', true)).not.toBe(plain)
})

it('draws nothing beside a text that may be a person or an account', async () => {
  for (const text of ['Visa Consulting', 'Discovery 1111 Ltd', 'DE89 3704 0044', 'Card 1111', ''])
    expect(await drawn(text), text).not.toMatch(/<svg/)
  expect(await drawn('Visa 1111 · JOHN SMITH')).toMatch(/<svg/)
  expect(await drawn('MASTERCARD 2222, 12/29')).toMatch(/<svg/)
})
