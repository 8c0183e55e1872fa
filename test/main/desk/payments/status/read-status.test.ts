// Which ids a status request names: both, wherever the ledger knows both.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'

const both = { orderid: '7000001', client_orderid: 'inv-1' }
const request = { ...both, amount: '10.00', currency: 'EUR', comment: 'damaged' }
const { 'merchant-order-id': _named, ...unnamed } = saleStatus('100.00')
type TestDesk = ReturnType<typeof createTestDesk>
const find = ({ ports }: TestDesk, by: 'orderid' | 'client_orderid', value: string) =>
  lookUp(ports, { connectionId: 'test-1', by, value })
const review = ({ ports }: TestDesk, fields = request) =>
  reviewRequest(ports, {
    connectionId: 'test-1',
    operation: 'return',
    request: fields,
  })

describe('a status request names both ids wherever the ledger knows them', () => {
  it('in every step of a refund, once a look-up by either id has told the other', async () => {
    for (const [by, value] of [
      ['orderid', '7000001'],
      ['client_orderid', 'inv-1'],
    ] as const) {
      const desk = createTestDesk()
      await find(desk, by, value)
      expect(desk.gateway.asked).toEqual([{ [by]: value }])
      await find(desk, by, value)
      const reviewed = await review(desk)
      if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
      const sent = await confirm(desk.ports, reviewed.value)
      if (!sent.ok) throw new Error(JSON.stringify(sent.fault))
      await resolveAttempt(desk.ports, sent.value)
      const [, ...later] = desk.gateway.asked
      expect(later).toHaveLength(4)
      for (const asked of later) expect(asked).toEqual(both)
    }
  })

  it('but guesses no order id where two orders carry one merchant order id', async () => {
    const desk = createTestDesk()
    await find(desk, 'orderid', '7000001')
    desk.gateway.status = saleStatus('100.00', { 'paynet-order-id': '7000002' })
    await find(desk, 'orderid', '7000002')
    await find(desk, 'client_orderid', 'inv-1')
    expect(desk.gateway.asked.at(-1)).toEqual({ client_orderid: 'inv-1' })
  })

  it.each([
    ['left out', unnamed],
    ['empty', { ...unnamed, 'merchant-order-id': '' }],
  ])(
    'keeps the merchant’s id that was asked for when an answer’s own is %s',
    async (_how, answer) => {
      const desk = createTestDesk()
      desk.gateway.status = answer
      await find(desk, 'client_orderid', 'inv-1')
      expect(await review(desk)).toMatchObject({ ok: true })
      expect(desk.gateway.asked.at(-1)).toEqual(both)
    },
  )

  it('says how to go on where no answer ever named the merchant’s id', async () => {
    const desk = createTestDesk()
    desk.gateway.status = unnamed
    await find(desk, 'orderid', '7000001')
    for (const client_orderid of ['inv-1', '']) {
      const refused = await review(desk, { ...request, client_orderid })
      expect(formatMessages(refused)).toMatchObject({
        ok: false,
        fault: {
          kind: 'input',
          field: 'client_orderid',
          message: expect.stringMatching(
            /does not say the merchant order ID.*Look the order up by its merchant order ID/,
          ) as unknown,
        },
      })
    }
  })
})
