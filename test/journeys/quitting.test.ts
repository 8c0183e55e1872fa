// The program is asked to end in the moments between a confirmation and the socket: the request is
// sent and answered before the end, or the next start says that it was not sent.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import { lockFileOf } from '../../src/main/ledger/db/open.ts'
import { tampered } from '../fakes/ledger-check.ts'
import { faultOf, must, trainingOrder } from './story.ts'
import { eachWorld, oneEuro } from './world.ts'

const world = eachWorld()
let orderid: string
beforeEach(() => {
  orderid = trainingOrder(world.sandbox, /paid sale of 120\.00 EUR/)
})
const start = (undoMs: number, clock = Date.now, threads = false) =>
  world.start({ undoMs, clock, threads })
const review = async (of = orderid) => must(await world.review(of))

/** Confirmed before the end is asked for. */
async function confirmed(reviewed: Awaited<ReturnType<typeof review>>) {
  const answer = world.open.desk['attempt:confirm'](reviewed)
  await setImmediate()
  return { answer }
}
/** Ids and states of what the next start names. */
async function namedNext(): Promise<[string, string][]> {
  await start(0)
  const { unseenEnds } = must(await world.open.desk['app:state']({}))
  return unseenEnds.map(({ id, state }) => [id, state])
}
const others = () => [
  trainingOrder(world.sandbox, /5000\.00 EUR for test/),
  trainingOrder(world.sandbox, /sale of 12000 JPY/),
]

it('waits until a confirmed request is sent, also while its order is read once more', async () => {
  await start(400)
  const { answer } = await confirmed(await review())
  const unsent = world.open.unsent()
  expect(unsent.count()).toBe(1)
  await unsent.whenNone
  const held = world.open.hold()
  await held.whenNone
  must(await answer)
  await world.open.close()
  expect(world.refunds(orderid)).toBe(1)
})

it('tells at the next start what was left unsent while its order was read once more', async () => {
  await start(0)
  const reviewed = await review()
  const asked = () =>
    world.sandbox.requests().filter(({ operation }) => operation === 'status').length
  const before = asked()
  world.sandbox.setFault({ operation: 'status', kind: 'hang-without-effect', times: 1 })
  const answer = world.open.desk['attempt:confirm'](reviewed)
  await expect.poll(asked).toBe(before + 1)
  expect(world.open.unsent().count()).toBe(1)
  expect(world.open.hold().count()).toBe(0)
  expect(faultOf(await answer).sent).toBe('no')
  expect(world.open.unsent().count()).toBe(0)
  await world.open.close()
  expect(world.refunds(orderid)).toBe(0)
  await start(0)
  const state = must(await world.open.desk['app:state']({}))
  expect(state.unseenEnds).toMatchObject([{ id: reviewed.attemptId, state: 'EXPIRED' }])
})

it('names at each start what the gateway kept from being sent, until a person closed that', async () => {
  await start(300)
  const reviewed = await review()
  const { answer } = await confirmed(reviewed)
  const { count, whenNone } = world.open.unsent()
  expect(count()).toBe(1)
  world.sandbox.setFault({ operation: 'status', kind: 'reset-without-effect' })
  await whenNone
  expect(world.open.hold().count()).toBe(0)
  expect(faultOf(await answer).sent).toBe('no')
  await world.open.close()
  expect(await namedNext()).toEqual([[reviewed.attemptId, 'UNDONE']])
  await world.open.close()
  expect(await namedNext()).toEqual([[reviewed.attemptId, 'UNDONE']])
  must(await world.open.desk['attempt:seen']({ attemptId: reviewed.attemptId }))
  expect(must(await world.open.desk['app:state']({})).unseenEnds).toEqual([])
  await world.open.close()
  expect(await namedNext()).toEqual([])
  expect(world.refunds(orderid)).toBe(0)
})

