// Which spellings of one gateway account are one here: locks and sums go by it.
import { describe, expect, it } from 'vitest'
import { canonicalOrder, gatewayOf } from '#shared/order-place.ts'

const of = (login: string, baseUrl = 'https://gate.example/paynet') =>
  gatewayOf({ isEmbedded: false, baseUrl, login })

describe('a gateway account', () => {
  it.each([
    ['capitals', 'Caf\u00e9-Shop', 'CAF\u00c9-SHOP'],
    ['composed and decomposed letters', 'caf\u00e9-shop', 'cafe\u0301-shop'],
    ['full-width forms', 'shop-1', '\uff33\uff48\uff4f\uff50\uff0d\uff11'],
    ['characters that nobody sees', 'shop', 's\u200bh\u00ado\u2060p\ufeff'],
    ['letters with two forms', 'stra\u00dfe\u03c2', 'STRASSE\u03a3'],
    ['a capital that has no small one of its own', '\u0130stanbul', 'I\u0307stanbul'],
  ])('is one in spite of %s in its login', (_what, a, b) => {
    expect(of(a)).toBe(of(b))
  })

  it('is another with another login, host, port or scheme', () => {
    const all = [
      of('shop'),
      of('shop1'),
      of('shop', 'https://gate2.example/paynet'),
      of('shop', 'https://gate.example:8443/paynet'),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('the number of an order', () => {
  it.each([
    ['zeros in front', '0006760052'],
    ['a sign', '+6760052'],
    ['decimals that are nothing', '6760052.00'],
    ['a dot behind it', '6760052.'],
    ['full-width digits', '\uff16\uff17\uff16\uff10\uff10\uff15\uff12'],
    ['digits of another script', '\u0666\u0667\u0666\u0660\u0660\u0665\u0662'],
    ['characters that nobody sees', '676\u200b0052\ufeff'],
    ['spaces', '\u00a06760052\t'],
  ])('is one in spite of %s', (_what, spelling) => {
    expect(canonicalOrder(spelling)).toBe('6760052')
  })

  it.each(['67600520', '6760052.5', '-6760052', '6760052-1', 'A07', 'A7', '0x672644'])(
    'is another one as %s',
    (other) => {
      expect(canonicalOrder(other)).toBe(other)
    },
  )
})
