// Answers that are the last word on a request, or are not yet: a decline is never shown as done.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { finalWordOf } from '../../../../../src/main/desk/payments/status/final-word.ts'

const envelope = { type: 'async-response', 'serial-number': 's-1', 'merchant-order-id': 'm-1' }

describe('the answer to', () => {
  it.each([
    ['create-card-ref', { 'card-ref-id': '77' }, 'SUCCEEDED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'approved' }, 'SUCCEEDED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'declined' }, 'DECLINED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'error' }, 'FAILED'],
    ['create-card-ref', { 'card-ref-id': '77', status: 'processing' }, null],
    ['create-card-ref', {}, null],
    ['create-card-ref', { 'card-ref-id': '' }, null],
    ['create-recurring-payment', { status: 'approved' }, null],
    ['create-recurring-payment', { 'recurring-payment-id': '5', status: 'filtered' }, 'DECLINED'],
    ['create-recurring-payment', { 'recurring-payment-id': '5', status: 'odd' }, null],
    ['pan-eligibility-send', {}, null],
    ['pan-eligibility-send', { eligible: 'yes' }, 'SUCCEEDED'],
    ['update-recurring-payment', { status: 'processing' }, null],
    ['upload-cres-result', { status: 'processing' }, 'SUCCEEDED'],
    ['upload-cres-result', { status: 'error' }, 'FAILED'],
  ] as const)('%s with %j is %s', (operation, more, state) => {
    expect(finalWordOf(operation, { ...envelope, ...more })?.state ?? null).toBe(state)
  })

  it('says why it was declined, in the gateway’s words', () => {
    const reported = { ...envelope, status: 'declined', 'error-code': '5', 'error-message': 'No' }
    expect(formatMessages(finalWordOf('create-card-ref', reported)?.message)).toBe(
      'The gateway answers “declined” (5 No).',
    )
  })
})
