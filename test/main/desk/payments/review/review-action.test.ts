// From the amount that a connection sets, a refund says why in the operator's own words. The log
// tells a reason of the list from one that somebody wrote.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { orderSubject } from '#shared/attempt.ts'
import { type MoneyChange, moneySettings } from '#shared/connections/connection.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk, placeOf } from '../../../../fakes/desk.ts'
import { faultOf, must } from '../../../../journeys/story.ts'

function openShop(freeReasonFrom: string, more: MoneyChange = {}) {
  const money = moneySettings.parse({ freeReasonFrom, ...more })
  const desk = createTestDesk({ settings: { money } })
  const review = (amount: string | null, comment: string) => {
    return reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation: 'return',
      request: {
        ...{ client_orderid: 'inv-1', orderid: '7000001', comment },
        ...(amount === null ? {} : { amount, currency: 'EUR' }),
      },
    })
  }
  return { ...desk, review }
}

describe('a refund of the amount that needs own words', () => {
  it.each([
    ['a part, with a listed reason', '50.00', 'Damaged goods'],
    ['a part, with a listed reason typed again', '50.00', 'damaged goods '],
    ['the whole, with a listed reason', null, 'Damaged goods'],
  ])('is refused at the review: %s', async (_of, amount, comment) => {
    const fault = faultOf(await openShop('50').review(amount, comment))
    expect(formatMessages(fault)).toMatchObject({
      kind: 'input',
      field: 'comment',
      message: expect.stringMatching(/in your own words/) as string,
    })
  })

  it('is reviewed with own words, and below the amount with a listed reason', async () => {
    const { review } = openShop('50')
    must(await review('50.00', 'Box crushed, photo in the mail'))
    must(await review('49.99', 'Damaged goods'))
  })
})

it('the log says whether a reason was on the list or in own words', async () => {
  const { review, ports } = openShop('')
  must(await review('5.00', 'Damaged goods'))
  must(await review('5.00', 'Lamp cracked'))
  const drafts = ports.audit
    .timeline(orderSubject('test-1', '7000001'))
    .filter(({ outcome }) => outcome === 'DRAFT')
    .map(({ details }) => [details['comment'], details['reasonSource'], details['reasonCode']])
  expect(drafts).toEqual([
    ['Damaged goods', 'list', 'damaged-goods'],
    ['Lamp cracked', 'free-text', undefined],
  ])
})

it('a listed reason is sent as the connection’s text, whichever way it is typed', async () => {
  const listed = { code: 'late', label: 'Came too late', text: 'RET-02' }
  const { review, ports } = openShop('', { refundReasons: [listed] })
  for (const typed of ['came too  late', 'late', 'RET-02', 'Late, by three weeks'])
    must(await review('5.00', typed))
  const drafts = ports.audit
    .timeline(orderSubject('test-1', '7000001'))
    .filter(({ outcome }) => outcome === 'DRAFT')
    .map(({ details }) => [details['comment'], details['reasonCode']])
  expect(drafts).toEqual([
    ...[1, 2, 3].map(() => ['RET-02', 'late']),
    ['Late, by three weeks', undefined],
  ])
  const rows = ports.journal.ofOrder({ service: placeOf('7000001').service, orderid: '7000001' })
  expect(rows.map(({ request }) => request['comment'])).toEqual([
    ...[1, 2, 3].map(() => 'RET-02'),
    'Late, by three weeks',
  ])
})
