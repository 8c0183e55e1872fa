// A connection to a gateway of its own: set up, tested, given keys, used, found down, looked into
// and removed. The gateway runs in this test, so that its books say what really arrived and whether
// it was signed right.
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { axeFindings } from './axe.ts'
import { booksOf, type Clerk, newFolder, openClerk } from './clerk.ts'
import { flow } from './flow.ts'
import { account, ip, operationHands } from './operation-hands.ts'

let clerk: Clerk
let service: Sandbox
const db = join(newFolder(), 'service.sqlite')
beforeAll(async () => {
  service = await startSandbox({ db, processingMs: 0 })
  // A connection that is not the sandbox moves no money without a keychain.
  clerk = await openClerk({ keychainDir: newFolder() })
})
afterAll(async () => {
  await clerk.close()
  await service.close()
})
const { fill, open, review, send } = operationHands(() => clerk)

/** The last request for an operation, by the gateway's own books. */
const lastOf = (operation: string) =>
  booksOf(service).findLast((request) => request.operation === operation)
const toConnection = async (): Promise<void> => {
  await clerk.at('rail-connections').click()
  await clerk.page.getByRole('link', { name: 'Corner shop' }).click()
  await clerk.at('rsa-key').waitFor()
}

/** A request that is signed with the private key; whether the gateway found its signature good. */
async function checkPayout(): Promise<boolean | undefined> {
  await open('payouts', 'payout-check')
  await clerk.at('way-account').check()
  await fill({ account_number: account, order_desc: 'Checked', ipaddress: ip })
  await fill({ amount: '8.00', currency: 'EUR' })
  await review(account)
  await send()
  const isGood = lastOf('payout-check')?.signature?.isGood
  if (isGood === true) await clerk.at('check-now').click()
  return isGood
}

