import { describe, expect, it } from 'vitest'
import { unknownTermsOf } from '#shared/gateway/unknown-terms.ts'

const status = {
  type: 'status-response',
  'serial-number': 'sn-1',
  'paynet-order-id': '7',
  status: 'approved',
  'transaction-type': 'sale',
  amount: '1.00',
  currency: 'EUR',
  'last-four-digits': '1111',
}

describe('unknownTerms', () => {
  it('is nothing in an answer that is known in every part', () => {
    expect(unknownTermsOf('status', status)).toEqual([])
    expect(unknownTermsOf('return', { type: 'async-response', 'serial-number': 'x' })).toEqual([])
    expect(
      unknownTermsOf('return', { type: 'error', 'error-code': '1', 'error-message': 'no' }),
    ).toEqual([])
  })

  it('is nothing where only letters or signs between the words differ', () => {
    const reported = {
      type: 'STATUS-RESPONSE',
      status: 'Approved',
      'transaction-type': 'Payout_Check',
    }
    expect(unknownTermsOf('status', reported)).toEqual([])
  })

  it('names new keys, types, statuses and transaction types as the gateway wrote them', () => {
    expect(
      unknownTermsOf('status', {
        ...status,
        status: 'parked',
        'transaction-type': 'reshuffle',
        loyalty: '12',
      }),
    ).toEqual([
      { kind: 'key', name: 'loyalty' },
      { kind: 'status', name: 'parked' },
      { kind: 'transaction-type', name: 'reshuffle' },
    ])
    expect(unknownTermsOf('status', { type: 'status-response-v3', status: 'unknown' })).toEqual([
      { kind: 'type', name: 'status-response-v3' },
    ])
  })

  it('checks keys by the operation: what status may say is new in an answer to a return', () => {
    expect(unknownTermsOf('return', { type: 'async-response', descriptor: 'x' })).toEqual([
      { kind: 'key', name: 'descriptor' },
    ])
  })

  it('is not fooled by keys that objects have of themselves', () => {
    const answer = Object.assign(Object.create(null) as Record<string, string>, {
      ...status,
      constructor: 'x',
    })
    expect(unknownTermsOf('status', answer)).toEqual([{ kind: 'key', name: 'constructor' }])
  })
})
