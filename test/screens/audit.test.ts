// The audit log on screen: filtered, opened, verified, exported; and the export verified by the two
// verifiers that ship with it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver()
  ;({ orderid } = await driver.practice(/paid sale of 120\.00 EUR/))
  await driver.lookUp(orderid)
  await driver.fill('return', '21.00', 'Box arrived damaged')
  await driver.review()
  await driver.send()
  await driver.settle()
  await driver.at('rail-audit').click()
  await driver.at('audit-row').first().waitFor()
})
afterAll(() => driver.close())

const rows = () => driver.at('audit-row')
const clear = async (): Promise<void> => {
  await driver.at('audit-clear').click()
  await driver.sees('audit', /Paydesk started/)
}

describe('filtering', () => {
  it('by what happened shows that alone', async () => {
    await driver.at('audit-outcome').selectOption({ label: 'Succeeded' })
    await expect.poll(() => rows().count()).toBe(1)
    await driver.sees('audit', /Refund.*Refunded/s)
    await rows().first().locator('time').click()
    await driver.at('audit-entry-technical').locator('summary').click()
    await driver.sees('audit-entry', /attempt:succeeded/)
    // Beside the list, and no row of it is pushed away.
    const [list, entry] = [driver.at('audit'), driver.at('audit-entry')]
    const { x = 0, width = 0 } = (await list.boundingBox()) ?? {}
    expect((await entry.boundingBox())?.x).toBeGreaterThanOrEqual(x + width - 1)
    // Beside the entry, too, a row says the second.
    await driver.sees('audit-row', /^\s*(\d{1,2} \w{3,4} )?\d\d:\d\d:\d\d\b/)
    // Nor are the time and the action cut, and the row that is read is marked.
    const cut = await driver.page
      .locator('[data-testid=audit-row] [role=gridcell]')
      .evaluateAll((all) =>
        all
          .filter((one) => one.textContent !== '' && one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent),
      )
    expect(cut).toEqual([])
    expect(await rows().first().getAttribute('aria-selected')).toBe('true')
    for (const id of await driver.at('audit-entry-id').all()) {
      const [line, whole] = await id.evaluate((one) => [
        Number.parseFloat(getComputedStyle(one).lineHeight),
        one.getBoundingClientRect().height,
      ])
      expect(whole).toBeLessThan(2 * line!)
    }
    expect(await driver.at('audit-entry-id').count()).toBeGreaterThan(0)
    await driver.at('audit-entry-close').click()
    expect(await rows().first().getAttribute('aria-selected')).toBeNull()
    await clear()
  })

  it('beside an entry goes on by the arrows from entry to entry', async () => {
    await rows().first().locator('time').click()
    const first = await driver.at('audit-entry').getAttribute('data-seq')
    await driver.page.keyboard.press('ArrowDown')
    await expect.poll(() => driver.at('audit-entry').getAttribute('data-seq')).not.toBe(first)
    await driver.at('audit-entry-close').click()
  })

  it('by who did it shows that one’s entries alone', async () => {
    await driver.at('audit-actor').selectOption('paydesk')
    await expect
      .poll(
        async () => new Set(await rows().locator('[role=gridcell]:nth-child(3)').allInnerTexts()),
      )
      .toEqual(new Set(['paydesk']))
    await clear()
  })

  it('by an operation, or by the words of the list, finds its requests', async () => {
    // No filter and an order's id look as they do in the list of orders.
    expect(await driver.at('audit-kind').locator('option').first().innerText()).toBe('Any')
    expect(await driver.at('audit-order').first().getAttribute('class')).toContain('mono')
    await driver.at('audit-kind').selectOption({ label: 'Refund' })
    await expect.poll(() => rows().count()).toBe(1)
    // Its last step stands for a request; an arrow shows those before it, and the other hides them.
    await driver.sees('audit-row', /Refund.*21\.00.*Box.*Refunded/s)
    await driver.at('audit').focus()
    await driver.page.keyboard.press('ArrowRight')
    await expect.poll(() => rows().count()).toBe(5)
    for (const text of await rows().allInnerTexts()) expect(text).toMatch(/Refund.*21\.00.*Box/s)
    expect(await driver.at('audit-steps').getAttribute('aria-expanded')).toBe('true')
    expect(await axeFindings(driver)).toEqual([])
    await driver.page.keyboard.press('ArrowLeft')
    await expect.poll(() => rows().count()).toBe(1)
    await driver.at('audit-steps').click()
    await expect.poll(() => rows().count()).toBe(5)
    await clear()
    await driver.at('audit-text').fill('Refunded')
    await expect.poll(() => rows().count()).toBe(1)
    await driver.at('audit-text').fill('21,00 eur')
    await expect.poll(() => rows().count()).toBeGreaterThan(1)
    await clear()
  })

  it('by who did it names the person who asked, whoever wrote the outcome down', async () => {
    await driver.at('audit-outcome').selectOption({ label: 'Succeeded' })
    await expect.poll(() => rows().count()).toBe(1)
    const person = rows().first().locator('[role=gridcell]:nth-child(3)')
    expect(await person.innerText()).not.toBe('paydesk')
    await driver.at('audit-actor').selectOption(await person.innerText())
    await expect.poll(() => rows().count()).toBe(1)
    await clear()
  })

  it('has one line for its filters at 1280, whatever is chosen, and none of it moves', async () => {
    const bar = driver.at('audit-text').locator('xpath=ancestor::form')
    const lineOf = async () => {
      const ends = await bar
        .locator('label.filter-field')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)))
      return new Set(ends)
    }
    const placeOf = async () => (await driver.at('audit-columns').boundingBox())?.x
    const [height, place] = [(await bar.boundingBox())?.height, await placeOf()]
    expect(await lineOf()).toHaveProperty('size', 1)
    await driver.at('audit-kind').selectOption({ label: 'Refund' })
    await driver.at('audit-outcome').selectOption({ label: 'Succeeded' })
    await driver.at('audit-month').click()
    await expect.poll(() => rows().count()).toBe(1)
    expect(await lineOf()).toHaveProperty('size', 1)
    expect([(await bar.boundingBox())?.height, await placeOf()]).toEqual([height, place])
    await driver.at('audit-custom').click()
    await driver.at('audit-until').waitFor()
    expect(await driver.at('audit-month').count()).toBe(0)
    expect([(await bar.boundingBox())?.height, await placeOf()]).toEqual([height, place])
    await clear()
    await driver.at('audit-month').waitFor()
  })

  it('says who did it beside an open entry, and in a small window why as well', async () => {
    const heads = (): Promise<string[]> =>
      driver.page.locator('main [role=columnheader]').allInnerTexts()
    const named = async (): Promise<string> =>
      (await heads())
        .map((head) => head.replace(/ [↓↑]$/, ''))
        .filter(Boolean)
        .join()
    await rows().first().locator('time').click()
    await expect.poll(named).toMatch(/Time,Done by,Action,(Order,)?Amount,Outcome$/)
    await driver.page.keyboard.press('Escape')
    const before = driver.page.viewportSize()!
    await driver.page.setViewportSize({ width: 1024, height: 640 })
    await expect.poll(named).toMatch(/Time,Done by,Action,Order,Amount,Reason,Outcome/)
    await driver.page.setViewportSize(before)
  })

  it('by two characters reads all there is, and says when nothing matches', async () => {
    await driver.at('audit-text').fill('~~')
    await driver.sees('empty', /No entries match these filters/)
    await clear()
  })

  flow('log-filtered', async () => {
    const all = await rows().count()
    await driver.at('audit-text').fill(orderid)
    await expect.poll(() => rows().count()).toBeLessThan(all)
    for (const text of await rows().allInnerTexts()) expect(text).toContain(orderid)
    await driver.at('audit-text').fill('21.00')
    await expect.poll(() => rows().count()).toBeGreaterThan(0)
    expect((await driver.effects(orderid)).map(({ amountMinor }) => amountMinor)).toEqual([2100])
    await clear()
  })

  it('by day leaves out the other days, and says that nothing matches', async () => {
    await driver.at('audit-custom').click()
    await driver.at('audit-until').fill('2001-01-01')
    await driver.sees('empty', /No entries match these filters/)
    await driver.at('audit-until').fill('')
    // Empty says what it does; the field shows the form of its day while it is typed into.
    const until = driver.at('audit-until')
    await driver.page.locator('h1').focus()
    await expect.poll(() => until.getAttribute('placeholder')).toBe('Any day')
    await until.focus()
    await expect.poll(() => until.getAttribute('placeholder')).toMatch(/^\d{1,2} \w{3,4} \d{4}$/)
    await driver.page.keyboard.type('1.2.2001')
    expect(await until.getAttribute('aria-invalid')).toBeNull()
    await driver.page.keyboard.press('Tab')
    await expect.poll(() => until.inputValue()).toBe('1 Feb 2001')
    await driver.sees('empty', /No entries match these filters/)
    await until.fill('')
    await driver.at('audit-from').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
    await expect.poll(() => rows().count()).toBeGreaterThan(5)
    await clear()
  })
})

