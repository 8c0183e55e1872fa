// An operator asks all connections for one order, and looks up a pasted list of 300 with progress,
// a stop and a second try. Every question is counted in the sandbox's own log, and no look-up moves
// money.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { type PageDriver, savedDrafts, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'
import { inputs } from './form-list.ts'

/** The cells of a spreadsheet, each with its type, read by another program. */
const cellsOf = (file: string): [string | null, string][][] =>
  JSON.parse(execFileSync('python3', ['-c', reader, file], { maxBuffer: 1e8 }).toString()) as [
    string | null,
    string,
  ][][]
const reader = `
import json, sys, zipfile
import xml.etree.ElementTree as tree
ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
sheet = tree.fromstring(zipfile.ZipFile(sys.argv[1]).read('xl/worksheets/sheet1.xml'))
print(json.dumps([[(cell.get('t'), ''.join(cell.itertext())) for cell in row] for row in sheet.find(ns + 'sheetData')]))`

let driver: PageDriver
/** Another gateway, which numbers its orders as the embedded one does. */
let nord: Sandbox
let sale: string
/** Orders that exist; only those can fail, as a refusal is an answer. */
let real: string[]
const rows = 300
beforeAll(async () => {
  nord = await startSandbox()
  driver = await openPageDriver()
  sale = (await driver.practice(/paid sale of 120\.00 EUR/)).orderid
  const fresh = [...(await driver.freshPractice()), ...(await driver.freshPractice())]
  real = [...new Set(fresh.map(({ orderid }) => String(orderid)))]
  real = real.filter((orderid) => orderid !== sale).slice(0, 12)
  await connect('Nord shop', nord.baseUrl)
  // Nobody listens there.
  await connect('Far shop', 'http://127.0.0.1:9/paynet')
  await driver.go('#/audit')
  await driver.at('rail-orders').click()
  await driver.at('look-up-where').waitFor()
})
afterAll(async () => {
  expect(await driver.effects(sale)).toEqual([])
  expect(nord.effects()).toEqual([])
  await driver.close()
  await nord.close()
})

async function connect(name: string, baseUrl: string): Promise<void> {
  const { endpointId, login, merchantControlKey: key } = nord.identity
  const record = { name, environment: 'test', baseUrl, endpointId, login, settings: {} } as const
  const made = await driver.call('connection:save', record)
  if (!made.ok) throw new Error(made.fault.message)
  const set = await driver.call('key:set-control', { connectionId: made.value.id, key })
  if (!set.ok) throw new Error(set.fault.message)
}

const ofStatus = (requests: { operation: string | null }[], start: string): number =>
  requests.filter(
    (request) => request.operation === 'status' && JSON.stringify(request).includes(`"${start}`),
  ).length
/** Status questions for ids that begin so, as the embedded sandbox has counted them. */
const statusCalls = async (start: string): Promise<number> =>
  ofStatus((await driver.books()).requests, start)

describe('one look-up at all connections', () => {
  flow('look-up-everywhere', async () => {
    await driver.at('look-up-where').selectOption('everywhere')
    await driver.page.locator('#look-up').fill(sale)
    await driver.page.keyboard.press('Enter')
    await driver.sees('look-up-summary', /found on 2, not found on 0, no clear answer from 1/)
    const answers = await driver.at('look-up-answer').allInnerTexts()
    expect(answers[0]).toMatch(/Sandbox[^]*Found: Captured[^]*120\.00/)
    expect(answers[1]).toMatch(/Nord shop[^]*TEST[^]*Found: Captured/)
    expect(answers[2]).toMatch(/Far shop[^]*Not reached/)
    expect(await statusCalls(sale)).toBe(1)
    expect(ofStatus(nord.requests(), sale)).toBe(1)
    await driver.at('look-up-open').nth(1).click()
    await driver.at('money-facts').waitFor()
    expect(driver.page.url()).not.toContain('/orders/sandbox/')
  })

  flow('look-up-everywhere-of-nothing', async () => {
    await driver.at('rail-orders').click()
    const { field, value } = inputs['features/lookups/LookUpForm.vue']
    await driver.at(field).fill(value)
    await expect.poll(() => savedDrafts(driver)).toContain(value)
    await driver.page.keyboard.press('Enter')
    await driver.sees(
      'look-up-summary',
      /Merchant order ID inv-nowhere: found on 0, not found on 2/,
    )
    await expect.poll(() => driver.page.locator('#look-up').inputValue()).toBe('inv-nowhere')
    expect([await statusCalls('inv-nowhere'), ofStatus(nord.requests(), 'inv-nowhere')]).toEqual([
      1, 1,
    ])
  })
})

