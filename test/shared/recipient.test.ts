// What may be kept of a recipient: the fields of its way, in the payout's own words, and never a
// card number.
import { describe, expect, it } from 'vitest'
import {
  differencesOf,
  goesTo,
  recipientFault,
  recipientWays,
} from '../../src/shared/recipients/recipient.ts'
import { payout } from '../../src/shared/gateway/operations/payout.ts'
import { formatMessages } from '#wording/format-messages.ts'

const iban = 'DE89370400440532013000'

describe('a saved recipient', () => {
  it('has only fields a payout has', () => {
    for (const { fields } of Object.values(recipientWays))
      expect(Object.keys(payout.payout.request.shape)).toEqual(expect.arrayContaining([...fields]))
  })

  it.each([
    ['account', { account_number: iban, bank_name: 'Bank of Examples' }],
    ['wallet', { account_number: 'wallet-0099' }],
    ['phone', { phone: '+372 5550123', first_name: 'Zoë' }],
    ['card', { cardrefid: '2045117' }],
  ] as const)('by %s is kept', (way, fields) => {
    expect(recipientFault(way, 'Zoë', fields)).toBeNull()
  })

  it.each([
    ['account', { account_number: '4111 1111 1111 1111' }, 'account_number', /card number/],
    ['account', { account_number: iban, account_name: '4111111111111111' }, 'account_name', /card/],
    ['wallet', { account_number: '5555-5555-5555-4444' }, 'account_number', /card number/],
    ['phone', { phone: '378282246310005' }, 'phone', /card number/],
    ['card', { cardrefid: '4111111111111111' }, 'cardrefid', /by its reference/],
    ['card', { cardrefid: '2045117', credit_card_number: '1' }, 'credit_card_number', /not belong/],
    ['phone', { phone: 'call me' }, 'phone', /Digits/],
    ['account', { account_name: 'Zoë' }, 'account_number', /required/],
  ] as const)('by %s with %o is refused at %s', (way, fields, field, message) => {
    expect(formatMessages(recipientFault(way, 'Zoë', { ...fields }))).toMatchObject({
      kind: 'input',
      field,
      message: expect.stringMatching(message) as unknown,
    })
  })

  it('is not called by a card number', () => {
    expect(
      recipientFault('wallet', '4111 1111 1111 1111', { account_number: 'w-1' }),
    ).toMatchObject({ field: 'name' })
  })

  it('is where a payout goes only when every field of the destination is the same', () => {
    const account = { account_number: iban, bank_name: 'One' }
    expect(goesTo('account', account, { ...account, amount: '1.00' })).toBe(true)
    expect(goesTo('account', account, { account_number: iban })).toBe(false)
    expect(goesTo('account', account, { ...account, routing_number: '7' })).toBe(false)
    expect(goesTo('wallet', { account_number: iban }, account)).toBe(false)
  })

  it('tells field by field what changed', () => {
    expect(differencesOf({ a: '1', b: '2' }, { a: '1', c: '3' })).toEqual([
      { name: 'b', was: '2', is: '' },
      { name: 'c', was: '', is: '3' },
    ])
  })
})
