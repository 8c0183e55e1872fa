// What a list of the shop says of an order beside what the gateway told of it, and what differs. A
// name is the same in capitals, without accents and in another order; a day may be one off in UTC,
// since the list names no time zone: that is the day of every zone, also of the window's. Pure.
import type { OrderView } from '#shared/bridge/views.ts'
import type { ShopOrder } from '#shared/shop/shop-methods.ts'
import { formatAmount } from '#wording/amounts.ts'
import { paidAt } from '../../messages/forms/payer.ts'
import { t } from '../../messages/message.ts'
import { dayThere, longDay } from '../../messages/times.ts'

export interface ShopFact {
  id: string
  label: string
  value: string
  /** What the gateway says instead. */
  other: string | null
  /** What differs may be another payment: another day or e-mail address alone is none. */
  matters: boolean
}

/** What tells one payment from another. */
const telling: ReadonlySet<string> = new Set(['orderid', 'own-id', 'amount', 'name', 'last-four'])

/** What the gateway told, where it did. */
export type Told = Pick<OrderView, 'original' | 'clientOrderid' | 'answer' | 'timeline'>

type Same = (one: string, other: string) => boolean
const isExact: Same = (one, other) => one === other
const isCaseless: Same = (one, other) => one.toLowerCase() === other.toLowerCase()

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
/** "MR JOHN SMITH" is "Smith, John". */
const isSameName: Same = (one, other) => {
  const [less, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  return less!.every((word) => more!.includes(word))
}
const dayMs = 86_400_000
const isSameDay: Same = (day, paid) =>
  Math.abs(Date.parse(day) - Date.parse(paid.slice(0, 10))) <= dayMs

/** What differs at all, in words, and whether that may be another payment. */
export function differenceOf(order: ShopOrder, told: Told): { what: string; matters: boolean } {
  const differing = shopFacts(order, told, 'UTC').filter(({ other }) => other !== null)
  return {
    what: differing.map(({ label }) => label).join(', '),
    matters: differing.some((one) => one.matters),
  }
}

/** Days of the gateway are told in the zone; which facts differ is the same in all zones. */
export function shopFacts(order: ShopOrder, told: Told | null, zone: string): ShopFact[] {
  const answer = told?.answer ?? {}
  const original = told?.original ?? null
  const name = answer['cardholder-name'] ?? answer['name'] ?? ''
  const facts: [string, string, string | null, string, Same][] = [
    ['orderid', t('everywhere.order-id-label'), order.orderid, '', isExact],
    [
      ...(['own-id', t('everywhere.merchant-order-id-label'), order.clientOrderid] as const),
      ...([told?.clientOrderid ?? '', isExact] as const),
    ],
    [
      ...(['amount', t('everywhere.amount')] as const),
      order.amount === null ? null : formatAmount(order.amount),
      ...([original === null ? '' : formatAmount(original), isExact] as const),
    ],
    ['day', t('shop.day'), order.day, paidAt(told?.timeline ?? []), isSameDay],
    ['name', t('everywhere.customer'), order.name, name.trim(), isSameName],
    ['email', t('everywhere.e-mail'), order.email, answer['email']?.trim() ?? '', isCaseless],
    [
      ...(['last-four', t('everywhere.last-four-digits'), order.lastFour] as const),
      ...([answer['last-four-digits'] ?? '', isExact] as const),
    ],
  ]
  return facts.flatMap(([id, label, value, said, isSame]) =>
    value === null || value === ''
      ? []
      : [
          {
            ...{ id, label, matters: telling.has(id) },
            value: id === 'day' ? longDay(value) : value,
            other:
              said === '' || isSame(value, said)
                ? null
                : id === 'day'
                  ? dayThere(said, zone)
                  : said,
          },
        ],
  )
}
