// Runs from selected orders to what the gateway's books say: each row once, in order, and nothing
// that was not confirmed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { eachPerson, eachWorld } from '../world.ts'
import { effectsOf, faultOf, must } from '../story.ts'
import {
  checked,
  confirm,
  confirmed,
  outcomesOf,
  paidOrders,
  review,
  rowsOf,
  until,
} from './run-story.ts'

const world = eachWorld(20)
const person = eachPerson()
const refundsOf = (orderids: readonly string[]): number[] =>
  orderids.map((orderid) => effectsOf(world.sandbox, orderid, 'return'))

describe('a run', () => {
  it('refunds each selected order once, and its file says what the books say', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 6)
    const run = await confirmed(open, orderids)
    const done = await until(open, run.id, 'DONE')
    expect(done).toMatchObject({ rowsIn: 6, confirmedBy: done.actor })
    await expect.poll(() => outcomesOf(open, run.id)).toEqual(orderids.map(() => 'done'))
    expect(refundsOf(orderids)).toEqual(orderids.map(() => 1))
    // The page hears of each outcome, also of one that was told after the last row was sent.
    const lastOf = (topic: string): number =>
      open.changes.findLastIndex((change) => change.topic === topic)
    await expect.poll(() => lastOf('run') > lastOf('attempt')).toBe(true)
    const saved = must(await open.desk['run:save']({ runId: run.id, as: 'csv' }))
    const lines = readFileSync(saved!.file, 'utf8').trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
      orderids.map((id) => `"${id}"`),
    )
    expect(lines[1]).toMatch(/"120\.00","EUR","refund","Done","120\.00"/)
  })

  it('releases a hold, and says so before it is confirmed', async () => {
    const open = await world.start()
    const [hold] = paidOrders(world.sandbox, 1, /hold of 300\.00 EUR/)
    const run = await checked(open, [hold!])
    expect(run.groups).toMatchObject([{ group: 'ready', way: 'release', rows: 1 }])
    await confirm(open, await review(open, run.id))
    await until(open, run.id, 'DONE')
    expect(effectsOf(world.sandbox, hold!, 'return')).toBe(1)
  })

  it('plans each row with the rows before it done, and asks about an equal one', async () => {
    const open = await world.start()
    const [orderid] = paidOrders(world.sandbox, 1)
    const run = await checked(open, [orderid!, orderid!])
    expect(await rowsOf(open, run.id)).toMatchObject([
      { group: 'ready', moves: { amount: '120.00' }, left: { amount: '0.00' } },
      { group: 'impossible', moves: null },
    ])
  })

  it('knows again what was sent before, and takes it in only with a reason', async () => {
    const open = await world.start()
    const [orderid] = paidOrders(world.sandbox, 1)
    must(await world.send(orderid!, { amount: '20.00', currency: 'EUR' }))
    await expect.poll(() => world.refunds(orderid!)).toBe(1)
    const openOnes = async () => must(await open.desk['attempt:list']({ isOpen: true })).length
    await expect.poll(openOnes).toBe(0)
    const twenty = await open.desk['run:create']({
      ...{ connectionId: 'sandbox', operation: 'return', reason: 'again' },
      ...{ rows: [{ orderid: orderid! }], depth: 'gateway' },
    })
    const run = await until(open, must(twenty).id, 'CHECKED')
    expect(run.groups).toMatchObject([{ group: 'ready', rows: 1 }])
    expect((await rowsOf(open, run.id))[0]!.moves).toEqual({ amount: '100.00', currency: 'EUR' })
  })

  it('skips a row whose order moved after the check', async () => {
    const open = await world.start({ undoMs: 30_000 })
    const [moved, still] = paidOrders(world.sandbox, 2)
    const run = await confirmed(open, [moved!, still!])
    // Somebody refunds a part elsewhere while all of it can still be taken back.
    const { rigAt } = await import('../carry-out.ts')
    const colleague = await rigAt(world.sandbox)
    const order = await world.lookUp(moved!)
    await colleague.perform('return', {
      ...{ client_orderid: order.clientOrderid, orderid: moved!, comment: 'by a colleague' },
      ...{ amount: '5.00', currency: 'EUR' },
    })
    await expect.poll(() => world.refunds(moved!)).toBe(1)
    must(await open.desk['run:send-now']({ runId: run.id }))
    await until(open, run.id, 'DONE')
    await expect.poll(() => outcomesOf(open, run.id)).toEqual(['skipped', 'done'])
    expect(refundsOf([moved!, still!])).toEqual([1, 1])
  })

  it('holds up the order of an unknown outcome alone', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 3)
    const run = await checked(open, orderids)
    world.sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times: 1 })
    await confirm(open, await review(open, run.id))
    await until(open, run.id, 'DONE')
    await expect
      .poll(async () => (await outcomesOf(open, run.id)).filter((one) => one === 'done').length)
      .toBeGreaterThanOrEqual(2)
    for (const count of refundsOf(orderids)) expect(count).toBeLessThanOrEqual(1)
  })

  it('is taken back as a whole, and sends nothing then', async () => {
    const open = await world.start({ undoMs: 30_000 })
    const orderids = paidOrders(world.sandbox, 2)
    const run = await confirmed(open, orderids)
    expect(run).toMatchObject({ state: 'CONFIRMED' })
    expect(must(await open.desk['run:undo']({ runId: run.id })).state).toBe('CHECKED')
    expect(faultOf(await open.desk['run:send-now']({ runId: run.id })).kind).toBe('denied')
    expect(refundsOf(orderids)).toEqual([0, 0])
  })

  it('is not called undone where a person was too late: it has begun', async () => {
    const open = await world.start({ undoMs: 30_000 })
    world.sandbox.setFault({ operation: 'return', kind: 'slow' })
    const orderids = paidOrders(world.sandbox, 2)
    const { id: runId } = await confirmed(open, orderids)
    must(await open.desk['run:send-now']({ runId }))
    await until(open, runId, 'RUNNING')
    for (const late of ['run:undo', 'run:send-now'] as const)
      expect(faultOf(await open.desk[late]({ runId })).message).toMatch(/^The run has begun, so/)
    await until(open, runId, 'DONE')
    for (const late of ['run:undo', 'run:send-now'] as const)
      expect(faultOf(await open.desk[late]({ runId })).message).toMatch(/moved on/)
    expect(refundsOf(orderids)).toEqual([1, 1])
  })

  it('has one feeder, whatever is paused and resumed at once', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 12)
    const run = await confirmed(open, orderids)
    for (let n = 0; n < 8; n += 1) {
      const paused = open.desk['run:pause']({ runId: run.id })
      const resumed = open.desk['run:resume']({ runId: run.id })
      await Promise.all([paused, resumed])
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
    if ((await until(open, run.id, 'PAUSED', 'RUNNING', 'DONE')).state === 'PAUSED')
      must(await open.desk['run:resume']({ runId: run.id }))
    await until(open, run.id, 'DONE')
    // A row that was under way as the run was paused keeps its place: none is left or skipped.
    await expect.poll(() => outcomesOf(open, run.id)).toEqual(orderids.map(() => 'done'))
    expect(refundsOf(orderids)).toEqual(orderids.map(() => 1))
  })

  it('pauses as Paydesk ends, and sends nothing before a person resumes it', async () => {
    const first = await world.start({ undoMs: 0 })
    const orderids = paidOrders(world.sandbox, 12)
    const run = await confirmed(first, orderids)
    await expect.poll(() => refundsOf(orderids), { interval: 5 }).toContain(1)
    await first.close()
    const open = await world.start()
    expect(await until(open, run.id, 'PAUSED', 'DONE')).toMatchObject({ state: 'PAUSED' })
    // What had left is found by its status; the rest waits, also while the gateway is asked.
    const ended = async (): Promise<string[]> => [...new Set(await outcomesOf(open, run.id))].sort()
    await expect.poll(ended, { timeout: 15_000 }).toEqual(['done', 'waiting'])
    for (const value of orderids)
      must(await open.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value }))
    const outcomes = await outcomesOf(open, run.id)
    expect(refundsOf(orderids)).toEqual(outcomes.map((outcome) => (outcome === 'done' ? 1 : 0)))
    expect(outcomes).toContain('waiting')
    must(await open.desk['run:resume']({ runId: run.id }))
    await until(open, run.id, 'DONE')
    await expect.poll(() => refundsOf(orderids)).toEqual(orderids.map(() => 1))
  })

  it('takes no run that waits for its time to undo over an end of Paydesk', async () => {
    const first = await world.start({ undoMs: 30_000 })
    const orderids = paidOrders(world.sandbox, 1)
    const run = await confirmed(first, orderids)
    await first.close()
    const open = await world.start()
    expect(await until(open, run.id, 'CHECKED')).toMatchObject({ rowsIn: 1 })
    expect(refundsOf(orderids)).toEqual([0])
  })

  it('asks for what was not sent in a run of its own', async () => {
    const open = await world.start({ undoMs: 30_000 })
    const orderids = paidOrders(world.sandbox, 3)
    const run = await confirmed(open, orderids)
    must(await open.desk['run:send-now']({ runId: run.id }))
    must(
      await until(open, run.id, 'RUNNING', 'DONE').then(() =>
        open.desk['run:show']({ runId: run.id }),
      ),
    )
    const stopped = await open.desk['run:stop']({ runId: run.id })
    await until(open, run.id, 'STOPPED', 'DONE')
    if (!stopped.ok) return
    // What has its turn ends; the rest was never sent.
    await expect
      .poll(async () => (await outcomesOf(open, run.id)).filter((one) => one === 'sending'))
      .toEqual([])
    const { mayAskAgain } = must(await open.desk['run:show']({ runId: run.id }))
    if (mayAskAgain === 0) return
    const again = must(await open.desk['run:again']({ runId: run.id }))
    const next = await until(open, again.id, 'CHECKED')
    expect(next.rows).toBe(mayAskAgain)
    must(await confirm(open, await review(open, next.id)))
    must(await open.desk['run:send-now']({ runId: next.id }))
    await until(open, next.id, 'DONE')
    await expect.poll(() => refundsOf(orderids)).toEqual([1, 1, 1])
  })
})

