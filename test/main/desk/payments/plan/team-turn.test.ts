// Where the way of money asks a team: after the review, before the status, and before the bytes.
// MONEY: what the team does not let go never reaches the gateway.
import { describe, expect, it, vi } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { fail, type Fault, ok } from '#shared/fault.ts'
import type { TeamTwin } from '#shared/team/team-methods.ts'
import type { TeamClaims } from '../../../../../src/main/desk/base/team-claims.ts'
import { undoAttempt } from '../../../../../src/main/desk/payments/send/undo.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { clocked } from '../../../../fakes/gateway.ts'

const away: Fault = { kind: 'denied', sent: 'no', reason: 'team-away', message: 'away' }

/** A desk of a team, with what was asked of the team and of the gateway, in order. */
function teamDesk(
  answers: {
    claim?: Fault
    look?: Fault
    seen?: Fault
    twins?: readonly TeamTwin[]
    /** The team answers once it came. */
    late?: Promise<unknown>
  } = {},
) {
  const steps: string[] = []
  const team: TeamClaims = {
    seen: ({ payment }) => {
      steps.push(payment === null ? 'seen' : 'seen payment')
      const { seen, twins = [] } = answers
      return Promise.resolve(seen === undefined ? ok({ records: [4], twins }) : fail(seen))
    },
    ...{ hear: () => Promise.resolve(), doubt: () => null, sentAfter: () => [] },
    ...{ shownOf: () => null, showClaim: () => Promise.resolve(false) },
    claim: async ({ state }, _payment, [seen]) => {
      steps.push(`claim ${seen} ${state}`)
      await answers.late
      if (answers.claim !== undefined) return Promise.resolve(fail(answers.claim))
      return Promise.resolve(
        ok({
          use: (id) => {
            steps.push(`use ${desk.ports.journal.get(id)?.state}`)
            expect(desk.db.inTransaction).toBe(true)
          },
          lookAndWrite: (write) => {
            steps.push('look')
            if (answers.look === undefined) write()
            return Promise.resolve(answers.look ?? null)
          },
          end: () => void steps.push('end'),
        }),
      )
    },
  }
  const desk = createTestDesk({ team })
  const { client } = desk.gateway
  const { read, send } = client
  client.read = (...asked) => {
    steps.push('status')
    return read(...asked)
  }
  client.send = async (signed, connection, operation, leaving) => {
    let detail: string | null = null
    await leaving?.lookAndWrite?.(() => steps.push('bytes')).then((why) => (detail = why))
    if (detail === null) return send(signed, connection, operation, leaving)
    const fault = { kind: 'unreached', sent: 'no', message: 'Held back.', detail } as const
    return { kind: 'not-sent', fault, ...clocked }
  }
  const review = () =>
    reviewRequest(desk.ports, {
      ...{ connectionId: 'test-1', operation: 'return' },
      request: {
        ...{ client_orderid: 'inv-1', orderid: '7000001', amount: '10.00', currency: 'EUR' },
        comment: 'damaged',
      },
    })
  return { ...desk, steps, review }
}

async function sent(answers: Parameters<typeof teamDesk>[0] = {}) {
  const desk = teamDesk(answers)
  const reviewed = await desk.review()
  if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
  const { attemptId, token } = reviewed.value
  desk.steps.length = 0
  const done = await confirm(desk.ports, { attemptId, token })
  return { ...desk, done, state: desk.ports.journal.get(attemptId)?.state }
}

describe('a request of a team', () => {
  it('is claimed before the status, tied as it becomes SENDING, and looked at before the bytes', async () => {
    const { steps, done, gateway } = await sent()
    expect(done.ok).toBe(true)
    expect(steps).toEqual([
      ...['claim 4 APPROVED', 'status', 'use SENDING', 'look', 'bytes', 'end'],
    ])
    expect(gateway.sent).toHaveLength(1)
  })

  it('goes no further without its claim, and says why', async () => {
    const { steps, done, state, gateway } = await sent({ claim: away })
    expect(done).toMatchObject({ ok: false, fault: { reason: 'team-away', sent: 'no' } })
    expect([steps, state, gateway.sent]).toEqual([['claim 4 APPROVED'], 'UNDONE', []])
  })

  it('is not sent where the last look says so, and its claim is let go', async () => {
    const { steps, done, state, gateway } = await sent({ look: away })
    expect(done).toMatchObject({ ok: false, fault: { reason: 'team-away', sent: 'no' } })
    expect(steps.slice(-2)).toEqual(['look', 'end'])
    expect([state, gateway.sent]).toEqual(['NOT_SENT', []])
  })

  it('is not reviewed where the team can’t be asked', async () => {
    const { review, ports } = teamDesk({ seen: away })
    expect(await review()).toMatchObject({ ok: false, fault: { reason: 'team-away' } })
    expect(ports.journal.recent(10)).toEqual([])
  })
})

