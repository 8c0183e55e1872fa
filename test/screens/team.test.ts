// A computer joins a team from its window, by the steps of the guide, and says why nothing is sent:
// the built program, its keychain, and a database on a real PostgreSQL.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTeam } from '../../src/main/team/claims/create-team.ts'
import { orderTopic } from '../../src/main/team/records/topics.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { type Cutter, openCutter } from '../campaigns/storms/cutter.ts'
import { type Postgres, startPostgres } from '../fakes/postgres/server.ts'
import { facts, makeTeam, type TestDesk, type TestTeam } from '../fakes/postgres/team.ts'
import { letIn } from '../journeys/team/two-desks.ts'
import { effectsOf, trainingOrder } from '../journeys/story.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const dayMs = 86_400_000
const file = join(newFolder(), 'desk-2.txt')
let driver: PageDriver
let gateway: Sandbox
let server: Postgres
let cutter: Cutter
let team: TestTeam
let attemptId = ''
beforeAll(async () => {
  server = await startPostgres()
  cutter = await openCutter(server.port)
  team = await makeTeam(server, { name: 'window', desks: ['colleague'] })
  // No look at the status finds the outcome before the test says so.
  gateway = await startSandbox({ processingMs: dayMs })
  driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: file },
  })
}, 180_000)
afterAll(async () => {
  await driver.close()
  await gateway.close()
  for (const one of [team.founder, ...team.desks]) await one.team.close()
  await cutter.close()
  await server.remove()
})

const must = <T>(result: { ok: true; value: T } | { ok: false; fault: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}
const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}

/** In the omnibox, by whoever has it, and opened by keys alone. */
async function found(typed: string, orderid: string): Promise<void> {
  await driver.go('#/today')
  await driver.page.keyboard.press('ControlOrMeta+k')
  await driver.page.keyboard.type(typed)
  const line = driver.page.getByRole('option', { name: /colleague-window: refund of .* by Bo/ })
  await line.waitFor()
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await line.getAttribute('aria-selected')) === 'true') break
    await driver.page.keyboard.press('ArrowDown')
  }
  await driver.page.keyboard.press('Enter')
  await expect.poll(() => driver.page.url()).toContain(orderid)
}
/** The line of one computer of the team, once it says so. */
const computer = async (desk: string, says: RegExp): Promise<void> =>
  driver.at('team-computer').filter({ hasText: desk }).filter({ hasText: says }).waitFor()

