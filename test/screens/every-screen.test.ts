// Every screen there is and the states they can be in, walked once: axe-core finds nothing serious
// or critical, in light and in dark; and with accented letters, words a third longer and brackets
// around each message, all text comes from the catalogue and has room in a small, a usual and a
// large window. Of the buttons of a line the primary one is the last, and all shut ones look alike.
// The screens are those of the router's table, so that a new one is looked at without being named
// here.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMisplaced } from './action-rows.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { findUnreadable, isData } from './readable.ts'
import { addressOf, screens } from './screen-list.ts'
import { isForAxeAlone, states } from './screen-states.ts'
import { sheetsAndDialogs } from './sheets-and-dialogs.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
  // Half a minute after the start a copy of the ledger is made: here it can't be.
  rmSync(join(driver.userData, 'backups'), { recursive: true, force: true })
  writeFileSync(join(driver.userData, 'backups'), '')
  await driver.page.evaluate(() => localStorage.setItem('paydesk-language', 'pseudo'))
  await driver.reload()
})
afterAll(() => driver.close())

const sizes = [
  { width: 1024, height: 640 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]

/** One page takes each size in place: to open the window again would take seconds a state. */
async function resize(size: { width: number; height: number }): Promise<void> {
  await driver.page.setViewportSize(size)
  await driver.page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}

/** What can’t be read at which size; empty when all can. */
async function unreadable(): Promise<Record<string, unknown>> {
  const before = driver.page.viewportSize()!
  const found: Record<string, unknown> = {}
  for (const size of sizes) {
    await resize(size)
    await expect.poll(() => driver.page.locator('.loading').count()).toBe(0)
    const { raw, cut, over } = await driver.page.evaluate(findUnreadable, isData)
    if (raw.length + cut.length + over.length > 0)
      found[`${size.width} by ${size.height}`] = { raw, cut, over }
  }
  await resize(before)
  return found
}

describe('nothing serious is found, and longer words have room, on', () => {
  it.each([
    ...states.map(([name, arrive]) => [name, () => arrive(driver)] as const),
    ...sheetsAndDialogs(() => driver),
  ])('%s', async (state, arrive) => {
    await arrive()
    expect(await axeFindings(driver)).toEqual([])
    expect(await axeFindingsInLittleRoom(driver)).toEqual([])
    expect(await driver.page.evaluate(findMisplaced)).toEqual([])
    if (!isForAxeAlone.has(state)) expect(await unreadable()).toEqual({})
  })

  it.each(screens.map(({ path }) => path))('the screen at %s', async (path) => {
    const address = await addressOf(path, driver)
    await driver.page.evaluate(() => (document.title = ''))
    await driver.go(`#${address}`)
    await driver.page.waitForFunction(() => document.title.startsWith('⟦'))
    await expect.poll(() => driver.page.locator('.loading').count()).toBe(0)
    expect(await axeFindings(driver)).toEqual([])
    expect(await axeFindingsInLittleRoom(driver)).toEqual([])
    expect(await driver.page.evaluate(findMisplaced)).toEqual([])
    expect(await unreadable()).toEqual({})
  })

  it('none of them because it looks: a button without a name is found', async () => {
    await driver.page.evaluate(() => {
      document.querySelector('main')?.append(document.createElement('button'))
    })
    expect((await axeFindings(driver)).join()).toContain('button-name')
  })

  it('and buttons that are too small in a small window alone are found there', async () => {
    const planted = await driver.page.evaluateHandle(() => {
      const place = document.createElement('div')
      for (const label of ['⟦one⟧', '⟦two⟧']) {
        const button = document.createElement('button')
        button.textContent = label
        button.setAttribute('style', 'display: block; height: 4vh; border: 0; padding: 0')
        place.append(button)
      }
      document.querySelector('main h1')?.after(place)
      return place
    })
    // The button without a name of the test before is still there.
    expect((await axeFindings(driver)).join()).not.toContain('target-size')
    expect((await axeFindingsInLittleRoom(driver)).join()).toContain('640 by 400 target-size')
    await planted.evaluate((place) => place.remove())
  })

  it('a primary button before another one, and a shut one of another look, are found', async () => {
    await driver.page.evaluate(() => {
      const place = document.createElement('div')
      for (const [name, label] of [
        ['n-button n-button--primary-type', '⟦one⟧'],
        ['n-button n-button--disabled', '⟦two⟧'],
        ['n-button n-button--disabled', '⟦three⟧'],
      ] as const) {
        const button = document.createElement('button')
        button.className = name
        button.textContent = label
        if (label === '⟦three⟧') button.setAttribute('style', 'color: red')
        place.append(button)
      }
      document.querySelector('main h1')?.after(place)
    })
    const found = (await driver.page.evaluate(findMisplaced)).join()
    expect(found).toMatch(/⟦one⟧ stands before ⟦two⟧/)
    expect(found).toMatch(/⟦three⟧ looks otherwise/)
    await driver.page.evaluate(() =>
      document.querySelector('main h1')?.nextElementSibling?.remove(),
    )
  })

  it('a planted text, a cut one and two over each other are found', async () => {
    await driver.page.evaluate(() => {
      const place = document.createElement('div')
      document.querySelector('main h1')?.after(place)
      const plant = (text: string, style: string, tag = 'div'): void => {
        const planted = document.createElement(tag)
        planted.textContent = text
        planted.setAttribute('style', style)
        place.append(planted)
      }
      plant('no message', '')
      plant('a label', '', 'bdi')
      plant('⟦a long one⟧', 'width: 20px; overflow: hidden; white-space: nowrap')
      plant('⟦one⟧', 'height: 20px')
      plant('⟦two⟧', 'height: 20px; margin-top: -20px')
    })
    const { raw, cut, over } = await driver.page.evaluate(findUnreadable, isData)
    expect(raw.join()).toContain('no message')
    expect(raw.join()).toContain('a label')
    expect(cut.join()).toContain('a long one')
    expect(over.join()).toContain('⟦one⟧')
  })
})
