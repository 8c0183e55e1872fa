// The team's database is gone in a step after the claim, or the computer was off for a day: what
// the person at the window reads. MONEY: a refund leaves once or not at all, and is told then.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { holdInserts, hourMs, openTeamWindow, type TeamWindow } from './team-window.ts'

let all: TeamWindow
beforeAll(async () => {
  all = await openTeamWindow()
})
afterAll(() => all.close())

const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(all.driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(all.driver)).toEqual([])
}

describe('a database that is gone', () => {
  it('before the last look: the request does not leave', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const status = all.relay.hold(/\/status\//, 'request')
    await driver.at('send').click()
    await status.reached
    all.away()
    status.letGo()
    await driver.sees('outcome', /gave no answer, so the request did not leave/)
    await all.picture('team-last-look')
    await nothingSerious()
    expect(all.refunds(order)).toBe(0)
    await driver.sees('banner-untold', /Colleagues don’t know yet what became of 1 request/)
    all.back()
    await expect.poll(() => all.outcomes(order)).toEqual(['NOT_SENT'])
    await driver.at('banner-untold').waitFor({ state: 'detached' })
  })

  it('before the outcome is told: the refund is done, and a line says who does not know yet', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const answer = all.relay.hold(/\/return\//, 'answer')
    await driver.at('send').click()
    await answer.reached
    // It still says whose refund that is, and takes no outcome.
    const held = await holdInserts(all)
    answer.letGo()
    await driver.isDone()
    await driver.sees('banner-untold', /Colleagues don’t know yet what became of 1 request/)
    await driver.sees('banner-untold', /can’t take its order/)
    // One order, one word: the refund is done, and the team was not told.
    await driver.sees('team-standing-of', /^Team not told yet$/)
    await driver.sees('team-on-order', /has ended here, and the team does not know it yet/)
    await driver.sees('money-facts', /Refunded.*40\.00/s)
    await all.picture('team-untold')
    await nothingSerious()
    // On the order nobody reads that nothing was sent: it was.
    all.away()
    await all.show(order)
    await driver.sees('banner-team', /The team’s database can’t be reached/)
    await driver.go('#/today')
    await driver.sees('banner-team', /Look-ups and the audit log still work/)
    await nothingSerious()
    await all.show(order)
    await driver.sees('team-on-order', /Nothing can be sent/)
    expect(await driver.at('team-on-order').innerText()).not.toMatch(/Nothing was sent/)
    expect(await all.held(order)).toMatchObject({ desk: 'desk-2' })
    await held.letGo()
    all.back()
    await expect.poll(() => all.outcomes(order)).toEqual(['SUCCEEDED'])
    await driver.at('banner-untold').waitFor({ state: 'detached' })
    await driver.at('banner-team').waitFor({ state: 'detached' })
    expect(all.refunds(order)).toBe(1)
  })
})

describe('a computer that was off for a day', () => {
  it('shows what a colleague did meanwhile, and since when one has an order', async () => {
    const { driver } = all
    const [ended, open] = [await all.order(), await all.order()]
    await driver.program.close()
    const dayAgo = Date.now() - 24 * hourMs
    const claim = await all.claimed(ended, dayAgo)
    expect(await all.colleague.team.release(claim, 'SUCCEEDED')).toBe('in')
    await all.claimed(open, dayAgo)
    await driver.start()
    await all.show(ended)
    await driver.sees('team-request', /Bo.*done/s)
    await driver.go('#/orders')
    expect(await driver.at('order-held').getAttribute('title')).toMatch(
      /desk-1-shop: refund of 40\.00\sEUR by Bo since/,
    )
    await all.show(open)
    await driver.sees('team-held', /desk-1-shop.*Bo/s)
    await all.picture('team-day-off')
    await nothingSerious()
    // No time frees an order.
    expect(await driver.at('team-release').count()).toBe(1)
    expect(await driver.at('action-return').count()).toBe(0)
    await driver.sees(
      'why-return',
      /Bo at desk-1-shop has had this order since \d{1,2} \w{3,4} \d\d:\d\d\.$/,
    )
    expect(await all.reviewed(open)).toMatchObject({ fault: { reason: 'team-holds', sent: 'no' } })
    expect(all.refunds(open)).toBe(0)
  })
})
