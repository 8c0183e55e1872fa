// Where the way of money asks a team: after the review, before the status, and before the bytes.
// MONEY: what the team does not let go never reaches the gateway.
import { describe, expect, it } from 'vitest'
import { fail, type Fault, ok } from '#shared/fault.ts'
import type { TeamClaims } from '../../../../../src/main/desk/base/team-claims.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { clocked } from '../../../../fakes/gateway.ts'

const away: Fault = { kind: 'denied', sent: 'no', reason: 'team-away', message: 'away' }

/** A desk of a team, with what was asked of the team and of the gateway, in order. */
function teamDesk(answers: { claim?: Fault; look?: Fault; seen?: Fault } = {}) {
  const steps: string[] = []
  const team: TeamClaims = {
    seen: () => {
      steps.push('seen')
      return Promise.resolve(answers.seen === undefined ? ok(4) : fail(answers.seen))
    },
    ...{ hear: () => Promise.resolve(), doubt: () => null, sentAfter: () => [] },
    ...{ shownOf: () => null, showClaim: () => Promise.resolve(false) },
    claim: ({ state }, seen) => {
      steps.push(`claim ${seen} ${state}`)
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