describe('a pasted list', () => {
  const asked = async (): Promise<number> =>
    Number(await driver.at('pasted-progress').getAttribute('aria-valuenow'))

  it('of suppliers is read as a table, and no cell of another column reaches the gateway', async () => {
    await driver.go('#/orders/pasted')
    const account = 'DE89370400440532013000'
    const table = `name;account;amount;order\nACME GmbH;${account};"980,50";999902\nRiver;x;12,00;999901\n`
    await driver.at('pasted').fill(table)
    await driver.sees('pasted-columns', /Which column has the IDs\?.*ACME GmbH.*order/s)
    await driver.at('pasted-start').click()
    await driver.sees('pasted-columns', /Choose the column with the IDs/)
    expect(await driver.at('pasted-column-all').count()).toBe(0)
    await driver.at('pasted-column-1').check()
    await driver.sees('pasted-findings', /looks like a bank account number/)
    await driver.at('pasted-column-3').check()
    await driver.sees('pasted-findings', /2 order IDs/)
    await driver.at('pasted-start').click()
    await driver.sees('pasted-state', /2 of 2|Done|Finished/)
    const asked = JSON.stringify((await driver.books()).requests)
    for (const text of ['ACME', account, '980']) expect(asked).not.toContain(text)
    await driver.page.getByTestId('pasted').fill('')
    await driver.go('#/orders')
  })

  flow('pasted-list-read', async () => {
    await driver.page.locator('select#connection').selectOption({ label: 'Sandbox' })
    await driver.at('to-pasted').click()
    await driver.at('pasted-start').click()
    await expect.poll(() => driver.page.locator('#pasted-hint').innerText()).toMatch(/no ID/)
    const list = Array.from({ length: rows - 13 }, (_, n) => `bulk-${1000 + n}`)
    await driver.at('pasted').fill([sale, '', ...list, ...real, sale, '1 2 3'].join('\n'))
    await driver.sees(
      'pasted-findings',
      /13 order IDs and 287 merchant order IDs; 1 repeated .* 1 blank line; 1 that/,
    )
    await driver.sees('pasted-findings', /Line 303: 1 2 3 holds several numbers/)
    expect(await statusCalls('bulk-')).toBe(0)
  })

  flow('pasted-list-stopped', async () => {
    await driver.at('pasted-start').click()
    await expect.poll(asked).toBeGreaterThan(10)
    await driver.at('rail-audit').click()
    await driver.at('audit-row').first().waitFor()
    await driver.go('#/orders/pasted')
    await expect.poll(asked).toBeGreaterThan(20)
    await driver.at('pasted-stop').click()
    await driver.sees('pasted-state', /^Stopped after \d+ of 300/)
    const stoppedAt = await asked()
    expect(stoppedAt).toBeLessThan(rows)
    expect(await statusCalls('bulk-')).toBe(stoppedAt - 1)
    await expect
      .poll(() => driver.at('pasted-row').first().innerText())
      .toMatch(/Captured[^]*120\.00/)
  })

  flow('pasted-list-finished', async () => {
    const ofReal = async (): Promise<number> => {
      const { requests } = await driver.books()
      return real.reduce((sum, orderid) => sum + ofStatus(requests, orderid), 0)
    }
    const fault = { operation: 'status', kind: 'http-500-without-effect' }
    await driver.console('faults', fault)
    await driver.at('pasted-retry').click()
    await driver.sees('pasted-state', /^Paused/, 60_000)
    await driver.sees('pasted-why', /5 look-ups failed one after the other/)
    await driver.console('faults/clear', { operation: 'status' })
    await driver.at('pasted-go-on').click()
    await driver.sees('pasted-state', /^Done: 300 of 300/)
    // A bar that is full is done work, in the colour of that.
    expect(await driver.at('pasted-progress').getAttribute('class')).toMatch(/success/)
    const failed = Number(/(\d+) failed/.exec(await driver.at('pasted-counts').innerText())?.[1])
    expect(failed).toBeGreaterThanOrEqual(5)
    const before = await ofReal()
    await driver.at('pasted-retry').click()
    await driver.sees('pasted-counts', '13 of 300 found, 287 not found, 0 failed')
    await driver.sees('pasted-missing', /^Not found: (\S+, ){8}and 279 others\.$/)
    // Only what had failed was asked again, and what was found or is not there never twice.
    expect((await ofReal()) - before).toBe(failed)
    expect(await statusCalls('bulk-')).toBe(rows - 13)
    expect(await statusCalls(sale)).toBe(2)
  })

  flow('pasted-list-saved', async () => {
    await driver.at('pasted-save').click()
    await driver.sees('pasted-said', /Saved as .*paydesk-look-ups-.*\.csv/)
    const file = (await driver.at('pasted-said').innerText()).replace(/^Saved as |\.$/g, '')
    const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(rows + 1)
    expect(lines[1]).toContain(`"${sale}","orderid","Sandbox","test","found"`)
    expect(lines[1]).toContain('"120.00","EUR"')
    expect(lines[2]).toContain('"not found"')
    await driver.at('pasted-save-xlsx').click()
    await driver.sees('pasted-said', /Saved as .*paydesk-look-ups-.*\.xlsx/)
    const sheet = (await driver.at('pasted-said').innerText()).replace(/^Saved as |\.$/g, '')
    const cells = cellsOf(sheet)
    expect(cells).toHaveLength(rows + 1)
    const of = (name: string) => cells[1]?.[cells[0]?.findIndex(([, text]) => text === name) ?? -1]
    // Numbers as numbers; an ID stays text.
    expect([of('line'), of('amount')]).toEqual([
      [null, '1'],
      [null, '120.00'],
    ])
    expect([of('id'), of('result')]).toEqual([
      ['inlineStr', sale],
      ['inlineStr', 'found'],
    ])
    await driver.at('pasted-copy').click()
    await driver.sees('pasted-said', /Copied/)
    expect(await statusCalls('bulk-')).toBe(rows - 13)
    const log = await driver.call('audit:list', { filter: { text: sale }, limit: 100 })
    expect(log.ok && log.value.rows.filter(({ kind }) => kind === 'order:look-up').length).toBe(3)
    await driver.at('pasted-rows').focus()
    await driver.page.keyboard.press('Enter')
    await driver.at('money-facts').waitFor()
  })
})
