import { describe, expect, it } from 'vitest'
import { confirm } from '../../../src/main/desk/perform.ts'
import { type PendingBook, prepare } from '../../../src/main/desk/prepare.ts'
import { startPoller } from '../../../src/main/desk/settle.ts'
import { createTestDesk } from '../../fakes/desk.ts'
import { timedOut } from '../../fakes/gateway.ts'

async function unknownReturn() {
  const desk = createTestDesk()
  const pending: PendingBook = new Map()
  const review = await prepare(desk.ports, pending, {
    connectionId: 'test-1',
    operation: 'return',
    request: {
      client_orderid: 'inv-1',
      orderid: '7000001',
      amount: '10.00',
      currency: 'EUR',
      comment: 'damaged',
    },
  })
  if (!review.ok) throw new Error(JSON.stringify(review.fault))
  desk.gateway.onSend = () => timedOut
  await confirm(desk.ports, pending, review.value)
  desk.time.now += 60_000
  desk.gateway.statusReads = 0
  return desk
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the poller', () => {
  it('asks for what is due, once, and plans the next look by the ledger', async () => {
    const desk = await unknownReturn()
    const poller = startPoller(desk.ports)
    await expect.poll(() => desk.gateway.statusReads).toBe(1)
    await pause(700)
    expect(desk.gateway.statusReads).toBe(1)
    await poller.stop()
  })
  it('does not flood the service when what it finds can’t be written', async () => {
    const desk = await unknownReturn()
    desk.ports.journal.noteCheck = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    }
    const poller = startPoller(desk.ports)
    await expect.poll(() => desk.reports.length).toBe(1)
    await pause(1_200)
    expect(desk.gateway.statusReads).toBe(1)
    await poller.stop()
  })
})
