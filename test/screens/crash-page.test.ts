// The process that draws the window ends or hangs, or a screen throws while it is drawn: a person
// reads what happened and goes on, and what was being sent is sent once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, newFolder, openPageDriver, savedDrafts } from './page-driver.ts'
import { hostTray } from './host-tray.ts'

const tray = hostTray(newFolder())
let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver({ env: { ...tray.env, PAYDESK_HOST_HANG_MS: '8000' } })
  ;({ orderid } = await driver.practice(/paid sale of 120\.00 EUR/))
})
afterAll(() => driver.close())

const log = (): string => readFileSync(join(driver.userData, 'paydesk.log'), 'utf8')
const heading = (): Promise<string> =>
  driver.page.getByRole('heading', { level: 1 }).innerText({ timeout: 1_000 }).catch(String)
const reload = () => driver.page.getByRole('link', { name: 'Reload' })
const loads = (): Promise<number> => driver.page.evaluate(() => performance.timeOrigin)

async function crash(): Promise<void> {
  const wire = await driver.page.context().newCDPSession(driver.page)
  // The page that is asked to crash does not answer.
  wire.send('Page.crash').catch((error: unknown) => expect(String(error)).toMatch(/crash|closed/i))
}
const reported = (): Promise<void> => expect.poll(heading).toBe('The window closed unexpectedly')

it('tells of a crash while a refund is being sent, which is sent once and is there after Reload', async () => {
  await driver.lookUp(orderid)
  await driver.fill('return', '1.00', 'Crashed meanwhile')
  await driver.review()
  await driver.console('switches', { name: 'answers-slowly', on: 'on' })
  await driver.at('send').click()
  await expect.poll(() => driver.requests('return')).toBe(1)
  await crash()
  await reported()
  expect(await axeFindings(driver)).toEqual([])
  const incident = /Incident ([0-9A-Z]{8})/.exec(await driver.page.innerText('main'))?.[1]
  expect(log()).toMatch(
    new RegExp(`window gone incident="${incident}" isHung=false count=1 reason="crashed"`),
  )
  // Nothing is loaded by itself.
  const at = await loads()
  await driver.page.waitForTimeout(3_000)
  expect(await loads()).toBe(at)
  // By the key alone: the focus is on it.
  expect(await reload().evaluate((link) => link === document.activeElement)).toBe(true)
  await driver.page.keyboard.press('Enter')
  await driver.at('money-facts').waitFor()
  expect(driver.page.url()).toContain(orderid)
  await expect.poll(() => driver.effects(orderid)).toHaveLength(1)
  expect(await driver.requests('return')).toBe(1)
  await driver.console('switches', { name: 'answers-slowly', on: 'off' })
})

it('keeps what was typed, and answers the page that took the place of the crashed one', async () => {
  const other = await driver.practice(/45\.500 KWD/)
  await driver.lookUp(other.orderid)
  await driver.fill('return', '2.00', 'Typed before the crash')
  await expect.poll(() => savedDrafts(driver)).toContain('Typed before the crash')
  await crash()
  await reported()
  await reload().click()
  const reason = driver.at('action-form').getByTestId('reason')
  await expect.poll(() => reason.inputValue()).toBe('Typed before the crash')
})

it('ends a page that hangs, and says that it did not answer', async () => {
  await driver.go('/audit')
  // Nobody waits for what never answers.
  driver.page
    .evaluate(() => {
      for (;;);
    })
    .catch((error: unknown) => expect(String(error)).toMatch(/crash|closed/i))
  await expect.poll(heading).toBe('The window did not respond and was closed')
  await reload().click()
  await expect.poll(heading).toMatch(/Audit log/)
})

/**
 * The next screen that draws the newest entry of the log can't. Other times can be drawn: the clock
 * of the window's bar ticks meanwhile.
 */
async function breakAuditScreen(): Promise<void> {
  const log = await driver.call('audit:list', { filter: {}, limit: 1 })
  const at = log.ok ? log.value.rows[0]?.at : undefined
  await driver.page.evaluate((broken) => {
    if (broken === undefined) throw new TypeError('the log is empty')
    const { toISOString } = Date.prototype
    Date.prototype.toISOString = function () {
      if (this.getTime() !== broken) return toISOString.call(this)
      // Once is enough to be seen, and others need it.
      setTimeout(() => (Date.prototype.toISOString = toISOString))
      throw new TypeError('this screen is broken on purpose')
    }
  }, at)
  // Time for the clock.
  await driver.page.waitForTimeout(1_500)
}

it('keeps the rail where a screen throws while it is drawn, and goes on elsewhere', async () => {
  await driver.go('/connections')
  await breakAuditScreen()
  await driver.at('rail-audit').click()
  await driver.sees('screen-failed', /This screen could not be shown/)
  await driver.sees('screen-incident', /Incident [0-9A-Z]{8}, also in paydesk\.log/)
  const incident = /[0-9A-Z]{8}/.exec(await driver.at('screen-incident').innerText())?.[0]
  expect(log()).toMatch(
    new RegExp(`screen failed incident="${incident}" error="TypeError" .*screen="/audit"`),
  )
  expect(await axeFindings(driver)).toEqual([])
  await driver.at('rail-connections').click()
  await expect.poll(heading).toMatch(/Connections/)
  expect(await driver.at('screen-failed').count()).toBe(0)
})

it('opens the screen again with Reload', async () => {
  await breakAuditScreen()
  await driver.at('rail-audit').click()
  const at = await loads()
  await driver.at('screen-reload').click()
  await driver.at('audit-row').first().waitFor()
  expect(await loads()).not.toBe(at)
  expect(await heading()).toMatch(/Audit log/)
})

it('shows what main says itself in the colours that were chosen here, not in those of the system', async () => {
  const background = () =>
    driver.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  // Nothing is asked of the browser here, so that what the program asks for is seen.
  const restart = async (): Promise<void> => {
    await driver.program.close()
    await driver.start({ env: tray.env, colorScheme: undefined })
  }
  await restart()
  const seen: Record<string, string> = {}
  for (const theme of ['dark', 'light', 'system'] as const) {
    await driver.at('operator-menu').click()
    await driver.at('theme').selectOption(theme)
    await driver.page.keyboard.press('Escape')
    await expect.poll(() => tray.asked('theme').at(-1)).toBe(theme)
    await crash()
    await reported()
    seen[theme] = await background()
    await reload().click()
    await driver.at('operator-menu').waitFor()
  }
  expect(seen).toEqual({
    ...{ dark: 'rgb(11, 16, 20)', light: 'rgb(238, 241, 243)', system: 'rgb(238, 241, 243)' },
  })
  // The next start knows it from its first page on.
  await driver.call('preference:set', {
    ...{ name: 'appearance', value: { theme: 'dark', hasShortcuts: true, isRailNarrow: false } },
  })
  await restart()
  expect(tray.asked('theme').at(-1)).toBe('dark')
  await crash()
  await reported()
  expect(await background()).toBe('rgb(11, 16, 20)')
})
