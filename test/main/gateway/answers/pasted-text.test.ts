// What people paste when they are asked for a callback: lines of logs, quoted addresses, whole
// requests, dumps. A genuine one is right in each of them, and a spoilt one is never called forged.
import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { controlKeySlot } from '#shared/connections/connection.ts'
import {
  checkCallbackControl,
  readCallback,
} from '../../../../src/main/gateway/answers/callback.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'
import { connection } from '../../../fakes/desk.ts'

const key = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
const signed = { status: 'approved', orderid: '7000001', client_orderid: 'inv 4711/ü' }
const control = hash('sha1', `approved7000001inv 4711/ü${key}`, 'hex')
const vault = createMemoryVault()

async function verdictOf(text: string): Promise<string> {
  await vault.write(controlKeySlot(connection.id), key)
  const read = readCallback(text)
  if (!read.ok) return `unreadable: ${read.fault.message}`
  const checked = await checkCallbackControl(vault, connection, read.value.fields)
  if (!checked.ok) throw new Error(checked.fault.message)
  const { verdict } = checked.value
  return verdict === 'wrong-control' && read.value.spoilt.length > 0 ? 'unclean' : verdict
}

const queryOf = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
/** Each signed field as the last of the query, and an unsigned one. */
const queries = {
  control: queryOf({ ...signed, amount: '12.50', control }),
  orderid: queryOf({
    control,
    status: 'approved',
    client_orderid: 'inv 4711/ü',
    orderid: '7000001',
  }),
  amount: queryOf({ ...signed, control, amount: '12.50' }),
}

const when = '[24/Nov/2026:12:00:00 +0000]'
const around: Record<string, (query: string) => string> = {
  'a combined line of Apache or nginx': (query) =>
    `203.0.113.7 - - ${when} "GET /hook?${query} HTTP/1.1" 200 2 "-" "Mozilla/5.0 (X11; a=b)"`,
  'a common line': (query) => `203.0.113.7 - - ${when} "GET /hook?${query} HTTP/1.1" 200 2`,
  'a line of IIS': (query) =>
    `2026-11-24 12:00:00 10.0.0.1 GET /hook ${query} 443 - 203.0.113.7 Mozilla/5.0 - 200 0 0 12`,
  'a line with the query twice, the same': (query) =>
    `"GET /hook?${query} HTTP/1.1" 200 2 "https://shop.example/hook?${query}"`,
  'a quoted request': (query) => `"GET /hook?${query} HTTP/1.1"`,
  'a request': (query) => `GET /hook?${query} HTTP/1.1`,
  'an address in quotes': (query) => `"https://shop.example/hook?${query}"`,
  'an address in single quotes': (query) => `'https://shop.example/hook?${query}'`,
  'an address in angle brackets': (query) => `<https://shop.example/hook?${query}>`,
  'an address in a sentence': (query) =>
    `The shop got https://shop.example/hook?${query} this morning.`,
  'an address with a comma behind it': (query) =>
    `https://shop.example/hook?${query}, please check`,
  'an address escaped for a page': (query) =>
    `https://shop.example/hook?${query.replaceAll('&', '&amp;')}`,
  'a link of a page': (query) => `<a href="/hook?${query.replaceAll('&', '&amp;')}">callback</a>`,
  'a whole request by GET': (query) =>
    `GET /hook?${query} HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: a=b\r\n\r\n`,
  'a whole request by POST': (query) =>
    `POST /hook?shop=1 HTTP/1.1\nHost: shop.example\nContent-Length: 1\n\n${query}`,
  'a line of a log in JSON': (query) =>
    JSON.stringify({ level: 'info', status: 200, request: `GET /hook?${query} HTTP/1.1` }),
  'a form body': (query) => query,
  'a body whose values end in a newline': (query) => `${query.replaceAll('&', '\n&')}\n`,
}

