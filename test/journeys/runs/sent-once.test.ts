// Orders of which nobody here knows what is left: part of a hold was captured before this computer
// looked. The remainder can't tell that one amount left meanwhile, so what is known of the requests
// has to.
import { describe, expect, it } from 'vitest'
import type { RunView } from '#shared/runs/run-methods.ts'
import { rigAt } from '../carry-out.ts'
import { eachWorld } from '../world.ts'
import { effectsOf, must, type OpenDesk } from '../story.ts'
import { confirm, outcomesOf, paidOrders, review, rowsOf, until } from './run-story.ts'

const world = eachWorld(20)

async function checkedList(open: OpenDesk, text: string): Promise<RunView> {
  const asked = { connectionId: 'sandbox', operation: 'return', text } as const
  const read = must(await open.desk['file:paste'](asked))!
  const run = must(
    await open.desk['run:from-file']({
      ...{ readingId: read.id, stamp: read.stamp, meaning: read.meaning },
      leftOut: read.wrongLines,
      ...{ leftOutReason: '', reason: '', againReason: '', depth: 'gateway' },
    }),
  )
  return until(open, run.id, 'CHECKED')
}

async function capturedElsewhere(): Promise<{ orderid: string; clientOrderid: string }> {
  const found = world.sandbox.renewTraining().find(({ about }) => /hold of 300\.00 EUR/.test(about))
  const { orderid, clientOrderid } = found!
  const shop = await rigAt(world.sandbox)
  const ids = { client_orderid: clientOrderid, orderid }
  await shop.perform('capture', { ...ids, amount: '200.00', currency: 'EUR' })
  await expect.poll(() => effectsOf(world.sandbox, orderid, 'capture')).toBe(1)
  // A capture that is being processed would be waited for.
  world.sandbox.advance(60_000)
  return { orderid, clientOrderid }
}

async function sent(open: OpenDesk, runId: string): Promise<void> {
  must(await confirm(open, await review(open, runId)))
  await until(open, runId, 'DONE')
}

const twenty = (orderid: string): string =>
  `Order ID,Amount,Currency,Reason\n${orderid},20.00,EUR,damaged`

/** Beside a row that nobody sent meanwhile. */
const withAnother = (orderid: string): string =>
  `${twenty(orderid)}\n${paidOrders(world.sandbox, 1)[0]},1.00,EUR,damaged`

describe('a run over an order of which nobody knows what is left', () => {
  it('skips what was refunded by hand after its check', async () => {
    const open = await world.start({ undoMs: 0 })
    const { orderid } = await capturedElsewhere()
    const run = await checkedList(open, withAnother(orderid))
    expect(await rowsOf(open, run.id)).toMatchObject([{ group: 'ready', left: null }, {}])
    must(await world.send(orderid, { amount: '20.00', currency: 'EUR' }))
    const openOnes = async () => must(await open.desk['attempt:list']({ isOpen: true })).length
    await expect.poll(openOnes).toBe(0)
    expect(await review(open, run.id)).toMatchObject({ rows: 2, repeats: 0, sentSince: 1 })
    await sent(open, run.id)
    expect(await rowsOf(open, run.id)).toMatchObject([
      { outcome: 'skipped', message: expect.stringContaining('since the check') as string },
      {},
    ])
    expect(effectsOf(world.sandbox, orderid, 'return')).toBe(1)
  }, 180_000)

  it('skips what another computer refunded after its check, as the status tells at its turn', async () => {
    const open = await world.start({ undoMs: 0 })
    const { orderid, clientOrderid } = await capturedElsewhere()
    const run = await checkedList(open, withAnother(orderid))
    expect(await rowsOf(open, run.id)).toMatchObject([{ group: 'ready', left: null }, {}])
    const colleague = await rigAt(world.sandbox)
    const ids = { client_orderid: clientOrderid, orderid }
    await colleague.perform('return', {
      ...{ ...ids, amount: '20.00', currency: 'EUR', comment: 'damaged' },
    })
    await expect.poll(() => effectsOf(world.sandbox, orderid, 'return')).toBe(1)
    world.sandbox.advance(60_000)
    await sent(open, run.id)
    expect(await rowsOf(open, run.id)).toMatchObject([
      { outcome: 'skipped', message: expect.stringContaining('since the check') as string },
      {},
    ])
    expect(effectsOf(world.sandbox, orderid, 'return')).toBe(1)
  }, 180_000)

  it('asks about the second of two rows that name it by its two ids', async () => {
    const open = await world.start({ undoMs: 0 })
    const { orderid, clientOrderid } = await capturedElsewhere()
    const text = `Order ID,Invoice,Amount,Currency,Reason
${orderid},,20.00,EUR,damaged
,${clientOrderid},20.00,EUR,damaged`
    const run = await checkedList(open, text)
    expect(await rowsOf(open, run.id)).toMatchObject([
      { group: 'ready', isIn: true },
      { group: 'look', isIn: false },
    ])
    await sent(open, run.id)
    await expect.poll(() => outcomesOf(open, run.id)).toEqual(['done', 'left-out'])
    expect(effectsOf(world.sandbox, orderid, 'return')).toBe(1)
  }, 180_000)

  it('sends both of them once a person keeps the second', async () => {
    const open = await world.start({ undoMs: 0 })
    const { orderid, clientOrderid } = await capturedElsewhere()
    const text = `Order ID,Invoice,Amount,Currency,Reason
${orderid},,20.00,EUR,damaged
,${clientOrderid},20.00,EUR,damaged`
    const run = await checkedList(open, text)
    must(await open.desk['run:choose']({ runId: run.id, rows: [1], isIn: true }))
    await sent(open, run.id)
    await expect.poll(() => outcomesOf(open, run.id)).toEqual(['done', 'done'])
    expect(effectsOf(world.sandbox, orderid, 'return')).toBe(2)
  }, 180_000)

  it('skips what another run sent after both were checked', async () => {
    const open = await world.start({ undoMs: 0 })
    const { orderid } = await capturedElsewhere()
    const one = await checkedList(open, twenty(orderid))
    const two = await checkedList(open, withAnother(orderid))
    await sent(open, one.id)
    await expect.poll(() => outcomesOf(open, one.id)).toEqual(['done'])
    await sent(open, two.id)
    expect((await outcomesOf(open, two.id))[0]).toBe('skipped')
    expect(effectsOf(world.sandbox, orderid, 'return')).toBe(1)
  }, 180_000)
})
