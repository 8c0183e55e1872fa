// What a list of the shop and the gateway tell differently of one order.
import { expect, it } from 'vitest'
import type { ShopOrder } from '../../../../src/shared/shop/shop-methods.ts'
import {
  differenceOf,
  shopFacts,
  type Told,
} from '../../../../src/renderer/features/shop-orders/shop-facts.ts'

const order: ShopOrder = {
  ...{ number: 1, connectionId: 'shop', orderid: '7', clientOrderid: 'inv-7' },
  ...{ amount: { amount: '20.00', currency: 'EUR' }, day: '2026-03-06', name: 'Zoë Smith-Größe' },
  ...{ email: 'Zoe@shop.test', lastFour: '4444', answer: 'read', answeredAt: 1, knownAs: '7' },
  list: { id: 'l', name: 'march.csv', line: 2, at: 1 },
}
const paidOn = (processingDate: string): Told['timeline'] =>
  [{ source: 'service', title: 'sale', bank: { processingDate } }] as unknown as Told['timeline']
const told = (part: Partial<Told>, answer: Record<string, string> = {}): Told => ({
  ...{ original: null, clientOrderid: 'inv-7', timeline: [], answer },
  ...part,
})
const differing = (said: Told | null): string[] =>
  shopFacts(order, said, 'UTC').flatMap(({ id, other }) => (other === null ? [] : [id]))

it('compares nothing that the gateway did not tell', () => {
  expect(differing(null)).toEqual([])
  expect(differing(told({ clientOrderid: '' }))).toEqual([])
})

it.each([
  ['ZOE SMITH GROSSE', []],
  ['GRÖSSE-SMITH ZOE', []],
  ['Größe, Zoe Smith', []],
  ['MRS ZOË SMITH GRÖßE', []],
  ['Smith', []],
  ['Ann Smith', ['name']],
])('a card of %s', (name, others) => {
  expect(differing(told({}, { 'cardholder-name': name }))).toEqual(others)
})

it.each([
  ['2026-03-07 00:10:00 MSK', []],
  ['2026-03-05 23:59:00 UTC', []],
  ['2026-03-08 00:10:00 UTC', ['day']],
  ['some day', []],
])('a payment of %s', (date, others) => {
  expect(differing(told({ timeline: paidOn(date) }))).toEqual(others)
})

it.each([
  ['2026-03-07 23:31:55 UTC', 'Europe/Helsinki', '8 Mar 2026'],
  ['2026-03-08 00:31:55 UTC', 'America/New_York', '7 Mar 2026'],
  ['2026-03-08 00:31:55 UTC', 'UTC', '8 Mar 2026'],
  ['2026-03-08 00:10:00 MSK', 'America/New_York', '8 Mar 2026'],
])('tells the day of %s by the clocks of %s', (date, zone, day) => {
  const shop = { ...order, day: '2026-03-03' }
  const [fact] = shopFacts(shop, told({ timeline: paidOn(date) }), zone).filter(
    ({ id }) => id === 'day',
  )
  expect(fact).toMatchObject({ value: '3 Mar 2026', other: day })
})

it.each([
  ['2026-03-05 23:31:55 UTC', 'Europe/Helsinki'],
  ['2026-03-06 23:31:55 UTC', 'Europe/Helsinki'],
  ['2026-03-07 00:31:55 UTC', 'America/New_York'],
  ['2026-03-06 00:31:55 UTC', 'America/New_York'],
])('finds the day right that it is in UTC or in the zone: %s in %s', (date, zone) => {
  const facts = shopFacts(order, told({ timeline: paidOn(date) }), zone)
  expect(facts.filter(({ other }) => other !== null)).toEqual([])
})

it('compares amount, ids, digits, and an address in any case', () => {
  const original = { amount: '20.10', currency: 'EUR' } as Told['original']
  expect(differing(told({}, { email: ' zoe@SHOP.test', 'last-four-digits': '4444' }))).toEqual([])
  expect(
    differing(
      told({ original, clientOrderid: 'x' }, { email: 'a@b.test', 'last-four-digits': '1' }),
    ),
  ).toEqual(['own-id', 'amount', 'email', 'last-four'])
})

it('warns of what tells one payment from another, and of no other day or address', () => {
  const said = told({ timeline: paidOn('2026-04-01') }, { email: 'a@b.test' })
  const other = shopFacts(order, said, 'UTC').filter((one) => one.other !== null)
  expect(other.map(({ id, matters }) => [id, matters])).toEqual([
    ['day', false],
    ['email', false],
  ])
  const card = shopFacts(order, told({}, { 'last-four-digits': '1' }), 'UTC')
  expect(card.find(({ id }) => id === 'last-four')).toMatchObject({ other: '1', matters: true })
})

it('tells what differs in words, and that another day alone is no other payment', () => {
  const day = { timeline: paidOn('2026-04-01') }
  expect(differenceOf(order, told({}))).toEqual({ what: '', matters: false })
  expect(differenceOf(order, told(day))).toEqual({ what: 'Date', matters: false })
  const said = told(day, { 'last-four-digits': '1111' })
  expect(differenceOf(order, said)).toEqual({ what: 'Date, Last four digits', matters: true })
})
