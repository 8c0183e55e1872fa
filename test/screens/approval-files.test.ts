// An approval by somebody at another computer, in two windows: each has a desk, a keychain and a
// sandbox of its own, and only files go between them. What the books of the first show moved once.
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { flow, flowByKeys } from './flow.ts'
import { type Keys, keysOf } from './keys.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const ada = 'correct horse battery'
const bo = 'staple of another kind'
const cy = 'nobody guesses this at all'
let [here, there] = [null as unknown as PageDriver, null as unknown as PageDriver]
let paid: string
const [savedHere, savedThere, post] = [newFolder(), newFolder(), newFolder()]
const [toThere, toHere] = [join(post, 'to-there.json'), join(post, 'to-here.json')]

beforeAll(async () => {
  const open = (saveFolder: string, opens: string): Promise<PageDriver> =>
    openPageDriver({
      ...{ keychainDir: newFolder(), saveFolder },
      env: { PAYDESK_HOST_ANSWER: 'first', PAYDESK_HOST_OPEN_FILE: opens },
    })
  here = await open(savedHere, toHere)
  there = await open(savedThere, toThere)
  paid = (await here.practice(/paid sale of 120\.00 EUR/)).orderid
  const lookUp = { connectionId: 'sandbox', by: 'orderid', value: paid } as const
  expect(await here.call('order:look-up', lookUp)).toMatchObject({ ok: true })
  const on = await here.call('people:switch-on', { name: 'Ada', passphrase: ada })
  expect(on).toMatchObject({ ok: true })
  const add = { name: 'Bo', passphrase: bo, roles: ['payments' as const], own: ada }
  expect(await here.call('people:add', add)).toMatchObject({ ok: true })
  const limit = { role: 'payments', group: 'refunds', currency: 'EUR', amount: '10.00' } as const
  expect(await here.call('people:set-limit', { ...limit, approvals: 1, own: ada })).toMatchObject({
    ok: true,
  })
  const other = await there.call('people:switch-on', { name: 'Cy', passphrase: cy })
  expect(other).toMatchObject({ ok: true })
}, 240_000)
afterAll(async () => {
  await here.close()
  await there.close()
})

const keys = keysOf(() => here)
const keysThere = keysOf(() => there)
const nothingSerious = async (driver: PageDriver): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}
const enter = async (by: Keys, testId: string): Promise<void> => {
  await by.tabTo(`[data-testid=${testId}]`)
  await by.press('Enter')
}
/** By keys: locks the desk, and signs in as somebody else. */
async function change(name: string, passphrase: string): Promise<void> {
  await enter(keys, 'lock')
  await here.at('sign-in').waitFor()
  await keys.choose('sign-in-person', name)
  await keys.tabTo('[data-testid=sign-in-passphrase]')
  await keys.type(passphrase)
  await keys.press('Enter')
  await here.sees('signed-in', name)
}
/** By keys: to a screen of the omnibox. */
async function goTo(driver: PageDriver, by: Keys, words: string): Promise<void> {
  await by.press('/')
  await driver.at('omnibox').waitFor()
  await by.type(words)
  await by.press('Enter')
  await driver.at('omnibox').waitFor({ state: 'detached' })
}
const send = (from: string, to: string): void => {
  const [file = ''] = readdirSync(from).filter((one) => one.startsWith('paydesk-approval-'))
  copyFileSync(join(from, file), to)
}

