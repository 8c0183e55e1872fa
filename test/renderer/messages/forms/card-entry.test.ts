// Every fault of a card names what is wrong and how to put it right.
import { describe, expect, it } from 'vitest'
import {
  codeFault,
  expiryFault,
  holderFault,
  numberFault,
  readExpiry,
} from '../../../../src/renderer/messages/forms/card-entry.ts'
import { brandOf } from '../../../../src/shared/cards/card-brand.ts'

const visa = brandOf('411111')
const amex = brandOf('378282')

describe('the card number', () => {
  it.each([
    [0, null, false, /^Enter the card number/],
    [7, visa, true, /12 to 19 digits; this has 7/],
    [15, visa, true, /A Visa number has 13, 16 or 19 digits; this has 15/],
    [16, amex, true, /American Express number has 15 digits; this has 16/],
    [16, visa, false, /A digit is wrong, or two are swapped/],
  ] as const)('%i digits: %s', (count, brand, isLuhn, message) => {
    expect(numberFault(count, brand, isLuhn)).toMatch(message)
  })
  it('is good when length and check digit are', () => {
    expect(numberFault(16, visa, true)).toBeNull()
    expect(numberFault(17, null, true)).toBeNull()
  })
})

describe('brands', () => {
  it.each([
    ['4', 'Visa'],
    ['51', 'Mastercard'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['2200', 'Mir'],
    ['34', 'American Express'],
    ['36', 'Diners Club'],
    ['3528', 'JCB'],
    ['6011', 'Discover'],
    ['62', 'UnionPay'],
    ['6759', 'Maestro'],
  ])('%s is %s', (head, name) => {
    expect(brandOf(head)?.name).toBe(name)
  })
  it.each(['', '2', '2721', '9'])('“%s” is none', (head) => {
    expect(brandOf(head)).toBeNull()
  })
})

describe('the expiry', () => {
  it.each([
    ['07/29', '07', '2029'],
    ['7/29', '07', '2029'],
    [' 07 / 2029 ', '07', '2029'],
    ['0729', '07', '2029'],
    ['072029', '07', '2029'],
    ['07-29', '07', '2029'],
  ])('“%s”', (typed, month, year) => {
    expect(readExpiry(typed)).toEqual({ month, year })
  })
  it.each(['', '13/29', '00/29', '2029', '7', '729', '07/9', 'July 29'])(
    '“%s” is not read',
    (typed) => {
      expect(readExpiry(typed)).toBeNull()
    },
  )
  it('is good until the end of its month', () => {
    expect(expiryFault('11/26', new Date(2026, 10, 30, 23, 59))).toBeNull()
    expect(expiryFault('11/26', new Date(2026, 11, 1))).toMatch(/expired at the end of 11\/2026/)
    expect(expiryFault('', new Date())).toMatch(/like 07\/29/)
  })
})

describe('security code and name', () => {
  it('follow the brand', () => {
    expect(codeFault(3, visa)).toBeNull()
    expect(codeFault(4, visa)).toMatch(/has 3 digits; this has 4/)
    expect(codeFault(3, amex)).toMatch(/has 4 digits; this has 3/)
    expect(codeFault(2, null)).toMatch(/3 or 4/)
    expect(codeFault(0, visa)).toBe('Enter the security code.')
  })
  it('take no card number for a name', () => {
    expect(holderFault('Zoë Müller', false)).toBeNull()
    expect(holderFault('4111 1111 1111 1111', true)).toMatch(/Remove the card number/)
    expect(holderFault(' ', false)).toBe('Enter the name on the card.')
  })
})
