// Whether two payments may go to one destination: a second look is asked for where they may.
import { describe, expect, it } from 'vitest'
import { mayBeTwins, paymentText } from '#shared/gateway/twins.ts'
import type { Money } from '#shared/money.ts'

const amount: Money = { minor: 3_000n, currency: 'EUR', digits: 2 }
const areTwins = (name: string, a: string, b: string, operation = 'payout'): boolean => {
  const request = (value: string) => ({ operation, amount, goesTo: { [name]: value } })
  const found = mayBeTwins(request(a), request(b))
  expect(mayBeTwins(request(b), request(a))).toBe(found)
  return found
}
const iban = 'DE89370400440532013000'

describe('A payment to one destination is a twin however the destination was typed', () => {
  it.each([
    ['spaces', 'DE89 3704 0044 0532 0130 00'],
    ['small letters', 'de89370400440532013000'],
    ['dots', 'DE89.3704.0044.0532.0130.00'],
    ['slashes', 'DE89/3704/0044/0532/0130/00'],
    ['long dashes', 'DE89–3704—0044‑0532−0130-00'],
    ['unseen characters', 'DE89\u200b3704\u00a00044\u202f0532\u00ad0130\ufeff00'],
    [
      'full-width forms',
      'DE89370400440532013000'.replace(/./g, (one) =>
        String.fromCharCode(one.charCodeAt(0) + 0xfee0),
      ),
    ],
    ['the account number alone', '532013000'],
    ['the account number alone, with its zeros', '0532013000'],
    ['bank code and account number', '37040044 0532013000'],
  ])('an IBAN with %s', (_how, typed) => {
    expect(areTwins('account_number', iban, typed)).toBe(true)
  })

  it.each([
    ['digits of another script', '123456', '\u0661\u0662\u0663\u0664\u0665\u0666'],
    ['zeros in front', '0000123456', '123456'],
    ['dashes and slashes', '12-34/56.78', '12345678'],
    ['accents in two forms', 'Konto-\u00e9-1', 'konto-e\u0301-1'],
    [
      'an account that was masked as a card number, in another spelling',
      '411111••••••1111',
      'W-4111-1111-1111-1111',
    ],
  ])('an account number with %s', (_how, a, b) => {
    expect(areTwins('account_number', a, b)).toBe(true)
  })

  it.each([
    ['+49 170 1234567', '0049 170 1234567'],
    ['+49 170 1234567', '0170/1234567'],
    ['+49 170 1234567', '+49 (0)170 123-45-67'],
    ['+36 20 123 4567', '06 20 123 4567'],
    ['+7 900 123-45-67', '8 900 123 45 67'],
    ['+372 5550123', '555 0123'],
    ['+372 5550123', '+372 5550123'],
  ])('a phone number: %s and %s', (a, b) => {
    expect(areTwins('phone', a, b)).toBe(true)
  })

  it('a transfer to a card reference, a rebill, a subscription', () => {
    for (const [name, operation] of [
      ['destination_card_recurring_payment_id', 'transfer'],
      ['cardrefid', 'make-rebill'],
      ['recurring-payment-id', 'process-recurring-payment'],
    ] as const)
      expect(areTwins(name, 'RP-009 1', 'rp.0091', operation)).toBe(true)
    expect(areTwins('email', 'Zoe@Example.org', ' zoe@example.org')).toBe(true)
  })
})

it('A payment of one amount is a twin whatever digits its connection counts, and of another one is none', () => {
  const of = (minor: bigint, digits: number, currency = 'JPY') => ({
    operation: 'payout',
    goesTo: { account_number: iban },
    amount: { minor, currency, digits },
  })
  expect(mayBeTwins(of(5_000n, 0), of(500_000n, 2))).toBe(true)
  expect(mayBeTwins(of(5_000n, 0), of(5_000n, 2))).toBe(false)
  expect(mayBeTwins(of(5_000n, 2, 'EUR'), of(5_000n, 2, 'USD'))).toBe(false)
})

describe('A payment to another destination is none', () => {
  it.each([
    ['account_number', iban, `${iban}1`],
    ['account_number', iban, 'DE12500105170648489890'],
    ['account_number', iban, '13000'],
    ['account_number', '123456', '1234560'],
    ['account_number', '411111••••••1111', '4111-1111-1111-1112'],
    ['phone', '+49 170 1234567', '+49 170 1234568'],
    ['phone', '+372 5550123', '+372 5550124'],
    ['phone', '112', '0112233'],
    ['email', 'zoe@example.org', 'joe@example.org'],
    ['account_number', '', ''],
    ['account_number', '---', '...'],
  ])('%s: %s and %s', (name, a, b) => {
    expect(areTwins(name, a, b)).toBe(false)
  })
})

describe('The text of a payment', () => {
  const textOf = (goesTo: Record<string, string>, more: object = {}, service = 'gw shop') =>
    paymentText(service, { operation: 'payout', amount, goesTo, ...more })
  const own = textOf({ account_number: iban })

  it.each<[string, Record<string, string>, object]>([
    ['its spelling', { account_number: ' de89 3704-0044 0532 0130 00' }, {}],
    ['who holds the account', { account_number: iban, account_name: 'Z. Müller' }, {}],
    ['a further party', { account_number: iban, phone: '+49 170 1234567' }, {}],
    ['how it is paid', { account_number: iban }, { operation: 'payout-pay' }],
    [
      'the digits its connection counts',
      { account_number: iban },
      { amount: { ...amount, minor: 30_000n, digits: 3 } },
    ],
  ])('is the same whatever %s, and of a twin', (_what, goesTo, more) => {
    expect(textOf(goesTo, more)).toBe(own)
    const request = { operation: 'payout', amount, goesTo, ...more }
    const first = { operation: 'payout', amount, goesTo: { account_number: iban } }
    expect(mayBeTwins(first, request)).toBe(true)
  })

  it.each<[string, Record<string, string>, object]>([
    ['account', { account_number: iban.replace(/0$/, '1') }, {}],
    ['kind of destination', { cardrefid: iban }, {}],
    ['amount', { account_number: iban }, { amount: { ...amount, minor: 3_001n } }],
    ['currency', { account_number: iban }, { amount: { ...amount, currency: 'USD' } }],
    ['amount that is not known', { account_number: iban }, { amount: null }],
  ])('is another one of another %s', (_what, goesTo, more) => {
    expect(textOf(goesTo, more)).not.toBe(own)
  })

  it('is another one at another gateway, and of another kind of payment', () => {
    expect(textOf({ account_number: iban }, {}, 'gw other')).not.toBe(own)
    const of = (operation: string) => textOf({ cardrefid: '91' }, { operation })
    expect(of('make-rebill')).not.toBe(of('payout'))
  })

  it('is one for a phone number with its country and without', () => {
    expect(textOf({ phone: '+49 170 1234567' })).toBe(textOf({ phone: '0170/1234567' }))
  })

  it('is none where a second one moves nothing, or names no destination', () => {
    expect(textOf({ orderid: '7' }, { operation: 'return' })).toBeNull()
    expect(textOf({ account_number: ' ' })).toBeNull()
  })
})
