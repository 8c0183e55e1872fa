// The program is asked to end in the moments between a confirmation and the socket: the request is
// sent and answered before the end, or the next start says that it was not sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import {
  effectsOf,
  faultOf,
  handleOf,
  must,
  type OpenDesk,
  openDesk,
  trainingOrder,
} from './story.ts'

let folder: string
let sandbox: Sandbox
let open: OpenDesk
let orderid: string
const start = async (undoMs: number, clock = Date.now): Promise<void> => {
  open = await openDesk({ folder, sandbox: handleOf(sandbox), undoMs, clock })
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-quitting-'))
  sandbox = await startSandbox({ processingMs: 50 })
  orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function review(of = orderid) {
  const { desk } = open
  const asked = { connectionId: 'sandbox', by: 'orderid', value: of } as const
  const { clientOrderid } = must(await desk['order:look-up'](asked))
  const request = { client_orderid: clientOrderid, orderid: of, comment: 'damaged' }
  const action = { connectionId: 'sandbox', operation: 'return' as const, request }
  return must(await desk['attempt:review'](action))
}

/** Confirmed before the end is asked for. */
async function confirmed(reviewed: Awaited<ReturnType<typeof review>>) {
  const answer = open.desk['attempt:confirm'](reviewed)
  await setImmediate()
  return { answer }
}
/** Ids and states of what the next start names. */
async function namedNext(): Promise<[string, string][]> {
  await start(0)
  const { unseenEnds } = must(await open.desk['app:state']({}))
  return unseenEnds.map(({ id, state }) => [id, state])
}
const others = () => [
  trainingOrder(sandbox, /5000\.00 EUR for test/),
  trainingOrder(sandbox, /sale of 12000 JPY/),
]

it('waits until a confirmed request is sent, also while its order is read once more', async () => {
  await start(400)
  const { answer } = await confirmed(await review())
  const unsent = open.unsent()
  expect(unsent.count()).toBe(1)
  await unsent.whenNone
  const held = open.hold()
  await held.whenNone
  must(await answer)
  await open.close()
  expect(effectsOf(sandbox, orderid, 'return')).toBe(1)
})

it('tells at the next start what was left unsent while its order was read once more', async () => {
  await start(0)
  const reviewed = await review()
  const asked = () => sandbox.requests().filter(({ operation }) => operation === 'status').length
  const before = asked()
  sandbox.setFault({ operation: 'status', kind: 'hang-without-effect', times: 1 })
  const answer = open.desk['attempt:confirm'](reviewed)
  await expect.poll(asked).toBe(before + 1)
  expect(open.unsent().count()).toBe(1)
  expect(open.hold().count()).toBe(0)
  expect(faultOf(await answer).sent).toBe('no')
  expect(open.unsent().count()).toBe(0)
  await open.close()
  expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
  await start(0)
  const state = must(await open.desk['app:state']({}))
  expect(state.unseenEnds).toMatchObject([{ id: reviewed.attemptId, state: 'EXPIRED' }])
})

it('names at each start what the gateway kept from being sent, until a person closed that', async () => {
  await start(300)
  const reviewed = await review()
  const { answer } = await confirmed(reviewed)
  const { count, whenNone } = open.unsent()
  expect(count()).toBe(1)
  sandbox.setFault({ operation: 'status', kind: 'reset-without-effect' })
  await whenNone
  expect(open.hold().count()).toBe(0)
  expect(faultOf(await answer).sent).toBe('no')
  await open.close()
  expect(await namedNext()).toEqual([[reviewed.attemptId, 'UNDONE']])
  await open.close()
  expect(await namedNext()).toEqual([[reviewed.attemptId, 'UNDONE']])
  must(await open.desk['attempt:seen']({ attemptId: reviewed.attemptId }))
  expect(must(await open.desk['app:state']({})).unseenEnds).toEqual([])
  await open.close()
  expect(await namedNext()).toEqual([])
  expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
})

it('confirms nothing new once it waits to end: says so, and names it at the next start', async () => {
  await start(400)
  const [other = ''] = others()
  const [first, second] = [await review(), await review(other)]
  const { answer } = await confirmed(first)
  const { whenNone } = open.unsent()
  const refused = faultOf(await open.desk['attempt:confirm'](second))
  expect(refused).toMatchObject({ sent: 'no', message: 'Nothing was sent: Paydesk is closing.' })
  // Who presses twice is not told that what is about to leave is not sent.
  expect(faultOf(await open.desk['attempt:confirm'](first))).toMatchObject({
    reason: 'already-confirmed',
  })
  await whenNone
  await open.hold().whenNone
  must(await answer)
  await open.close()
  expect(await namedNext()).toEqual([[second.attemptId, 'EXPIRED']])
  expect(effectsOf(sandbox, orderid, 'return')).toBe(1)
  expect(effectsOf(sandbox, other, 'return')).toBe(0)
})

it('sends each of several once, the one that is hurried at once, and none that is undone meanwhile', async () => {
  await start(700)
  const orders = [orderid, ...others()]
  const [due, undone, hurried] = [
    await review(orders[0]),
    await review(orders[1]),
    await review(orders[2]),
  ]
  const answers = [due, undone, hurried].map((one) => open.desk['attempt:confirm'](one))
  await setImmediate()
  const unsent = open.unsent()
  expect(unsent.count()).toBe(3)
  must(await open.desk['attempt:undo']({ attemptId: undone.attemptId }))
  must(await open.desk['attempt:send-now']({ attemptId: hurried.attemptId }))
  await unsent.whenNone
  await Promise.all([open.hold().whenNone, open.hold().whenNone])
  expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([true, false, true])
  await open.close()
  expect(await namedNext()).toEqual([])
  expect(orders.map((one) => effectsOf(sandbox, one, 'return'))).toEqual([1, 0, 1])
})

it('does not wait for what is too late to be sent', async () => {
  let late = 0
  await start(0, () => Date.now() + late)
  const reviewed = await review()
  sandbox.setFault({ operation: 'status', kind: 'hang-without-effect' })
  const { answer } = await confirmed(reviewed)
  const { count, whenNone } = open.unsent()
  expect(count()).toBe(1)
  late = 61_000
  await whenNone
  open.hold()
  expect(faultOf(await answer).sent).toBe('no')
  await open.close()
  expect(await namedNext()).toEqual([[reviewed.attemptId, 'EXPIRED']])
})
