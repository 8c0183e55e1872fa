// Forty suppliers out of a CSV, by keys alone: their IBANs are checked, each is paid once, and the
// result is saved, in at most 60 keys. The sandbox's books say who was paid.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasGoodCheckDigits } from '#shared/cards/iban.ts'
import { axeFindings } from './axe.ts'
import { keysAlone, keysOf } from './keys.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const most = 60
const count = 40
const keys = keysOf(() => driver)
const [pressKey, typeText] = [keys.press, keys.type]
let pressed = 0
/** A key each, and each letter that is typed. */
Object.assign(keys, {
  press: (key: string) => {
    pressed += 1
    return pressKey(key)
  },
  type: (text: string) => {
    pressed += text.length
    return typeText(text)
  },
})

/** With check digits that are right. */
function ibanOf(nth: number): string {
  const account = `37040044${String(532_013_000 + nth).padStart(10, '0')}`
  for (let digits = 2; digits < 99; digits += 1) {
    const iban = `DE${String(digits).padStart(2, '0')}${account}`
    if (hasGoodCheckDigits(iban)) return iban
  }
  throw new Error('no check digits are right')
}

let driver: PageDriver
let file: string
beforeAll(async () => {
  file = join(newFolder(), 'suppliers.csv')
  driver = await openPageDriver({
    ...{ saveFolder: newFolder(), env: { PAYDESK_HOST_OPEN_FILE: file } },
  })
  const rows = Array.from(
    { length: count },
    (_, nth) => `Supplier ${nth + 1};${ibanOf(nth)};${nth + 1}00,00;EUR;invoice ${nth + 1}`,
  )
  writeFileSync(file, ['Supplier;IBAN;Amount;Currency;Description', ...rows].join('\n'))
}, 240_000)
afterAll(() => driver.close())

describe('forty suppliers out of a CSV', () => {
  it('are paid once each in at most 60 keys', async () => {
    await driver.go('#/runs')
    await driver.at('runs-from-list').waitFor()
    await keysAlone(driver, async () => {
      await keys.tabTo('[data-testid=runs-from-list]')
      await keys.press('Enter')
      await driver.at('list-pasted').waitFor()
      await keys.tabTo('[data-testid=list-do-return] input')
      for (let nth = 0; nth < 3; nth += 1) await keys.press('ArrowRight')
      await keys.tabTo('[data-testid=list-choose]')
      await keys.press('Enter')
      await driver.sees('list-counts', '40 of 40 rows')
      await driver.sees('list-sums', /82.000\.00 EUR/)
      await keys.tabTo('[data-testid=list-ip]')
      await keys.type('203.0.113.7')
      await keys.press('Enter')
      await driver.sees('run-state', /Checked/, 60_000)
      await keys.tabTo('[data-testid=run-to-review]')
      await keys.press('Enter')
      await driver.sees('run-sums', /82.000\.00 EUR/)
      await driver.page.waitForSelector('[data-testid=run-confirm][data-armed]')
      await keys.tabTo('[data-testid=run-confirm]')
      await keys.press('Enter')
      await driver.sees('run-state', /All sent|Finished/, 120_000)
      await keys.tabTo('[data-testid=run-save]')
      await keys.press('Enter')
      await driver.at('export-save').waitFor()
      await keys.tabTo('[data-testid=export-save]')
      await keys.press('Enter')
      await driver.at('export-done').waitFor()
    })
    process.stdout.write(`forty suppliers: ${pressed} keys\n`)
    expect(pressed).toBeLessThanOrEqual(most)
    const runs = await driver.call('run:list', {})
    const runId = runs.ok ? runs.value[0]!.id : ''
    const page = await driver.call('run:rows', { runId, after: -1, limit: 200 })
    const rows = page.ok ? page.value.rows : []
    expect(rows).toHaveLength(count)
    for (const [nth, { orderid }] of rows.entries())
      await expect
        .poll(() => driver.effects(orderid), { timeout: 20_000 })
        .toMatchObject([{ operation: 'payout', amountMinor: (nth + 1) * 10_000, currency: 'EUR' }])
    const [name] = readdirSync(driver.saveFolder).filter((one) => one.endsWith('.csv'))
    const lines = readFileSync(join(driver.saveFolder, name!), 'utf8').trim().split('\r\n')
    expect(lines).toHaveLength(count + 1)
    for (const [nth, line] of lines.slice(1).entries()) expect(line).toContain(`"${ibanOf(nth)}"`)
  }, 300_000)

  it('show nothing serious on the way, and tell a wrong IBAN from a right one', async () => {
    writeFileSync(file, `Supplier;IBAN;Amount;Currency;Description\nA;${ibanOf(0)}1;1,00;EUR;x\n`)
    await driver.go('#/runs/new')
    await driver.at('list-do-payout-check').click()
    await driver.at('list-choose').click()
    await driver.sees('wrong-lines', 'an IBAN of DE has 22 characters, this one has 23')
    // The IP address of the list before is offered, and fills in no other list by itself.
    expect(await driver.at('list-ip').inputValue()).toBe('')
    await driver.at('pick-list-ip').click()
    expect(await driver.at('list-ip').inputValue()).toBe('203.0.113.7')
    expect(await driver.at('pick-list-ip').getAttribute('aria-pressed')).toBe('true')
    expect(await axeFindings(driver)).toEqual([])
  }, 60_000)
})
