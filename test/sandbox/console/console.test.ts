// The console: shows what came in without secrets, switches faults, and answers nobody but its own
// page on loopback.
import { generateKeyPairSync } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, make, payment, status } from '../merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0 })
})
afterAll(() => sandbox.close())

const page = async (): Promise<string> => (await fetch(sandbox.console)).text()
const send = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(new URL(path, sandbox.console), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers,
  })
const tokenOfPage = async (): Promise<string> =>
  /name="token" value="([0-9a-f]{32})"/.exec(await page())?.[1] ?? ''
/** As the page itself sends it. */
const push = async (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> => send(path, { ...fields, token: await tokenOfPage() }, headers)

describe('the page', () => {
  it('lists orders, effects, requests and the table of test amounts, and runs no script', async () => {
    const order = await make(sandbox, 'sale')
    const response = await fetch(sandbox.console)
    const text = await response.text()
    for (const message of [
      order.orderid,
      order.client_orderid,
      'Wolfeschlegelsteinhausenbergerdorff',
      'answer never comes',
      '4000000000000002',
    ])
      expect(text).toContain(message)
    expect(text).not.toMatch(/<script/i)
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    // Under no-referrer a browser would send the page's own forms with Origin null.
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
  })

  it('says why a control failed, with the key masked', async () => {
    const fields = payment()
    await call(sandbox, 'sale', { ...fields, control: '0'.repeat(40) })
    const text = await page()
    expect(text).toContain('another key, or other values than the ones sent')
    expect(text).toContain(
      `1144${fields['client_orderid']}10000zoe@example.org&lt;merchant_control_key&gt;`,
    )
    expect(text).not.toContain(sandbox.identity.merchantControlKey)
    expect(text).not.toContain('PRIVATE KEY')
  })

  it('escapes whatever a request carries', async () => {
    await call(sandbox, 'sale', payment({ first_name: '<img src=x onerror=1>', last_name: '"&\'' }))
    const text = await page()
    expect(text).not.toContain('<img')
    expect(text).toContain('&lt;img src=x onerror=1&gt; &quot;&amp;&#39;')
    expect(text).not.toContain('<b>Bold</b>')
  })
})

describe('the switches', () => {
  it('a fault is switched on and off', async () => {
    expect(
      (await push('/console/faults', { operation: 'status', kind: 'http-500-without-effect' }))
        .status,
    ).toBe(303)
    const order = await make(sandbox, 'sale')
    expect((await call(sandbox, 'status', { ...order })).http).toBe(500)
    expect(await page()).toContain('<code>status</code> http-500-without-effect')
    await push('/console/faults/clear', { operation: 'status' })
    expect((await call(sandbox, 'status', { ...order })).http).toBe(200)
  })

  it('a behaviour is switched off and on, and time moved ahead', async () => {
    const fields = payment()
    await call(sandbox, 'sale', fields)
    await push('/console/switches', { name: 'unique-client-orderid', on: 'off' })
    expect((await call(sandbox, 'sale', fields)).http).toBe(200)
    await push('/console/switches', { name: 'unique-client-orderid', on: 'on' })
    expect((await call(sandbox, 'sale', fields)).http).toBe(400)
    const slow = await make(sandbox, 'sale', { amount: '10.04' })
    expect((await push('/console/advance', { ms: '600000' })).status).toBe(303)
    expect((await status(sandbox, slow))['status']).toBe('approved')
  })

  it.each([
    ['/console/faults', { operation: 'sale', kind: 'nonsense' }],
    ['/console/faults', { operation: 'nonsense', kind: 'slow' }],
    ['/console/faults', { operation: 'sale', kind: 'slow', times: '-1' }],
    ['/console/switches', { name: '__proto__', on: 'on' }],
    ['/console/advance', { ms: '-5' }],
    ['/console/advance', { ms: 'x' }],
  ] as [string, Record<string, string>][])('%s refuses %o', async (path, fields) => {
    expect((await push(path, fields)).status).toBe(400)
  })
})

const ask = (
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
  body = 'operation=*&kind=slow',
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(sandbox.console)
    const { host: hosts = host, ...rest } = headers
    const socket = connect(Number(port), hostname)
    const lines = [
      ...[hosts].flat().map((one) => ['Host', one] as const),
      ...Object.entries(rest),
      ...(method === 'POST' ? [['Content-Length', String(body.length)] as const] : []),
      ['Connection', 'close'] as const,
    ].map(([name, value]) => `${name}: ${String(value)}\r\n`)
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])))
    const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    socket.end(method === 'POST' ? head + body : head)
  })

