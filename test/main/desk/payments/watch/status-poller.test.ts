// Who is asked when: under neighbours that hang, clocks that move, outcomes written late, and many
// open requests at once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '#shared/connections/connection.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { openDelayMs } from '../../../../../src/main/desk/payments/status/poll-schedule.ts'
import {
  type Poller,
  startPoller,
} from '../../../../../src/main/desk/payments/watch/status-poller.ts'
import { connection, createTestDesk } from '../../../../fakes/desk.ts'
import { openBudgets } from '../../../../../src/main/gateway/budget/budgets.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'

const year = 365 * 86_400_000
const recordOf = (id: string, host: string): Connection => ({
  ...connection,
  id,
  baseUrl: `https://${host}.example/paynet`,
})

/** A desk over several gateways; every question is noted with the time it was asked at. */
function deskOver(...records: Connection[]) {
  const desk = createTestDesk({ others: records })
  const monotonic = () => performance.now()
  const closing = new AbortController().signal
  Object.assign(desk.ports, { monotonic, takeTurn: openBudgets({ gatewayOf, monotonic, closing }) })
  const asked: { connectionId: string; orderid: string; at: number }[] = []
  const hanging = new Set<string>()
  const { client } = desk.gateway
  const { read } = client
  client.read = (id, to, which, as) => {
    as?.turn?.begin()
    const { orderid = '' } = which as { orderid?: string }
    asked.push({ connectionId: to.id, orderid, at: performance.now() })
    desk.gateway.status = saleStatus('100.00', { 'paynet-order-id': orderid })
    return hanging.has(to.id) ? new Promise(() => undefined) : read(id, to, which, as)
  }
  let count = 0
  const open = (on: Connection): string => {
    count += 1
    const id = `a${count}`
    desk.ports.journal.draft({
      ...{ id, connectionId: on.id, service: gatewayOf(on), endpointId: on.endpointId },
      ...{ operation: 'return', risk: 'money', orderid: `70${count}`, clientOrderid: '' },
      ...{ lockKey: id, amount: null, isFull: true, request: {}, digest: '', comment: 'x' },
      ...{ expiresAt: 0, actor: 'anna', seen: '', tokenHash: 't' },
    })
    for (const [from, to] of [
      ['DRAFT', 'APPROVED'],
      ['APPROVED', 'SENDING'],
      ['SENDING', 'UNKNOWN'],
    ] as const)
      desk.ports.journal.move({
        ...{ id, from: [from], to, actor: 'anna', origin: 'desk' },
        patch: { message: to, ...(to === 'UNKNOWN' ? { nextCheckAt: desk.time.now + 3_000 } : {}) },
      })
    return `70${count}`
  }
  const askedOf = (orderid: string) =>
    asked.filter((one) => one.orderid === orderid).map(({ at }) => at)
  return { ...desk, asked, askedOf, hanging, open }
}

let poller: Poller | undefined
const start = (desk: ReturnType<typeof deskOver>): Poller => {
  poller = startPoller(desk.ports)
  desk.moved.push(({ nextCheckAt }) => {
    if (nextCheckAt !== null) poller?.wake()
  })
  return poller
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  poller?.stop()
  vi.useRealTimers()
})

const one = recordOf('one', 'one')
const other = recordOf('other', 'other')

