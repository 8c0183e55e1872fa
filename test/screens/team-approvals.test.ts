// An approval through the team, in two windows of one team: asked for in one, listed, read and
// signed in the other, taken in by the first and sent. The gateway's books say what moved.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letIn } from '../journeys/team/two-desks.ts'
import { must } from '../journeys/story.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'
import { openTeamWindow, shopIn, type TeamWindow } from './team-window.ts'

const passphrase = 'correct horse battery'
let all: TeamWindow
let other: PageDriver
let order: string
beforeAll(async () => {
  all = await openTeamWindow()
  const file = join(newFolder(), 'join.txt')
  other = await openPageDriver({
    ...{ keychainDir: newFolder(), saveFolder: newFolder() },
    env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: file },
  })
  await shopIn(other, all.gateway, all.relay.port)
  const { text: publicKey } = must(await other.call('team:key', {}))
  all.team.port.at = all.cutter.port
  writeFileSync(file, await letIn(all.server, all.team, { desk: 'desk-3', publicKey }))
  all.team.port.at = all.server.port
  must(await other.call('team:join', {}))
  order = await all.order()
  await peopleThere()
})
afterAll(async () => {
  await other.program.close()
  await all.close()
})

/** Ada administers this one and Bo asks; Cy sits at the other one. */
async function peopleThere(): Promise<void> {
  const { call } = all.driver
  must(await call('people:switch-on', { name: 'Ada', passphrase }))
  must(await other.call('people:switch-on', { name: 'Cy', passphrase }))
  const { text: publicKey } = must(await other.call('people:my-key', {}))
  const own = passphrase
  const roles = ['payments' as const, 'approver' as const]
  must(await call('people:add-elsewhere', { name: 'Cy', roles, publicKey, own }))
  must(await call('people:add', { name: 'Bo', roles: ['payments'], passphrase, own }))
  const limit = { role: 'payments', group: 'refunds', currency: 'EUR', amount: '10.00' } as const
  must(await call('people:set-limit', { ...limit, approvals: 1, own }))
  const { people } = must(await call('people:standing', {}))
  const personId = people.find(({ name }) => name === 'Bo')!.id
  await all.driver.go('#/people')
  must(await call('people:sign-in', { personId, passphrase }))
  // Whoever signs in after somebody else begins at Today, once the window has heard of it.
  await all.driver.at('new-refund').waitFor()
}
const nothingSerious = async (driver: PageDriver): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}
async function askFor(orderid: string): Promise<void> {
  await all.review(orderid)
  await all.driver.at('send').click()
  await all.driver.at('approvals-for-others').waitFor()
  await all.driver.at('approval-team-ask').click()
  await all.driver.sees('approval-is-in-team', /Colleagues see it under Approvals/)
}

describe('an approval through the team', () => {
  it('is asked for in one window, signed in the other, and sent once', async () => {
    const { driver } = all
    await askFor(order)
    await driver.sees('approval-in-team', 'Asked in the team')
    await nothingSerious(driver)

    // The approver is told on whichever screen they begin.
    const { people } = must(await other.call('people:standing', {}))
    must(await other.call('people:sign-in', { personId: people[0]!.id, passphrase }))
    await other.sees('approvals-count', '1')
    await other.at('rail-approvals').click()
    await other.sees('asked-by-colleague', /40\.00.EUR.*0 of 1 approved.*Bo asks at desk-2/s)
    await nothingSerious(other)
    await other.at('asked-look').click()
    await other.sees('approval-file-dialog', /40\.00.EUR.*Bo asks at desk-2.*Who may sign.*Cy/s)
    await nothingSerious(other)
    await other.at('approval-file-own').fill('wrong')
    await other.at('approval-file-sign').click()
    await other.sees('approval-file-dialog', /9 tries are left/)
    await other.at('approval-file-own').fill(passphrase)
    await other.at('approval-file-sign').click()
    await other.sees('approval-is-in-team', /Signed, and handed on.*desk-2 has taken it in/s)
    await other.sees('asked-by-colleague', /You have signed it already.*Signed in the team by Cy/s)
    await other.at('approvals-count').waitFor({ state: 'detached' })
    await nothingSerious(other)

    expect(all.refunds(order)).toBe(0)
    await driver.sees('approvals-for-me', /Approved by Cy.*Signed in the team by Cy/s)
    await nothingSerious(driver)
    await driver.at('approval-open').click()
    await driver.at('review-open').click()
    await driver.page.locator('[data-testid=send][data-armed]').waitFor()
    await driver.at('send').click()
    await expect.poll(() => all.refunds(order)).toBe(1)
    // As the first one reads its approvals again, it is over in the other one.
    await driver.go('#/approvals')
    await other.at('asked-by-colleague').waitFor({ state: 'detached' })
  })

  it('stays signed while the team is away, says so, and is handed on once it is back', async () => {
    const { driver } = all
    const next = await all.order()
    await askFor(next)
    await other.at('asked-look').click()
    await other.at('approval-file-own').fill(passphrase)
    all.away()
    await other.at('approval-file-sign').click()
    await other.sees('approval-file-unsaved', /Signed, and not handed on yet.*database/s)
    await other.at('approval-file-keep').waitFor()
    await other.at('approvals-team-fault').waitFor()
    await nothingSerious(other)
    all.back()
    await other.at('approvals-team-fault').waitFor({ state: 'detached' })
    await other.at('approval-hand-on').click()
    await other.sees('approval-is-in-team', /Signed, and handed on/)
    await driver.sees('approvals-for-me', /Approved by Cy/)
    expect(all.refunds(next)).toBe(0)
  })
})
