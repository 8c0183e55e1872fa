// Captured orders are read again by themselves: only where the setting says so, the oldest look
// first, none while nobody may ask, and none for a while after the gateway refused.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReReading, type ReReadPorts } from '../../../../src/main/desk/lookups/re-read.ts'
import { connection } from '../../../fakes/desk.ts'
import { freeTurns } from '../../../fakes/turns.ts'

const dayMs = 86_400_000
let [now, monotonic] = [0, 0]
let due: string[] = []
let asked: string[] = []
let answers: (orderid: string) => unknown
let mayNot: string | null
let ending: AbortController
let isOn: boolean
let ids: string[]

beforeEach(() => {
  vi.useFakeTimers()
  ;[now, monotonic, due, asked, mayNot, isOn] = [200 * dayMs, 0, [], [], null, true]
  ending = new AbortController()
  ids = [connection.id]
  answers = () => ({ ok: false, fault: { kind: 'rejected', message: 'Order not found', code: '' } })
})
afterEach(() => vi.useRealTimers())

function reading() {
  const settings = { ...connection.settings, money: { ...connection.settings.money } }
  const one = { ...connection, settings }
  const found = (id: string = connection.id) => ({
    ...{ ...one, id },
    settings: { ...settings, money: { ...settings.money, rereadsOrders: isOn } },
  })
  const ports = {
    ...{ clock: () => now, monotonic: () => monotonic, takeTurn: freeTurns },
    ...{ ending: ending.signal, closing: new AbortController().signal, report: vi.fn() },
    mayNot: () => mayNot,
    connections: { all: () => ids.map(found), find: found, gatewayOf: () => 'g' },
    orders: {
      toReadAgain: (
        _id: string,
        { limit, seenFrom, readBefore }: { limit: number; seenFrom: number; readBefore: number },
      ) => {
        expect([now - seenFrom, now - readBefore]).toEqual([120 * dayMs, dayMs])
        return due.slice(0, limit)
      },
      drawNumber: () => 1,
      clientOrderidOf: () => '',
      orderidOf: () => '',
    },
    gateway: () => ({
      read: async (_operation: string, _connection: unknown, { orderid }: { orderid: string }) => {
        asked.push(orderid)
        return answers(orderid)
      },
    }),
  } as unknown as ReReadPorts
  const found1 = createReReading(ports, { everyMs: 10, restMs: 1_000, idleMs: 50 })
  found1.start()
  return found1
}
const pass = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= 10) {
    monotonic += 10
    await vi.advanceTimersByTimeAsync(10)
  }
}

describe('captured orders that are read again', () => {
  it('are none where the setting is off, and none while nobody may ask', async () => {
    due = ['1']
    isOn = false
    const again = reading()
    await pass(100)
    ;[isOn, mayNot] = [true, 'nobody is signed in']
    await pass(100)
    expect(asked).toEqual([])
    mayNot = null
    await pass(20)
    expect(asked).toEqual(['1'])
    again.stop()
    due = ['2']
    await pass(100)
    expect(asked).toEqual(['1'])
  })

  it('are asked one by one, and one that is not there holds up no other', async () => {
    due = ['1', '2', '3']
    reading()
    await pass(10)
    expect(asked).toEqual(['1'])
    await pass(20)
    expect(asked).toEqual(['1', '2', '3'])
    await pass(100)
    expect(asked).toEqual(['1', '2', '3'])
  })

  it('rest after the gateway refused, with its words, and end with the program', async () => {
    due = ['1', '2']
    answers = () => ({ ok: false, fault: { kind: 'unreached', message: 'too many requests' } })
    const again = reading()
    await pass(500)
    expect(asked).toEqual(['1'])
    expect(again.of(connection.id)).toEqual({ count: 0, last: null, why: 'too many requests' })
    await pass(600)
    expect(asked).toEqual(['1', '1'])
    ending.abort()
    await pass(2_000)
    expect(asked).toEqual(['1', '1'])
  })
  it('are asked though the gateway always refuses one of them, after a rest', async () => {
    due = ['1', '2', '3']
    const fault = { kind: 'rejected', message: 'Internal error', code: '1', httpStatus: 200 }
    answers = (orderid) =>
      orderid === '2'
        ? { ok: false, fault: { kind: 'rejected', message: 'Order not found', httpStatus: 200 } }
        : { ok: false, fault }
    const again = reading()
    await pass(500)
    expect([asked, again.of(connection.id).why]).toEqual([['1'], 'Internal error'])
    await pass(1_000)
    expect(asked).toEqual(['1', '2', '3'])
    await pass(5_000)
    expect(asked).toEqual(['1', '2', '3'])
  })

  it('rest in each connection of an account that was asked too often, and none is left aside', async () => {
    due = ['1', '2']
    const fault = { kind: 'rejected', message: 'Too many requests', httpStatus: 429 }
    answers = () => ({ ok: false, fault })
    reading()
    await pass(500)
    ids = [connection.id, 'another-shop']
    await pass(400)
    expect(asked).toEqual(['1'])
    await pass(1_000)
    expect(new Set(asked)).toEqual(new Set(['1']))
    expect(asked.length).toBeGreaterThan(1)
  })
})
