import { describe, expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import {
  entryText,
  type Findable,
  linesOf,
  matchIn,
  termsOf,
} from '../../../../src/main/ledger/search/search-terms.ts'
import { foldText } from '../../../../src/main/ledger/search/fold.ts'

const order: Findable = {
  orderid: '6768788',
  clientOrderid: 'pd-1',
  answer: { email: 'Zoe@Example.org', phone: '+372 5550123', 'approval-code': '831000' },
  amounts: [],
  serialNumbers: [],
  transactionMarks: [],
  events: [{ rrn: '600018537033', approvalCode: '601663', lastFour: '1111' }],
  notes: [],
  tags: [],
  attempts: [
    {
      id: 'a-1',
      operation: 'payout',
      comment: '',
      serialNumber: null,
      amount: null,
      state: 'SUCCEEDED',
      message: '',
      request: {
        order_desc: 'Two lamps for Łódź',
        email: 'payer@example.org',
        account_name: 'Zoë Müller',
        account_number: 'DE89370400440532013000',
        cres: 'never',
      },
      answer: null,
    },
  ],
}
const lines = linesOf(termsOf(order))
const found = (asked: string) => matchIn(lines, foldText(asked))?.field ?? null

describe('an order is found', () => {
  it.each([
    ['zoe@example.org', 'email'],
    ['payer@example', 'email'],
    ['5550123', 'phone'],
    ['831000', 'approval'],
    ['601663', 'approval'],
    ['600018537033', 'rrn'],
    ['two lamps', 'description'],
    ['zoe muller', 'recipient'],
    ['DE893704', 'recipient'],
  ])('by %s, its %s', (asked, field) => {
    expect(found(asked)).toBe(field)
  })

  it('by nothing else of a request', () => {
    expect(found('never')).toBe(null)
  })

  it('by the card or the wallet it paid, as the list names it', () => {
    const [attempt] = order.attempts
    const request = { destination_card_recurring_payment_id: '880002' }
    const paid = linesOf(
      termsOf({ ...order, attempts: [{ ...attempt!, operation: 'transfer', request }] }),
    )
    expect(matchIn(paid, foldText('880002'))).toEqual({
      field: 'recipient',
      text: 'Subscription 880002',
    })
    expect(matchIn(paid, foldText('subscription 880002'))).toMatchObject({ field: 'recipient' })
  })

  it('by the reason a person gave, and by the words around it', () => {
    const message = say('requests.resolved-by-hand-as-done', { reason: 'Zoë’s bank says so' })
    const [attempt] = order.attempts
    const resolved = { ...attempt!, state: 'RESOLVED_BY_HAND' as const, message }
    const resolvedLines = linesOf(termsOf({ ...order, attempts: [resolved] }))
    for (const asked of ['zoe’s bank says', 'by hand as done'])
      expect(matchIn(resolvedLines, foldText(asked))).toMatchObject({ field: 'note' })
  })
})

it('an entry of the log is found by the sentence of its message', () => {
  const body = {
    ...{ v: 1, seq: 1, at: '2026-11-22T00:00:00.000Z', mono: 1, origin: 'operator' },
    ...{ actor: 'anna', kind: 'attempt:unknown', outcome: 'ok', subject: 'order/c-1/7' },
    details: { message: say('requests.answered', { status: 'declined' }) },
  }
  expect(entryText(body as Parameters<typeof entryText>[0])).toContain(
    foldText('The gateway answers “declined”'),
  )
})
