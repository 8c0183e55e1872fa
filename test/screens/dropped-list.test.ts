// A file that is dropped from the system on a screen that reads lists: the browser knows where it
// lies, the preload tells main, and the page never hears it. A box of the system comes first.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

let driver: PageDriver
afterEach(() => driver.close())

let [folder, file, july] = ['', '', '']
// The end of a driver takes its folders away.
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'june.csv')
  july = join(folder, 'july.csv')
  writeFileSync(file, 'Order ID,Amount,Currency\n700101,2.50,EUR\n700102,3.25,EUR\n')
  writeFileSync(july, 'Order ID,Amount,Currency\n700103,9.50,EUR\n')
})

/** As the system's file manager does it. */
async function drag(...files: string[]): Promise<void> {
  const wire = await driver.page.context().newCDPSession(driver.page)
  const at = { x: 400, y: 300, data: { items: [], files, dragOperationsMask: 1 } }
  await wire.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
  await wire.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
  await driver.sees('drop-place', /this screen reads its rows/)
  await wire.send('Input.dispatchDragEvent', { type: 'drop', ...at })
  await expect.poll(() => driver.at('drop-place').count()).toBe(0)
}

it('reads a dropped list for a run, and for orders of the shop', async () => {
  driver = await openPageDriver({ env: { PAYDESK_HOST_ANSWER: 'first' } })
  await driver.go('/runs/new')
  await driver.page.getByText('You can also drop the file on this window.').waitFor()
  await drag(file, join(folder, 'other.csv'))
  await driver.sees('drop-refused', /One file at a time.*this screen reads its rows/s)
  await driver.at('drop-seen').click()
  await drag(file)
  await driver.sees('list-read', /june\.csv/)
  await driver.sees('list-counts', /2 of 2 rows/)
  await driver.sees('list-sums', '5.75 EUR')
  expect(await driver.page.content()).not.toContain(folder)
  expect(await axeFindings(driver)).toEqual([])
  await driver.go('/shop-orders/new')
  await drag(file)
  await driver.sees('list-read', /june\.csv/)
})

it('reads nothing where the person says no in the box', async () => {
  driver = await openPageDriver({ env: { PAYDESK_HOST_ANSWER: 'Cancel' } })
  await driver.go('/runs/new')
  await drag(file)
  await driver.at('list-choose').waitFor()
  expect(await driver.at('list-read').count()).toBe(0)
  expect(await driver.at('drop-refused').count()).toBe(0)
})

it('reads a second file over a list that is open, and the page never learns what is in it', async () => {
  driver = await openPageDriver({ env: { PAYDESK_HOST_ANSWER: 'first' } })
  for (const screen of ['/runs/new', '/shop-orders/new']) {
    await driver.go(screen)
    await drag(file)
    await driver.sees('list-read', /june\.csv/)
    await drag(july)
    await driver.sees('list-read', /july\.csv/)
    await driver.sees('list-counts', /1 of 1 row/)
    expect(new URL(driver.page.url()).href).toContain(screen)
    expect(await driver.page.content()).not.toContain(folder)
    await driver.at('list-another').click()
  }
})

it('begins a run, an import or a report where a file is dropped on the list of those', async () => {
  driver = await openPageDriver({ env: { PAYDESK_HOST_ANSWER: 'first' } })
  for (const screen of ['/runs', '/shop-orders', '/reconcile']) {
    await driver.go(screen)
    await driver.page.getByRole('heading', { level: 1 }).waitFor()
    await drag(file)
    await driver.sees('list-read', /june\.csv/)
    expect(new URL(driver.page.url()).href).toContain(`${screen}/new`)
    expect(await driver.page.content()).not.toContain(folder)
    await driver.at('list-another').click()
    await driver.at('list-choose').waitFor()
  }
  const broken = join(folder, 'broken.csv')
  writeFileSync(broken, 'Order ID;Amount;Currency\n700101;"2.50;EUR\n')
  await driver.go('/runs')
  await driver.at('runs-from-list').waitFor()
  await drag(broken)
  await driver.page
    .getByText(/quote opened in line 2 is never closed/i)
    .first()
    .waitFor()
  expect(new URL(driver.page.url()).href).toContain('/runs/new')
})
