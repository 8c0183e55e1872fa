// The program of a team's computer is killed before its refund left, and started again: its person
// reads that nothing was sent, and the order is free for colleagues. Nobody has to do anything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
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

describe('a program that is killed', () => {
  it('after it wrote its claim down says at its next start that nothing was sent', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const held = await holdInserts(all)
    await driver.at('send').click()
    await held.reached()
    await driver.kill()
    await held.endWaiting()
    await held.letGo()
    expect(await all.held(order)).toBeNull()
    await driver.start()
    // The same claim again, and then that nothing was sent under it: nobody has to do anything.
    await expect.poll(() => all.outcomes(order)).toEqual(['NOT_SENT'])
    await all.show(order)
    await driver.sees('team-request', /desk-2.*40\.00 EUR.*not sent/s)
    await driver.sees('timeline', /closed before this was sent\. Nothing was sent\./)
    await all.picture('team-crash-before-claim')
    await nothingSerious()
    expect(all.refunds(order)).toBe(0)
  })

  it('between its claim and the bytes frees the order at its next start', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const status = all.relay.hold(/\/status\//, 'request')
    await driver.at('send').click()
    await status.reached
    // Colleagues see that it has the order, until it says more.
    expect(await all.held(order)).toMatchObject({
      desk: 'desk-2',
      facts: { amount: ['4000', 'EUR'] },
    })
    await driver.kill()
    status.letGo()
    await driver.start()
    await expect.poll(() => all.outcomes(order)).toEqual(['NOT_SENT'])
    await all.show(order)
    await driver.sees('team-request', /desk-2.*40\.00 EUR.*not sent/s)
    await all.picture('team-crash-after-claim')
    expect(all.refunds(order)).toBe(0)
  })
})
