// Ways to a second refund or payment for one wish that an attacker found behind the other guards.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { connectionRecord } from '#shared/connections/connection.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { movedFault } from '../../../../../src/main/desk/connections/connection-rules.ts'
import { connection } from '../../../../fakes/desk.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const check = async (desk: ReturnType<typeof openReturns>, id: string): Promise<void> => {
  await resolveAttempt(desk.ports, desk.row(id))
}

describe('a refund that was resolved as not done and is done late', () => {
  it('is a contradiction although another refund of another amount was refused later', async () => {
    const desk = openReturns()
    const first = await desk.send('10.00')
    const typed = { reason: 'asked the gateway’s support', override: 'the customer waits' }
    const given = { attemptId: first, outcome: 'did-not-happen', ...typed } as const
    expect(resolveByHand(desk.ports, given).ok).toBe(true)
    await desk.send('20.00', 'refused')
    desk.gateway.status = reversal('10.00', 'tx-late')
    await check(desk, first)
    expect(formatMessages(desk.row(first).conflict)).toContain('resolved by hand')
  })
})

describe('a cancel', () => {
  const capture = (amount: string) =>
    saleStatus(amount, {
      'transaction-type': 'capture',
      'order-stage': 'capture_approved',
      'processor-tx-id': 'tx-capture',
    })

  it.each(['approved', 'declined'])(
    'that is %s lets go of the rest of a hold and closes no refund of what was captured',
    async (status) => {
      const desk = openReturns()
      desk.gateway.status = capture('100.00')
      const id = await desk.send('10.00')
      desk.gateway.status = reversal('10.00', 'tx-2', {
        status,
        'transaction-type': 'cancel',
        'order-stage': 'cancel_approved',
      })
      await check(desk, id)
      expect(desk.state(id)).toBe('UNKNOWN')
    },
  )
})

describe('a connection', () => {
  it.each([
    ['was pointed elsewhere', { baseUrl: 'http://127.0.0.1:2/paynet' }],
    ['has another login', { login: 'other' }],
  ])('that %s since the review sends nothing', (_story, more) => {
    const now = connectionRecord.parse({ ...connection, ...more })
    expect(movedFault(connection, now)).toMatchObject({ kind: 'denied', sent: 'no' })
  })

  it('that was removed sends nothing, and one with another name does', () => {
    expect(movedFault(connection, undefined)).toMatchObject({ sent: 'no' })
    expect(movedFault(connection, { ...connection, name: 'Renamed' })).toBeNull()
  })

  it('that is moved while the request is signed sends nothing', async () => {
    const desk = openReturns()
    const { reviewed } = await desk.review('10.00')
    if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
    const { find } = desk.ports.connections
    const { build } = desk.gateway.client
    // As if another screen saved it while the keychain was asked: only the look inside SENDING
    // finds the new one.
    desk.gateway.client.build = (...asked) => {
      desk.ports.connections.find = (id) => {
        const found = find(id)
        return found === undefined ? found : { ...found, login: 'other' }
      }
      return build(...asked)
    }
    const { confirm } = await import('../../../../../src/main/desk/payments/send/confirm.ts')
    const sent = await confirm(desk.ports, reviewed.value)
    expect(sent).toMatchObject({ ok: false, fault: { sent: 'no', reason: 'order-moved' } })
    expect(desk.gateway.sent).toEqual([])
  })
})