it('has one look for every outcome and a chip for all but the usual one, and an order’s number leads to the order', async () => {
  const heads = await driver.page.locator('main [role=columnheader]').allInnerTexts()
  const outcomes = rows().locator(`[role=gridcell]:nth-child(${heads.indexOf('Outcome') + 1}) > *`)
  const looksOf = async (of: Locator): Promise<unknown[]> =>
    of.evaluateAll((all) => [...new Set(all.map((one) => one.classList[0]))])
  expect(await looksOf(outcomes.filter({ hasNotText: /^Recorded$/ }))).toEqual(['chip'])
  expect(await looksOf(outcomes.filter({ hasText: /^Recorded$/ }))).toEqual(['muted'])
  // The keys walk the entries as before; the menu of a row leads to its order as well.
  await driver.at('audit').focus()
  await driver.page.keyboard.press('j')
  await driver.page.keyboard.press('k')
  await driver.page.keyboard.press('Enter')
  await driver.at('audit-entry').waitFor()
  await driver.at('audit-entry-close').click()
  await driver.at('audit-order').first().click()
  await driver.at('money-facts').waitFor()
  await driver.at('rail-audit').click()
  await rows().first().waitFor()
})

describe('verifying and exporting', () => {
  flow('log-verified', async () => {
    const top = async (): Promise<number> => (await driver.at('audit').boundingBox())!.y
    const before = await top()
    await driver.at('audit-verify').click()
    await driver.sees('verification', /Intact, \d+ entries checked.*\d\d:\d\d/s)
    expect(await driver.at('verification').getByTestId('chain-links').isVisible()).toBe(true)
    // The line stands where the head says what the log is for: the list stays in its place.
    expect((await driver.at('verification').boundingBox())!.height).toBeLessThan(48)
    expect(Math.abs((await top()) - before)).toBeLessThan(12)
    await driver.at('verification').locator('summary').click()
    await driver.sees('verification', /unchanged.*Chain head/s)
    await driver.at('verification').getByRole('button', { name: 'Close' }).click()
    expect(await driver.at('verification').count()).toBe(0)
    expect(await driver.effects(orderid)).toHaveLength(1)
  })

  const exportAndVerify = async (what: 'whole' | 'filtered'): Promise<void> => {
    if (what === 'filtered') {
      await driver.at('audit-text').fill(orderid)
      await driver.sees('audit-export', /filtered entries/)
    }
    await driver.at('audit-export').click()
    await driver.sees('export-report', /entries/)
    // One line until more of it is asked for.
    expect((await driver.at('export-report').boundingBox())!.height).toBeLessThan(48)
    await driver.at('export-report').locator('summary').click()
    const report = await driver.at('export-report').innerText()
    const folder = /In (\S+)/.exec(report)?.[1] ?? ''
    expect(folder.startsWith(driver.saveFolder)).toBe(true)
    expect(/digests only/.test(report)).toBe(what === 'filtered')
    expect(verdicts(folder)).toEqual([0, 0])
    const log = join(folder, 'audit.jsonl')
    const text = readFileSync(log, 'utf8')
    writeFileSync(log, withAnotherAmount(text))
    expect(verdicts(folder)).toEqual([2, 2])
    writeFileSync(log, text)
    expect(verdicts(folder)).toEqual([0, 0])
    renameSync(folder, `${folder}-${what}`)
    await driver.at('export-report').getByRole('button', { name: 'Close' }).click()
    if (what === 'filtered') await clear()
    expect(await driver.effects(orderid)).toHaveLength(1)
  }
  flow('log-exported', () => exportAndVerify('whole'))
  flow('log-exported-in-part', () => exportAndVerify('filtered'))

  it('says that an export was not written, when the folder can’t take it, and leaves no report', async () => {
    rmSync(driver.saveFolder, { recursive: true })
    await driver.at('audit-export').click()
    await driver.sees('fault', /The export was not written/)
    expect(await driver.at('fault').innerText()).not.toContain('One field')
    expect(await driver.at('export-report').count()).toBe(0)
    mkdirSync(driver.saveFolder)
  })
})

