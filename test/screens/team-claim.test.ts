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
    await all.picture('team-held')
    await driver.go('#/orders')
    await driver.sees('order-held', /desk-1-shop: refund of 40\.00 EUR by Bo since/)
    await all.picture('team-held-list')
    expect(all.refunds(order)).toBe(0)
  })
})
