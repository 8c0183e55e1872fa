// Reports in the built window: what an auditor and a manager ask is answered in a few clicks, and
// each figure is the sum of the sandbox's own books.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { keysAlone, keysOf } from './keys.ts'
import { openPageDriver, type PageDriver, plain } from './page-driver.ts'

let driver: PageDriver
const orders: string[] = []
beforeAll(async () => {
  driver = await openPageDriver()
  for (const amount of ['20.00', '5.50'])
    orders.push(await refund(/paid sale of 120\.00 EUR/, amount))
})
afterAll(() => driver.close())
const keys = keysOf(() => driver)

async function refund(pattern: RegExp, amount: string): Promise<string> {
  const { orderid } = await driver.practice(pattern)
  await driver.lookUp(orderid)
  await driver.fill('return', amount)
  await driver.review()
  await driver.send()
  await driver.settle()
  return orderid
}

/** Clicks are counted: an answer that takes more than ten is none. */
let clicks = 0
async function click(testId: string): Promise<void> {
  clicks += 1
  await driver.at(testId).first().click()
}
const begin = (): void => {
  clicks = 0
}

/** By the gateway's books, in minor units. */
async function refunded(): Promise<number> {
  const all = await Promise.all([...new Set(orders)].map((orderid) => driver.effects(orderid)))
  return all
    .flat()
    .filter(({ operation, currency }) => operation === 'return' && currency === 'EUR')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
const euros = (minor: number): string => `${(minor / 100).toFixed(2)} EUR`

describe('reports', () => {
  it('answer how much was refunded this month, and open the rows of the figure', async () => {
    begin()
    await click('rail-reports')
    const figure = driver.page.locator('[data-operation="return"][data-outcome="done"]')
    await figure.waitFor()
    const sum = euros(await refunded())
    expect(sum).toBe('25.50 EUR')
    expect(plain(await figure.innerText())).toContain(sum)
    clicks += 1
    await figure.getByTestId('report-open').click()
    await driver.at('report-row').first().waitFor()
    await expect.poll(() => driver.at('report-row').count()).toBe(2)
    expect(plain(await driver.at('report-rows-total').innerText())).toBe(sum)
    expect(await axeFindings(driver)).toEqual([])
    expect(clicks).toBeLessThanOrEqual(10)
    await driver.at('report-rows-close').click()
  })

  it('say the days beside their name, and above all else what came in, went out and is left', async () => {
    const days = new Intl.DateTimeFormat('en-GB', {
      ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
    })
    const [, from] =
      /From (\d+ \w+ \d+), /.exec(plain(await driver.at('report-bounds').innerText())) ?? []
    const said = plain(await driver.at('report-days').innerText())
    expect(said).toContain(days.format(Date.parse(`${from} UTC`)).split(' ')[1])
    const total = async (id: string): Promise<string> =>
      plain(await driver.at('report-totals-EUR').getByTestId(`report-total-${id}`).innerText())
    const loud = async (testId: string): Promise<number> =>
      driver
        .at(testId)
        .first()
        .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
    expect(await total('out')).toBe(euros(await refunded()))
    expect(await total('in')).toBe('0.00 EUR')
    expect(await total('net')).toBe(`−${euros(await refunded())}`)
    expect(await loud('report-total-out')).toBeGreaterThan(await loud('report-open'))
    // Without the split the table has sums of all outcomes: the totals stay those of what was done.
    await driver.at('report-split-outcome').click()
    await driver.page.locator('[data-operation="return"]:not([data-outcome])').waitFor()
    expect(await total('out')).toBe(euros(await refunded()))
    await driver.at('report-split-outcome').click()
    await driver.page.locator('[data-operation="return"][data-outcome="done"]').waitFor()
  })

  it('offer one menu to save, which a second press and Escape close', async () => {
    const lines = driver.page.getByRole('menuitem')
    await driver.at('report-save').click()
    expect(await lines.allInnerTexts()).toEqual([
      ...['Export as CSV…', 'Export as XLSX…', 'Export as PDF…', 'Export regularly…'],
    ])
    await driver.at('report-save').click()
    await expect.poll(() => lines.count()).toBe(0)
    await driver.at('report-save').click()
    await lines.first().waitFor()
    await keys.press('Escape')
    await expect.poll(() => lines.count()).toBe(0)
    expect(await keys.focusIs('[data-testid="report-save"]')).toBe(true)
  })

  it('answer an auditor who asks for large refunds without a reason', async () => {
    begin()
    await click('rail-reports')
    await click('report-of-reasons')
    await click('report-split-operator')
    await driver.at('report-figure').first().waitFor()
    const rows = await driver.at('report-figure').allInnerTexts()
    const counts = rows.map((row) => plain(row)).join('\n')
    expect(counts).not.toContain('No reason')
    expect(counts).toContain(euros(await refunded()))
    expect(clicks).toBeLessThanOrEqual(10)
    await click('report-split-operator')
  })

  it('map a reason of the operator’s own words to a code, and group by it', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.fill('return', '1.25', 'Box was wet')
    await driver.review()
    await driver.send()
    await driver.settle()
    orders.push(orderid)
    await click('rail-reports')
    await click('report-of-reasons')
    const own = driver.at('uncoded-reason').filter({ hasText: 'Box was wet' })
    await own.getByTestId('reason-code').selectOption('damaged-goods')
    await expect
      .poll(async () => (await driver.at('report-figure').allInnerTexts()).join('\n'))
      .not.toContain('Box was wet')
    const rows = async (): Promise<string[]> =>
      (await driver.at('report-figure').allInnerTexts()).map(plain)
    // The report is read anew: for a moment it has no figure at all.
    await expect
      .poll(async () => (await rows()).filter((row) => row.includes('Damaged goods')))
      .toHaveLength(1)
    expect(await axeFindings(driver)).toEqual([])
  })

  it('say of which period, zone and log they are, and that nothing is unknown', async () => {
    expect(plain(await driver.at('report-bounds').innerText())).toMatch(
      /From 1 \w{3,4} \d{4}, 00:00:00 until before .* zone .*Up to entry \d+ of the log/,
    )
    expect(plain(await driver.at('report-inside').innerText())).toBe(
      'No unknown outcomes are included.',
    )
  })

  it('are reached by keys, and show open items by age', async () => {
    await keys.press('g')
    await keys.press('e')
    await click('report-of-open')
    await driver.page
      .getByText(/Nothing is open|Holds/)
      .first()
      .waitFor()
    expect(await axeFindings(driver)).toEqual([])
  })

  it('are saved regularly: set up and ended by keys alone', async () => {
    await click('report-of-moved')
    await driver.at('report-figure').first().waitFor()
    await keysAlone(driver, async () => {
      const pressOn = async (testId: string): Promise<void> => {
        await keys.tabTo(`[data-testid="${testId}"]`)
        await keys.press('Enter')
      }
      // The last line of the menu: the arrows lead on from the first one.
      await pressOn('report-save')
      await expect.poll(() => keys.focusIs('[data-testid="menu-report-save-csv"]')).toBe(true)
      expect(await axeFindings(driver)).toEqual([])
      await keys.press('End')
      await keys.press('Enter')
      await driver.at('plan-form').waitFor()
      expect(await axeFindings(driver)).toEqual([])
      await pressOn('plan-every-week')
      await pressOn('plan-add')
      const plan = driver.at('export-plan')
      await plan.waitFor()
      const text = plain(await plan.innerText())
      for (const part of [
        ...['Money moved (XLSX)', 'Every week', driver.saveFolder],
        ...['Days end at midnight', 'Sandbox'],
      ])
        expect(text).toContain(part)
      expect(await driver.at('plan-form').isVisible()).toBe(false)
      expect(await axeFindings(driver)).toEqual([])
      await pressOn('plan-move')
      await pressOn('plan-remove')
      await expect.poll(() => plan.count()).toBe(0)
    })
  })

  it('close a month as the guide tells it, step by step', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/reports.md'), 'utf8')
    const steps = /## The end of a month\n+(?:\d\..*?\n)+?\n/s
      .exec(guide)![0]
      .split(/\n\d\. /)
      .slice(1)
    expect(steps).toHaveLength(6)
    /** What a step names in italics stands on the screen, word for word. */
    const stands = async (at: number, ...names: string[]): Promise<void> => {
      for (const name of names) {
        expect(steps[at], `step ${at + 1}`).toContain(`_${name}_`)
        await driver.page.locator('main').getByText(name).first().waitFor()
      }
    }
    const save = async (as: string): Promise<string> => {
      await click('report-save')
      await click(`menu-report-save-${as}`)
      await driver.at('report-saved').waitFor()
      return driver.at('report-saved').locator('bdi').innerText()
    }
    await click('rail-reports')
    await stands(0, 'Open items by age')
    await click('report-of-open')
    await stands(1, 'Money moved')
    await click('report-of-moved')
    await stands(1, 'Last month')
    await click('report-span-last-month')
    expect(steps[1]).toContain('_No unknown outcomes are included_')
    await driver.page.getByText('No unknown outcomes are included.').waitFor()
    await click('report-span-month')
    await driver.at('report-figure').first().waitFor()
    expect(steps[2]).toContain('_Export_ and _Export as XLSX…_')
    const file = await save('xlsx')
    const part =
      'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())'
    const sheets = [1, 2].map((n) =>
      execFileSync('python3', ['-c', part, file, `xl/worksheets/sheet${n}.xml`]).toString(),
    )
    expect(sheets[0]).toContain(`>${(await refunded()) / 100}<`)
    for (const orderid of new Set(orders)) expect(sheets[1]).toContain(orderid)
    await stands(3, 'Refunds by reason', 'Done by')
    await click('report-of-reasons')
    await click('report-split-operator')
    await driver.at('report-figure').first().waitFor()
    expect(readFileSync(await save('csv'), 'utf8')).toContain('damaged-goods')
    await stands(4, 'Day close')
    await click('report-of-close')
    await stands(4, 'Last month')
    await click('report-span-last-month')
    await driver.at('report-bounds').waitFor()
    await stands(5)
    await click('rail-reconcile')
    await driver.page.getByRole('heading', { name: 'Reconciliation' }).first().waitFor()
  })
})
