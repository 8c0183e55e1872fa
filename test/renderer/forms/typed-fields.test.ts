// From typed fields to a request: only what is shown is sent, nothing is corrected, and proofs are
// not kept.
import { describe, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import {
  faultsFrom,
  maySave,
  requestFrom,
  shownFieldsOf,
  isShownFirst,
  opensMore,
  typedFrom,
  wayField,
} from '../../../src/renderer/forms/typed-fields.ts'

const payout = {
  amount: ' 12.50 ',
  currency: 'EUR',
  order_desc: 'Refund of a deposit',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
  bank_name: 'Bank Haus',
  cardrefid: '9001',
  purpose: '   ',
}
const names = (typed: Record<string, string>): string[] =>
  shownFieldsOf('payout', typed).map(({ name }) => name)

describe('requestFrom', () => {
  it('sends the fields of the chosen destination alone, trimmed, and no empty one', () => {
    expect(requestFrom('payout', { ...payout, [wayField]: 'account' })).toEqual({
      amount: '12.50',
      currency: 'EUR',
      order_desc: 'Refund of a deposit',
      ipaddress: '203.0.113.7',
      account_number: 'DE89370400440532013000',
      bank_name: 'Bank Haus',
    })
    const toCard = requestFrom('payout', { ...payout, [wayField]: 'card' })
    expect(toCard).toMatchObject({ cardrefid: '9001' })
    expect(toCard).not.toHaveProperty('account_number')
    expect(toCard).not.toHaveProperty('bank_name')
  })

  it('sends what a way says by itself', () => {
    const typed = { destination_card_recurring_payment_id: '880002', amount: '5.00' }
    expect(requestFrom('transfer', { ...typed, [wayField]: 'deposit' })).toMatchObject({
      deposit2card: 'true',
      destination_card_recurring_payment_id: '880002',
    })
    expect(requestFrom('transfer', { ...typed, [wayField]: 'between' })).not.toHaveProperty(
      'deposit2card',
    )
  })

  it('leaves an amount as it was typed', () => {
    expect(requestFrom('payout', { amount: '1.234,50' })['amount']).toBe('1.234,50')
  })
})

describe('shownFieldsOf', () => {
  it('shows one destination at a time', () => {
    expect(names({ [wayField]: 'phone' })).toContain('phone')
    expect(names({ [wayField]: 'phone' })).not.toContain('account_number')
    expect(names({ [wayField]: 'phone' })).not.toContain('cardrefid')
    expect(names({ [wayField]: 'no such way' })).toContain('cardrefid')
  })

  it('asks for an account and its holder first; its bank goes with it, and with no other', () => {
    const bank = ['bank_name', 'bank_branch', 'bank_city', 'routing_number']
    const typed = { [wayField]: 'account' }
    const shown = shownFieldsOf('payout', typed)
    const first = shown.filter((field) => isShownFirst('payout', typed, field))
    expect(shown.map(({ name }) => name)).toEqual(expect.arrayContaining(bank))
    expect(first.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['account_number', 'account_name']),
    )
    expect(first.filter(({ name }) => bank.includes(name))).toEqual([])
    for (const way of ['card', 'number', 'wallet', 'phone'])
      expect(names({ [wayField]: way }).filter((name) => bank.includes(name))).toEqual([])
  })
})

describe('faultsFrom', () => {
  it('asks for the destination that was chosen', () => {
    const typed = { ...payout, cardrefid: '', [wayField]: 'card' }
    expect(faultsFrom('payout', typed, 'iso-4217')).toEqual({
      cardrefid: '“Card reference” is required.',
    })
    expect(faultsFrom('payout', { ...typed, [wayField]: 'account' }, 'iso-4217')).toEqual({})
  })

  it('refuses an amount that reads in two ways, and one without a currency', () => {
    const amount = { ...payout, amount: '2.614', [wayField]: 'account' }
    expect(Object.keys(faultsFrom('payout', amount, 'iso-4217'))).toEqual(['amount'])
    const bare = { 'recurring-payment-id': '1', amount: '5.00' }
    expect(Object.keys(faultsFrom('process-recurring-payment', bare, 'iso-4217'))).toEqual([
      'currency',
    ])
  })

  it('asks for a card reference where only a card number could stand for it', () => {
    expect(faultsFrom('create-recurring-payment', {}, 'iso-4217')).toHaveProperty('cardrefid')
  })
})

describe('maySave', () => {
  it('keeps no proof of authentication and no card data', () => {
    expect(['cres', 'pares', 'cvv2', 'credit_card_number'].filter(maySave)).toEqual([])
    expect(maySave('email')).toBe(true)
  })
})

describe('typedFrom', () => {
  it.each<[OperationId, Record<string, string>]>([
    ['payout', { amount: '12.50', currency: 'EUR', account_number: 'DE893704', bank_name: 'Bank' }],
    ['payout', { amount: '12.50', currency: 'EUR', phone: '+372 5550123' }],
    ['payout', { amount: '12.50', currency: 'EUR', cardrefid: '9001' }],
    ['transfer', { destination_card_recurring_payment_id: '7', deposit2card: 'true' }],
    [
      'transfer',
      { card_recurring_payment_id: '6', destination_card_recurring_payment_id: '7', amount: '1' },
    ],
    ['sale-form', { amount: '12.50', currency: 'EUR', email: 'zoe@example.test' }],
  ])('gives the form of a %s back what was sent, without the id of its own', (operation, sent) => {
    expect(
      requestFrom(operation, typedFrom(operation, { ...sent, client_orderid: 'pd-1' })),
    ).toEqual(sent)
  })
  it('leaves out card data, and knows by it that a card was typed', () => {
    const sent = { amount: '12.50', credit_card_number: '4111****1111', expire_month: '12' }
    expect(typedFrom('payout', sent)).toEqual({ amount: '12.50', [wayField]: 'number' })
  })

  it('shows what says where money goes, also where it would be folded, and each fault', () => {
    const more = [{ name: 'bank_name' }, { name: 'customer_note' }]
    const open = (typed: Record<string, string>, faults = {}) => opensMore(more, { typed, faults })
    expect(open({})).toBe(false)
    expect(open({ customer_note: 'typed' })).toBe(false)
    expect(open({ bank_name: 'Typed before' })).toBe(true)
    expect(open({}, { customer_note: 'too long' })).toBe(true)
  })
})
