// A computer is set up from another one's file, by the steps of the guide: two programs with two
// folders and two keychains, and one file between them.
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { flow } from './flow.ts'
import { booksOf, newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const between = join(newFolder(), 'set-up.json')
const own = 'correct horse battery'
const controlKey = 'A-KEY-OF-ITS-OWN'
let first: PageDriver
let second: PageDriver
let service: Sandbox
beforeAll(async () => {
  service = await startSandbox({ processingMs: 0 })
  const started = () => ({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: between },
  })
  first = await openPageDriver(started())
  second = await openPageDriver(started())
}, 180_000)
afterAll(async () => {
  await first.close()
  await second.close()
  await service.close()
})

const nothingSerious = async (driver: PageDriver): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}
const must = <T>(result: { ok: true; value: T } | { ok: false; fault: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}
async function save(): Promise<string> {
  await first.at('connection-files').click()
  await first.at('set-up-save').click()
  await first.at('set-up-saved').or(first.at('set-up-sign-own')).first().waitFor()
  if ((await first.at('set-up-sign-own').count()) > 0) {
    await nothingSerious(first)
    await first.at('set-up-sign-own').fill('not the passphrase')
    await first.at('set-up-sign-go').click()
    await first.sees('set-up-sign-dialog', /9 tries are left/)
    await first.at('set-up-sign-own').fill(own)
    await first.at('set-up-sign-go').click()
  }
  await first.at('set-up-saved').waitFor()
  const path = await first.at('set-up-saved').locator('bdi').innerText()
  copyFileSync(path, between)
  return readFileSync(path, 'utf8')
}

describe('a set-up file', () => {
  flow('computer-set-up-from-a-file', async () => {
    const { endpointId, login, merchantControlKey } = service.identity
    const shops = [
      { name: 'Corner shop', baseUrl: service.baseUrl, endpointId, login },
      { name: 'Web shop', baseUrl: 'https://one.example/paynet', endpointId: '2', login: 'web' },
    ].map((shop) => ({ ...shop, environment: 'test' as const }))
    for (const shop of shops) {
      const made = must(
        await first.call('connection:save', {
          ...shop,
          settings: { currencies: ['EUR'], money: { refundReasons: ['Damaged in the post'] } },
        } as never),
      )
      must(await first.call('key:set-control', { connectionId: made.id, key: controlKey }))
    }
    must(await first.call('people:switch-on', { name: 'Ada', passphrase: own }))
    for (const name of ['Bo', 'Cy', 'Dee', 'Eli', 'Fay'])
      must(
        await first.call('people:add', {
          ...{ name, roles: ['approver'], passphrase: 'another one of them', own },
        }),
      )
    await first.go('#/connections')
    const text = await save()
    expect(text).not.toContain(controlKey)
    await nothingSerious(first)

    must(await second.call('people:switch-on', { name: 'Gus', passphrase: own }))
    await second.go('#/connections')
    await second.at('connection-files').click()
    await second.at('set-up-open').click()
    await second.sees('set-up-content', /Signed by\s+Ada/)
    await second.sees('set-up-content', /Corner shop.*Damaged in the post.*Web shop/s)
    await second.sees('set-up-content', /Bo.*Cy.*Dee.*Eli.*Fay/s)
    await nothingSerious(second)
    await second.at('set-up-take-own').fill(own)
    await second.at('set-up-take-go').click()
    await second.at('set-up-taken').waitFor()
    // Connections of one transaction share their time, so either may be the first.
    for (const name of ['Corner shop', 'Web shop'])
      await second.sees('connections', new RegExp(`${name}.*Missing`, 's'))
    await nothingSerious(second)
    const people = must(await second.call('people:list', {}))
    expect(people.map(({ name }) => name)).toEqual(['Gus', 'Bo', 'Cy', 'Dee', 'Eli', 'Fay'])

    // It works as soon as its key is entered, and no key came with the file.
    const corner = must(await second.call('connection:list', {})).find(
      ({ name }) => name === 'Corner shop',
    )
    const connectionId = corner?.id ?? ''
    expect(corner?.control.isSet).toBe(false)
    must(await second.call('key:set-control', { connectionId, key: merchantControlKey }))
    must(await second.call('connection:test', { connectionId }))
    expect(
      booksOf(service).findLast(({ operation }) => operation === 'status')?.signature?.isGood,
    ).toBe(true)
  })
})
