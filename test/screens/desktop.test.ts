// Menus, links and files around the window: each opens a place, and none asks the gateway for
// anything.
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, newFolder, openPageDriver } from './page-driver.ts'
import { hostTray } from './host-tray.ts'

const tray = hostTray(newFolder())
const list = join(newFolder(), 'list.txt')
const top = join(import.meta.dirname, '../..')
let driver: PageDriver
beforeAll(async () => {
  writeFileSync(list, '6760150\n6760151\n')
  driver = await openPageDriver({ env: { ...tray.env, PAYDESK_HOST_OPEN_FILE: list } })
})
afterAll(() => driver.close())

const heading = (): Promise<string> => driver.page.getByRole('heading', { level: 1 }).innerText()
const requests = async (): Promise<number> => (await driver.books()).requests.length
const startAgain = (...args: string[]): void => {
  spawnSync(
    process.execPath,
    [join(top, 'hosts/chromium/run.ts'), join(top, 'out/app/main/index.js'), ...args],
    {
      env: { ...process.env, PAYDESK_USER_DATA: driver.userData, PAYDESK_ALLOW_ROOT: '1' },
    },
  )
}

it('opens a screen by the menu, zooms, keeps the zoom over a restart, and opens the link by which it was started', async () => {
  tray.press('menu', '&Audit log')
  await expect.poll(heading).toMatch(/Audit log/)
  tray.press('menu', 'Zoom &in')
  await expect.poll(() => tray.asked('zoom').at(-1)).toBe(0.5)
  const before = await requests()
  const zooms = tray.asked('zoom').length
  await driver.program.close()
  await driver.start({ args: ['paydesk://order/6760151'] })
  await expect.poll(() => tray.asked('zoom').slice(zooms)).toContain(0.5)
  await expect.poll(() => driver.at('omnibox').inputValue()).toBe('6760151')
  await driver.page.keyboard.press('Escape')
  // It asked for nothing.
  expect(await requests()).toBe(before)
})

it('opens the field that finds orders by a link over what is typed, and refuses any other link', async () => {
  const before = await requests()
  await driver.go('/payouts/new')
  await driver.at('field-amount').fill('33.30')
  const shown = await heading()
  startAgain('paydesk://order/6760150')
  await expect.poll(() => driver.at('omnibox').inputValue()).toBe('6760150')
  await driver.page.keyboard.press('Escape')
  startAgain('paydesk://order/6760150/return?amount=20&confirm=1')
  await expect
    .poll(() => tray.asked<{ message: string }>('questioned').at(-1)?.message)
    .toMatch(/^This link was not opened\./)
  expect(await heading()).toBe(shown)
  await expect.poll(() => driver.at('field-amount').inputValue()).toBe('33.30')
  expect(await driver.at('omnibox').count()).toBe(0)
  expect(await requests()).toBe(before)
})

it('says in a box that its folder can’t be made, and ends', () => {
  const file = join(newFolder(), 'a-file')
  writeFileSync(file, 'no folder')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(top, 'hosts/chromium/run.ts'), join(top, 'out/app/main/index.js')],
    {
      encoding: 'utf8',
      env: { ...process.env, PAYDESK_USER_DATA: join(file, 'below'), PAYDESK_ALLOW_ROOT: '1' },
    },
  )
  expect(stderr).toMatch(/^Paydesk could not start: Error: ENOTDIR: .*\n$/)
  expect(status).toBe(1)
})

it('opens a list of ids from a file without looking one up', async () => {
  const before = await requests()
  tray.press('menu', '&Open a list or a callback…')
  await expect.poll(() => driver.at('pasted').inputValue()).toBe('6760150\n6760151\n')
  expect(await requests()).toBe(before)
})

it('keeps a production connection out of screenshots, and asks before it lets them in', async () => {
  const isProtected = (): boolean | undefined => tray.asked<boolean>('protected').at(-1)
  expect(isProtected()).toBe(false)
  const saved = await driver.call('connection:save', {
    ...{ name: 'Shop', environment: 'production', baseUrl: 'https://gate.example.test' },
    ...{ endpointId: '1144', login: 'shop', settings: {} },
  } as never)
  if (!saved.ok) throw new Error(JSON.stringify(saved.fault))
  const id = (saved.value as { id: string }).id
  await driver.call('window:shows', { connectionId: id })
  await expect.poll(isProtected).toBe(true)
  tray.press('menu', '&Keep production out of screenshots')
  await expect.poll(isProtected).toBe(false)
  expect(tray.asked<{ message: string }>('questioned').at(-1)?.message).toBe(
    'Show production in screenshots?',
  )
})

