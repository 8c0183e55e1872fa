// Whom an order paid, in one text: a number alone is never taken for a customer.
import { expect, it } from 'vitest'
import { payeeOf } from '#shared/gateway/orders/event-facts.ts'
import { customerNamed } from '#wording/payees.ts'

const named = (operation: string, request: Record<string, string>, customer = ''): string => {
  const payee = payeeOf(operation, request)
  return customerNamed({ customer, ...(payee === null ? {} : { payee }) })
}

it.each([
  ['payout', { account_number: 'wallet-0099' }, 'Wallet wallet-0099'],
  ['payout', { account_number: 'DE89370400440532013000' }, 'Account DE89370400440532013000'],
  ['payout', { account_number: '12-3456-78' }, 'Account 12-3456-78'],
  ['payout', { account_number: 'AB12', bank_name: 'Bank of Examples' }, 'Account AB12'],
  ['payout', { account_number: 'w-1', account_name: 'Zoë Müller' }, 'Zoë Müller'],
  ['payout-check', { phone: '+372 5550123' }, 'Phone +372 5550123'],
  ['payout', { cardrefid: '880002' }, 'Card 880002'],
  ['payout', { credit_card_number: '4111111111111111' }, 'Card 1111'],
  ['transfer', { destination_card_recurring_payment_id: '880002' }, 'Subscription 880002'],
  ['transfer', { 'destination-card-no': '4111111111111111' }, 'Card 1111'],
  ['sale', { cardrefid: '880002' }, ''],
])('a %s with %o is of “%s”', (operation, request, text) => {
  expect(named(operation, request)).toBe(text)
})

it('the customer whom the gateway names goes before whom the order paid', () => {
  expect(named('payout', { cardrefid: '880002' }, 'JOHN SMITH')).toBe('JOHN SMITH')
})
