// A claim that the team's database holds up, loses or gave to somebody else, as the person at the
// window reads it. MONEY: whatever the database does, what was not claimed does not leave.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { keysAlone, keysOf } from './keys.ts'
import { holdInserts, openTeamWindow, type TeamWindow } from './team-window.ts'

let all: TeamWindow
beforeAll(async () => {
  all = await openTeamWindow()
})
afterAll(() => all.close())

const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(all.driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(all.driver)).toEqual([])
}

describe('a claim that the database holds up', () => {
  it('says that nothing was sent, holds no other screen up, and is given up', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const held = await holdInserts(all)
    await driver.at('send').click()
    await driver.sees('asks-team', /Waiting for the team’s database/)
    await driver.sees('asks-team', /nothing has been sent yet/i)
    await all.picture('team-claim-waits')
    // Another screen is shown at once, and the bar at its foot says what waits.
    await driver.at('rail-orders').click()
    await driver.at('order-row').first().waitFor()
    await driver.sees('banner-asks-team', /Refund of 40\.00 EUR.* waits for the team’s database/)
    await driver.sees('banner-asks-team', /Nothing has been sent yet\./)
    await driver.at('banner-asks-team').waitFor({ state: 'detached' })
    await driver.sees(
      'banner-ended',
      /Refund of 40\.00 EUR.* not sent\. The team’s database can’t be reached/,
    )
    await held.letGo()
    expect(all.refunds(order)).toBe(0)
    // Nobody did anything at this window: the order is free for colleagues all the same.
    await expect.poll(() => all.held(order)).toBeNull()
  })

  it('is stopped where it is read, by keys as well, and nothing is sent', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const held = await holdInserts(all)
    await driver.at('send').click()
    const stop = driver.at('asks-team').getByTestId('stop-asking')
    await stop.waitFor()
    expect(
      await driver.at('asks-team').getByRole('progressbar', { includeHidden: true }).count(),
    ).toBe(1)
    await stop.focus()
    await driver.page.keyboard.press('Enter')
    await driver.sees('outcome', /Nothing was sent/)
    await held.letGo()
    expect(all.refunds(order)).toBe(0)
    await expect.poll(() => all.held(order)).toBeNull()
  })

  it('is as plain in a small window and in the dark', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const held = await holdInserts(all)
    await driver.at('send').click()
    await driver.at('asks-team').waitFor()
    await nothingSerious()
    await driver.sees('outcome', /can’t be reached/)
    await nothingSerious()
    await held.letGo()
    expect(all.refunds(order)).toBe(0)
  })

  it('whose answer is lost sends nothing, and is told as not sent once the database is back', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const held = await holdInserts(all)
    await driver.at('send').click()
    await held.reached()
    // The claim gets there, and nobody hears that it did.
    all.away()
    await held.letGo()
    await expect.poll(() => all.held(order)).not.toBeNull()
    await driver.sees('asks-team', /nothing has been sent yet/i)
    await driver.sees('outcome', /can’t be reached/)
    await driver.sees('outcome', /Nothing was sent/)
    await all.picture('team-claim-given-up')
    await driver.sees('banner-untold', /Colleagues don’t know yet what became of 1 request/)
    await nothingSerious()
    expect(all.refunds(order)).toBe(0)
    all.back()
    await expect.poll(() => all.outcomes(order)).toEqual(['NOT_SENT'])
    await driver.at('banner-untold').waitFor({ state: 'detached' })
    expect(all.refunds(order)).toBe(0)
  })
})

describe('an order that a colleague claimed first', () => {
  it('says who has it, how much, and since when', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    await all.claimed(order)
    const keys = keysOf(() => driver)
    await keysAlone(driver, async () => {
      await keys.confirm()
      await driver.sees('outcome', /Bo at desk-1-shop has this order/)
    })
    await driver.sees('outcome', /A refund of 40\.00 EUR was asked for there at /)
    await driver.sees('outcome', /Nothing was sent/)
    await all.picture('team-lost-race')
    await nothingSerious()
    await all.show(order)
    await driver.sees('team-held', /desk-1-shop.*Bo/s)
    // The money and the actions say the same.
    await driver.sees('taken', /^In progress: Bo$/)
    await driver.sees('money-facts', /In progress at desk-1-shop.*40\.00/s)
    expect(await driver.money('Refundable')).toMatch(/80\.00/)
    expect(await driver.at('action-return').count()).toBe(0)
    await driver.sees('why-return', /^Bo at desk-1-shop has had this order since \d\d:\d\d\.$/)
    await nothingSerious()
    await all.picture('team-held')
    // A sheet that is opened all the same says why, and the list offers none.
    await driver.go(`#/orders/${all.shop}/${order}/return`)
    await driver.sees('why-not', /Bo at desk-1-shop has had this order/)
    await driver.go('#/orders')
    await driver.sees('order-held', /^In progress: Bo$/)
    expect(await driver.at('order-held').getAttribute('title')).toMatch(
      /desk-1-shop: refund of 40\.00\sEUR by Bo since/,
    )
    const row = driver.page.locator(`[data-testid=order-row][data-orderid="${order}"]`)
    expect(await row.innerText()).toMatch(/80\.00/)
    expect(await row.getByTestId('row-refund').count()).toBe(0)
    await all.picture('team-held-list')
    await driver.go('#/today')
    await driver.sees('recent-orders', /In progress: Bo/)
    expect(all.refunds(order)).toBe(0)
  })

  it('stands beside the list as on its page', async () => {
    const { driver } = all
    await driver.go('#/orders')
    for (const width of [1280, 1024]) {
      await driver.page.setViewportSize({ width, height: 800 })
      for (const part of ['orders-connection', 'order-held'])
        expect(
          await driver.at(part).evaluate((one) => one.scrollWidth <= one.clientWidth),
          `${part} at ${width}`,
        ).toBe(true)
    }
    await driver.page.setViewportSize({ width: 1600, height: 900 })
    await driver.at('order-held').click()
    await driver.sees('pane', /In progress at desk-1-shop/)
    await driver.sees('pane', /Bo at desk-1-shop has had this order since/)
    expect(await driver.at('pane').getByTestId('action-return').count()).toBe(0)
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })
})
