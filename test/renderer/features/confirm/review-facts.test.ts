// Whatever waits for its undo, or leaves at once, says so where it is confirmed.
import { describe, expect, it } from 'vitest'
import type { Review } from '#shared/bridge/views.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { undoMsOf } from '../../../../src/main/desk/payments/plan/plan.ts'
import {
  namesOfTwins,
  payeeIn,
  payoutFacts,
  paysAccount,
  reviewFacts,
  saysUndo,
  transferFacts,
  undoText,
} from '../../../../src/renderer/features/confirm/review-facts.ts'
import { t } from '../../../../src/renderer/messages/message.ts'
import { connection } from '../../../fakes/desk.ts'

it('is said of each operation that main keeps waiting, and of no other one', () => {
  const { money } = connection.settings
  const settings = { ...connection.settings, money: { ...money, undoMs: 5_000 } }
  const waits = operationIds.filter(
    (operation) => undoMsOf({ ...connection, settings }, { operation, row: null }) > 0,
  )
  expect(waits).toContain('preauth')
  expect(operationIds.filter(saysUndo)).toEqual(waits)
})

it('says until when, or that nothing waits, and always what can’t be undone', () => {
  expect(undoText('return', 'refund', 10_000)).toMatch(
    /^The refund can be undone for 10.s .*can’t be undone/,
  )
  expect(undoText('return', 'refund', 0)).toBe(
    'The refund is sent as soon as you confirm, and can’t be undone.',
  )
})

it('says of a link that Paydesk does not send it, and to whom', () => {
  expect(undoText('sale-form', 'payment link', 0)).toBe(t('requests.review-link-at-once'))
  expect(undoText('preauth-form', 'hold link', 0)).toBe(t('requests.review-link-at-once'))
  expect(undoText('payout-form', 'payout link', 0)).toBe(t('requests.review-payout-link-at-once'))
  expect(undoText('payout', 'payout', 0)).toBe(t('requests.review-at-once', { noun: 'payout' }))
})

it('names the twins of this computer and those of colleagues', () => {
  expect(namesOfTwins({ twins: [], teamTwins: [] })).toEqual([])
  const teamTwins = [{ claim: 'c1' }] as Review['teamTwins']
  expect(namesOfTwins({ twins: [{ id: 'a1' }] as Review['twins'], teamTwins })).toEqual([
    'a1',
    'c1',
  ])
})

it('leaves an ID that Paydesk made to the technical details, unless a person typed it', () => {
  const made = `pd-${'0'.repeat(30)}-ab12cd34`
  const named = (value: string, hasTypedId?: boolean) =>
    reviewFacts({ fields: [{ name: 'client_orderid', value }] }, false, hasTypedId).map(
      (fact) => fact.value,
    )
  expect(named(made)).toEqual([])
  expect(named(made, true)).toEqual([made])
  expect(named('shop-1001')).toEqual(['shop-1001'])
})

describe('a payout’s table', () => {
  const field = (name: string, value: string) => ({ name, value })
  const account = field('account_number', 'DE89370400440532013000')
  const holder = field('account_name', 'Zoë')
  const told = (payTo: Review['payTo']): string[] =>
    payoutFacts(
      {
        fields: [field('client_orderid', 'shop-1'), field('orderid', '6760206')],
        checked: [
          ...[field('client_orderid', 'shop-1'), field('amount', '22.00')],
          ...[field('currency', 'EUR'), field('order_desc', 'Deposit back')],
          ...[field('ipaddress', '203.0.113.7'), ...payTo],
        ],
        payTo,
        paidBefore: { count: 0, open: 0, lastAt: null, otherName: null },
        connectionName: 'Shop',
      },
      true,
    ).map(({ label, value }) => `${label}: ${value}`)
  const rest = [
    ...['Paid before: No finished payment from this computer', 'Description: Deposit back'],
    ...['Order ID: 6760206', 'Merchant order ID: shop-1', 'Connection: Shop'],
    'Customer’s IP address: 203.0.113.7',
  ]

  it('repeats no holder, account and amount of the head', () => {
    expect(told([account, holder])).toEqual(rest)
    expect(payeeIn('payout-pay', [account, holder], {})?.text).toBe(`Zoë · ${account.value}`)
  })

  it('labels a lone number, and the parts of an account that could be mixed up', () => {
    const number = `Account number: ${account.value}`
    expect(told([account])).toEqual([number, ...rest])
    const route = field('routing_number', '021000021')
    expect(told([account, route, holder])).toEqual([
      ...['Account holder: Zoë', number, 'Routing number: 021000021'],
      ...rest,
    ])
  })
})