describe('a payment that a colleague may have made', () => {
  const day = 24 * 3_600_000
  const pay = (desk: ReturnType<typeof teamDesk>) =>
    reviewRequest(desk.ports, {
      ...{ connectionId: 'test-1', operation: 'payout' },
      request: {
        ...{ amount: '10.00', currency: 'EUR', order_desc: 'invoice 7', ipaddress: '203.0.113.7' },
        account_number: 'DE89370400440532013000',
      },
    })
  const paidAgo = (ago: number, isReleased = false): TeamTwin => ({
    ...{ desk: 'desk-2', by: 'ben', operation: 'payout', amount: null, isReleased },
    ...{ at: createTestDesk().ports.clock() - ago, says: 'desk-2 paid', claim: 'c'.repeat(64) },
  })

  it('leaves only once the person says of it that another one is meant', async () => {
    const twin = paidAgo(day)
    const desk = teamDesk({ twins: [twin] })
    const reviewed = await pay(desk)
    if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
    expect(desk.steps).toContain('seen payment')
    const { attemptId, token, teamTwins } = reviewed.value
    expect(teamTwins).toEqual([twin])
    const unseen = await confirm(desk.ports, { attemptId, token })
    expect(unseen).toMatchObject({ ok: false, fault: { reason: 'twin', sent: 'no' } })
    expect(desk.gateway.sent).toEqual([])
    await confirm(desk.ports, { attemptId, token, twinsSeen: [twin.claim] })
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it.each([
    ['of a month ago', paidAgo(30 * day), 1],
    ['of five weeks ago', paidAgo(35 * day), 0],
    ['of five weeks ago that two people released', paidAgo(35 * day, true), 1],
  ])('%s is shown as one of this computer would be', async (_when, twin, times) => {
    const reviewed = await pay(teamDesk({ twins: [twin] }))
    expect(reviewed.ok && reviewed.value.teamTwins).toHaveLength(times)
  })
})

describe('a request that waits for the team', () => {
  async function asking(answers: Parameters<typeof teamDesk>[0] = {}) {
    const answered = Promise.withResolvers<null>()
    const desk = teamDesk({ ...answers, late: answered.promise })
    const reviewed = await desk.review()
    if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
    const { attemptId, token } = reviewed.value
    desk.steps.length = 0
    const done = confirm(desk.ports, { attemptId, token })
    await vi.waitFor(() => expect(desk.ports.undo.list()).toMatchObject([{ asksTeam: true }]))
    const answer = async (): Promise<void> => {
      answered.resolve(null)
      await answered.promise
    }
    return { ...desk, attemptId, done, answer, row: () => desk.ports.journal.get(attemptId) }
  }

  it('is stopped by a person: nothing is sent, and a claim that comes is given back', async () => {
    const desk = await asking()
    expect(undoAttempt(desk.ports, desk.attemptId)).toMatchObject({ value: { state: 'UNDONE' } })
    expect(await desk.done).toMatchObject({ fault: { reason: 'undone', sent: 'no' } })
    expect(formatMessages(desk.row()?.message)).toMatch(/database was asked.*Nothing was sent/)
    await desk.answer()
    await vi.waitFor(() => expect(desk.steps).toEqual(['claim 4 APPROVED', 'end']))
    expect([desk.row()?.state, desk.gateway.sent]).toEqual(['UNDONE', []])
  })

  it('can’t be stopped once the team answered', async () => {
    const desk = await asking()
    await desk.answer()
    // Whichever comes first counts: the room is empty before anything goes on.
    await vi.waitFor(() => expect(desk.ports.undo.list()).toEqual([]))
    expect(undoAttempt(desk.ports, desk.attemptId).ok).toBe(false)
    expect((await desk.done).ok).toBe(true)
    expect([desk.steps.at(-1), desk.gateway.sent.length]).toEqual(['end', 1])
  })

  it('is not sent at once by anybody', async () => {
    const desk = await asking()
    expect(desk.ports.undo.sendNow(desk.attemptId)).toBe(false)
    expect([desk.steps, desk.gateway.sent]).toEqual([['claim 4 APPROVED'], []])
    await desk.answer()
    expect((await desk.done).ok).toBe(true)
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('is not sent where Paydesk is closed meanwhile, and the team’s no is told', async () => {
    const closed = await asking()
    closed.ports.undo.close()
    expect(await closed.done).toMatchObject({ fault: { reason: 'undone', sent: 'no' } })
    await closed.answer()
    await vi.waitFor(() => expect(closed.steps.at(-1)).toBe('end'))
    expect(closed.gateway.sent).toEqual([])
    const refused = await asking({ claim: away })
    await refused.answer()
    expect(await refused.done).toMatchObject({ fault: { reason: 'team-away' } })
    expect(refused.ports.undo.list()).toEqual([])
  })
})
