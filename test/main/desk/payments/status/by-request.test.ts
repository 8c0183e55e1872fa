// A gateway that tells what became of one request by its serial number, and one that does not mind
// the number.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { watchAttempt } from '../../../../../src/main/desk/payments/watch/ask-status.ts'
import { thaw } from '../../../../../src/main/desk/payments/status/frozen-snapshot.ts'
import { resolveByHand } from '../../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const ids = { orderid: '7000001', client_orderid: 'inv-1' }
const byRequest = { settings: { statusBy: 'request' } } as const

describe('status by the serial number of a request', () => {
  it('is asked for only where the connection says so, and only for an accepted request', async () => {
    for (const [options, named] of [
      [{}, {}],
      [byRequest, { 'by-request-sn': 'sn-1' }],
    ] as const) {
      const desk = openReturns(options)
      const ours = await desk.send('10.00', 'accepted')
      await desk.tell(ours, reversal('10.00', 'A', { status: 'processing' }))
      expect(desk.gateway.asked.at(-1)).toEqual({ ...ids, ...named })
      expect(desk.gateway.asked.slice(0, -1)).toEqual([{ orderid: '7000001' }, ids])
      const lost = openReturns(options)
      await lost.tell(await lost.send('10.00'), reversal('10.00', 'A'))
      expect(lost.gateway.asked.at(-1)).toEqual(ids)
    }
  })

  it('settles a second refund of an equal amount where the gateway tells no ids', async () => {
    const twice = async (options: Parameters<typeof openReturns>[0]) => {
      const desk = openReturns(options)
      const one = await desk.send('10.00', 'accepted')
      expect(await desk.tell(one, reversal('10.00', ''))).toBe('SUCCEEDED')
      const two = await desk.send('10.00', 'accepted')
      return desk.tell(two, reversal('10.00', ''))
    }
    expect(await twice({})).toBe('ACCEPTED')
    expect(await twice(byRequest)).toBe('SUCCEEDED')
  })

  it('counts a refund that looks like one that was told before as another one', async () => {
    const desk = openReturns(byRequest)
    const others = reversal('10.00', '')
    const look = () =>
      lookUp(desk.ports, { connectionId: 'test-1', by: 'orderid', value: ids.orderid })
    // First the sale itself: what went before the first answer nobody knows.
    await look()
    desk.gateway.status = others
    await look()
    const ours = await desk.send('10.00', 'accepted')
    expect(await desk.tell(ours, others)).toBe('SUCCEEDED')
    const { resolvedBy, snapshot } = desk.row(ours)
    expect(resolvedBy).toBeGreaterThan(thaw(snapshot)!.seq)
    expect(desk.ports.orders.facts(desk.row(ours)).returned?.minor).toBe(2000n)
    const reported = desk.ports.orders.snapshots(desk.row(ours)).length
    const second = await desk.send('10.00', 'accepted')
    expect(await desk.tell(second, others)).toBe('SUCCEEDED')
    await desk.tell(second, others)
    expect(desk.ports.orders.snapshots(desk.row(ours))).toHaveLength(reported + 1)
    expect(desk.ports.orders.facts(desk.row(ours)).returned?.minor).toBe(3000n)
  })

  it('says of one request what it was asked for, and of no other', async () => {
    const desk = openReturns(byRequest)
    const first = await desk.send('10.00', 'accepted')
    const said = { attemptId: first, outcome: 'did-not-happen', reportedSeq: null } as const
    const why = { reason: 'the support found nothing', override: 'the customer waits' }
    await resolveByHand(desk.ports, { ...said, ...why })
    const second = await desk.send('10.00', 'accepted')
    desk.gateway.status = reversal('10.00', '')
    await watchAttempt(desk.ports, desk.row(first))
    expect(desk.gateway.asked.at(-1)).toEqual({ ...ids, 'by-request-sn': 'sn-1' })
    expect(formatMessages(desk.row(first).conflict)).toContain('resolved by hand as not done')
    expect(desk.state(second)).toBe('ACCEPTED')
    expect(await desk.tell(second, reversal('10.00', ''))).toBe('SUCCEEDED')
  })

  it('proves nothing when it tells a transaction that was known, another amount or type, or an unreadable amount', async () => {
    const desk = openReturns(byRequest)
    const one = await desk.send('10.00', 'accepted')
    expect(await desk.tell(one, reversal('10.00', 'A'))).toBe('SUCCEEDED')
    const two = await desk.send('10.00', 'accepted')
    expect(await desk.tell(two, reversal('10.00', 'A'))).toBe('ACCEPTED')
    expect(await desk.tell(two, reversal('10,0', ''))).toBe('ACCEPTED')
    expect(await desk.tell(two, reversal('10.00', '', { 'transaction-type': 'capture' }))).toBe(
      'ACCEPTED',
    )
    expect(desk.row(two).conflict).toBeNull()
    expect(await desk.tell(two, reversal('9.00', ''))).toBe('ACCEPTED')
    expect(formatMessages(desk.row(two).conflict)).toContain('9.00')
  })

  it('asks for the order where the gateway knows no such number, and then believes it as before', async () => {
    const desk = openReturns(byRequest)
    const one = await desk.send('10.00', 'accepted')
    expect(await desk.tell(one, reversal('10.00', ''))).toBe('SUCCEEDED')
    const two = await desk.send('10.00', 'accepted')
    const { read } = desk.gateway.client
    desk.gateway.client.read = async (id, connection, which, ...rest) => {
      const reply = await read(id, connection, which, ...rest)
      return 'by-request-sn' in which
        ? {
            ok: false,
            fault: { kind: 'rejected', sent: 'yes', message: 'unknown field', httpStatus: 400 },
          }
        : reply
    }
    const before = desk.gateway.asked.length
    expect(await desk.tell(two, reversal('10.00', ''))).toBe('ACCEPTED')
    expect(desk.gateway.asked.slice(before)).toEqual([{ ...ids, 'by-request-sn': 'sn-2' }, ids])
    expect(await desk.tell(two, reversal('10.00', 'B'))).toBe('ACCEPTED')
  })
})