describe('a team in the window', () => {
  it('is joined by a file, with the key that is shown', async () => {
    await driver.go('#/people')
    await driver.at('team').locator('summary').click()
    await driver.sees('team-alone', /works alone/)
    await driver.at('team-show-key').click()
    await driver.sees('team-key', /PDK1-/)
    await nothingSerious()
    const key = /PDK1-[\w-]+/.exec(await driver.at('team-key').innerText())?.[0] ?? ''
    team.port.at = cutter.port
    writeFileSync(file, await letIn(server, team, { desk: 'desk-2', publicKey: key }))
    team.port.at = server.port
    await driver.at('team-join').click()
    await driver.sees('team-standing', /Connected/)
    await driver.sees('team-desk', /^desk-2$/)
    await nothingSerious()
  })

  it('names the colleague who has an order, and then sends once', async () => {
    const { endpointId, login, merchantControlKey } = gateway.identity
    const shop = { name: 'Shop', baseUrl: gateway.baseUrl, endpointId, login }
    const made = must(
      await driver.call('connection:save', {
        ...{ ...shop, environment: 'test' },
        settings: { statusAmount: 'latest', money: { undoMs: 0 } },
      } as never),
    )
    must(await driver.call('key:set-control', { connectionId: made.id, key: merchantControlKey }))
    const orderid = trainingOrder(gateway, /paid sale of 120\.00 EUR/)
    const at = { connectionId: made.id, by: 'orderid', value: orderid } as const
    const { clientOrderid } = must(await driver.call('order:look-up', at))
    const service = gatewayOf({ isEmbedded: false, baseUrl: gateway.baseUrl, login })
    const [colleague] = team.desks as [(typeof team.desks)[0]]
    const claimed = await colleague.team.claim(orderTopic({ service, orderid }), facts('Bo'), 0)
    if (claimed.kind !== 'mine') throw new Error(claimed.kind)
    const request = { client_orderid: clientOrderid, orderid, comment: 'damaged' }
    const asked = { connectionId: made.id, operation: 'return', request } as const
    expect(await driver.call('attempt:review', asked)).toMatchObject({
      fault: { reason: 'team-holds', sent: 'no' },
    })
    await driver.go(`#/orders/${made.id}/${orderid}`)
    await driver.sees('team-held', /^colleague-window: refund of .*40\.00.* by Bo since/)
    await nothingSerious()
    await found('colleague-w', orderid)
    await found('bo', orderid)
    // By keys alone: nothing is signed where nobody has a key.
    await driver.at('team-release').focus()
    await driver.page.keyboard.press('Enter')
    await driver.sees('team-release-dialog', /Two people of the team sign/)
    await nothingSerious()
    await driver.page.keyboard.press('Escape')
    await driver.go('#/orders')
    await driver.sees('order-held', /^In progress: Bo$/)
    await nothingSerious()
    expect(await colleague.team.release(claimed.claim, 'NOT_SENT')).toBe('in')
    // The list that is shown says so by itself.
    await expect.poll(() => driver.at('order-held').count()).toBe(0)
    await driver.go(`#/orders/${made.id}/${orderid}`)
    await driver.sees('team-request', /not sent$/)
    await driver.go('#/people')
    await driver.at('team').locator('summary').click()
    await driver.sees('team-standing', /Connected/)
    await driver.sees('team-answered', /after \d+ ms/)
    await driver.sees('team-durability', /fail-over|Not safe/)
    const reviewed = must(await driver.call('attempt:review', asked))
    attemptId = reviewed.attemptId
    must(await driver.call('attempt:confirm', { attemptId, token: reviewed.token }))
    expect(effectsOf(gateway, orderid, 'return')).toBe(1)
  })

  it('shows which computers are on, off or silent, and what to do', async () => {
    const [colleague] = team.desks as [TestDesk]
    await computer('desk-2', /On/)
    await computer(colleague.desk, /Not heard of yet/)
    expect(await colleague.team.sayOn()).toBe('in')
    await computer(colleague.desk, /On/)
    await colleague.team.sayOff(10_000)
    await computer(colleague.desk, /Off\W*since/)
    await nothingSerious()
    await colleague.team.close()
    const wallMs = Date.now() - 3_600_000
    const now = () => ({ steadyMs: performance.now(), wallMs })
    const before = createTeam({ ...colleague.parts, now })
    expect(await before.sayOn()).toBe('in')
    await before.close()
    await computer(colleague.desk, /Silent\W*since/)
    await driver.sees('team-silent', /Look at it/)
    await nothingSerious()
  })

  it('offers to release a payment whose computer is gone, and asks for two people', async () => {
    const [colleague] = team.desks as [TestDesk]
    const topic = `pay/${'7'.repeat(64)}`
    const claimed = await colleague.team.claim(topic, facts('Bo', 'payout'), 0)
    if (claimed.kind !== 'mine') throw new Error(claimed.kind)
    await computer(colleague.desk, /payout of .*40\.00.* by Bo/)
    await driver.at('team-release').focus()
    await driver.page.keyboard.press('Enter')
    await driver.sees('team-release-dialog', /anybody may send an equal payment/)
    await nothingSerious()
    await driver.page.keyboard.press('Escape')
    const free = { payment: topic, claim: claimed.claim.digest, own: 'correct horse battery' }
    const asked = { ...free, reason: 'its computer was stolen' }
    expect(await driver.call('team:release-payment', asked)).toMatchObject({
      fault: { message: expect.stringMatching(/Sign-in has to be switched on/) as string },
    })
    expect(await colleague.team.release(claimed.claim, 'NOT_SENT')).toBe('in')
    await expect.poll(() => driver.at('team-release').count()).toBe(0)
  })

  it('stops a request that waits for the database, and nothing is sent', async () => {
    const orderid = trainingOrder(gateway, /sale of 12000 JPY/)
    const [shop] = must(await driver.call('connection:list', {})).filter(
      ({ name }) => name === 'Shop',
    )
    const connectionId = shop?.id ?? ''
    const { clientOrderid } = must(
      await driver.call('order:look-up', { connectionId, by: 'orderid', value: orderid }),
    )
    const request = { client_orderid: clientOrderid, orderid, comment: 'damaged' }
    const review = must(
      await driver.call('attempt:review', { connectionId, operation: 'return', request }),
    )
    const locks = await server.session(team.database)
    for (const text of ['BEGIN', 'LOCK TABLE team.record IN SHARE MODE'])
      expect(await locks.ask(text)).toMatchObject({ kind: 'rows' })
    const confirmed = driver.call('attempt:confirm', {
      ...{ attemptId: review.attemptId, token: review.token },
    })
    await driver.sees('banner-asks-team', /waits for the team’s database/)
    expect(await driver.at('banner-send-now').count()).toBe(0)
    await nothingSerious()
    await driver.at('banner-undo').click()
    expect(await confirmed).toMatchObject({ fault: { reason: 'undone', sent: 'no' } })
    await expect.poll(() => driver.at('banner-asks-team').count()).toBe(0)
    await locks.ask('COMMIT')
    await locks.close()
    const { attemptId: stopped } = review
    expect(must(await driver.call('attempt:show', { attemptId: stopped }))).toMatchObject({
      state: 'UNDONE',
      message: expect.stringMatching(/Nothing was sent/) as string,
    })
    // Where the claim got in, it is let go: the order can be asked for again, also here.
    const isFree = async (): Promise<boolean> =>
      (await driver.call('attempt:review', { connectionId, operation: 'return', request })).ok
    await expect.poll(isFree, { timeout: 60_000 }).toBe(true)
    expect(effectsOf(gateway, orderid, 'return')).toBe(0)
  })

  it('says that nothing can be sent while its database is away, and leaves after a question', async () => {
    cutter.leadTo(1)
    await driver.at('team-again').click()
    await driver.sees('team-standing', /Nothing can be sent/)
    await driver.sees('team-why', /can’t be reached/)
    await nothingSerious()
    cutter.leadTo(server.port)
    await driver.at('team-again').click()
    await driver.sees('team-standing', /Connected/)
    await driver.at('team-leave').click()
    await driver.sees('team', /does not know yet what became of a request/)
    gateway.advance(dayMs)
    must(await driver.call('attempt:check', { attemptId }))
    await driver.at('team-leave').click()
    await driver.sees('team-alone', /works alone/)
  })
})