it('shows what diagnostics hold before it saves them, from the menu, the omnibox and the About box', async () => {
  const shown = async (): Promise<void> => {
    await driver.at('diagnostic-part').first().waitFor()
    await expect.poll(() => driver.at('diagnostic-part').count()).toBeGreaterThanOrEqual(4)
  }
  const close = async (): Promise<void> => {
    await driver.at('diagnostics-close').click()
    await expect.poll(() => driver.at('diagnostics').isVisible()).toBe(false)
  }
  const zips = (): string[] => readdirSync(driver.saveFolder).filter((name) => /zip$/.test(name))
  tray.press('menu', 'Save &diagnostics…')
  await shown()
  await close()
  await driver.at('operator-menu').click()
  await driver.at('about-open').click()
  await driver.at('about-diagnostics').click()
  await shown()
  await close()
  await driver.at('omnibox-open').click()
  await driver.at('omnibox').fill('diagnostics')
  await driver.page.keyboard.press('Enter')
  await shown()
  expect(await axeFindings(driver)).toEqual([])
  expect(zips()).toEqual([])
  await driver.at('diagnostics-save').click()
  await driver.sees('diagnostics', /Diagnostics saved/)
  expect(zips()).toEqual([expect.stringMatching(/^paydesk-diagnostics-\d{4}-\d\d-\d\d\.zip$/)])
  await close()
})

/** What the browser does with files that are let go over the window. */
async function drop(...files: { name: string; text: string }[]): Promise<void> {
  const carried = await driver.page.evaluateHandle((given) => {
    const data = new DataTransfer()
    for (const { name, text } of given) data.items.add(new File([text], name))
    return data
  }, files)
  await driver.page.dispatchEvent('main', 'dragover', { dataTransfer: carried })
  await driver.sees('drop-place', /Drop one text or CSV file.* Or press Ctrl\+O/s)
  await driver.page.dispatchEvent('main', 'drop', { dataTransfer: carried })
  await expect.poll(() => driver.at('drop-place').count()).toBe(0)
}

it('opens a list that is dropped, looks nothing up, and stays where it is', async () => {
  const before = await requests()
  const at = await driver.page.evaluate(() => performance.timeOrigin)
  await drop({ name: 'ids.csv', text: '6760150\n6760151\n' })
  await expect.poll(() => driver.at('pasted').inputValue()).toBe('6760150\n6760151\n')
  expect(await requests()).toBe(before)
  expect(await driver.page.evaluate(() => performance.timeOrigin)).toBe(at)
})

it('puts back what a dropped file replaced', async () => {
  await driver.at('pasted').fill('6760199')
  await drop({ name: 'ids.csv', text: '6760150\n' })
  await driver.sees('typed-before', /The file replaced your text/)
  expect(await axeFindings(driver)).toEqual([])
  await driver.at('put-back').click()
  await expect.poll(() => driver.at('pasted').inputValue()).toBe('6760199')
  expect(await driver.at('typed-before').count()).toBe(0)
  await driver.go('/callbacks')
  await driver.at('callback-text').fill('half of an address')
  await drop({ name: 'callback.txt', text: 'status=approved&orderid=1&control=0a' })
  await driver.at('put-back').click()
  await expect.poll(() => driver.at('callback-text').inputValue()).toBe('half of an address')
})

it('says of any other file why it is not opened, and what can be', async () => {
  const card = '4111 1111 1111 1111'
  for (const [name, text, why] of [
    ['cards.txt', card, /looks like a card number/],
    ['large.csv', '6760150\n'.repeat(200_000), /large\.csv is larger than 1 MB/],
    ['order-6760150.zip', 'PK', /checked with the verifier inside them/],
    ['image.png', '\0\0', /contains no text/],
  ] as const) {
    await drop({ name, text })
    await driver.sees('drop-refused', why)
    await driver.sees('drop-refused', /a list of order IDs, or the text of a callback/)
    if (name === 'cards.txt') expect(await axeFindings(driver)).toEqual([])
    await driver.at('drop-seen').click()
  }
  expect(await driver.page.content()).not.toContain(card)
  await drop({ name: 'a.txt', text: '1' }, { name: 'b.txt', text: '2' })
  await driver.sees('drop-refused', /One file at a time/)
  await driver.at('drop-seen').click()
})
