// A refund that somebody else made is learnt without anybody asking, where the setting says so, and
// Today tells it until a person looked at it.
import { expect, it } from 'vitest'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { paidOrders } from './runs/run-story.ts'
import { faultOf, must } from './story.ts'
import { eachWorld, oneEuro } from './world.ts'

const world = eachWorld(20)
const dayMs = 86_400_000

it('learns of another computer’s refund of an order that was read a day ago', async () => {
  const [orderid] = paidOrders(world.sandbox, 1) as [string]
  const first = await world.start()
  await world.lookUp(orderid)
  await first.close()
  const vault = { ...createMemoryVault(), kind: 'keychain' as const }
  const other = await world.start({ folder: world.newFolder(), vault })
  must(await world.send(orderid, oneEuro))
  await expect.poll(() => world.refunds(orderid), { timeout: 5_000 }).toBe(1)
  await other.close()
  const open = await world.start({ clock: () => Date.now() + 2 * dayMs })
  const state = async () => must(await open.desk['look-ups:again']({ connectionId: 'sandbox' }))
  expect(await state()).toEqual({ count: 0, last: null, why: null })
  const phase = async () =>
    must(await open.desk['order:show']({ connectionId: 'sandbox', orderid })).phase
  expect(await phase()).toBe('captured')
  const money = { rereadsOrders: true }
  must(await open.desk['connection:set-money']({ connectionId: 'sandbox', money }))
  await expect.poll(phase, { timeout: 10_000 }).toBe('partly-returned')
  expect(await state()).toMatchObject({ count: 1, last: { orderid }, why: null })
  // Read a moment ago, it is not read again.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await state()).toMatchObject({ count: 1 })

  const told = async () => must(await open.desk['today:show']({ zone: 'UTC' }))
  const [found, ...others] = (await told()).found
  expect(others).toEqual([])
  expect(found).toMatchObject({ orderid, amount: { amount: '1.00', currency: 'EUR' } })
  const view = must(await open.desk['order:show']({ connectionId: 'sandbox', orderid }))
  expect(view.found).toEqual([{ ...view.found[0]!, seq: found!.seq, amount: found!.amount }])
  const looked = { connectionId: 'sandbox', orderid, seq: found!.seq, reason: 'made at the till' }
  for (const seq of [found!.seq - 1, found!.seq + 1])
    expect(faultOf(await open.desk['found:seen']({ ...looked, seq }))).toMatchObject({
      reason: 'not-possible',
    })
  expect((await told()).found).toHaveLength(1)
  expect(must(await open.desk['found:seen'](looked)).found).toEqual([])
  expect(await told()).toMatchObject({ found: [], moreFound: 0 })
  expect(faultOf(await open.desk['found:seen'](looked))).toMatchObject({ reason: 'not-possible' })
  const filter = { kind: 'order:found-refund-seen' } as const
  const entries = must(await open.desk['audit:list']({ filter, limit: 10 }))
  expect(entries.rows).toMatchObject([{ details: { orderid, reason: 'made at the till' } }])
  await open.close()
  // What was found is told again by the ledger alone, and what was looked at is not.
  const after = await world.start({ clock: () => Date.now() + 2 * dayMs })
  expect(must(await after.desk['today:show']({ zone: 'UTC' })).found).toEqual([])
})

it('tells nothing of what was asked for here or of what a person read', async () => {
  const [own, read, plain] = paidOrders(world.sandbox, 3) as [string, string, string]
  const first = await world.start()
  for (const orderid of [own, read, plain]) await world.lookUp(orderid)
  must(await world.send(own, oneEuro))
  await expect.poll(() => world.refunds(own), { timeout: 5_000 }).toBe(1)
  await first.close()
  const vault = { ...createMemoryVault(), kind: 'keychain' as const }
  const other = await world.start({ folder: world.newFolder(), vault })
  must(await world.send(read, oneEuro))
  await expect.poll(() => world.refunds(read), { timeout: 5_000 }).toBe(1)
  await other.close()
  const open = await world.start({ clock: () => Date.now() + 2 * dayMs })
  await world.lookUp(read)
  const money = { rereadsOrders: true }
  must(await open.desk['connection:set-money']({ connectionId: 'sandbox', money }))
  const last = async () =>
    must(await open.desk['look-ups:again']({ connectionId: 'sandbox' })).last?.orderid
  await expect.poll(last, { timeout: 15_000 }).toBe(plain)
  expect(must(await open.desk['today:show']({ zone: 'UTC' })).found).toEqual([])
})
