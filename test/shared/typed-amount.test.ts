import { describe, expect, it } from 'vitest'
import { amountSought } from '../../src/shared/typed-amount.ts'

describe('an amount that is searched for', () => {
  it.each([
    ['12,50', '12.50'],
    ['12,50 €', '12.50'],
    ['€ 12.50', '12.50'],
    ['1.234,50 EUR', '1234.50 EUR'],
    ['1\u202f234.50\u00a0EUR', '1234.50 EUR'],
  ])('%j is asked for as %s', (typed, asked) => {
    expect(amountSought(typed)).toBe(asked)
  })

  it.each([
    '12.50',
    '12.50 EUR',
    '1234',
    '6760150',
    '1,234',
    'anna@shop.test',
    '1,2,3',
    '4111 1111',
  ])('%j is searched as it stands', (typed) => {
    expect(amountSought(typed)).toBeNull()
  })
})
