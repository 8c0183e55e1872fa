// Two windows of one team on one order: the second person reads who has it, how much and since
// when, and two people at two windows release an order whose computer is gone.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicKeyIn } from '../../src/main/desk/people/public-key.ts'
import { say } from '../fakes/postgres/team.ts'
import { letIn } from '../journeys/team/two-desks.ts'
import { must } from '../journeys/story.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'
import { openTeamWindow, shopIn, type TeamWindow } from './team-window.ts'

const passphrase = 'correct horse battery'
let all: TeamWindow
let other: PageDriver
let otherShop: string
beforeAll(async () => {
  all = await openTeamWindow()
  const file = join(newFolder(), 'join.txt')
  other = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: file },
  })
  otherShop = await shopIn(other, all.gateway, all.relay.port)
  const { text: publicKey } = must(await other.call('team:key', {}))
  writeFileSync(file, await letIn(all.server, all.team, { desk: 'desk-3', publicKey }))
  must(await other.call('team:join', {}))
})
afterAll(async () => {
  await other.program.close()
  await all.close()
})

const showThere = async (orderid: string): Promise<void> => {
  const place = { connectionId: otherShop, by: 'orderid', value: orderid } as const
  must(await other.call('order:look-up', place))
  await other.go(`#/orders/${otherShop}/${orderid}`)
  await other.at('money-facts').waitFor()
}

describe('two windows on one order', () => {
  it('send once; the second one reads who, how much and since when', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    await showThere(order)
    await other.fill('return', '25.00', 'Box arrived damaged')
    await other.review()
    const status = all.relay.hold(/\/status\//, 'request')
    await driver.at('send').click()
    await status.reached
    await other.at('send').click()
    await other.sees('outcome', /\S+ at desk-2 has this order/)
    await other.sees('outcome', /A refund of 40\.00 EUR was asked for there at \d/)
    await other.sees('outcome', /Nothing was sent/)
    status.letGo()
    await driver.isDone()
    expect(all.refunds(order)).toBe(1)
    // Nobody has it any more: the second person sends what they review now.
    await expect.poll(() => all.held(order)).toBeNull()
    await showThere(order)
    await other.sees('team-request', /desk-2.*40\.00 EUR.*done/s)
  })

  it('release an order whose computer is gone, each with a key of their own', async () => {
    const { driver, team } = all
    const order = await all.order()
    const claim = await all.claimed(order)
    await signedIn(driver, 'Ada', 'a0')
    await signedIn(other, 'Cy', 'c0')
    await all.show(order)
    await driver.at('team-release').click()
    await driver
      .at('team-release-dialog')
      .locator('textarea')
      .fill('desk-1 was stolen in the night')
    await driver.at('team-own').fill(passphrase)
    await driver.at('team-release-confirm').click()
    await driver.sees('team-on-order', /Ada signed that it is released: desk-1 was stolen/)
    await all.picture('team-release-signed')
    expect(await all.held(order)).toMatchObject({ digest: claim.digest })
    await showThere(order)
    await other.sees('team-on-order', /Ada signed that it is released: desk-1 was stolen/)
    await other.at('team-release').click()
    await other.at('team-own').fill(passphrase)
    expect(await axeFindings(other)).toEqual([])
    expect(await axeFindingsInLittleRoom(other)).toEqual([])
    await other.at('team-release-confirm').click()
    await other.sees('team-request', /released by two people.*stolen in the night/s)
    // Whoever looks at it reads the same.
    await driver.sees('team-request', /released by two people.*stolen in the night/s)
    expect(await all.outcomes(order)).toEqual(['released'])
    expect(team.people).toHaveLength(2)
  })
})

/** Turned on, with every role, and let into the team by its founder. */
async function signedIn(window: PageDriver, name: string, id: string): Promise<void> {
  must(await window.call('people:switch-on', { name, passphrase }))
  const me = must(await window.call('people:standing', {})).me!
  const roles = ['administrator' as const, 'payments' as const, 'approver' as const]
  must(await window.call('people:set-roles', { personId: me.id, roles, own: passphrase }))
  const key = publicKeyIn(must(await window.call('people:my-key', {})).text)
  if (!('key' in key)) throw new Error('no key')
  const person = { kind: 'person', id: `p-00000000000000${id}`, name, key: key.key } as const
  await say(all.team.founder, person)
}
