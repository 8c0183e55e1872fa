// A computer moves to another one by the steps of the guide: two programs with two folders and two
// keychains, and one file between them. The old one stops, the new one refunds.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { flow } from './flow.ts'
import { booksOf, newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const between = join(newFolder(), 'desk.pdmove')
const own = 'correct horse battery'
const passphrase = 'a passphrase for one file'
let old: PageDriver
let fresh: PageDriver
let service: Sandbox
const started = () => ({
  keychainDir: newFolder(),
  env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: between },
})
beforeAll(async () => {
  service = await startSandbox({ processingMs: 0 })
  old = await openPageDriver(started())
  fresh = await openPageDriver(started())
}, 180_000)
afterAll(async () => {
  await old.close()
  await fresh.close()
  await service.close()
})

const nothingSerious = async (driver: PageDriver): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // Nobody has this number any more.
    return false
  }
}
const must = <T>(result: { ok: true; value: T } | { ok: false; fault: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}

describe('a computer that moves', () => {
  flow('computer-moved', async () => {
    const { endpointId, login, merchantControlKey } = service.identity
    const shop = {
      ...{ name: 'Corner shop', baseUrl: service.baseUrl, endpointId, login },
      environment: 'test' as const,
      settings: { statusAmount: 'latest', money: { undoMs: 0 } },
    }
    const { id: connectionId } = must(await old.call('connection:save', shop as never))
    must(await old.call('key:set-control', { connectionId, key: merchantControlKey }))
    must(await old.call('people:switch-on', { name: 'Ada', passphrase: own }))
    must(
      await old.call('people:add', {
        ...{ name: 'Bo', roles: ['payments'], passphrase: 'another one of them', own },
      }),
    )

    await old.go('#/connections')
    await old.at('connection-files').click()
    await old.at('move-save').click()
    await old.at('move-to').fill('the new one')
    await old.at('move-passphrase').fill(passphrase)
    await old.at('move-again').fill('another passphrase')
    await old.at('move-own').fill(own)
    await old.at('move-go').click()
    await old.sees('move-dialog', /The two passphrases differ/)
    await nothingSerious(old)
    await old.at('move-again').fill(passphrase)
    await old.at('move-go').click()
    await old.at('move-saved').waitFor()
    copyFileSync(await old.at('move-saved').locator('bdi').innerText(), between)
    await old.sees('banner-moved', /moved to “the new one”.*sends nothing/)
    expect(await old.at('connection-new').isDisabled()).toBe(true)
    await old.at('connection-files').click()
    expect(await old.at('move-save').isDisabled()).toBe(false)
    await nothingSerious(old)

    await fresh.go('#/connections')
    await fresh.at('connection-files').click()
    await fresh.at('move-open').click()
    await fresh.at('move-passphrase').fill('not the passphrase')
    await fresh.at('move-go').click()
    await fresh.sees('move-dialog', /does not open the file/)
    await fresh.at('move-passphrase').fill(passphrase)
    await fresh.at('move-go').click()
    await fresh.sees('move-content', /Saved by\s+Ada/)
    await fresh.sees('move-content', /Corner shop.*1 key.*Ada.*Bo/s)
    await nothingSerious(fresh)
    await fresh.at('move-take').click()
    // It ends in order, to start again on what was taken in.
    await expect.poll(() => isAlive(fresh.program.mainPid), { timeout: 30_000 }).toBe(false)
    await fresh.start()
    await fresh.at('sign-in-go').waitFor()
    const { people } = must(await fresh.call('people:standing', {}))
    const bo = people.find(({ name }) => name === 'Bo')!
    must(await fresh.call('people:sign-in', { personId: bo.id, passphrase: 'another one of them' }))
    const [{ orderid = '' } = {}] = service
      .trainingOrders()
      .filter(({ about }) => /paid sale of 120/.test(about))
    const look = { connectionId, by: 'orderid' as const, value: orderid }
    const { clientOrderid } = must(await fresh.call('order:look-up', look))
    const request = {
      ...{ client_orderid: clientOrderid, orderid, comment: 'Damaged' },
      ...{ amount: '1.00', currency: 'EUR' },
    }
    const asked = { connectionId, operation: 'return' as const, request }
    const { attemptId, token } = must(await fresh.call('attempt:review', asked))
    must(await fresh.call('attempt:confirm', { attemptId, token }))
    const returned = booksOf(service).filter(({ operation }) => operation === 'return')
    expect(returned).toHaveLength(1)
    expect(returned[0]?.signature?.isGood).toBe(true)
  })
})
