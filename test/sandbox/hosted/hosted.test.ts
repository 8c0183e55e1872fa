// The hosted pages: a customer fills them in, is sent back, and the order follows; nothing is
// booked twice or by a stranger.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, type Fields, type Made, payment, sha1, status } from '../merchant.ts'
import { cardNames, payout, without } from '../requests.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const back = 'https://shop.example.test/back?order=1'
const card = {
  credit_card_number: '4111111111111111',
  card_printed_name: 'ZOE MULLER',
  expire_month: '12',
  expire_year: '2031',
  cvv2: '123',
}
async function open(operation: string, more: Fields = {}): Promise<{ order: Made; page: string }> {
  const fields = { ...without(payment({ redirect_url: back }), ...cardNames), ...more }
  const isVerification = operation.startsWith('account')
  const sent = isVerification ? without(fields, 'amount', 'currency') : fields
  const { record, body } = await call(sandbox, operation, sent)
  expect(record['type'], body).toBe('async-form-response')
  const order = {
    client_orderid: sent['client_orderid'] ?? '',
    orderid: record['paynet-order-id'] ?? '',
  }
  return { order, page: record['redirect-url'] ?? '' }
}
const submit = (page: string, fields: Fields): Promise<Response> =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const effectsOf = (order: Made): number =>
  sandbox.effects().filter(({ orderid }) => orderid === order.orderid).length