it('names no end that is none, whatever another program writes among them', async () => {
  tampered('another program writes to the ledger')
  await start(0)
  const reviewed = await review()
  must(await world.open.desk['attempt:confirm'](reviewed))
  const tool = new BetterSqlite3(join(world.folder, 'ledger.sqlite'))
  const ids = JSON.stringify([reviewed.attemptId])
  tool.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('unseen.ends', ?)").run(ids)
  tool.close()
  expect(must(await world.open.desk['app:state']({})).unseenEnds).toEqual([])
})

it('confirms nothing new once it waits to end: says so, and names it at the next start', async () => {
  await start(400)
  const [other = ''] = others()
  const [first, second] = [await review(), await review(other)]
  const { answer } = await confirmed(first)
  const { whenNone } = world.open.unsent()
  const refused = faultOf(await world.open.desk['attempt:confirm'](second))
  expect(refused).toMatchObject({ sent: 'no', message: 'Nothing was sent: Paydesk is closing.' })
  // Who presses twice is not told that what is about to leave is not sent.
  expect(faultOf(await world.open.desk['attempt:confirm'](first))).toMatchObject({
    reason: 'already-confirmed',
  })
  await whenNone
  await world.open.hold().whenNone
  must(await answer)
  await world.open.close()
  expect(await namedNext()).toEqual([[second.attemptId, 'EXPIRED']])
  expect(world.refunds(orderid)).toBe(1)
  expect(world.refunds(other)).toBe(0)
})

it('sends each of several once, the one that is hurried at once, and none that is undone meanwhile', async () => {
  await start(700)
  const orders = [orderid, ...others()]
  const [due, undone, hurried] = [
    await review(orders[0]),
    await review(orders[1]),
    await review(orders[2]),
  ]
  const answers = [due, undone, hurried].map((one) => world.open.desk['attempt:confirm'](one))
  await setImmediate()
  const unsent = world.open.unsent()
  expect(unsent.count()).toBe(3)
  must(await world.open.desk['attempt:undo']({ attemptId: undone.attemptId }))
  must(await world.open.desk['attempt:send-now']({ attemptId: hurried.attemptId }))
  await unsent.whenNone
  await Promise.all([world.open.hold().whenNone, world.open.hold().whenNone])
  expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([true, false, true])
  await world.open.close()
  expect(await namedNext()).toEqual([])
  expect(orders.map(world.refunds)).toEqual([1, 0, 1])
})

it('does not wait for what is too late to be sent', async () => {
  let late = 0
  await start(0, () => Date.now() + late)
  const reviewed = await review()
  world.sandbox.setFault({ operation: 'status', kind: 'hang-without-effect' })
  const { answer } = await confirmed(reviewed)
  const { count, whenNone } = world.open.unsent()
  expect(count()).toBe(1)
  late = 61_000
  await whenNone
  world.open.hold()
  expect(faultOf(await answer).sent).toBe('no')
  await world.open.close()
  expect(await namedNext()).toEqual([[reviewed.attemptId, 'EXPIRED']])
})

it('leaves a file that the next start need not check again, however often', async () => {
  const left = (): { checked_at: number; proof: Buffer } | undefined => {
    const lock = new BetterSqlite3(lockFileOf(join(world.folder, 'ledger.sqlite')))
    const row = lock.prepare('SELECT checked_at, proof FROM closed_file').get()
    lock.close()
    return row as ReturnType<typeof left>
  }
  const live = async (): Promise<ReturnType<typeof left>> => {
    await start(0, Date.now, true)
    // It is sent behind the check, and lists are folded by the time of a verification.
    must(await world.send(orderid, oneEuro))
    must(await world.open.desk['audit:verify']({}))
    await world.open.close()
    expect(world.open.reports).toEqual([])
    return left()
  }
  let first = await live()
  for (let tries = 0; tries < 10 && first === undefined; tries += 1) first = await live()
  expect(first).toBeDefined()
  const second = await live()
  expect(second!.proof.equals(first!.proof)).toBe(false)
  // That of a check that this start did not make.
  expect(second!.checked_at).toBe(first!.checked_at)
})