describe('the clock in the address', () => {
  const goTo = (message: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(`?advance=${message}`, sandbox.console), { redirect: 'manual', ...init })
  const bookTime = async (): Promise<number> => {
    const [, text = ''] = /book’s time is (.{19}) UTC/.exec(await page()) ?? []
    return Date.parse(`${text.replace(' ', 'T')}Z`)
  }

  it.each([
    ['45s', 45_000],
    ['10m', 600_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
  ])('?advance=%s moves the books ahead and leads back to the page', async (message, ms) => {
    const slow = await make(sandbox, 'sale', { amount: '10.04' })
    const before = await bookTime()
    const answer = await goTo(message)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/'])
    expect(Math.abs((await bookTime()) - before - ms)).toBeLessThan(5000)
    expect((await status(sandbox, slow))['status']).toBe(ms < 600_000 ? 'processing' : 'approved')
  })

  it('a POST does the same', async () => {
    const before = await bookTime()
    expect((await goTo('1d', { method: 'POST' })).status).toBe(303)
    expect((await bookTime()) - before).toBeGreaterThan(86_000_000)
  })

  it.each(['', '30', 'd', '-1d', '1.5d', '9999999d', '999999d', '1y', '30d '])(
    'advance=%o is refused',
    async (message) => {
      const before = await bookTime()
      expect((await goTo(encodeURIComponent(message))).status).toBe(400)
      expect((await bookTime()) - before).toBeLessThan(5000)
    },
  )

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { referer: 'https://evil.example/page' },
    { host: 'evil.example' },
  ])('a link on another page moves nothing: %o', async (headers) => {
    const before = await bookTime()
    expect(await ask('GET', '/console/?advance=30d', headers)).toBe(403)
    expect((await bookTime()) - before).toBeLessThan(5000)
  })
})