describe('a genuine callback is right', () => {
  for (const [where, write] of Object.entries(around))
    it.each(Object.entries(queries))(`as ${where}, with %s last`, async (_last, query) => {
      expect(await verdictOf(write(query))).toBe('valid')
    })

  it('with an order id or a control before a full stop', async () => {
    for (const query of [queries.control, queries.orderid])
      expect(await verdictOf(`https://shop.example/hook?${query}.`)).toBe('valid')
  })

  const rows = Object.entries({ ...signed, name: '', amount: '12.50', control })
  const list = (write: (name: string, value: string) => string): string =>
    rows.map(([name, value]) => write(name, value)).join('\n')
  it.each([
    ['print_r', `Array\n(\n${list((name, value) => `    [${name}] => ${value}`)}\n)\n`],
    ['print_r in a log', `[24-Nov-2026] got Array\n(\n${list((n, v) => `    [${n}] => ${v}`)}\n)`],
    ['var_export', `array (\n${list((name, value) => `  '${name}' => '${value}',`)}\n)`],
    ['var_dump', `array(6) {\n${list((n, v) => `  ["${n}"]=>\n  string(${v.length}) "${v}"`)}\n}`],
    ['a dictionary', `{\n${list((name, value) => `  '${name}': '${value}',`)}\n}`],
    ['a field a line', list((name, value) => `${name}: ${value}`)],
    ['a table', list((name, value) => `${name}\t${value}`)],
    ['JSON behind a date', `2026-11-24 callback ${JSON.stringify(Object.fromEntries(rows))}`],
    [
      'a whole request with JSON',
      `POST /hook HTTP/1.1\nHost: a\n\n${JSON.stringify(Object.fromEntries(rows))}`,
    ],
  ])('as %s', async (_where, text) => {
    expect(await verdictOf(text)).toBe('valid')
  })

  it('with a name in windows-1251, and a stray percent sign, in fields that the control leaves out', async () => {
    const more = '&name=%C8%E2%E0%ED&descriptor=100%'
    const read = readCallback(`/hook?${queries.control}${more}`)
    expect(read.ok && read.value.fields).toMatchObject({ name: 'Иван', descriptor: '100%' })
    expect(await verdictOf(`/hook?${queries.control}${more}`)).toBe('valid')
  })
})

describe('a forged callback is wrong, whatever stands around it', () => {
  for (const [where, write] of Object.entries(around))
    it(`as ${where}`, async () => {
      const forged = queries.amount.replace('approved', 'declined')
      expect(await verdictOf(write(forged))).toBe('wrong-control')
    })
})

describe('a paste that is not clean', () => {
  it.each([
    [
      'a blank in a signed field',
      `status=approved&orderid=700 0001&client_orderid=a&control=${control}`,
    ],
    ['a quote in one', `status="approved"&orderid=1&client_orderid=a&control=${control}`],
    ['a control that was cut', `${queries.amount.replace(control, control.slice(0, 30))}`],
    [
      'a mark behind the last of them',
      `control=${control}&orderid=1&status=approved&client_orderid=inv).`,
    ],
    [
      'a list that may be encoded',
      `status: approved\norderid: 1\nclient_orderid: a%20b\ncontrol: ${control}`,
    ],
  ])('is not called forged: %s', async (_what, text) => {
    expect(await verdictOf(text)).toBe('unclean')
  })
})

describe('what is read of a text', () => {
  it('holds for any text around a genuine callback that is no callback itself', async () => {
    const noise = fc.stringMatching(/^[A-Za-z0-9 .,:/[\]()+-]{0,40}$/)
    await fc.assert(
      fc.asyncProperty(noise, noise, async (before, after) => {
        const text = `${before} "GET /hook?${queries.control} HTTP/1.1" ${after}`
        expect(await verdictOf(text)).toBe('valid')
      }),
      { numRuns: 300 },
    )
  })

  it('is never a right control for another order', async () => {
    const text = fc.string({ maxLength: 300, unit: 'binary-ascii' })
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        expect(await verdictOf(typed)).not.toBe('valid')
      }),
      { numRuns: 500 },
    )
  })

  it.each(['GET '.repeat(5_000), '"'.repeat(20_000), 'a=b '.repeat(5_000), "'?".repeat(10_000)])(
    'of 20,000 characters comes without delay (%#)',
    (text) => {
      const before = process.threadCpuUsage()
      readCallback(text)
      const { user, system } = process.threadCpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(100)
    },
  )
})
