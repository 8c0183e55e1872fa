// People in the window: switched on by an administrator, signed in, locked, locked out; what
// somebody may not do is shown shut with why, and refused by main whatever the page asks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { flow, flowByKeys } from './flow.ts'
import { keysOf } from './keys.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const ada = 'correct horse battery'
const bo = 'staple of another kind'
let driver: PageDriver
let paid: string
beforeAll(async () => {
  driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first' },
  })
  paid = (await driver.practice(/paid sale of 120\.00 EUR/)).orderid
  expect(await driver.call('order:look-up', lookUp())).toMatchObject({ ok: true })
}, 120_000)
afterAll(() => driver.close())

const lookUp = () => ({ connectionId: 'sandbox', by: 'orderid', value: paid }) as const
const keys = keysOf(() => driver)
const { press, tabTo, write } = keys
const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}
const signIn = async (name: string, passphrase: string): Promise<void> => {
  await driver.at('sign-in-person').getByRole('radio', { name, exact: true }).check()
  // Whoever was picked goes on to their passphrase.
  await expect.poll(() => keys.focusIs('[data-testid=sign-in-passphrase]')).toBe(true)
  await driver.at('sign-in-passphrase').fill(passphrase)
  await press('Enter')
}

describe('people', () => {
  flowByKeys(
    'keys-people-switched-on',
    () => driver,
    async () => {
      // Before that nobody has to sign in, and nothing in the window asks.
      expect(await driver.at('lock').count()).toBe(0)
      // The rail has People all the same: that is where sign-in is turned on.
      expect(await driver.at('rail-people').getAttribute('href')).toMatch(/\/people$/)
      await tabTo('[data-testid=operator-menu]')
      await press('Enter')
      await tabTo('[data-testid=people-open]')
      await press('Enter')
      await driver.at('people-off').waitFor()
      await tabTo('[data-testid=people-switch-on]')
      await press('Enter')
      await driver.at('people-switch-on-dialog').waitFor()
      await nothingSerious()
      await expect.poll(() => keys.focusIs('[data-testid=person-name]')).toBe(true)
      await write('person-name', 'Ada')
      await write('person-passphrase', 'short')
      await write('person-again', 'short')
      await press('Enter')
      await driver.sees('people-switch-on-dialog', /At least 12 characters/)
      await expect.poll(() => keys.focusIs('[data-testid=person-passphrase]')).toBe(true)
      for (const field of ['person-passphrase', 'person-again']) {
        await tabTo(`[data-testid=${field}]`)
        await press('Control+a')
        await keys.type(ada)
      }
      await press('Enter')
      await driver.sees('signed-in', 'Ada')
      // “Ada Lock” would read as a name.
      expect((await driver.at('lock').innerText()).trim()).toBe('Lock')
      await driver.sees('people', /Ada.*Administrator/s)
      await tabTo('[data-testid=person-add]')
      await press('Enter')
      await driver.at('person-add-dialog').waitFor()
      await expect.poll(() => keys.focusIs('[data-testid=person-name]')).toBe(true)
      await write('person-name', 'Bo')
      await tabTo('[data-testid=role-support]')
      await press('Space')
      await write('person-passphrase', bo)
      await write('person-again', bo)
      await write('person-own', ada)
      await press('Enter')
      await driver.sees('people', /Bo.*Support/s)
      const mark = driver.at('people').locator('[data-initials=B].is-small')
      expect((await mark.boundingBox())?.width).toBe(32)
      await tabTo('[data-testid=lock]')
      await press('Enter')
      await driver.sees('sign-in', /You locked Paydesk/)
      await expect.poll(() => keys.focusIs('[data-testid=sign-in-passphrase]')).toBe(true)
      await keys.type('wrong')
      await press('Enter')
      await driver.sees('sign-in', /9 tries are left before a wait of 30 minutes/)
      await keys.type(ada)
      await press('Enter')
      await driver.sees('signed-in', 'Ada')
      expect(await driver.effects(paid)).toEqual([])
    },
  )

  flow('people-lock-and-rights', async () => {
    await driver.go('#/people')
    // What is seldom done stands in the menu, and leaves the head to the one thing that is not.
    expect(await driver.page.locator('main .screen-head .n-button').allInnerTexts()).toEqual([
      'More',
      'Add a person…',
    ])
    await driver.at('people-menu').click()
    expect(await driver.at('row-menu').getByRole('menuitem').allInnerTexts()).toEqual([
      'Change my passphrase…',
      'Add a person at another computer…',
      'Lock after 5 minutes…',
    ])
    await driver.at('menu-people-idle').click()
    await driver.at('people-idle-dialog').waitFor()
    await driver.page.keyboard.press('Escape')
    await driver.at('person-add').click()
    await driver.at('person-add-dialog').waitFor()
    // The roles are longer than the window: what can be pressed stays in sight all the same.
    const inSight = await driver.at('person-add-go').evaluate((button) => {
      const { bottom } = button.getBoundingClientRect()
      return (
        bottom <= window.innerHeight &&
        bottom <= button.closest('dialog')!.getBoundingClientRect().bottom
      )
    })
    expect(inSight).toBe(true)
    await nothingSerious()
    await driver.at('person-add-cancel').click()
    await nothingSerious()
    // The screen of the computer was locked: nothing of the desk is in the window any more.
    process.kill(driver.program.mainPid, 'SIGPWR')
    await driver.sees('sign-in', /screen of the computer was locked/)
    expect(await driver.at('frame').count()).toBe(0)
    expect(await driver.call('order:list', { limit: 1 })).toMatchObject({ ok: false })
    await nothingSerious()

    await signIn('Bo', bo)
    await driver.sees('signed-in', 'Bo')
    await driver.go(`#/orders/sandbox/${paid}`)
    await driver.at('money-facts').waitFor()
    await driver.sees('why-return', /need the role Payments, which nobody here has/)
    await driver.go('#/audit')
    await expect.poll(() => driver.at('audit-export').isDisabled()).toBe(true)
    const mayNotVerify = driver.at('may-not').filter({ has: driver.at('audit-verify') })
    await mayNotVerify.getByRole('button').last().focus()
    const why = driver.page.locator('.n-tooltip', { hasText: /need the role Auditor or Admin/ })
    await why.waitFor()
    await nothingSerious()
    await driver.at('audit-menu').click()
    const archives = driver.at('menu-audit-archive')
    expect(await archives.getAttribute('aria-disabled')).toBe('true')
    expect(await archives.innerText()).toMatch(/need the role/)
    await driver.page.keyboard.press('Escape')
    // The sidebar says it before the screen is opened, and only of what can't be.
    expect(await driver.at('rail-reports').innerText()).toMatch(/^Reports\s+You need another role$/)
    expect(await driver.at('rail-reports').locator('.shut').isVisible()).toBe(true)
    expect(await driver.at('rail-reports').getAttribute('title')).toMatch(
      /^Reports\. For “Read reports” you need the role/,
    )
    expect(await driver.at('rail-orders').locator('.shut').count()).toBe(0)
    await driver.go('#/reports')
    await driver.sees('not-mine', /For “Read reports” you need the role/)
    expect(await driver.at('not-mine').locator('svg.drawing').isVisible()).toBe(true)
    await nothingSerious()
    await driver.at('empty-next').click()
    await driver.sees('i-may-not', /Not allowed/)
    await driver.go('#/payouts/new')
    await driver.sees('not-mine', /need the role Payouts/)
    await driver.go('#/people')
    await driver.sees('i-may-not', /Not allowed/)
    // Their own passphrase is theirs to change; the rest of the menu says whose it is.
    await driver.at('people-menu').click()
    expect(await driver.at('menu-own-passphrase').getAttribute('aria-disabled')).toBeNull()
    expect(await driver.at('menu-person-elsewhere').innerText()).toMatch(/need the role/)
    await driver.page.keyboard.press('Escape')
    // Whatever the page shows: a script in it gets the same answer from main.
    const refused = { ok: false, fault: { kind: 'denied', reason: 'not-permitted' } }
    const request = { amount: '20.00', currency: 'EUR', comment: 'Forged by a script' }
    const review = { connectionId: 'sandbox', operation: 'return', request } as const
    expect(await driver.call('attempt:review', review)).toMatchObject(refused)
    expect(await driver.call('people:list', {})).toMatchObject(refused)
    const roles = ['administrator'] as const
    const added = { name: 'Eve', roles: [...roles], passphrase: bo, own: bo }
    expect(await driver.call('people:add', added)).toMatchObject(refused)
    expect(await driver.effects(paid)).toEqual([])
    const log = await driver.call('audit:list', { filter: {}, limit: 20 })
    expect(log.ok && log.value.rows.map(({ actor, kind }) => `${actor} ${kind}`)).toEqual(
      expect.arrayContaining(['Bo person:signed-in', 'Ada person:added', 'Ada person:signed-out']),
    )
  })

  flow('people-after-a-restart', async () => {
    await driver.books()
    await driver.kill()
    await driver.start()
    await driver.at('sign-in').waitFor()
    expect(await driver.at('frame').count()).toBe(0)
    expect(await driver.call('app:state', {})).toMatchObject({ ok: false })
    await signIn('Ada', ada)
    await driver.sees('signed-in', 'Ada')
    await driver.go('#/people')
    await driver.at('person-remove').click()
    await driver.at('person-own').fill(ada)
    await press('Enter')
    await driver.sees('people', /Bo.*Removed/s)
    await driver.at('lock').click()
    await driver.sees('sign-in', 'Ada')
    const gone = await driver.call('people:standing', {})
    expect(gone.ok && gone.value.people.map(({ name }) => name)).toEqual(['Ada'])
    await driver.at('sign-in-passphrase').fill(ada)
    await press('Enter')
    await driver.sees('signed-in', 'Ada')
    expect(await driver.effects(paid)).toEqual([])
  })

  it('the window says so where the place to sign in can’t be loaded, and asks again', async () => {
    await driver.at('lock').click()
    await driver.at('sign-in').waitFor()
    await driver.page.route(/SignInScreen/, (route) => route.abort())
    await driver.page.reload()
    await driver.sees('screen-failed', /The window could not be shown/)
    await driver.sees('screen-incident', /Incident [0-9A-Z]{8}/)
    expect(await axeFindings(driver)).toEqual([])
    await driver.page.unroute(/SignInScreen/)
    await driver.at('screen-reload').click()
    await driver.at('sign-in-passphrase').fill(ada)
    await press('Enter')
    await driver.sees('signed-in', 'Ada')
  })

  flow('people-no-administrator', async () => {
    await driver.at('lock').click()
    await driver.at('people-recover').click()
    await driver.at('people-recover-dialog').waitFor()
    await nothingSerious()
    await driver.at('person-name').fill('Cy')
    await driver.at('person-passphrase').fill(bo)
    await driver.at('person-again').fill(bo)
    await press('Enter')
    await driver.sees(
      'recovery',
      /Cy asked to become an administrator.*from \d{1,2} \w{3,4} \d{4}, \d\d:\d\d.*An administrator who signs/s,
    )
    expect(await driver.at('people-take-over').count()).toBe(0)
    await nothingSerious()
    // Ada is there: nobody has to take over.
    for (let times = 0; times < 2; times += 1) {
      await driver.at('sign-in-passphrase').fill(ada)
      await press('Enter')
      await driver.sees('signed-in', 'Ada')
      await driver.at('lock').click()
      await driver.at('sign-in').waitFor()
      await expect.poll(() => driver.at('recovery').count()).toBe(0)
    }
    await driver.at('sign-in-passphrase').fill(ada)
    await press('Enter')
    await driver.sees('signed-in', 'Ada')
    expect(await driver.effects(paid)).toEqual([])
  })
})