describe('keys and training', () => {
  it('a public key is registered by its PEM, others are refused', async () => {
    const { publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const fingerprints = async (): Promise<number> =>
      (await page()).match(/<code>[0-9a-f]{64}</g)?.length ?? 0
    expect(await fingerprints()).toBe(1)
    expect((await push('/console/keys', { pem: publicKey })).status).toBe(303)
    expect(await fingerprints()).toBe(2)
    expect((await push('/console/keys', { pem: 'nonsense' })).status).toBe(400)
  })

  it('a fresh set of training orders replaces the used one, whose orders stay', async () => {
    const [old] = sandbox.trainingOrders()
    expect((await push('/console/training', {})).status).toBe(303)
    const fresh = sandbox.trainingOrders()
    expect(fresh.map(({ orderid }) => orderid)).not.toContain(old?.orderid)
    expect(fresh).toHaveLength(11)
    expect(
      await status(sandbox, {
        client_orderid: old?.clientOrderid ?? '',
        orderid: old?.orderid ?? '',
      }),
    ).toMatchObject({
      status: 'approved',
    })
    expect(sandbox.renewTraining().map(({ clientOrderid }) => clientOrderid)).not.toContain(
      fresh[0]?.clientOrderid,
    )
  })
})

describe('state.json', () => {
  it('tells effects, requests and training orders to programs, and no key', async () => {
    const order = await make(sandbox, 'sale')
    const text = await (await fetch(new URL('state.json', sandbox.console))).text()
    const state = JSON.parse(text) as {
      effects: { orderid: string }[]
      trainingOrders: unknown[]
      requests: unknown[]
    }
    expect(state.effects.at(-1)?.orderid).toBe(order.orderid)
    expect(state.trainingOrders).toHaveLength(11)
    expect(state.requests.length).toBeGreaterThan(0)
    expect(text).not.toContain(sandbox.identity.merchantControlKey)
    expect(text).not.toContain('PRIVATE KEY')
  })
})

describe('strangers', () => {
  it('a name pointed at 127.0.0.1 gets nothing', async () => {
    expect(await ask('GET', '/console/', { host: 'evil.example' })).toBe(403)
    expect(await ask('POST', '/console/faults', { host: 'evil.example:80' })).toBe(403)
  })

  it('its own page may switch', async () => {
    const { origin } = new URL(sandbox.console)
    expect((await push('/console/faults/clear', {}, { origin })).status).toBe(303)
  })

  it('a page of another origin switches nothing', async () => {
    expect(
      (
        await push(
          '/console/faults',
          { operation: '*', kind: 'slow' },
          { origin: 'https://evil.example' },
        )
      ).status,
    ).toBe(403)
    expect(
      (await push('/console/faults', { operation: '*', kind: 'slow' }, { origin: 'null' })).status,
    ).toBe(403)
  })

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'https://evil.example/page' },
  ])('a form of another page without an Origin switches nothing: %o', async (headers) => {
    const token = await tokenOfPage()
    const { publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const body = new URLSearchParams({ pem: publicKey, token }).toString()
    const own = { host: new URL(sandbox.console).host }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await ask('POST', '/console/keys', { ...own, ...form, ...headers }, body)).toBe(403)
  })

  it('a form without the token of the page registers no key', async () => {
    const fields = { operation: '*', kind: 'slow' }
    expect((await send('/console/faults', fields)).status).toBe(403)
    expect((await send('/console/faults', { ...fields, token: '0'.repeat(32) })).status).toBe(403)
    expect(
      (await page()).match(/<form method="post"[^>]*>(?!<input type="hidden" name="token")/),
    ).toBeNull()
  })

  it('the token is another at each start', async () => {
    const other = await startSandbox({ processingMs: 0, seedDays: 0 })
    const text = await (await fetch(other.console)).text()
    await other.close()
    expect(text).not.toContain(await tokenOfPage())
  })

  it.each(['/console/', '/paynet/openapi.json', '/paynet/api/v2/status/1144', '/forms/x'])(
    '%s answers under no name but those of this computer, and under one only',
    async (path) => {
      const { host, port } = new URL(sandbox.console)
      expect(await ask('GET', path, { host: `evil.example:${port}` })).toBe(403)
      expect(await ask('GET', path, { host: `127.0.0.1.evil.example:${port}` })).toBe(403)
      expect(await ask('GET', path, { host: [host, 'evil.example'] })).toBe(400)
      expect(await ask('GET', path, { host: [host, host] })).toBe(400)
    },
  )

  it('the description answers under localhost too', async () => {
    const { port } = new URL(sandbox.console)
    expect(await ask('GET', '/paynet/openapi.json', { host: `localhost:${port}` })).toBe(200)
  })

  it('no answer of the console is guessed to be of another type', async () => {
    for (const path of ['', 'state.json', 'nothing']) {
      const { headers } = await fetch(new URL(path, sandbox.console))
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('GET switches nothing, and unknown paths are not found', async () => {
    const host = new URL(sandbox.console).host
    expect(await ask('GET', '/console/faults', { host })).toBe(405)
    expect(await ask('POST', '/console/nothing', { host })).toBe(404)
    expect(await ask('POST', '/console/constructor', { host })).toBe(404)
  })
})
