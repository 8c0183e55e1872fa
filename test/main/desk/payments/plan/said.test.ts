// MONEY: what has to be said before a request is sent is asked for by main, whatever page confirms.
import { expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { saidIn, unsaidFault } from '../../../../../src/main/desk/payments/plan/said.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'

const payout = {
  ...{ amount: '30.00', currency: 'EUR', order_desc: 'Deposit back', ipaddress: '203.0.113.7' },
  ...{ account_number: 'DE89370400440532013000', account_name: 'Ann Smith' },
}

it('pays a known account under another name only after a call, and logs that there was one', async () => {
  const desk = createTestDesk()
  const review = async (request: Record<string, string>) => {
    const input = { connectionId: 'test-1', operation: 'payout' as const, request }
    const made = await reviewRequest(desk.ports, input)
    if (!made.ok) throw new Error(JSON.stringify(made.fault))
    return made.value
  }
  const logged = (id: string) =>
    desk.ports.audit
      .timeline(`request/test-1/${desk.ports.journal.get(id)!.clientOrderid}`)
      .filter(({ details }) => 'calledPayee' in details)
      .map(({ outcome, details }) => [outcome, details['calledPayee']])
  const first = await review(payout)
  expect((await confirm(desk.ports, { ...first, hasCalledPayee: true })).ok).toBe(true)
  expect(logged(first.attemptId)).toEqual([])

  const { attemptId, token } = await review({ ...payout, amount: '31.00', account_name: 'Bob' })
  const refused = formatMessages(await confirm(desk.ports, { attemptId, token }))
  expect(refused).toMatchObject({
    fault: { message: expect.stringMatching(/Confirm the account with the recipient by phone/) },
  })
  expect(desk.ports.journal.get(attemptId)).toMatchObject({ state: 'DRAFT', sentAt: null })
  const sent = await confirm(desk.ports, { attemptId, token, hasCalledPayee: true })
  expect(sent.ok).toBe(true)
  expect(logged(attemptId)).toEqual([['SENDING', true]])
})

it('asks nothing of a request whose review is gone: that is refused for itself', () => {
  const gone = { review: undefined, twinsSeen: ['a1'], hasCalledPayee: false }
  expect(unsaidFault(createTestDesk().ports, gone, 'a2', false)).toBeNull()
  expect(saidIn(gone)).toEqual({ twinsSeen: ['a1'] })
})