describe('an approval from another computer', () => {
  flowByKeys(
    'keys-approval-file',
    () => here,
    async () => {
      // The key of the one who approves, from there to here.
      await goTo(there, keysThere, 'people')
      await there.at('my-key').waitFor()
      await keysThere.tabTo('[data-testid=my-key] summary')
      await keysThere.press('Enter')
      await there.sees('my-key-text', /PDK1-/)
      await nothingSerious(there)
      const key = await there.at('my-key-text').innerText()
      const fingerprint = await there.at('my-fingerprint').innerText()
      await goTo(here, keys, 'people')
      await enter(keys, 'people-menu')
      await here.at('row-menu').waitFor()
      await keys.press('ArrowDown')
      await expect.poll(() => keys.focusIs('[data-testid=menu-person-elsewhere]')).toBe(true)
      await keys.press('Enter')
      await here.at('person-elsewhere-dialog').waitFor()
      expect(await here.at('role-administrator').count()).toBe(0)
      await nothingSerious(here)
      await keys.write('person-name', 'Cy')
      await keys.write('person-publicKey', key.trim().slice(0, -1))
      for (const role of ['payments', 'approver']) {
        await keys.tabTo(`[data-testid=role-${role}]`)
        await keys.press('Space')
      }
      await keys.write('person-own', ada)
      await keys.press('Enter')
      await here.sees('person-elsewhere-dialog', /not a public key as Paydesk shows it/)
      // What was typed is still there: the last letter is added.
      await expect.poll(() => keys.focusIs('[data-testid=person-publicKey]')).toBe(true)
      await keys.press('End')
      await keys.type(key.trim().slice(-1))
      await keys.write('person-own', ada)
      await keys.press('Enter')
      await here.sees('people', new RegExp(`Cy.*Key elsewhere.*${fingerprint}`, 's'))
      await nothingSerious(here)

      await change('Bo', bo)
      await keys.lookUp(paid)
      await keys.press('r')
      await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
      await keys.type('25')
      await keys.press('Enter')
      await expect.poll(() => keys.focusIs('[data-testid=reason-list]')).toBe(true)
      await keys.press('2')
      await keys.press('Enter')
      await here.page.locator('[data-testid=send][data-armed]').waitFor()
      await keys.press('Enter')
      await here.at('approvals-for-others').waitFor()
      await enter(keys, 'approval-file-save')
      await here.sees('approval-file-saved', /paydesk-approval-ap-[0-9a-f]{16}\.json/)
      await nothingSerious(here)
      send(savedHere, toThere)

      await goTo(there, keysThere, 'open an approval file')
      await enter(keysThere, 'approval-file-open')
      await there.sees(
        'approval-file-dialog',
        /25\.00.EUR.*Bo.*Goods returned.*Cy.*0 of 1 approved/s,
      )
      await there.sees('approval-file-there', /no connection that can read it/)
      await expect.poll(() => keysThere.focusIs('[data-testid=approval-file-own]')).toBe(true)
      await nothingSerious(there)
      await keysThere.type('wrong')
      await keysThere.press('Enter')
      await there.sees('approval-file-dialog', /9 tries are left/)
      await keysThere.type(cy)
      await keysThere.press('Enter')
      await there.sees('approval-file-saved', /Give this file back/)
      await nothingSerious(there)
      send(savedThere, toHere)

      expect(await here.effects(paid)).toEqual([])
      await enter(keys, 'approval-file-open')
      await here.sees('approval-file-taken', /New approvals: Cy/)
      await here.sees('approvals-for-me', /Approved by Cy/)
      await nothingSerious(here)
      await enter(keys, 'approval-open')
      await here.at('action-form').waitFor()
      await enter(keys, 'review-open')
      await here.page.locator('[data-testid=send][data-armed]').waitFor()
      await keys.press('Enter')
      await here.at('sheet').waitFor({ state: 'detached' })
      await expect
        .poll(() => here.effects(paid))
        .toEqual([{ operation: 'return', amountMinor: 2500, currency: 'EUR' }])
    },
  )

  flow('approval-file-refused', async () => {
    await here.go('#/approvals')
    await here.at('approval-file-open').click()
    await here.page.getByText('does not wait for approval any more').waitFor()
    copyFileSync(toHere, toThere)
    await there.go('#/approvals')
    await there.at('approval-file-open').click()
    await there.sees('approval-file-may-not', 'You have signed it already')
    await nothingSerious(there)
    await there.at('approval-file-close').click()
    expect(await here.effects(paid)).toHaveLength(1)
  })
})
