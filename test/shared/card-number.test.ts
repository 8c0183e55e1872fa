import { describe, expect, it } from 'vitest'
import { holdsCardNumber, maskCardNumbers } from '#shared/card-number.ts'

describe('what looks like a card number', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111 12/30',
    'card 5555555555554444, please',
    '378282246310005',
  ])('is found in %j', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
    expect(holdsCardNumber(maskCardNumbers(text))).toBe(false)
  })

  it.each(['6768788', '4111111111111112', 'inv-20261121-0001', '1111111111111', 'pd-01JD4XN8', ''])(
    'is not found in %j',
    (text) => {
      expect(holdsCardNumber(text)).toBe(false)
      expect(maskCardNumbers(text)).toBe(text)
    },
  )
})
