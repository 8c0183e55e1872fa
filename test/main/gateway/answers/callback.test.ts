// Pasted callbacks: every form they come in, every one that reads in two ways, and a control that
// nothing but the key can make right.
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { controlKeySlot, connectionRecord } from '#shared/connections/connection.ts'
import { withMerchantId } from '#shared/gateway/callback.ts'
import {
  checkCallbackControl,
  readCallback,
} from '../../../../src/main/gateway/answers/callback.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'
import { connection } from '../../../fakes/desk.ts'

const key = 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20'
const fields = {
  status: 'approved',
  orderid: '7000001',
  client_orderid: 'inv 4711/ü',
  type: 'sale',
  amount: '12.50',
  control: hash('sha1', `approved7000001inv 4711/ü${key}`, 'hex'),
}
const query = new URLSearchParams(fields).toString()

describe('a pasted callback', () => {
  it.each([
    ['a whole address', `https://shop.example/hook?${query}`, 'address'],
    ['an address with a fragment', `https://shop.example/hook?${query}#top`, 'address'],
    ['a line of a log', `GET /hook?${query} HTTP/1.1`, 'address'],
    ['a path', `/hook?${query}`, 'address'],
    ['a query', query, 'form'],
    ['form fields whose values end in a newline', query.replaceAll('&', '\n&') + '\n', 'form'],
    ['JSON', JSON.stringify(fields), 'json'],
  ])('is read from %s', (_, text, form) => {
    expect(readCallback(text)).toEqual({ ok: true, value: { form, fields, spoilt: [] } })
  })

  it.each([
    ['a field twice', `${query}&status=declined`, /one field twice/],
    ['a field twice in JSON', '{"status":"approved","status":"declined"}', /one field twice/],
    ['a hidden control character', `${query}&note=a%00b`, /control characters/],
    ['one in a name of JSON', '{"sta\\u0000tus":"approved"}', /control characters/],
    ['broken percent-encoding', `${query}&merchant_order=%E0%A4`, /record/],
    ['an order twice', `https://a.example/?${query} https://a.example/?${query}1`, /more than one/],
    ['half of it escaped', `/hook?${query.replace('&', '&amp;')}`, /“&amp;”/],
    ['fields in one line', `{"status" => "approved", "orderid" => "1"}`, /own line|JSON/],
    ['half a surrogate', '{"status":"\\ud800"}', /invalid character/],
    ['an address without a query', 'https://shop.example/hook', /no query/],
    ['message', 'the customer says it was paid', /record/],
    ['a list', '[1,2]', /record/],
    ['JSON that is cut', '{"status":"appr', /not valid JSON/],
    ['too many fields', Array.from({ length: 300 }, (_, i) => `f${i}=1`).join('&'), /too many/],
  ])('with %s is refused, and it says why', (_, text, why) => {
    expect(formatMessages(readCallback(text))).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'text', message: expect.stringMatching(why) as unknown },
    })
  })

  it('never reaches a prototype', () => {
    const read = readCallback('__proto__=1&constructor=2&status=approved')
    expect(read.ok && Object.keys(read.value.fields)).toEqual([
      '__proto__',
      'constructor',
      'status',
    ])
    expect(Object.prototype).not.toHaveProperty('status')
  })
})

describe('its control', () => {
  const vault = createMemoryVault()
  const verdictOf = async (given: Record<string, string>, own = connection) => {
    await vault.write(controlKeySlot(connection.id), key)
    const checked = await checkCallbackControl(vault, own, given)
    if (!checked.ok) throw new Error(checked.fault.message)
    return checked.value
  }

  it('is right for what was signed, in any case of its digits', async () => {
    expect(await verdictOf(fields)).toEqual({
      verdict: 'valid',
      missing: [],
      formula: 'SHA-1 of status, orderid, client_orderid, merchant_control_key',
      plain: 'approved7000001inv 4711/ü<MERCHANT_CONTROL_KEY>',
    })
    const upper = { ...fields, control: fields.control.toUpperCase() }
    expect((await verdictOf(upper)).verdict).toBe('valid')
  })

  it.each(['status', 'orderid', 'client_orderid', 'control'] as const)(
    'is wrong once %s is changed, and missing once it is gone',
    async (name) => {
      expect((await verdictOf({ ...fields, [name]: `${fields[name]}0` })).verdict).toBe(
        'wrong-control',
      )
      expect(await verdictOf({ ...fields, [name]: '' })).toMatchObject({
        verdict: 'missing-field',
        missing: [name],
      })
    },
  )

  it('says nothing about fields it does not cover', async () => {
    expect((await verdictOf({ ...fields, amount: '9999.00', type: 'refund' })).verdict).toBe(
      'valid',
    )
  })

  it('is compared in the text form of the connection', async () => {
    const own = connectionRecord.parse({ ...connection, settings: { controlEncoding: 'base64' } })
    const plain = `approved7000001inv 4711/ü${key}`
    const base64 = hash('sha1', plain, 'base64')
    expect((await verdictOf({ ...fields, control: base64 }, own)).verdict).toBe('valid')
    expect((await verdictOf({ ...fields, control: base64.toLowerCase() }, own)).verdict).toBe(
      'wrong-control',
    )
    expect((await verdictOf(fields, own)).verdict).toBe('wrong-control')
  })

  it('never tells the key, nor the control that would have been right', async () => {
    const { control, ...rest } = fields
    const reported = JSON.stringify(await verdictOf({ ...rest, control: 'f'.repeat(40) }))
    expect(reported).not.toContain(key)
    expect(reported).not.toContain(control)
  })

  it('can’t be checked without the key', async () => {
    expect(await checkCallbackControl(createMemoryVault(), connection, fields)).toMatchObject({
      ok: false,
      fault: { kind: 'vault' },
    })
  })
})

describe('a callback without client_orderid', () => {
  const { client_orderid: own, ...rest } = fields

  it('is read by its merchant_order', () => {
    expect(withMerchantId({ ...rest, merchant_order: own })).toEqual({
      fields: { ...rest, merchant_order: own, client_orderid: own },
      isByMerchantOrder: true,
    })
  })

  it('is read by its client_orderid where it has both', () => {
    const both = { ...fields, merchant_order: 'another' }
    expect(withMerchantId(both)).toEqual({ fields: both, isByMerchantOrder: false })
  })
})
