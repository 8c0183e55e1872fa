// The review of something that is about no order yet: its new ID, and what it warns of.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { reviewNew } from '../../../../../src/main/desk/payments/review/review-new.ts'
import { connection, createTestDesk } from '../../../../fakes/desk.ts'
import { faultOf, must } from '../../../../journeys/story.ts'

const payout = {
  ...{ amount: '30.00', currency: 'EUR', order_desc: 'Deposit back', ipaddress: '203.0.113.7' },
  account_number: 'DE89370400440532013000',
}
type Ports = ReturnType<typeof createTestDesk>['ports']
const stop = ({ notes }: Ports, connectionId: string, recurringId: string): void =>
  notes.subscriptions.mark({ connectionId, recurringId }, 'maria', {
    ...{ isStopped: true, reason: 'Ticket 4711' },
  })

describe('a new request', () => {
  it('has an ID of its own, which holds the newest entry of the log', () => {
    const { ports } = createTestDesk()
    const empty = ports.audit.head().chain
    stop(ports, 'test-1', '880013')
    expect(ports.audit.head().chain).not.toBe(empty)
    const plan = () => must(reviewNew(ports, connection, 'payout', payout))
    const one = plan()
    expect(one.clientOrderid.slice(-9)).toBe(`-${ports.audit.head().chain.slice(0, 8)}`)
    expect(one.request.fields['client_orderid']).toBe(one.clientOrderid)
    expect(plan().clientOrderid).not.toBe(one.clientOrderid)
  })

  it('takes no ID from the page', () => {
    const { ports } = createTestDesk()
    const typed = { ...payout, client_orderid: 'inv-1' }
    expect(faultOf(reviewNew(ports, connection, 'payout', typed))).toMatchObject({
      ...{ kind: 'input', field: 'client_orderid' },
    })
  })
})

it('a subscription that is marked as stopped is not charged without a warning', () => {
  const { ports, records } = createTestDesk({
    settings: { extensions: ['process-recurring-payment'] },
  })
  const warnings = () => {
    const charge = { 'recurring-payment-id': '880013' }
    const plan = reviewNew(ports, records[0]!, 'process-recurring-payment', charge)
    return formatMessages(must(plan).request.warnings)
  }
  stop(ports, 'another', '880013')
  stop(ports, 'test-1', '880014')
  expect(warnings()).toEqual([])
  stop(ports, 'test-1', '880013')
  expect(warnings()).toEqual(['maria marked this subscription as stopped: “Ticket 4711”.'])
})
