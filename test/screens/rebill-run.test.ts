// Saved cards out of pasted lines, by keys alone: each is charged once, and what is wrong with a
// reference is mended where it stands. The sandbox's books say what was charged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { keysAlone, keysOf } from './keys.ts'
import { openPageDriver, type PageDriver } from './page-driver.ts'

const keys = keysOf(() => driver)
let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
}, 240_000)
afterAll(() => driver.close())

/** Of the card that paid a practice order. */
async function cardRef(): Promise<string> {
  const orders = await driver.freshPractice()
  const { orderid, clientOrderid } = orders.find(({ about }) => /paid sale of 120/.test(about))!
  const request = { orderid, client_orderid: clientOrderid }
  const asked = { connectionId: 'sandbox', operation: 'create-card-ref', request } as const
  const reviewed = await driver.call('attempt:review', asked)
  if (!reviewed.ok) throw new Error(JSON.stringify(reviewed.fault))
  const { attemptId, token } = reviewed.value
  await driver.call('attempt:confirm', { attemptId, token, twinsSeen: [] })
  let ref: string | undefined
  await expect
    .poll(async () => {
      const shown = await driver.call('attempt:show', { attemptId })
      ref = shown.ok ? shown.value.answer['card-ref-id'] : undefined
      return ref
    })
    .toBeDefined()
  return ref!
}

/** As from another program: what is copied there lies in the clipboard of the window's browser. */
async function copied(text: string): Promise<void> {
  await driver.page.evaluate((lines) => {
    const box = document.createElement('textarea')
    box.value = lines
    box.id = 'mail'
    document.body.append(box)
    box.select()
  }, text)
  await driver.page.keyboard.press('Control+C')
  await driver.page.evaluate(() => document.getElementById('mail')?.remove())
}

describe('saved cards out of pasted lines', () => {
  it('are charged once each by keys, after a wrong reference is mended', async () => {
    const refs = [await cardRef(), await cardRef()]
    const lines = [
      'Customer\tCard reference\tAmount\tCurrency\tDescription',
      `Zoë\t${refs[0]}\t9.90\tEUR\tLamp club March`,
      'Max\t\t19.90\tEUR\tLamp club March',
    ].join('\n')
    await driver.go('#/runs/new')
    await driver.at('list-pasted').waitFor()
    await copied(lines)
    await keysAlone(driver, async () => {
      await keys.tabTo('[data-testid=list-do-return] input')
      for (let nth = 0; nth < 5; nth += 1) await keys.press('ArrowRight')
      await keys.tabTo('[data-testid=list-pasted]')
      await keys.press('Control+V')
      await driver.sees('list-counts', '1 of 2 rows')
      await driver.sees('wrong-lines', 'the card reference is missing')
      await keys.type(refs[1]!)
      await keys.press('Enter')
      await driver.sees('list-counts', '2 of 2 rows')
      await driver.sees('list-sums', /29\.80.EUR/)
      await keys.tabTo('[data-testid=list-ip]')
      await keys.type('203.0.113.7')
      await keys.press('Enter')
      await driver.sees('run-state', /Checked/, 60_000)
    })
    expect(await axeFindings(driver)).toEqual([])
    expect(await axeFindingsInLittleRoom(driver)).toEqual([])
    await driver.sees('run-rows', /Charges card.*Reason/s)
    await driver.sees('run-rows', refs[0]!)
    await keysAlone(driver, async () => {
      await keys.tabTo('[data-testid=run-to-review]')
      await keys.press('Enter')
      await driver.sees('run-sums', /29\.80.EUR/)
      await driver.page.waitForSelector('[data-testid=run-confirm][data-armed]')
      await keys.tabTo('[data-testid=run-confirm]')
      await keys.press('Enter')
      await driver.sees('run-state', /All sent|Finished/, 60_000)
    })
    const charged = async () =>
      (await driver.books()).effects
        .filter(({ operation }) => operation === 'make-rebill')
        .map(({ amountMinor, currency }) => `${amountMinor} ${currency}`)
        .sort()
    await expect.poll(charged, { timeout: 20_000 }).toEqual(['1990 EUR', '990 EUR'])
    await driver.console('advance', { ms: '60000' })
    await driver.sees('run-state', 'Finished', 60_000)
    await driver.sees('run-rows', /Charges card.*Reason/s)
    // Its result is the amount; nothing of two good rows is left to be searched for.
    await driver.sees('run-moved', /^29\.80.EUR captured\s/)
    expect(await driver.at('run-count').or(driver.at('run-filter-all')).count()).toBe(0)
    await driver.at('evidence-make').click()
    await driver.at('evidence-report').waitFor()
    expect(await axeFindings(driver)).toEqual([])
    expect(await axeFindingsInLittleRoom(driver)).toEqual([])
  }, 300_000)
})
