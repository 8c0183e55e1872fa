// An ID that the merchant types for something new: only where the connection allows one, and only
// one that neither this computer nor the gateway knows.
import { describe, expect, it } from 'vitest'
import type { Fault } from '#shared/fault.ts'
import { fieldRule } from '#shared/connections/field-rules.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'
import { faultOf, must } from '../../../../journeys/story.ts'

const unknown: Fault = {
  ...{ kind: 'rejected', sent: 'yes', message: 'ORDER_NOT_FOUND', httpStatus: 400 },
}
const isTyped = fieldRule.parse({ operation: 'payout', field: 'client_orderid', isTyped: true })

function opened(fields = [isTyped]) {
  const desk = createTestDesk({ settings: { fields } })
  desk.gateway.statusFault = unknown
  const review = (account: string) =>
    reviewRequest(desk.ports, {
      ...{ connectionId: 'test-1', operation: 'payout' },
      request: {
        ...{ client_orderid: 'inv-77', amount: '30.00', currency: 'EUR', order_desc: 'Deposit' },
        ...{ ipaddress: '203.0.113.7', account_number: account },
      },
    })
  return { ...desk, review }
}
const [one, other] = ['DE89370400440532013000', 'GB33BUKB20201555555555']
const ofTheId = { kind: 'input', sent: 'no', field: 'client_orderid' }

describe('an ID that the merchant types', () => {
  it('is sent as it was typed, after the gateway said that it knows no such order', async () => {
    const { review, gateway, ports } = opened()
    const made = must(await review(one))
    expect(gateway.asked).toEqual([{ client_orderid: 'inv-77' }])
    must(await confirm(ports, made))
    expect(gateway.sent.map(({ fields }) => fields['client_orderid'])).toEqual(['inv-77'])
  })

  it('is refused where Paydesk makes it', async () => {
    const { review, gateway } = opened([])
    expect(faultOf(await review(one))).toMatchObject(ofTheId)
    expect(gateway.asked).toEqual([])
  })

  it('is refused once a request left under it, though the gateway knows none', async () => {
    const { review, ports } = opened()
    must(await confirm(ports, must(await review(one))))
    expect(faultOf(await review(other))).toMatchObject(ofTheId)
  })

  it('is refused where the gateway knows an order of it, or gives no answer', async () => {
    const { review, gateway } = opened()
    gateway.statusFault = { ...unknown, message: 'Busy', httpStatus: 503 }
    expect((await review(one)).ok).toBe(false)
    gateway.statusFault = null
    gateway.status = saleStatus('30.00', { 'merchant-order-id': 'inv-77' })
    expect(faultOf(await review(one))).toMatchObject(ofTheId)
  })
})
