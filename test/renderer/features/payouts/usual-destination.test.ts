// A payout's form begins with the kind of the last destination, and never with the account.
import { expect, it } from 'vitest'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import { usualOf } from '../../../../src/renderer/features/payouts/usual-destination.ts'

const sent = (request: Record<string, string>, operation = 'payout'): AttemptView =>
  ({ operation, request }) as unknown as AttemptView
const request = {
  ...{ account_number: 'DE89370400440532013000', account_name: 'Ann', amount: '5.00' },
  ...{ currency: 'EUR', ipaddress: '203.0.113.7', order_desc: 'Prize' },
}

it('takes the kind of the newest, and nothing of whom or how much', () => {
  expect(usualOf([])).toEqual({})
  expect(usualOf([sent(request), sent({ phone: '1' })])).toEqual({
    '@way': 'account',
  })
  expect(usualOf([sent(request, 'payout-check')])).toEqual({
    '@way': 'account',
  })
  expect(usualOf([sent({ phone: '+372' })])).toEqual({ '@way': 'phone' })
  expect(usualOf([sent({ cardrefid: '7' })])).toEqual({ '@way': 'card' })
})

it('never begins with a number of a card, which may not be typed everywhere', () => {
  expect(usualOf([sent({ credit_card_number: '•••• 1111' })])).toEqual({})
})