describe('a run refuses', () => {
  it('a token that was used before', async () => {
    const open = await world.start({ undoMs: 30_000 })
    const run = await checked(open, paidOrders(world.sandbox, 1))
    const made = await review(open, run.id)
    must(await confirm(open, made))
    expect(faultOf(await confirm(open, made)).kind).toBe('denied')
  })

  it('a review from before a row was left out', async () => {
    const open = await world.start({ undoMs: 30_000 })
    const run = await checked(open, paidOrders(world.sandbox, 2))
    const made = await review(open, run.id)
    must(await open.desk['run:choose']({ runId: run.id, rows: [0], isIn: false }))
    expect(faultOf(await confirm(open, made)).message).toMatch(/used up or too old/)
    expect((await review(open, run.id)).rows).toBe(1)
  })

  it('a number that was not typed, from a hundred rows on', async () => {
    const open = await world.start({ undoMs: 30_000 })
    const orderids = paidOrders(world.sandbox, 100)
    const run = await checked(open, orderids)
    const made = await review(open, run.id)
    expect(made.isTyped).toBe(true)
    const { runId, token } = made
    const typed = await open.desk['run:confirm']({ runId, token, typedRows: 99 })
    expect(faultOf(typed).message).toMatch(/Type the number of rows: 100/)
    // It is used up all the same.
    expect(faultOf(await confirm(open, made)).kind).toBe('denied')
    must(await confirm(open, await review(open, run.id)))
  }, 180_000)

  it('a second run at the account while one is under way', async () => {
    const open = await world.start({ undoMs: 30_000 })
    const [first, second] = paidOrders(world.sandbox, 2)
    await confirmed(open, [first!])
    const other = await checked(open, [second!])
    const fault = faultOf(await confirm(open, await review(open, other.id)))
    expect(fault.message).toMatch(/Another run is under way/)
  })

  it('to be confirmed against a no in the dialog of the system', async () => {
    const open = await world.start({ undoMs: 30_000, ask: person.ask })
    const money = { undoMs: 30_000, confirmOutside: true }
    must(await open.desk['connection:set-money']({ connectionId: 'sandbox', money }))
    const run = await checked(open, paidOrders(world.sandbox, 1))
    const made = await review(open, run.id)
    person.answer = false
    expect(faultOf(await confirm(open, made)).kind).toBe('denied')
    expect(person.asked.at(-1)).toMatchObject({ message: 'Send 1 request: refund?' })
    person.answer = true
    must(await confirm(open, made))
  })

  it('an order that is not known at the gateway', async () => {
    const open = await world.start()
    const run = await checked(open, ['99999999'])
    expect(run.groups).toMatchObject([{ group: 'impossible', rows: 1 }])
    expect(faultOf(await open.desk['run:review']({ runId: run.id, reason: '' })).message).toMatch(
      /No row is taken in/,
    )
  })

  it('to go by what is known here of an order that was never looked up', async () => {
    const open = await world.start()
    const orderids = paidOrders(world.sandbox, 1)
    const made = await open.desk['run:create']({
      ...{ connectionId: 'sandbox', operation: 'return', reason: 'again' },
      rows: orderids.map((orderid) => ({ orderid })),
      depth: 'known',
    })
    const run = await until(open, must(made).id, 'CHECKED')
    expect(run.groups).toMatchObject([{ group: 'impossible' }])
  })

  it('a run without a connection', async () => {
    const open = await world.start()
    const made = await open.desk['run:create']({
      ...{ connectionId: 'nowhere', operation: 'return', reason: '', rows: [{ orderid: '1' }] },
      depth: 'gateway',
    })
    expect(faultOf(made).kind).toBe('denied')
  })
})
