// Every practice order in turn: each of refund, capture and void can be pressed or says, in plain
// sight, why not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

describe('the actions of an order', () => {
  flow('every-action-or-its-reason', async () => {
    const state = await driver.call('app:state', {})
    if (!state.ok) throw new Error(state.fault.message)
    const orders = state.value.connections.flatMap((one) => one.trainingOrders)
    expect(orders.length).toBeGreaterThanOrEqual(10)
    let refused = 0
    let offered = 0
    for (const { orderid, about } of orders) {
      await driver.lookUp(orderid)
      for (const action of ['return', 'capture', 'void']) {
        const button = driver.at(`action-${action}`)
        if (await button.isEnabled()) {
          offered += 1
          continue
        }
        refused += 1
        const why = driver.at(`why-${action}`).or(driver.at('why-all'))
        expect(await why.isVisible(), `${about}: ${action}`).toBe(true)
        expect((await why.innerText()).length, `${about}: ${action}`).toBeGreaterThan(20)
        const describedBy = await button.getAttribute('aria-describedby')
        expect(
          await why.evaluate((text, id) => text.closest(`[id="${id}"]`) !== null, describedBy),
        ).toBe(true)
      }
      expect(await driver.effects(orderid)).toEqual([])
    }
    expect(refused).toBeGreaterThan(10)
    expect(offered).toBeGreaterThan(8)
  })

  it('that are not possible are refused by their address as well, with the reason', async () => {
    const { orderid } = await driver.practice(/declined sale/i)
    await driver.lookUp(orderid)
    for (const [action, title] of [
      ['return', 'Refund'],
      ['capture', 'Capture'],
      ['void', 'Void'],
    ] as const) {
      await driver.go(`/orders/sandbox/${orderid}/${action}`)
      await driver.page.getByRole('dialog', { name: `${title} order ${orderid}` }).waitFor()
      await driver.sees('why-not', /.{20}/)
      expect(await driver.at('action-form').allInnerTexts()).toEqual([])
    }
    expect(await driver.effects(orderid)).toEqual([])
  })
})