describe('archives', () => {
  it('say what is kept since when, that nothing is old enough yet, and what a wrong number of months needs', async () => {
    await driver.at('audit-menu').click()
    await driver.at('menu-audit-archive').click()
    await driver.sees('archive-kept', /The log holds every entry from number 1 on/)
    await driver.sees('archive-dialog', /No archives yet|There is nothing to archive/)
    await driver.at('archive-months').fill('6')
    await driver.sees('archive-dialog', /at least 12 months\. Enter 12 or more/)
    expect(await driver.at('archive-confirm').isDisabled()).toBe(true)
    await driver.at('archive-months').fill('24')
    expect(await driver.at('archive-confirm').isDisabled()).toBe(true)
    await driver.page.keyboard.press('Escape')
    expect(await driver.at('archive-dialog').count()).toBe(0)
  })
})

/**
 * The one entry in which the amount was sent, as if it had been another amount; all seals as they
 * were.
 */
function withAnotherAmount(log: string): string {
  const lines = log.split('\n')
  const at = lines.findIndex((line) => bodyOf(line).includes('21.00'))
  const entry = JSON.parse(lines[at] ?? '') as { body: string }
  entry.body = Buffer.from(bodyOf(lines[at] ?? '').replace('21.00', '91.00')).toString('base64')
  return lines.with(at, JSON.stringify(entry)).join('\n')
}
const bodyOf = (line: string): string =>
  line === ''
    ? ''
    : Buffer.from((JSON.parse(line) as { body?: string }).body ?? '', 'base64').toString()

/** Exit codes of the two offline verifiers, run as an auditor would. */
const verdicts = (folder: string): (number | null)[] =>
  [
    ['node', 'verify-audit.mjs'],
    ['python3', 'verify_audit.py'],
  ].map(([program = '', script = '']) => spawnSync(program, [join(folder, script), folder]).status)
