// The sandbox's pages in a real browser: a customer pays through each hosted form and both kinds of
// 3-D Secure and is sent back to the shop; an operator works the console's forms.
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { findChromium } from '../../hosts/chromium/find-chromium.ts'
import { call, type Fields, make, type Made, payment, status } from '../sandbox/merchant.ts'
import { cardNames, payout, without } from '../sandbox/requests.ts'

const flags =
  '--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync'
let sandbox: Sandbox
let browser: Browser
let page: Page
let shop: Server
let shopUrl = ''
let heard: { method: string; url: string; body: string }[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 1 })
  shop = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.url !== '/favicon.ico')
        heard.push({ method: request.method ?? '', url: request.url ?? '', body })
      const link = `<a href="${sandbox.console}?advance=30d">a month later</a>`
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${link}`)
    })
  })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  // Another site than the sandbox's, as shops are.
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
  browser = await chromium.launch({
    executablePath: findChromium({ isWhole: false }),
    args: flags.split(' '),
  })
})
afterAll(async () => {
  await browser.close()
  shop.close()
  await sandbox.close()
})
beforeEach(async () => {
  heard = []
  page = await browser.newPage()
})
afterEach(() => page.close())

const redirect = (): string => `${shopUrl}/back?order=1&lang=de`
async function open(operation: string, fields: Fields): Promise<Made> {
  const { record, body } = await call(sandbox, operation, { redirect_url: redirect(), ...fields })
  expect(record['type'], body).toBe('async-form-response')
  await page.goto(record['redirect-url'] ?? '')
  return {
    client_orderid: fields['client_orderid'] ?? '',
    orderid: record['paynet-order-id'] ?? '',
  }
}
const press = (name: string): Promise<void> => page.getByRole('button', { name }).click()
async function isBack(): Promise<void> {
  await page.waitForURL(redirect())
  expect(heard).toEqual([{ method: 'GET', url: '/back?order=1&lang=de', body: '' }])
}
const effectsOf = (order: Made): number =>
  sandbox.effects().filter(({ orderid }) => orderid === order.orderid).length

describe('a hosted page', () => {
  const form = (): Fields => without(payment(), ...cardNames)
  it.each([
    ['sale-form', form, 'Pay', 'sale', 1],
    ['preauth-form', form, 'Confirm a hold', 'preauth', 1],
    ['payment-form', form, 'Pay', 'sale', 1],
    [
      'account-verification-form',
      () => without(form(), 'amount', 'currency'),
      'Pay',
      'account verification',
      0,
    ],
  ])(
    'of %s takes the card and leads back to the shop',
    async (operation, fields, title, type, effects) => {
      const order = await open(operation, fields())
      expect(await page.title()).toBe(title)
      await page.getByLabel('Card number').fill('5555555555554444')
      await page.getByLabel('Name on the card').fill('ليلى O’Neill')
      await press('Continue')
      await isBack()
      expect(await status(sandbox, order)).toMatchObject({
        status: 'approved',
        'transaction-type': type,
        'last-four-digits': '4444',
        'cardholder-name': 'ليلى O’Neill',
      })
      expect(effectsOf(order)).toBe(effects)
      await page.goBack()
      await expect
        .poll(() => page.getByRole('status').textContent())
        .toMatch(/does not exist, or is no longer needed/)
    },
  )

  it('of payout-form asks where the money goes', async () => {
    const order = await open('payout-form', without(payout(), 'account_number', 'account_name'))
    await page.getByLabel('Your name').fill('Zoë Müller')
    await press('Continue')
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toMatch(/Enter a card number or an account/)
    await page.getByLabel('Your name').fill('Zoë Müller')
    await page.getByLabel('Account number').fill('DE89370400440532013000')
    await press('Continue')
    await isBack()
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'transaction-type': 'payout',
    })
    expect(effectsOf(order)).toBe(1)
  })

  it('says what is wrong, and takes the next try', async () => {
    const order = await open('sale-form', form())
    await page.getByLabel('Card number').fill('4111111111111112')
    await press('Continue')
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('credit_card_number is not a card number')
    await press('Continue')
    await isBack()
    expect((await status(sandbox, order))['status']).toBe('approved')
  })

  it('can be left, and then takes no money', async () => {
    const order = await open('sale-form', form())
    await press('Cancel')
    await isBack()
    expect(await status(sandbox, order)).toMatchObject({ status: 'declined', 'error-code': '152' })
    expect(effectsOf(order)).toBe(0)
  })

  it.each([
    ['4000000000003063', 'Yes, it is me', 'approved', 1],
    ['4000000000003063', 'No', 'declined', 0],
    ['4000000000003089', 'Yes, it is me', 'approved', 1],
  ])('leads card %s through its bank: %s', async (number, answer, word, effects) => {
    const order = await open('sale-form', form())
    await page.getByLabel('Card number').fill(number)
    await press('Continue')
    expect(await page.title()).toBe('3-D Secure challenge')
    await page.getByRole('button', { name: answer, exact: true }).click()
    await isBack()
    expect((await status(sandbox, order))['status']).toBe(word)
    expect(effectsOf(order)).toBe(effects)
  })
})

describe('3-D Secure with a merchant that uploads', () => {
  const begin = (number: string): Promise<Made> =>
    make(sandbox, 'sale', { credit_card_number: number, redirect_url: redirect() })
  const upload = (operation: string, order: Made, more: Fields) =>
    call(sandbox, operation, {
      'client-order-id': order.client_orderid,
      orderid: order.orderid,
      ...more,
    })
  const nextPage = async (order: Made): Promise<void> => {
    await page.goto((await status(sandbox, order))['redirect-to'] ?? '')
  }
  /** Answers the bank and brings the result back to the shop in the browser. */
  async function challenge(answer: string, field: string): Promise<string> {
    await expect.poll(() => page.textContent('body')).toContain('100.00 EUR')
    await page.getByRole('button', { name: answer, exact: true }).click()
    const shown = await page.getByLabel(field).inputValue()
    await press('Back to the shop')
    await page.waitForURL(redirect())
    expect(heard.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/back?order=1&lang=de'],
    ])
    const sent = new URLSearchParams(heard[0]?.body).get(field) ?? ''
    expect(sent).toBe(shown)
    return sent
  }

  it('2: the method page, the challenge, the way back, the final status', async () => {
    const order = await begin('4000000000003220')
    const { html = '' } = await status(sandbox, order)
    await page.setContent(html)
    await press('Continue')
    expect(await page.title()).toBe('3-D Secure method')
    expect((await upload('upload-method-url-result', order, { threeDSCompInd: 'Y' })).http).toBe(
      200,
    )
    await nextPage(order)
    const cres = await challenge('Yes, it is me', 'cres')
    expect(effectsOf(order)).toBe(0)
    expect((await upload('upload-cres-result', order, { cres })).http).toBe(200)
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'order-stage': 'sale_approved',
      'verified-3d-status': 'Y',
    })
    expect(effectsOf(order)).toBe(1)
  })

  it('2: opened after more than ten seconds, the method step counts as not completed', async () => {
    const order = await begin('4000000000003220')
    sandbox.advance(10_500)
    await nextPage(order)
    const late = await upload('upload-method-url-result', order, { threeDSCompInd: 'Y' })
    expect(late.record['error-message']).toMatch(/threeDSCompInd must be N: .* within 10 seconds/)
    expect((await upload('upload-method-url-result', order, { threeDSCompInd: 'N' })).http).toBe(
      200,
    )
    await nextPage(order)
    const cres = await challenge('No', 'cres')
    expect((await upload('upload-cres-result', order, { cres })).http).toBe(200)
    expect(await status(sandbox, order)).toMatchObject({ status: 'declined', 'error-code': '153' })
    expect(effectsOf(order)).toBe(0)
  })

  it('1: PaReq and PaRes', async () => {
    const order = await begin('4000000000003089')
    await nextPage(order)
    const pares = await challenge('Yes, it is me', 'pares')
    expect((await upload('upload-pares-result', order, { pares })).http).toBe(200)
    expect((await status(sandbox, order))['status']).toBe('approved')
    expect(effectsOf(order)).toBe(1)
  })
})

describe('the console', () => {
  beforeEach(() => page.goto(sandbox.console))
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  it('switches a fault on and clears it', async () => {
    await page.getByLabel('Operation').selectOption('status')
    await page.getByLabel('Fault', { exact: true }).selectOption('http-500-without-effect')
    await page.getByLabel(/How many times/).fill('5')
    await region('Faults').getByRole('button', { name: 'Switch on' }).click()
    await expect
      .poll(() => region('Faults').textContent())
      .toContain('status http-500-without-effect, 5 more')
    const order = await make(sandbox, 'sale')
    expect((await call(sandbox, 'status', { ...order })).http).toBe(500)
    await region('Faults').getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => region('Faults').textContent()).toContain('No fault is switched on.')
    expect((await call(sandbox, 'status', { ...order })).http).toBe(200)
  })

  it('switches behaviour on and off again', async () => {
    const form = region('Switches').locator('form', { hasText: 'answers-form-encoded' })
    await form.getByRole('button', { name: 'Switch on' }).click()
    expect((await call(sandbox, 'sale', payment())).type).toBe('text/html; charset=utf-8')
    await form.getByRole('button', { name: 'Switch off' }).click()
    expect((await call(sandbox, 'sale', payment())).type).toBe('application/vnd.pay+json')
  })

  it('moves the clock ahead by its form and by its address', async () => {
    const slow = await make(sandbox, 'sale', { amount: '10.04' })
    await page.getByLabel('How far').selectOption('10 minutes')
    await press('Move ahead')
    await page.waitForURL(sandbox.console)
    expect((await status(sandbox, slow))['status']).toBe('approved')
    const before = await region('Clock').textContent()
    await page.goto(`${sandbox.console}?advance=30d`)
    expect(page.url()).toBe(sandbox.console)
    const after = await region('Clock').textContent()
    const time = (text: string | null): number =>
      Date.parse(/\d{4}-[^.]+(?= UTC)/.exec(text ?? '')?.[0] ?? '')
    expect(Math.round((time(after) - time(before)) / 86_400_000)).toBe(30)
  })

  it('is not moved by a link on the shop’s page', async () => {
    const before = (await region('Clock').textContent())?.slice(0, 30)
    await page.goto(redirect())
    await page.getByRole('link', { name: 'a month later' }).click()
    await expect
      .poll(() => page.textContent('body'))
      .toBe('Only the console’s own page may switch anything.')
    await page.goto(sandbox.console)
    await expect.poll(() => region('Clock').textContent()).toContain(before)
  })

  it('registers a public key and makes fresh orders to practise on', async () => {
    const { publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const keys = region('Registered public keys').locator('tbody tr')
    await expect.poll(() => keys.count()).toBe(1)
    await page.getByLabel(/Public key/).fill(publicKey)
    await press('Register a public key')
    await expect.poll(() => keys.count()).toBe(2)
    const used = sandbox.trainingOrders()[0]?.orderid ?? ''
    await press('Make a fresh set')
    expect(await region('Orders to practise on').textContent()).not.toContain(used)
    await expect.poll(() => region('Orders').textContent()).toContain(used)
  })
})