it('is the table of every payout that names an account', () => {
  const account = { name: 'account_number', value: 'DE89370400440532013000' }
  expect(operationIds.filter((one) => paysAccount(one, { payTo: [account] }))).toEqual(
    expect.arrayContaining(['payout', 'payout-check', 'payout-pay']),
  )
  expect(paysAccount('payout-form', { payTo: [] })).toBe(false)
})

it('says of a transfer too whether its card was paid before, where that is known', () => {
  const paidBefore = { count: 0, open: 0, lastAt: null, otherName: null }
  expect(transferFacts('transfer', { paidBefore })).toMatchObject([
    { label: 'Paid before', value: 'No finished payment from this computer' },
  ])
  expect(transferFacts('transfer', { paidBefore: null })).toEqual([])
  expect(transferFacts('payout-form', { paidBefore })).toEqual([])
})

describe('whom the money goes to or comes from', () => {
  const account = { name: 'account_number', value: 'DE89370400440532013000' }
  const holder = { name: 'account_name', value: 'Zoë Größe' }
  const reference = { name: 'cardrefid', value: '1020301' }

  it('is named by a check as by the payout that it prepares', () => {
    const paid = payeeIn('payout', [account, holder], {})
    expect(paid).toEqual({ label: 'Pay to', text: 'Zoë Größe · DE89370400440532013000' })
    expect(payeeIn('payout-check', [account, holder], {})).toEqual(paid)
    // Its parts have their labels below.
    const facts = reviewFacts({ fields: [account, holder], payTo: [account, holder] }, false)
    expect(facts.map(({ label }) => label)).toEqual(['Account number', 'Account holder'])
  })

  it('is a card by what is known of it here, and its reference once', () => {
    const known = { cardrefid: [{ value: '1020301', label: 'Visa 1111, of order 7' }] }
    const fields = [reference, { name: 'order_desc', value: 'Lamp' }]
    expect(payeeIn('make-rebill', [reference], known)).toEqual({
      ...{ label: 'Charged to', text: 'Visa 1111, of order 7 · 1020301' },
    })
    expect(reviewFacts({ fields, payTo: [reference] }, false).map(({ name }) => name)).toEqual([
      'order_desc',
    ])
  })

  it('is a card and its holder where both are known, and the reference is a fact', () => {
    const label = 'Visa 1111 · ZOE MULLER'
    const known = { cardrefid: [{ value: '1020301', label, isWhole: true }] }
    expect(payeeIn('make-rebill', [reference], known)).toEqual({
      ...{ label: 'Charged to', text: label },
    })
    const asked = { fields: [reference], payTo: [reference] }
    expect(reviewFacts(asked, false, false, known)).toMatchObject([
      { name: 'cardrefid', label: 'Card reference', value: '1020301' },
    ])
  })

  it('says of a card once that it is one', () => {
    const card = { name: 'credit_card_number', value: '•••• 1111' }
    const receiving = { name: 'destination-card-no', value: '•••• 4444' }
    expect(payeeIn('sale', [card], {})).toEqual({ label: 'Charged to', text: 'Card 1111' })
    expect(payeeIn('transfer', [receiving], {})).toEqual({
      ...{ label: 'Receiving card', text: '•••• 4444' },
    })
    expect(reviewFacts({ fields: [card] }, false)).toMatchObject([
      { label: 'Card', value: '•••• 1111' },
    ])
  })

  it('is nobody where the request names nobody', () => {
    expect(payeeIn('account-verification', [], {})).toBeNull()
  })
})
