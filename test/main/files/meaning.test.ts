// What rows mean, and what they don't.
import { describe, expect, it } from 'vitest'
import { fileMeaning, rowMeaning } from '../../../src/main/files/meaning.ts'
import { fileRow } from './file-rows.ts'

const of = { operation: 'return', account: 'shop-eu' }
const one = fileRow(2, '6760150', 2000n)
const two = fileRow(3, '6760151', 2000n)
const hex = (...args: Parameters<typeof rowMeaning>): string => rowMeaning(...args).toString('hex')

describe('the meaning of a row', () => {
  it('is that of its money and its order, wherever it stands', () => {
    expect(hex(of, { ...one, line: 9, reason: 'late', name: 'Anna' } as typeof one)).toBe(
      hex(of, one),
    )
  })

  it('differs with each part', () => {
    const others = [
      hex({ ...of, operation: 'capture' }, one),
      hex({ ...of, account: 'shop-us' }, one),
      hex(of, two),
      hex(of, { ...one, orderId: null, merchantOrderId: '6760150' }),
      hex(of, { ...one, amount: null }),
      hex(of, { ...one, amount: { minor: 2001n, currency: 'EUR', digits: 2 } }),
      hex(of, { ...one, amount: { minor: 2000n, currency: 'USD', digits: 2 } }),
      hex(of, { ...one, amount: { minor: 2000n, currency: 'EUR', digits: 3 } }),
    ]
    expect(new Set([hex(of, one), ...others]).size).toBe(others.length + 1)
  })
})

describe('the meaning of a file', () => {
  it('has no order, and counts equal rows', () => {
    expect(fileMeaning(of, [one, two])).toBe(fileMeaning(of, [two, one]))
    expect(fileMeaning(of, [one, one])).not.toBe(fileMeaning(of, [one]))
    expect(fileMeaning(of, [])).toMatch(/^[0-9a-f]{64}$/)
  })
})
