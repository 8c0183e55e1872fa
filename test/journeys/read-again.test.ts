// A refund that somebody else made is learnt without anybody asking, where the setting says so.
import { expect, it } from 'vitest'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { paidOrders } from './runs/run-story.ts'
import { must } from './story.ts'
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
})
