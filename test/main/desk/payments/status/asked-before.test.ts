// Evidence from before the sending: what came in while a request was signed, and questions that
// were asked too early.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { recover } from '../../../../../src/main/desk/payments/watch/recover.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { connection, createTestDesk, placeOf } from '../../../../fakes/desk.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'
import { faultOf, must } from '../../../../journeys/story.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const place = { connectionId: 'test-1', by: 'orderid', value: '7000001' } as const
type Returns = ReturnType<typeof openReturns>

/** The next status question is answered when `answer` is called, with what it is given. */
function holdNextAnswer({ gateway }: Returns) {
  const { read } = gateway.client
  let answer: (reported: Record<string, string>) => void = () => undefined
  gateway.client.read = async (...asked) => {
    gateway.client.read = read
    const reply = must(await read(...asked))
    const reported = await new Promise<Record<string, string>>((resolve) => (answer = resolve))
    return { ok: true, value: { ...reply, answer: reported } }
  }
  return { answer: (reported: Record<string, string>) => answer(reported) }
}

describe('nothing from before the sending closes a request', () => {
  it('is not sent when another look-up brought news while the keychain was waited for', async () => {
    const desk = openReturns()
    const { reviewed } = await desk.review('10.00')
    const { build } = desk.gateway.client
    desk.gateway.client.build = async (...request) => {
      desk.gateway.status = reversal('10.00', 'A')
      await lookUp(desk.ports, place)
      return build(...request)
    }
    const fault = faultOf(await confirm(desk.ports, must(reviewed)))
    expect(fault).toMatchObject({ kind: 'denied', sent: 'no', reason: 'order-moved' })
    expect(formatMessage(fault.message)).toContain('something new about this order')
    expect(desk.gateway.sent).toEqual([])
    expect(desk.state(must(reviewed).attemptId)).toBe('UNDONE')
  })

  it('is sent when the look-up meanwhile told what was known', async () => {
    const desk = openReturns()
    const { reviewed } = await desk.review('10.00')
    const { build } = desk.gateway.client
    desk.gateway.client.build = async (...request) => {
      await lookUp(desk.ports, place)
      return build(...request)
    }
    must(await confirm(desk.ports, must(reviewed)))
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('is not sent when a look-up brought news while the keychain kept its mark', async () => {
    const desk = openReturns()
    const { reviewed } = await desk.review('10.00')
    desk.ports.witness = async () => {
      desk.gateway.status = reversal('10.00', 'A')
      await lookUp(desk.ports, place)
      return null
    }
    const fault = faultOf(await confirm(desk.ports, must(reviewed)))
    expect(fault).toMatchObject({ kind: 'denied', sent: 'no', reason: 'order-moved' })
    expect(desk.gateway.sent).toEqual([])
    expect(desk.state(must(reviewed).attemptId)).toBe('NOT_SENT')
  })

  it.each(['lost', 'accepted'] as const)(
    'a question asked while the keychain kept its mark closes no request that was %s',
    async (how) => {
      const desk = openReturns()
      const held: { answer?: ReturnType<typeof holdNextAnswer>; early?: Promise<unknown> } = {}
      desk.ports.witness = () => {
        held.answer = holdNextAnswer(desk)
        held.early = lookUp(desk.ports, place)
        return Promise.resolve(null)
      }
      const ours = await desk.send('10.00', how)
      const open = desk.state(ours)
      held.answer?.answer(reversal('10.00', 'A'))
      await held.early
      expect(desk.state(ours)).toBe(open)
      expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe(open)
      expect(await desk.tell(ours, reversal('10.00', 'B'))).toBe('SUCCEEDED')
    },
  )

  it.each(['lost', 'accepted'] as const)(
    'an answer to a question asked earlier is shown, and closes no request that was %s',
    async (how) => {
      const desk = openReturns()
      const held = holdNextAnswer(desk)
      const early = lookUp(desk.ports, place)
      const ours = await desk.send('10.00', how)
      const open = desk.state(ours)
      held.answer(reversal('10.00', 'A'))
      must(await early)
      expect(desk.state(ours)).toBe(open)
      expect(desk.ports.orders.facts(desk.row(ours)).latest?.transactionType).toBe('reversal')
      // Told again on a later question, it is what was there before all the same.
      expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe(open)
      expect(await desk.tell(ours, reversal('10.00', 'A', { 'order-stage': 'x' }))).toBe(open)
      expect(await desk.tell(ours, reversal('10.00', 'B'))).toBe('SUCCEEDED')
    },
  )

  it('but a late answer hides no refused request that a later question shows as done', async () => {
    const desk = openReturns()
    const held = holdNextAnswer(desk)
    const early = lookUp(desk.ports, place)
    const ours = await desk.send('10.00', 'refused')
    expect(desk.state(ours)).toBe('REJECTED')
    held.answer(reversal('10.00', 'A'))
    must(await early)
    await desk.tell(ours, reversal('10.00', 'A'))
    expect(formatMessages(desk.row(ours).conflict)).toContain(
      'was refused, but the gateway shows a reversal',
    )
  })

  it('nor when its late answer repeats what a later question had told as processing', async () => {
    const desk = openReturns()
    const held = holdNextAnswer(desk)
    const early = lookUp(desk.ports, place)
    const ours = await desk.send('10.00')
    const processing = reversal('10.00', 'A', { status: 'processing' })
    expect(await desk.tell(ours, processing)).toBe('UNKNOWN')
    held.answer(processing)
    must(await early)
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('UNKNOWN')
  })

  it('numbers that were kept go on growing over restarts and clocks that go back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-asked-'))
    const file = join(folder, 'ledger.sqlite')
    const drawn: number[] = []
    for (let life = 0; life < 3; life += 1) {
      const { ports, time, close } = createTestDesk({ file })
      time.now -= life * 365 * 86_400_000
      recover(ports)
      for (const orderid of ['1', '2']) {
        const asked = ports.orders.drawNumber()
        drawn.push(asked)
        const answer = saleStatus(`1${life}.00`)
        const snapshot = snapshotOf(answer, connection.settings)
        ports.orders.storeSnapshot({
          ...{ asked, ...placeOf(orderid), connectionId: 'test-1', clientOrderid: 'inv' },
          ...{ answer, snapshot, serialNumber: 'sn', actor: 'anna', isLookUp: true },
        })
      }
      close()
    }
    rmSync(folder, { recursive: true })
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b))
    expect(new Set(drawn).size).toBe(drawn.length)
  })
})
