// A connection to a gateway of its own: set up, tested, given keys, used, found down, looked into
// and removed. The gateway runs in this test, so that its books say what really arrived and whether
// it was signed right.
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { axeFindings } from './axe.ts'
import { booksOf, type PageDriver, newFolder, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'
import { account, ip, driveOperationForm } from './operation-form-driver.ts'

let driver: PageDriver
let service: Sandbox
const db = join(newFolder(), 'service.sqlite')
beforeAll(async () => {
  service = await startSandbox({ db, processingMs: 0 })
  // A connection that is not the sandbox moves no money without a keychain.
  driver = await openPageDriver({ keychainDir: newFolder() })
})
afterAll(async () => {
  await driver.close()
  await service.close()
})
const { fill, open, review, send } = driveOperationForm(() => driver)

/** The last request for an operation, by the gateway's own books. */
const lastOf = (operation: string) =>
  booksOf(service).findLast((request) => request.operation === operation)
const toConnection = async (): Promise<void> => {
  await driver.at('rail-connections').click()
  await driver.page.getByRole('link', { name: 'Corner shop' }).click()
  await driver.at('rsa-key').waitFor()
}

/** A request that is signed with the private key; whether the gateway found its signature good. */
async function checkPayout(): Promise<boolean> {
  await open('payouts', 'payout-check')
  await driver.at('way-account').check()
  await fill({ account_number: account, order_desc: 'Checked', ipaddress: ip })
  await fill({ amount: '8.00', currency: 'EUR' })
  await review(account)
  await send()
  // Nobody presses a button that goes as soon as Paydesk was told by itself.
  if (lastOf('payout-check')?.signature?.isGood !== true) return false
  await driver.at('check-now').waitFor({ state: 'detached' })
  return true
}

describe('a connection', () => {
  flow('connection-added-and-tested', async () => {
    const { endpointId, login, merchantControlKey } = service.identity
    await driver.at('rail-connections').click()
    await driver.at('connection-new').click()
    // What is typed is kept as a draft by whoever leaves.
    await driver.at('field-name').fill('Corner')
    await driver.at('connection-cancel').click()
    await driver.at('connection-new').click()
    await expect.poll(() => driver.at('field-name').inputValue()).toBe('Corner')
    await driver.at('connection-save').click()
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('field-name').fill('Corner shop')
    await driver.at('environment-test').check()
    await driver.at('field-base-url').fill(service.baseUrl)
    await driver.at('field-endpoint-id').fill(endpointId)
    await driver.at('field-login').fill(login)
    await driver.at('connection-save').click()
    // The key is what comes next: it is on the screen, and has the focus.
    await driver.at('control-typed').and(driver.page.locator(':focus')).waitFor()
    await driver.sees('step-details', /done/)
    expect(await driver.at('step-control-key').innerText()).not.toMatch(/done/)
    await driver.at('control-typed').fill('not-the-key')
    await driver.at('control-save').click()
    await driver.at('connection-test').click()
    await driver.sees('test-report', /control key|checksum/i)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('control-replace').click()
    await driver.at('control-typed').fill(merchantControlKey)
    await driver.at('control-save').click()
    await driver.at('connection-test').click()
    await driver.sees('test-report', /no real order was read/)
    await driver.sees('step-test', /done/)
    await expect.poll(() => lastOf('status')?.signature?.isGood).toBe(true)
    expect(service.effects()).toEqual([])
  })

  it('shows the essential part first, and how money moves in a column of its own where there is room', async () => {
    await driver.page.setViewportSize({ width: 1280, height: 800 })
    await toConnection()
    const placeOf = async (testId: string) => {
      const box = await driver.at(testId).first().boundingBox()
      return { left: box?.x ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
    }
    const essential = ['field-name', 'field-base-url', 'field-endpoint-id', 'field-login']
    for (const testId of [...essential, 'control-key'])
      expect((await placeOf(testId)).bottom, testId).toBeLessThan(800)
    for (const part of ['money-reasons', 'money-confirmations', 'group-limits'])
      expect(await driver.at(part).getAttribute('open'), part).toBeNull()
    expect((await placeOf('money-panel')).left).toBe((await placeOf('control-key')).left)
    await driver.page.setViewportSize({ width: 1920, height: 1080 })
    expect((await placeOf('money-panel')).left).toBeGreaterThan((await placeOf('control-key')).left)
    expect(await axeFindings(driver)).toEqual([])
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })

  flow('rsa-key-made', async () => {
    await driver.at('rsa-create').click()
    await driver.at('public-key').waitFor({ timeout: 60_000 })
    const pem = await driver.at('public-key-pem').innerText()
    rmSync(driver.saveFolder, { recursive: true })
    await driver.at('public-key-save').click()
    await driver.sees('public-key', /The file could not be saved/)
    mkdirSync(driver.saveFolder)
    await driver.at('public-key-save').click()
    await driver.sees('public-key-saved', driver.saveFolder)
    const path = await driver.at('public-key-saved').locator('bdi').innerText()
    expect(readFileSync(path, 'utf8').trim()).toBe(pem.trim())
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('connection').selectOption({ label: 'Corner shop' })
    expect(await checkPayout()).toBe(false)
    await driver.sees('outcome', /refused/)
    service.registerKey(readFileSync(path, 'utf8'))
    expect(await checkPayout()).toBe(true)
  })

  flow('rsa-key-imported', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    })
    service.registerKey(publicKey)
    await toConnection()
    await driver.at('rsa-import').click()
    await driver.at('import-pem').fill('no key')
    await driver.at('import-save').click()
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('import-pem').fill(privateKey)
    await driver.at('import-save').click()
    await driver.sees('public-key-pem', publicKey.split('\n')[1] ?? 'no line')
    expect(await driver.page.content()).not.toContain(privateKey.split('\n')[5])
    expect(await checkPayout()).toBe(true)
  })

  flow('gateway-down-and-up-again', async () => {
    const sale = service.trainingOrders().find(({ about }) => /120\.00 EUR/.test(about))
    const orderid = sale?.orderid ?? ''
    await driver.lookUp(orderid)
    await driver.fill('return', '7.00')
    const port = Number(new URL(service.baseUrl).port)
    await service.close()
    await driver.at('review-open').click()
    await driver.sees('fault', /trying again is safe/i)
    await expect
      .poll(() => driver.page.getByLabel('Amount', { exact: true }).inputValue())
      .toBe('7.00')
    service = await startSandbox({ db, port, processingMs: 0 })
    await driver.review()
    await driver.send()
    const told = await driver.page.locator('main').innerText()
    await expect
      .poll(() => service.effects().map(({ operation, amountMinor }) => [operation, amountMinor]), {
        message: told,
      })
      .toEqual([['return', 700]])
    expect(lastOf('return')?.signature?.isGood).toBe(true)
  })

  flow('signature-of-a-sent-request', async () => {
    const before = booksOf(service).length
    await driver.at('to-order').or(driver.at('timeline')).first().waitFor()
    if ((await driver.at('to-order').count()) > 0) await driver.at('to-order').click()
    await driver.at('timeline').waitFor()
    await driver.at('check-now').click()
    await driver.at('open-attempt').waitFor({ state: 'detached' })
    await driver.at('timeline-steps').filter({ hasText: 'refund' }).first().click()
    await driver.page.getByRole('link', { name: 'How it was signed' }).first().click()
    await driver.sees('signature-formula', /SHA-1/)
    const sent = lastOf('return')
    const { merchantControlKey } = service.identity
    const plain = (sent?.signature?.expectedPlain ?? '').replace(merchantControlKey, '')
    expect(plain).toMatch(/700EUR/)
    await driver.sees('signature-plain', /700EUR/)
    expect(await driver.page.content()).not.toContain(merchantControlKey)
    expect(await axeFindings(driver)).toEqual([])
    expect(booksOf(service).length - before).toBeLessThan(5)
  })

  flow('signature-of-a-draft', async () => {
    const before = booksOf(service).filter(({ operation }) => operation === 'sale').length
    await driver.at('rail-inspector').click()
    await driver.at('draft-operation').selectOption('sale')
    await driver.at('draft-examples').click()
    await driver.at('draft-explain').click()
    await driver.sees('signature-formula', /SHA-1/)
    expect(await axeFindings(driver)).toEqual([])
    expect(booksOf(service).filter(({ operation }) => operation === 'sale').length).toBe(before)
  })

  it('shows whose environment it is, and a way to every area, in a small window and at 150 %', async () => {
    // What 1024 × 640 and 1280 × 800 leave at 150 %.
    for (const [width, height] of [
      [1024, 640],
      [853, 533],
      [683, 427],
    ] as const) {
      await driver.page.setViewportSize({ width, height })
      const isWhole = await driver.page.evaluate(() => {
        const chip = document.querySelector('header .environment')
        if (chip === null) return 'no environment'
        const { left, right, top, bottom } = chip.getBoundingClientRect()
        const covering = [left + 2, (left + right) / 2, right - 2]
          .map((x) => document.elementFromPoint(x, (top + bottom) / 2))
          .find((seen) => !chip.contains(seen))
        return covering?.outerHTML ?? 'whole'
      })
      expect(isWhole).toBe('whole')
      await driver.at('rail-connections').click()
      await driver.at('rail-orders').click()
    }
    await driver.page.setViewportSize({ width: 1280, height: 800 })
  })

  it('says before saving that a key goes when host, login or endpoint change, and keeps what was typed', async () => {
    await toConnection()
    const { endpointId, login } = service.identity
    for (const [field, other, own] of [
      ['field-base-url', 'http://127.0.0.1:1/paynet', service.baseUrl],
      ['field-login', 'somebody-else', login],
      ['field-endpoint-id', '999', endpointId],
    ] as const) {
      await driver.at(field).fill(other)
      await driver.sees('form-loses-key', /Saving removes this connection’s keys/)
      await expect.poll(() => driver.at(field).inputValue()).toBe(other)
      await driver.at(field).fill(own)
      await driver.at('form-loses-key').waitFor({ state: 'detached' })
    }
    await driver.at('field-login').fill('somebody-else')
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('field-login').fill(login)
  })

  it('has a link from a word that holds money back to its own row in the form', async () => {
    const sale = service.trainingOrders().find(({ about }) => /50\.00 of it refunded/.test(about))
    service.setSwitch('returns-renamed', true)
    await driver.lookUp(sale?.orderid ?? '')
    const link = driver.at('teach-type')
    await expect
      .poll(() => link.innerText())
      .toBe('Say what “partial refund” means on this connection')
    expect(await axeFindings(driver)).toEqual([])
    await link.click()
    const word = driver.page.locator('.place-terms li').last()
    await expect.poll(() => word.locator('input').inputValue()).toBe('partial refund')
    await expect
      .poll(() => word.getByTestId('term-means').evaluate((one) => one === document.activeElement))
      .toBe(true)
    service.setSwitch('returns-renamed', false)
  })

  flow('connection-removed', async () => {
    await toConnection()
    await driver.at('connection-remove').click()
    await driver.at('confirm-name-typed').fill('Corner')
    await driver.at('confirm-name-go').click()
    await driver.sees('confirm-name', /That is not the name/)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('confirm-name-typed').fill('Corner shop')
    await driver.at('confirm-name-go').click()
    await expect.poll(() => driver.page.getByText('Corner shop').count()).toBe(0)
    const before = booksOf(service).length
    const sale = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(sale.orderid)
    expect(booksOf(service)).toHaveLength(before)
  })

  it('leaves its keys in no file of Paydesk', () => {
    const { merchantControlKey } = service.identity
    expect(readFileSync(join(driver.userData, 'ledger.sqlite')).includes(merchantControlKey)).toBe(
      false,
    )
  })
})
