// The console: shows what came in without secrets, switches faults, and answers nobody but its own
// page on loopback.
import { generateKeyPairSync } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, make, payment, status } from '../merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0 })
})
afterAll(() => sandbox.close())

const page = async (): Promise<string> => (await fetch(sandbox.console)).text()
const push = (
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

const ask = (method: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { host, port } = new URL(sandbox.console)
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { host, ...headers } },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    request.on('error', reject)
    request.end(method === 'POST' ? 'operation=*&kind=slow' : undefined)
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

  it('GET switches nothing, and unknown paths are not found', async () => {
    const host = new URL(sandbox.console).host
    expect(await ask('GET', '/console/faults', { host })).toBe(405)
    expect(await ask('POST', '/console/nothing', { host })).toBe(404)
    expect(await ask('POST', '/console/constructor', { host })).toBe(404)
  })
})
