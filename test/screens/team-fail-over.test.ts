// What a person reads who slept while two people released the order, and whose claim was lost when
// the database moved to another server. MONEY: neither request leaves, and nobody claims in the new
// epoch before every computer answered or was excused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { say } from '../fakes/postgres/team.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { openTeamWindow, type TeamWindow } from './team-window.ts'

let all: TeamWindow
beforeAll(async () => {
  all = await openTeamWindow()
})
afterAll(() => all.close())

const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(all.driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(all.driver)).toEqual([])
}

describe('a computer that slept', () => {
  it('reads that two people released the order, and why', async () => {
    const { driver, team } = all
    const order = await all.order()
    await all.review(order)
    const status = all.relay.hold(/\/status\//, 'request')
    await driver.at('send').click()
    await status.reached
    const { mainPid } = driver.program
    process.kill(mainPid, 'SIGSTOP')
    try {
      const claim = (await all.held(order))!
      const released = team.released(claim, 'desk-2 does not answer, and Bo saw it is off')
      expect(await team.founder.team.free(claim, released)).toBe('in')
    } finally {
      process.kill(mainPid, 'SIGCONT')
    }
    status.letGo()
    await driver.sees('outcome', /The team took this order away from this computer/)
    await driver.sees('outcome', /did not leave/)
    await all.show(order)
    await driver.sees('team-request', /released by two people.*desk-2 does not answer/s)
    await all.picture('team-released')
    await nothingSerious()
    expect(all.refunds(order)).toBe(0)
  })
})

describe('a claim that a fail-over lost', () => {
  it('lets nothing leave before each computer answered or was excused', async () => {
    const { driver, team, server } = all
    const order = await all.order()
    await all.review(order)
    // A copy of before the claim stands in for a standby that was behind.
    for (const one of [team.founder, ...team.desks]) await one.team.close()
    all.away()
    await asAdmin(`CREATE DATABASE behind TEMPLATE ${team.database}`)
    all.back()
    const status = all.relay.hold(/\/status\//, 'request')
    await driver.at('send').click()
    await status.reached
    all.away()
    await asAdmin(`ALTER DATABASE ${team.database} RENAME TO lost`)
    await asAdmin(`ALTER DATABASE behind RENAME TO ${team.database}`)
    all.back()
    status.letGo()
    await driver.sees('outcome', /did not leave/)
    await all.picture('team-fail-over')
    expect(all.refunds(order)).toBe(0)
    await driver.go('#/people')
    await driver.at('team').locator('summary').click()
    await driver.sees('team-standing', /Nothing can be sent/)
    await driver.sees('team-why', /moved to another server.*desk-1-shop.*office-shop/s)
    await all.picture('team-roll-call')
    await nothingSerious()
    expect(await team.founder.team.standing()).toMatchObject({ kind: 'roll-call' })
    await driver.at('team-again').click()
    await driver.sees('team-why', /have not answered since: desk-1-shop\./)
    await team.founder.team.close()
    await say(team.founder, { kind: 'excused', desk: 'desk-1-shop', reason: 'its disk is broken' })
    await driver.at('team-again').click()
    await driver.sees('team-standing', /Connected/)
    // The lost claim was put back; what became of it is told once everybody was there.
    const session = await server.session(team.database)
    const written = async () => {
      const found = await session.ask(
        `SELECT count(*)::int AS n FROM team.record WHERE desk = 'desk-2' AND topic LIKE 'order/%${order}%'`,
      )
      return found.kind === 'rows' ? found.rows : []
    }
    await expect.poll(written).toEqual([{ n: 2 }])
    await session.close()
    await all.review(order)
    await driver.send()
    await driver.isDone()
    expect(all.refunds(order)).toBe(1)
  })
})

/** Tried until the sessions of whoever went home are over. */
async function asAdmin(text: string): Promise<void> {
  for (;;) {
    const session = await all.server.session()
    const done = await session.ask(text)
    await session.close()
    if (done.kind === 'rows') return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
