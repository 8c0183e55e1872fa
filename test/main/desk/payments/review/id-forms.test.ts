// One order under two forms of its number, at a gateway that names no order in its answers.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#messages/format-messages.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import {
  type OpenReviews,
  reviewRequest,
} from '../../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { saleStatus, timedOut } from '../../../../fakes/gateway.ts'

function openNameless() {
  const desk = createTestDesk()
  const { 'paynet-order-id': _id, ...status } = saleStatus('50.00')
  desk.gateway.status = status
  let sent = 0
  desk.gateway.onSend = () => {
    sent += 1
    return timedOut
  }
  const review = async (orderid: string) => {
    const openReviews: OpenReviews = new Map()
    await lookUp(desk.ports, { connectionId: 'test-1', by: 'orderid', value: orderid })
    const request = { client_orderid: 'inv-1', orderid, comment: 'damaged' }
    const reviewed = await reviewRequest(desk.ports, openReviews, {
      connectionId: 'test-1',
      operation: 'return',
      request: { ...request, amount: '10.00', currency: 'EUR' },
    })
    const press = async (): Promise<string> => {
      if (!reviewed.ok) return reviewed.fault.message
      const { attemptId, token } = reviewed.value
      const done = await confirm(desk.ports, openReviews, { attemptId, token })
      return done.ok ? done.value.state : done.fault.message
    }
    return { press }
  }
  return { ...desk, review, sent: () => sent }
}

describe('an order number that is written in two forms', () => {
  const forms = [
    ['7000001', '07000001'],
    ['07000001', '7000001'],
    ['007000001', '07000001'],
  ] as const

  it.each(forms)('never lets a second refund of %s leave as %s', async (first, second) => {
    const desk = openNameless()
    await (await desk.review(first)).press()
    expect(formatMessages(await (await desk.review(second)).press())).toContain(
      `sent from here as “${first}”`,
    )
    expect(desk.sent()).toBe(1)
  })

  it.each(forms)(
    'nor when both were reviewed before one left: %s and %s',
    async (first, second) => {
      const desk = openNameless()
      const both = [await desk.review(first), await desk.review(second)]
      await both[0]!.press()
      await both[1]!.press()
      expect(desk.sent()).toBe(1)
      for (const row of desk.ports.journal.inStates(['UNKNOWN']))
        desk.ports.journal.move({
          id: row.id,
          from: ['UNKNOWN'],
          to: 'RESOLVED_BY_HAND',
          patch: { message: 'Seen there.', handOutcome: 'happened' },
          actor: 'anna',
          origin: 'operator',
        })
      await (await desk.review(second)).press()
      expect(desk.sent()).toBe(1)
    },
  )

  it('takes numbers that differ in another way for different orders', async () => {
    const desk = openNameless()
    for (const orderid of ['7000001', '70000010', 'A07', 'A7'])
      await (await desk.review(orderid)).press()
    expect(desk.sent()).toBe(4)
  })
})
