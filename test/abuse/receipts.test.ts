// A script got into the page and asks for the confirmation of every request there is. A customer
// who is told of a refund that did not happen is not told of anything again: only what the gateway
// said happened may be confirmed.
import { afterEach, describe, expect, it } from 'vitest'
import { type AttemptState, attemptStates } from '#shared/attempt.ts'
import { fillReceipt, receiptFrom, receiptText } from '#shared/receipts/receipt-text.ts'
import { ok } from '#shared/fault.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { receiptPage } from '../../src/main/desk/receipts/receipt-page.ts'
import { createReceiptMethods } from '../../src/main/desk/receipts/receipt-methods.ts'
import { createTestDesk, placeOf } from '../fakes/desk.ts'
import { saleStatus } from '../fakes/gateway.ts'
import { see } from '../main/ledger/order-rig.ts'

const rrn = '512345678901'

const opened: (() => void)[] = []
afterEach(() => opened.splice(0).forEach((end) => end()))

function open() {
  const desk = createTestDesk()
  // What is put in is in no log: it is taken out again.
  desk.db.exec('BEGIN')
  opened.push(() => desk.db.exec('ROLLBACK'))
  const pages: string[] = []
  const noted: unknown[] = []
  const methods = createReceiptMethods({
    ports: desk.ports,
    shell: {
      chooseFile: ({ suggestedName }) => Promise.resolve(ok(suggestedName)),
      printPage: (html) => {
        pages.push(html)
        return Promise.resolve(Buffer.from(html))
      },
    },
    note: (draft) => noted.push(draft),
    saveBytes: (_file, _bytes, tell) => {
      tell()
      return Promise.resolve(ok(null))
    },
  })
  return { desk, methods, pages, noted }
}

interface Made {
  state: AttemptState
  operation?: string
  hand?: string
  conflict?: string
  isFull?: boolean
  /** The answer that the operator saw: status and type. */
  seen?: [status: string, type: string]
  answer?: Record<string, string>
}
let made = 0

/** A request in the ledger as it stands in this state, on an order that was looked up. */
function put({ desk }: ReturnType<typeof open>, one: Made): string {
  made += 1
  const id = `refund-${made}`
  const orderid = `70000${made}`
  const { service } = placeOf(orderid)
  const record = { connectionId: 'test-1', clientOrderid: `SHOP-${made}` }
  see(desk, orderid, record)
  const answer =
    one.answer ??
    saleStatus('10', {
      'transaction-type': 'reversal',
      'processor-rrn': rrn,
      'card-type': 'VISA',
      'last-four-digits': '4242',
    })
  see(desk, orderid, { ...record, answer })
  const by = desk.ports.orders.newest({ service: 'gateway of test-1', orderid })
  desk.db
    .prepare(
      `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
         amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, sent_at,
         resolved_at, resolved_by, hand_outcome, conflict, made_number)
       VALUES (?, 'gateway of test-1', 'test-1', '1', ?, 'money', ?, ?, ?, ?, 1000, 'EUR', 2, ?, '{}', 'd', 0, 'anna', '', ?, '', 1, 1,
         1793610000000, ?, ?, ?, ?)`,
    )
    .run(
      id,
      one.operation ?? 'return',
      orderid,
      `SHOP-${made}`,
      id,
      one.state,
      one.isFull === true ? 1 : 0,
      one.seen === undefined ? '' : JSON.stringify([...one.seen, '']),
      by,
      one.hand ?? null,
      one.conflict ?? null,
      made,
    )
  expect(service).not.toBe('')
  return id
}