describe('a connection', () => {
  flow('connection-added-and-tested', async () => {
    const { endpointId, login, merchantControlKey } = service.identity
    await clerk.at('rail-connections').click()
    await clerk.at('connection-new').click()
    await clerk.at('connection-save').click()
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('field-name').fill('Corner shop')
    await clerk.at('environment-test').check()
    await clerk.at('field-base-url').fill(service.baseUrl)
    await clerk.at('field-endpoint-id').fill(endpointId)
    await clerk.at('field-login').fill(login)
    await clerk.at('connection-save').click()
    await clerk.at('control-typed').fill('not-the-key')
    await clerk.at('control-save').click()
    await clerk.at('connection-test').click()
    await clerk.sees('test-report', /control key|checksum/i)
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('control-replace').click()
    await clerk.at('control-typed').fill(merchantControlKey)
    await clerk.at('control-save').click()
    await clerk.at('connection-test').click()
    await clerk.sees('test-report', /It works|Everything/i)
    await expect.poll(() => lastOf('status')?.signature?.isGood).toBe(true)
    expect(service.effects()).toEqual([])
  })

  flow('rsa-key-made', async () => {
    await clerk.at('rsa-create').click()
    await clerk.at('public-key').waitFor({ timeout: 60_000 })
    const pem = await clerk.at('public-key-pem').innerText()
    rmSync(clerk.saveFolder, { recursive: true })
    await clerk.at('public-key-save').click()
    await clerk.sees('public-key', /It could not be saved/)
    mkdirSync(clerk.saveFolder)
    await clerk.at('public-key-save').click()
    await clerk.sees('public-key-saved', clerk.saveFolder)
    const path = await clerk.at('public-key-saved').locator('bdi').innerText()
    expect(readFileSync(path, 'utf8').trim()).toBe(pem.trim())
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('connection').selectOption({ label: 'Corner shop' })
    expect(await checkPayout()).toBe(false)
    await clerk.sees('outcome', /refused/)
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
    await clerk.at('rsa-import').click()
    await clerk.at('import-pem').fill('no key')
    await clerk.at('import-save').click()
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('import-pem').fill(privateKey)
    await clerk.at('import-save').click()
    await clerk.sees('public-key-pem', publicKey.split('\n')[1] ?? 'no line')
    expect(await clerk.page.content()).not.toContain(privateKey.split('\n')[5])
    expect(await checkPayout()).toBe(true)
  })

  flow('gateway-down-and-up-again', async () => {
    const sale = service.trainingOrders().find(({ about }) => /120\.00 EUR/.test(about))
    const orderid = sale?.orderid ?? ''
    await clerk.lookUp(orderid)
    await clerk.fill('return', '7.00')
    const port = Number(new URL(service.baseUrl).port)
    await service.close()
    await clerk.at('review-open').click()
    await clerk.sees('fault', /trying again is safe/i)
    expect(await clerk.page.getByLabel('Amount', { exact: true }).inputValue()).toBe('7.00')
    service = await startSandbox({ db, port, processingMs: 0 })
    await clerk.review()
    await clerk.send()
    await expect
      .poll(() => service.effects().map(({ operation, amountMinor }) => [operation, amountMinor]))
      .toEqual([['return', 700]])
    expect(lastOf('return')?.signature?.isGood).toBe(true)
  })

  flow('signature-of-a-sent-request', async () => {
    const before = booksOf(service).length
    await clerk.at('to-order').or(clerk.at('timeline')).first().waitFor()
    if ((await clerk.at('to-order').count()) > 0) await clerk.at('to-order').click()
    await clerk.at('timeline').waitFor()
    await clerk.at('check-now').click()
    await clerk.at('open-attempt').waitFor({ state: 'detached' })
    await clerk.page.getByRole('link', { name: 'How it was signed' }).first().click()
    await clerk.sees('signature-formula', /SHA-1/)
    const sent = lastOf('return')
    const { merchantControlKey } = service.identity
    const plain = (sent?.signature?.expectedPlain ?? '').replace(merchantControlKey, '')
    expect(plain).toMatch(/700EUR/)
    await clerk.sees('signature-plain', /700EUR/)
    expect(await clerk.page.content()).not.toContain(merchantControlKey)
    expect(await axeFindings(clerk)).toEqual([])
    expect(booksOf(service).length - before).toBeLessThan(5)
  })

  flow('signature-of-a-draft', async () => {
    const before = booksOf(service).filter(({ operation }) => operation === 'sale').length
    await clerk.at('rail-connections').click()
    await clerk.at('open-inspector').click()
    await clerk.at('draft-operation').selectOption('sale')
    await clerk.at('draft-examples').click()
    await clerk.at('draft-explain').click()
    await clerk.sees('signature-formula', /SHA-1/)
    expect(await axeFindings(clerk)).toEqual([])
    expect(booksOf(service).filter(({ operation }) => operation === 'sale').length).toBe(before)
  })

  it('shows whose environment it is, and a way to every area, in a small window and at 150 %', async () => {
    // What 1024 × 640 and 1280 × 800 leave at 150 %.
    for (const [width, height] of [
      [1024, 640],
      [853, 533],
      [683, 427],
    ] as const) {
      await clerk.page.setViewportSize({ width, height })
      const isWhole = await clerk.page.evaluate(() => {
        const chip = document.querySelector('header .environment')
        if (chip === null) return 'no environment'
        const { left, right, top, bottom } = chip.getBoundingClientRect()
        const covering = [left + 2, (left + right) / 2, right - 2]
          .map((x) => document.elementFromPoint(x, (top + bottom) / 2))
          .find((seen) => seen !== chip)
        return covering?.outerHTML ?? 'whole'
      })
      expect(isWhole).toBe('whole')
      await clerk.at('rail-connections').click()
      await clerk.at('rail-orders').click()
    }
    await clerk.page.setViewportSize({ width: 1280, height: 800 })
  })

  it('says before saving that a key goes when host, login or endpoint change, and keeps what was typed', async () => {
    await toConnection()
    const { endpointId, login } = service.identity
    for (const [field, other, own] of [
      ['field-base-url', 'http://127.0.0.1:1/paynet', service.baseUrl],
      ['field-login', 'somebody-else', login],
      ['field-endpoint-id', '999', endpointId],
    ] as const) {
      await clerk.at(field).fill(other)
      await clerk.sees('form-loses-key', /Saving removes this connection’s keys/)
      expect(await clerk.at(field).inputValue()).toBe(other)
      await clerk.at(field).fill(own)
      await clerk.at('form-loses-key').waitFor({ state: 'detached' })
    }
    await clerk.at('field-login').fill('somebody-else')
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('field-login').fill(login)
  })

  flow('connection-removed', async () => {
    await toConnection()
    await clerk.at('connection-remove').click()
    await clerk.at('confirm-name-typed').fill('Corner')
    await clerk.at('confirm-name-go').click()
    await clerk.sees('confirm-name', /That is not the name/)
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('confirm-name-typed').fill('Corner shop')
    await clerk.at('confirm-name-go').click()
    await expect.poll(() => clerk.page.getByText('Corner shop').count()).toBe(0)
    const before = booksOf(service).length
    const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(sale.orderid)
    expect(booksOf(service)).toHaveLength(before)
  })

  it('leaves its keys in no file of Paydesk', () => {
    const { merchantControlKey } = service.identity
    expect(readFileSync(join(clerk.userData, 'ledger.sqlite')).includes(merchantControlKey)).toBe(
      false,
    )
  })
})
