import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sumsOf } from '#shared/money-sums.ts'
import { wireAmount } from '#shared/money.ts'

it('adds up each currency by itself, exactly, and counts what is not known', () => {
  expect(
    sumsOf([
      { amount: '9007199254740993.01', currency: 'EUR' },
      { amount: '12000', currency: 'JPY' },
      null,
      { amount: '0.02', currency: 'EUR' },
      { amount: '45.500', currency: 'KWD' },
    ]),
  ).toEqual({
    sums: [
      { amount: '9007199254740993.03', currency: 'EUR' },
      { amount: '12000', currency: 'JPY' },
      { amount: '45.500', currency: 'KWD' },
    ],
    unknown: 1,
  })
  expect(sumsOf([])).toEqual({ sums: [], unknown: 0 })
})

it('comes to the same however the digits of a currency are counted', () => {
  const amount = fc.record({ minor: fc.bigInt(0n, 10n ** 17n), digits: fc.nat(4) })
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1 }), (amounts) => {
      const { sums } = sumsOf(
        amounts.map((one) => {
          const money = { ...one, currency: 'EUR' }
          return { amount: wireAmount(money), currency: 'EUR' }
        }),
      )
      const [whole = '', decimals = ''] = sums[0]!.amount.split('.')
      const reported = BigInt(whole + decimals.padEnd(4, '0'))
      const right = amounts.reduce(
        (sum, { minor, digits }) => sum + minor * 10n ** BigInt(4 - digits),
        0n,
      )
      expect([sums.length, reported]).toEqual([1, right])
    }),
  )
})