describe('the confirmation of a refund', () => {
  it.each(attemptStates.filter((state) => state !== 'SUCCEEDED'))(
    'is refused of a refund that is %s, as a text and as a page, and nothing is printed',
    async (state) => {
      const rig = open()
      const hand = state === 'RESOLVED_BY_HAND' ? { hand: 'happened' } : {}
      const attemptId = put(rig, { state, ...hand })
      for (const method of ['receipt:text', 'receipt:save'] as const) {
        const told = await rig.methods[method]({ attemptId, zone: 'UTC' })
        expect(told).toMatchObject({
          ok: false,
          fault: { kind: 'denied', sent: 'no', reason: 'not-possible' },
        })
        if (!told.ok) expect(formatMessage(told.fault.message)).toMatch(/not said|by hand/)
      }
      expect([rig.pages, rig.noted]).toEqual([[], []])
    },
  )

  it.each<[string, Made]>([
    ['a capture', { state: 'SUCCEEDED', operation: 'capture' }],
    ['a payout', { state: 'SUCCEEDED', operation: 'payout' }],
    [
      'the release of a hold',
      { state: 'SUCCEEDED', answer: saleStatus('10', { 'transaction-type': 'cancel' }) },
    ],
    [
      'a Return of which it is not known whether it released a hold',
      { state: 'SUCCEEDED', isFull: true, seen: ['declined', 'capture'] },
    ],
    ['a refund that answers contradict', { state: 'SUCCEEDED', conflict: 'it did not' }],
  ])('is refused of %s', async (_name, one) => {
    const rig = open()
    const attemptId = put(rig, one)
    const told = await rig.methods['receipt:save']({ attemptId, zone: 'UTC' })
    expect(told).toMatchObject({ ok: false, fault: { reason: 'not-possible' } })
    expect(rig.pages).toEqual([])
  })

  it('is refused of what is no request, and names the amount, the card and the bank’s number of one', async () => {
    const rig = open()
    expect(await rig.methods['receipt:text']({ attemptId: 'none', zone: 'UTC' })).toMatchObject({
      ok: false,
      fault: { reason: 'not-found' },
    })
    const attemptId = put(rig, { state: 'SUCCEEDED' })
    const told = await rig.methods['receipt:text']({ attemptId, zone: 'Asia/Tokyo' })
    if (!told.ok) throw new Error(told.fault.message)
    const { text } = told.value
    for (const part of ['10.00\u00a0EUR', 'VISA •••• 4242', rrn, `SHOP-${made}`, '2026-11-02'])
      expect(text).toContain(part)
    const saved = await rig.methods['receipt:save']({ attemptId, zone: 'Asia/Tokyo' })
    expect(saved.ok).toBe(true)
    expect(rig.pages[0]).toContain(rrn)
    expect(rig.pages[0]).toContain('no money moved')
    expect(rig.noted).toMatchObject([
      { kind: 'order:receipt', outcome: 'ok', details: { attemptId } },
    ])
  })
})

describe('the text for a customer', () => {
  const values = { amount: '10.00 EUR', card: '', date: '2026-11-02', order: 'A-1', reference: '' }
  it('leaves out a sentence with something that is not known', () => {
    const text = fillReceipt(
      'We refunded [amount]. To card [card]. Number: [reference]! Order [order].',
      values,
    )
    expect(text).toBe('We refunded 10.00 EUR. Order A-1.')
  })
  it.each([
    'We refunded [amount]. Your bank finds it by ref. [reference].',
    'We refunded [amount]. Your bank finds it by Ref. no. [reference].',
    'We refunded [amount]. Your bank finds it by ref. (no. [reference]).',
    'We refunded [amount]. Your bank, e.g. one in Spain, finds it by [reference].',
  ])('ends no sentence at an abbreviation: %s', (template) => {
    expect(fillReceipt(template, values)).toBe('We refunded 10.00 EUR.')
  })
  it('stands on the page without a card number', () => {
    const page = receiptPage({
      ...{ from: '', amount: '1.00 EUR', order: 'A-1', card: '', day: '2026-11-02' },
      ...{ reference: rrn, text: 'Order 4111 1111 1111 1111.', isPractice: false, isCopy: false },
    })
    expect(page).toContain('Order ')
    expect(page).not.toContain('4111 1111 1111 1111')
  })
  it('takes no other name, and no card number', () => {
    expect(receiptText.safeParse('We refunded [amont].').success).toBe(false)
    for (const text of [receiptText, receiptFrom])
      expect(text.safeParse('Card 4111 1111 1111 1111').success).toBe(false)
    expect(receiptText.safeParse('We refunded [amount].').success).toBe(true)
  })
})