describe('the poller', () => {
  it('asks for what is open at once at the start, and then by schedule', async () => {
    const desk = deskOver(one)
    const orderid = desk.open(one)
    start(desk)
    await pass(1)
    expect(desk.askedOf(orderid)).toHaveLength(1)
    await pass(openDelayMs(1) - 100)
    expect(desk.askedOf(orderid)).toHaveLength(1)
    await pass(200)
    expect(desk.askedOf(orderid)).toHaveLength(2)
  })
  it('does not flood the gateway when what it finds can’t be written', async () => {
    const desk = deskOver(one)
    desk.open(one)
    desk.ports.journal.noteCheck = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }
    start(desk)
    await pass(4_900)
    expect([desk.asked.length, desk.reports.length]).toEqual([1, 1])
  })
  it('asks no more once it was stopped, and complains of nothing', async () => {
    const desk = deskOver(one)
    desk.open(one)
    start(desk).stop()
    await pass(60_000)
    expect([desk.asked, desk.reports]).toEqual([[], []])
  })

  it('asks on time though the clock jumps by ten years between the looks, and back', async () => {
    const desk = deskOver(one)
    desk.time.now += 10 * year
    const before = desk.open(one)
    desk.time.now -= 10 * year
    start(desk)
    const during = desk.open(one)
    for (const jump of [10 * year, -20 * year, 10 * year, 3_500_000, -3_500_000]) {
      desk.time.now += jump
      await pass(5_000)
    }
    for (const orderid of [before, during]) {
      const gaps = desk.askedOf(orderid).map((at, index, all) => at - (all[index - 1] ?? 0))
      expect(gaps.length).toBeGreaterThanOrEqual(5)
      for (const gap of gaps) expect(gap).toBeLessThanOrEqual(5_000)
    }
  })
  it('a gateway that hangs delays nobody else, and each of its own is asked all the same', async () => {
    const desk = deskOver(one, other)
    desk.hanging.add(one.id)
    const stuck = [1, 2, 3, 4].map(() => desk.open(one))
    const healthy = desk.open(other)
    start(desk)
    await pass(10_000)
    for (const orderid of stuck) expect(desk.askedOf(orderid)).toHaveLength(1)
    expect(desk.askedOf(healthy).length).toBeGreaterThanOrEqual(3)
  })
  it('a gateway delays nobody else, though more questions hang there than it is asked at once', async () => {
    const desk = deskOver(one, other)
    desk.hanging.add(one.id)
    for (let count = 0; count < 40; count += 1) desk.open(one)
    const healthy = desk.open(other)
    start(desk)
    await pass(30_000)
    expect(desk.asked.filter(({ connectionId }) => connectionId === one.id)).toHaveLength(20)
    expect(desk.askedOf(healthy).length).toBeGreaterThanOrEqual(7)
  })
  it('one that comes while others are under way is asked about 3 seconds later', async () => {
    const desk = deskOver(one)
    start(desk)
    await pass(100_000)
    const since = performance.now()
    const orderid = desk.open(one)
    await pass(3_500)
    expect(desk.askedOf(orderid)[0]! - since).toBeLessThanOrEqual(3_100)
  })
  it('2,000 open requests: as many questions a second as the budget has, and connections take turns', async () => {
    // Two records of one gateway, and one of another.
    const twin = { ...one, id: 'twin' }
    const desk = deskOver(one, twin, other)
    for (let count = 0; count < 1_990; count += 1) desk.open(one)
    const few = Array.from({ length: 9 }, () => desk.open(twin))
    const alone = desk.open(other)
    start(desk)
    await pass(40_000)
    for (const connectionIds of [[one.id, twin.id], [other.id]]) {
      const times = desk.asked
        .filter(({ connectionId }) => connectionIds.includes(connectionId))
        .map(({ at }) => at)
      for (let index = 20; index < times.length; index += 1)
        expect(times[index]! - times[index - 20]!).toBeGreaterThanOrEqual(999)
    }
    for (const orderid of [...few, alone]) {
      const gaps = desk.askedOf(orderid).map((at, index, all) => at - (all[index - 1] ?? 0))
      expect(gaps.length).toBeGreaterThan(7)
      for (const gap of gaps) expect(gap).toBeLessThanOrEqual(5_000)
    }
    // None of the many has a second question while another has had none.
    const ofMany = desk.asked.filter(({ connectionId }) => connectionId === one.id)
    expect(ofMany.length).toBeGreaterThan(40 * 9)
    expect(new Set(ofMany.map(({ orderid }) => orderid)).size).toBe(ofMany.length)
  }, 120_000)
})
