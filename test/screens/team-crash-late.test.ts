// The program of a team's computer is killed after its refund left, and started again, also as an
// older copy. MONEY: what may have left is never said to be not sent.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { newFolder } from './page-driver.ts'
import { hourMs, openTeamWindow, type TeamWindow } from './team-window.ts'

let all: TeamWindow
beforeAll(async () => {
  // No look at the status finds the outcome before the test says so.
  all = await openTeamWindow({ processingMs: 24 * hourMs })
})
afterAll(() => all.close())

const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(all.driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(all.driver)).toEqual([])
}

describe('a program that is killed', () => {
  it('after its bytes left keeps the order, and says that nobody knows yet', async () => {
    const { driver } = all
    const order = await all.order()
    await all.review(order)
    const answer = all.relay.hold(/\/return\//, 'answer')
    await driver.at('send').click()
    await answer.reached
    await driver.kill()
    answer.letGo()
    await driver.start()
    await driver.sees('need', /Outcome unknown.*40\.00.EUR.*Don’t repeat it/s)
    await all.show(order)
    await driver.sees('team-held', /desk-2.*40\.00 EUR/s)
    await driver.sees('team-on-order', /This request is of this computer/)
    await all.picture('team-crash-after-bytes')
    await nothingSerious()
    expect(await all.held(order)).toMatchObject({ desk: 'desk-2' })
    expect(all.refunds(order)).toBe(1)
    // The gateway's word frees it, for the colleagues as well.
    all.gateway.advance(24 * hourMs)
    await driver.at('check-now').click()
    await expect.poll(() => all.outcomes(order)).toEqual(['SUCCEEDED'])
    expect(all.refunds(order)).toBe(1)
  })

  it('and put back as an older copy sends nothing, and says why', async () => {
    const { driver } = all
    const order = await all.order()
    await driver.program.close()
    const kept = newFolder()
    const names = ['ledger.sqlite', 'ledger.sqlite-wal']
    const copy = (from: string, to: string): void => {
      mkdirSync(to, { recursive: true })
      for (const name of names) {
        rmSync(join(to, name), { force: true })
        if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name))
      }
    }
    copy(driver.userData, kept)
    await driver.start()
    await all.review(order)
    const answer = all.relay.hold(/\/return\//, 'answer')
    await driver.at('send').click()
    await answer.reached
    await driver.kill()
    answer.letGo()
    copy(kept, driver.userData)
    await driver.start()
    await driver.sees('banner-money-stop', /old copy/)
    await all.show(order)
    await driver.sees('team-on-order', /has records of this computer that this ledger lacks/)
    await all.picture('team-old-copy')
    await nothingSerious()
    expect(await all.held(order)).toMatchObject({ desk: 'desk-2' })
    expect(all.refunds(order)).toBe(1)
  })
})