describe('a hosted form', () => {
  it.each([
    ['sale-form', 'sale', 1],
    ['preauth-form', 'preauth', 1],
    ['payment-form', 'sale', 1],
    ['account-verification-form', 'account verification', 0],
  ])(
    'of %s takes a card, sends the customer back, and the order is approved',
    async (operation, type, effects) => {
      const { order, page } = await open(operation)
      expect(page).toMatch(new RegExp(`^${new URL(sandbox.baseUrl).origin}/forms/[0-9a-f]{32}$`))
      expect(await status(sandbox, order)).toMatchObject({
        status: 'processing',
        'transaction-type': type,
      })
      const shown = await fetch(page)
      expect(shown.headers.get('content-security-policy')).toMatch(
        /default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self' https:\/\/shop\.example\.test$/,
      )
      expect(await shown.text()).toContain('Gift für Zoë &amp; co')
      expect(effectsOf(order)).toBe(0)
      const response = await submit(page, card)
      expect([response.status, response.headers.get('location')]).toEqual([303, back])
      expect(await status(sandbox, order)).toMatchObject({
        status: 'approved',
        'last-four-digits': '1111',
      })
      expect(effectsOf(order)).toBe(effects)
      expect((await submit(page, card)).status).toBe(404)
      expect(effectsOf(order)).toBe(effects)
    },
  )

  it('of payout-form takes a destination', async () => {
    const fields = without(payout({ redirect_url: back }), 'account_number', 'account_name')
    const { record } = await call(sandbox, 'payout-form', fields)
    const page = record['redirect-url'] ?? ''
    expect((await submit(page, { account_name: 'Zoë' })).status).toBe(422)
    expect(
      (await submit(page, { account_name: 'Zoë', account_number: 'DE89370400440532013000' }))
        .status,
    ).toBe(303)
    const order = {
      client_orderid: fields['client_orderid'] ?? '',
      orderid: record['paynet-order-id'] ?? '',
    }
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'transaction-type': 'payout',
      name: 'Zoë',
    })
    expect(effectsOf(order)).toBe(1)
  })

  it('is shown again with what is wrong, and books nothing', async () => {
    const { order, page } = await open('sale-form')
    const response = await submit(page, { ...card, credit_card_number: '4111111111111112' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('credit_card_number is not a card number')
    expect((await status(sandbox, order))['status']).toBe('processing')
    expect(effectsOf(order)).toBe(0)
  })

  it.each([
    ['cancelled', { cancel: 'yes' }, '152'],
    ['with a card that is declined', { ...card, credit_card_number: '4000000000000002' }, '105'],
  ])('%s ends declined', async (_story, fields, code) => {
    const { order, page } = await open('sale-form')
    expect((await submit(page, fields)).status).toBe(303)
    expect(await status(sandbox, order)).toMatchObject({ status: 'declined', 'error-code': code })
    expect(effectsOf(order)).toBe(0)
  })

  it.each([
    ['pass', 'approved', 1],
    ['fail', 'declined', 0],
  ])('leads through 3-D Secure by itself: %s', async (result, word, effects) => {
    const { order, page } = await open('sale-form')
    const to3ds = await submit(page, { ...card, credit_card_number: '4000000000003220' })
    const next = new URL(to3ds.headers.get('location') ?? '', page)
    expect(next.pathname).toMatch(/^\/3ds\/challenge\//)
    expect((await submit(next.href, { result })).headers.get('location')).toBe(back)
    expect((await status(sandbox, order))['status']).toBe(word)
    expect(effectsOf(order)).toBe(effects)
  })

  it('a test amount decides once it is filled in', async () => {
    const { order, page } = await open('sale-form', { amount: '10.02' })
    await submit(page, card)
    expect((await status(sandbox, order))['status']).toBe('filtered')
  })

  it('left alone for an hour is declined, and is gone', async () => {
    const { order, page } = await open('sale-form')
    sandbox.advance(3_600_000)
    expect((await status(sandbox, order))['status']).toBe('declined')
    expect((await submit(page, card)).status).toBe(404)
    expect(effectsOf(order)).toBe(0)
  })

  it('submitted twice at the same moment is carried out once', async () => {
    const slow = await startSandbox({ processingMs: 60_000, seedDays: 0 })
    const fields = without(payment({ redirect_url: back }), ...cardNames)
    const { record } = await call(slow, 'sale-form', fields)
    const { hostname, port, pathname } = new URL(record['redirect-url'] ?? '')
    const body = new URLSearchParams(card).toString()
    const answers = await Promise.all(
      [1, 2].map(async () => {
        const socket = connect(Number(port), hostname)
        let text = ''
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
        socket.write(
          `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
        )
        // Both have found their page before either has sent its fields.
        await new Promise((resolve) => setTimeout(resolve, 100))
        socket.write(body)
        await once(socket, 'close')
        return text.slice(9, 12)
      }),
    )
    expect(answers.sort()).toEqual(['303', '404'])
    expect(slow.effects()).toHaveLength(1)
    await slow.close()
  })

  it('escapes what the merchant sent, and an unknown token shows nothing', async () => {
    const { page } = await open('sale-form', { order_desc: '<script>alert(1)</script>' })
    const text = await (await fetch(page)).text()
    expect(text).not.toContain('<script>')
    expect((await fetch(page.replace(/.$/, 'x'))).status).toBe(404)
    expect((await fetch(page, { method: 'PUT' })).status).toBe(405)
  })
})

describe('the way back by POST', () => {
  it.each([
    ['4111111111111111', 'approved', undefined],
    ['4000000000000002', 'declined', '105'],
  ])('of the card %s waits for the end and tells it: %s', async (number, end, code) => {
    const slow = await startSandbox({ processingMs: 60_000, seedDays: 0 })
    slow.setSwitch('returns-by-post', true)
    const fields = without(payment({ redirect_url: back }), ...cardNames)
    const { record } = await call(slow, 'sale-form', fields)
    const orderid = record['paynet-order-id'] ?? ''
    const reply = await submit(record['redirect-url'] ?? '', {
      ...card,
      credit_card_number: number,
    })
    const wayBack = new URL(reply.headers.get('location') ?? '', slow.baseUrl).href
    const waiting = await fetch(wayBack)
    expect([waiting.status, waiting.headers.get('refresh')]).toEqual([200, '1'])
    expect(await waiting.text()).not.toMatch(/<form|error|declined|approved/i)
    slow.advance(61_000)
    const over = await fetch(wayBack)
    const html = await over.text()
    expect([over.status, over.headers.get('refresh')]).toEqual([200, null])
    expect(over.headers.get('content-security-policy')).toMatch(/https:\/\/shop\.example\.test$/)
    expect(html).toContain(`<form method="post" action="${back}">`)
    const reported = Object.fromEntries(
      [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    expect(reported).toMatchObject({
      status: end,
      merchant_order: fields['client_orderid'],
      orderid,
    })
    expect(reported['error_code']).toBe(code)
    const { merchantControlKey } = slow.identity
    expect(reported['control']).toBe(
      sha1(`${end}${orderid}${fields['client_orderid']}${merchantControlKey}`),
    )
    expect((await fetch(wayBack, { method: 'POST' })).status).toBe(405)
    await slow.close()
  })

  it('leads nowhere before the customer has filled in the form', async () => {
    const { page } = await open('sale-form')
    expect((await fetch(page.replace('/forms/', '/back/'))).status).toBe(404)
  })
})
