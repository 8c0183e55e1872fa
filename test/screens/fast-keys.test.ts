// Somebody who presses the keys of one place and at once those of another.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
afterAll(() => driver.close())

describe('a place left before it was there', () => {
  it('moves neither the focus nor the title', async () => {
    const { page } = driver
    await driver.go('/audit')
    await driver.at('audit-verify').waitFor()
    const arrive = Promise.withResolvers<void>()
    await page.route(/PeopleScreen.*\.js/, async (route) => {
      await arrive.promise
      await route.continue()
    })
    await page.evaluate(() => (window.location.hash = '#/people'))
    await page.evaluate(() => (window.location.hash = '#/audit'))
    await driver.at('audit-verify').focus()
    const title = await page.title()
    const loaded = page.waitForResponse(/PeopleScreen.*\.js/)
    arrive.resolve()
    await loaded
    await page.waitForTimeout(200)
    expect(await page.title()).toBe(title)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe(
      'audit-verify',
    )
  })
})
