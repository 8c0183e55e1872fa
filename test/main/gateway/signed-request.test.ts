import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestOf, keyedCard } from '../../../src/main/gateway/signed-request.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'

const url = 'https://gate.example.test/paynet/api/v2/sale/1144'
const key = Buffer.alloc(32, 7)
const sale: [string, string][] = [
  ['client_orderid', 'pd-1'],
  ['amount', '12.34'],
  ['currency', 'EUR'],
  ['credit_card_number', '4111111111111111'],
  ['cvv2', '737'],
  ['expire_month', '12'],
  ['expire_year', '2031'],
  ['card_printed_name', 'ZOE'],
]
const digest = (fields = sale, cardKey = key): string =>
  digestOf('sale', url, 'merchant', keyedCard(fields, new Map(), cardKey))
const changed = (name: string, value: string): [string, string][] =>
  sale.map(([one, was]) => [one, one === name ? value : was])

describe('the digest of a request that holds a card', () => {
  it('is the same for the same card, and another when any part of it differs', () => {
    expect(digest()).toBe(digest([...sale].reverse()))
    const digests = [
      digest(),
      ...sale
        .filter(([name]) => cardFields.has(name))
        .map(([name, value]) => digest(changed(name, `${value.slice(0, -1)}3`))),
    ]
    expect(digests).toHaveLength(6)
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('can’t be found by somebody who has it and tries out cards: it is keyed with what is not kept', () => {
    const sorted = sale.toSorted(([a], [b]) => (a < b ? -1 : 1))
    const plain = createHash('sha256')
      .update(JSON.stringify(['sale', url, 'merchant', sorted]))
      .digest('hex')
    expect(digest()).not.toBe(plain)
    expect(digest(sale, Buffer.alloc(32, 8))).not.toBe(digest())
  })

  it('does not depend on the key where there is no card', () => {
    const fields = sale.filter(([name]) => !cardFields.has(name))
    expect(digest(fields, Buffer.alloc(32, 8))).toBe(digest(fields))
  })
})
