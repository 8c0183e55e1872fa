import { describe, expect, it } from 'vitest'
import {
  amountAsked,
  askedOf,
  noFilter,
  whyNoAmount,
} from '../../../../src/renderer/features/orders/order-filter.ts'

describe('the amounts of a filter', () => {
  it.each([
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['1.234,5', '1234.5'],
    ['1 234', '1234'],
    ['9000', '9000'],
  ])('%s asks for %s', (typed, asked) => {
    expect(amountAsked(typed)).toBe(asked)
    expect(whyNoAmount(typed)).toBe('')
    expect(askedOf({ ...noFilter(), amountFrom: typed, amountUntil: typed })).toEqual({
      amountFrom: asked,
      amountUntil: asked,
    })
  })

  it('asks for nothing where there are two readings, and says both', () => {
    expect(askedOf({ ...noFilter(), amountFrom: '1,234' })).toEqual({})
    expect(whyNoAmount('1,234')).toContain('could mean 1234 or 1.234')
  })

  it.each(['12.', 'twelve', '1.23456'])('%s asks for nothing, and says why', (typed) => {
    expect(askedOf({ ...noFilter(), amountUntil: typed })).toEqual({})
    expect(whyNoAmount(typed)).toContain('is not an amount')
  })
})
