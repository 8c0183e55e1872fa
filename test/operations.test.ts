// Walks every row of the operation table: what the compiler can't see, and that each row signs to a
// value this project's code did not make (test/vectors/README.md).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Connection, connectionSettings } from '../src/shared/connections/connection.ts'
import { ok } from '../src/shared/fault.ts'
import { cardFields, redact, secretFields } from '../src/shared/gateway/operations/parts/fields.ts'
import * as f from '../src/shared/gateway/operations/parts/fields.ts'
import type {
  FixedAuth,
  OAuthMethod,
  Operation,
} from '../src/shared/gateway/operations/parts/operation.ts'
import { operationIds, rowOf } from '../src/shared/gateway/operations/index.ts'
import { parseRequest } from '../src/shared/gateway/request.ts'
import { authOf } from '#shared/gateway/auth-of.ts'
import { createSigner } from '../src/main/gateway/signing/sign.ts'

interface Expected {
  scheme: 'control' | OAuthMethod
  plain?: string
  control?: string
  baseString?: string
  signature?: string
  sent: [string, string][]
}
interface Vector {
  request: Record<string, string>
  url: string
  connection: Pick<Connection, 'login' | 'endpointId'> & {
    controlEncoding: Connection['settings']['controlEncoding']
  }
  secrets: { merchantControlKey: string; privateKey: 'rsa2048' | 'rsa4096' }
  oauth: { nonce: string; timestamp: string }
  expect: Expected
  alternatives?: Expected[]
  answer: { contentType: string; body: string }
  answerTyped: Record<string, string>
}

const readJson = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const vectorOf = (id: string) => readJson(`./vectors/operations/${id}.json`) as Vector
const keys = (
  readJson('./vectors/signing.json') as { keys: Record<string, { pkcs8: string; pkcs1: string }> }
).keys

/**
 * interface.md, "Operation table" and "Operations seen only in signing examples", copied by hand:
 * path, name, authentication.
 */
const published: [path: string, name: string, authentication: string][] = [
  ['/api/3ds/v1/upload-cres-result', 'TDS_UPLOAD_CRES_RESULT', 'login, client-order-id, orderid'],
  [
    '/api/3ds/v1/upload-method-url-result',
    'TDS_UPLOAD_METHOD_URL_RESULT',
    'login, client-order-id, orderid',
  ],
  ['/api/3ds/v1/upload-pares-result', 'TDS_UPLOAD_PARES_RESULT', 'login, client-order-id, orderid'],
  [
    '/api/v2/account-verification-form',
    'ACCOUNT_VERIFICATION_FORM',
    'endpointId, client_orderid, email',
  ],
  ['/api/v2/account-verification', 'ACCOUNT_VERIFICATION', 'endpointId, client_orderid, email'],
  ['/api/v2/capture', 'CAPTURE', 'login, client_orderid, orderid, amount, currency'],
  ['/api/v2/create-card-ref', 'CARDREF', 'login, client_orderid, orderid'],
  ['/api/v2/get-card-info', 'CARDINFO', 'not shown'],
  ['/api/v2/make-rebill', 'REBILL', 'login, client_orderid, cardrefid, amount, currency'],
  ['/api/v2/payment-form', 'PAYMENTFORM', 'not shown'],
  ['/api/v2/payout-form', 'PAYOUTFORM', 'not shown'],
  ['/api/v2/payout', 'PAYOUT', 'HMAC'],
  ['/api/v2/preauth-form', 'PREAUTHFORM', 'endpointId, client_orderid, amount, email'],
  ['/api/v2/preauth', 'PREAUTH', 'endpointId, client_orderid, amount, email'],
  ['/api/v2/return', 'RETURN', 'login, client_orderid, orderid, amount, currency'],
  ['/api/v2/sale-form', 'SALEFORM', 'endpointId, client_orderid, amount, email'],
  ['/api/v2/sale', 'SALE', 'endpointId, client_orderid, amount, email'],
  ['/api/v2/status', 'STATUS', 'login, client_orderid, orderid'],
  ['/api/v2/void', 'VOID', 'login, client_orderid, orderid'],
  ['/api/v4/create-card-ref', 'CARDREF_V4', 'RSA'],
  ['/api/v4/create-recurring-payment', 'CREATE_RP_V4', 'RSA'],
  ['/api/v4/payout-check', 'PAYOUT_V4_CHECK', 'RSA'],
  ['/api/v4/payout-pay', 'unnamed', 'not shown'],
  ['/api/v2/pan-eligibility/send', 'unnamed', 'HMAC'],
  ['/api/v4/transfer', 'unnamed', 'RSA'],
]

const nameOf = (part: string): string => part.replace(/^[@#]/, '').replace(/(:minor)?\??$/, '')

function authenticationOf(row: Operation): string {
  const { auth } = row
  if (auth.scheme === 'configurable') return 'not shown'
  if (auth.scheme !== 'control') return auth.scheme === 'hmac-sha1' ? 'HMAC' : 'RSA'
  return auth.parts
    .filter((part) => part !== '#merchant_control_key')
    .map(nameOf)
    .join(', ')
}

const schemesOf = (row: Operation): readonly FixedAuth[] =>
  row.auth.scheme === 'configurable' ? [row.auth.default, ...row.auth.choices] : [row.auth]

const isOptional = (schema: unknown): boolean => schema instanceof z.ZodOptional
const bare = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema

const rows = operationIds.map((id) => [id, rowOf(id)] as const)

describe('the operation table', () => {
  it('holds every operation of the interface with its path, name and authentication', () => {
    const ours = rows
      .filter(([, row]) => row.isExtension !== true)
      .map(([, row]) => [row.path, row.wire, authenticationOf(row)])
    expect(ours.toSorted()).toEqual(published.toSorted())
  })

  it('marks what the interface does not show as an extension', () => {
    const extensions = rows.filter(([, row]) => row.isExtension === true)
    expect(extensions.map(([id]) => id)).toContain('process-recurring-payment')
    for (const [, row] of extensions)
      expect(published.map(([path]) => path)).not.toContain(row.path)
  })

  it('gives each path to one row only', () => {
    expect(new Set(rows.map(([, row]) => row.path)).size).toBe(rows.length)
  })
})

describe.each(rows)('%s', (id, row) => {
  const vector = vectorOf(id)
  const settings = connectionSettings.parse({
    controlEncoding: vector.connection.controlEncoding,
  })
  const parsed = parseRequest(id, vector.request, settings.digitsRule)

  it('names in its formulas only fields of its own request, optional exactly when marked so', () => {
    for (const auth of schemesOf(row)) {
      if (auth.scheme !== 'control') continue
      expect(auth.parts.at(-1)).toBe('#merchant_control_key')
      for (const part of auth.parts.filter((one) => !/^[@#]/.test(one))) {
        expect(Object.keys(row.request.shape)).toContain(nameOf(part))
        expect([part, isOptional(row.request.shape[nameOf(part)])]).toEqual([
          part,
          part.endsWith('?'),
        ])
      }
    }
  })

  it('names in its rules across fields only optional fields of its own request', () => {
    for (const name of [...(row.together ?? []), ...(row.atLeastOne ?? [])].flat())
      expect([name, isOptional(row.request.shape[name])]).toEqual([name, true])
  })

  it('never makes an amount possible without its currency', () => {
    const { amount, currency } = row.request.shape
    if (amount === undefined) return
    expect(currency).toBeDefined()
    expect(isOptional(currency)).toBe(isOptional(amount))
    if (isOptional(amount)) expect(row.together).toContainEqual(['amount', 'currency'])
  })

  it('says how it is resolved when it changes anything', () => {
    if (row.risk === 'read') expect(row.resolvedBy).toBeUndefined()
    else expect(['status', 'answer']).toContain(row.resolvedBy)
    if (row.resolvedBy === 'status') expect(row.statusTypes?.length).toBeGreaterThan(0)
  })

  it('says what people call it and where the window asks for it', () => {
    for (const text of [row.title, row.noun, row.done, row.about]) expect(text.trim()).not.toBe('')
    expect(row.about).toMatch(/^[A-Z].*\.$/)
    expect(row.place).toMatch(/^\/[a-z0-9]+(\/|$)/)
  })

  it('takes no signature or secret as a request field', () => {
    for (const name of ['control', 'login', 'merchant_control_key', 'oauth_signature'])
      expect(Object.keys(row.request.shape)).not.toContain(name)
  })

  it('knows each of its fields that holds card data', () => {
    const cardSchemas: unknown[] = [f.credit_card_number, f.cvv2, f.expire_month, f.expire_year]
    for (const [name, schema] of Object.entries(row.request.shape)) {
      const holdsCard =
        cardSchemas.includes(bare(schema)) || /card[-_](number|no)$|cvv|^pan$/.test(name)
      if (holdsCard) expect([...cardFields]).toContain(name)
    }
  })

  it('is journalled without card number, security code, expiry, proof or signature', () => {
    const sent = { ...vector.request, control: 'f00dfeed', oauth_signature: 'c2lnbmVk' }
    const kept = redact(sent)
    expect(Object.keys(kept)).toEqual(Object.keys(sent))
    for (const [name, value] of Object.entries(sent))
      if (cardFields.has(name) || secretFields.has(name))
        expect(kept[name]).toMatch(/^••••? ?(\d{4})?$/)
      else expect(kept[name]).toBe(value)
  })

  it('refuses an empty request and names the field', () => {
    const result = parseRequest(id, {}, 'iso-4217')
    expect(result).toMatchObject({ ok: false, fault: { kind: 'input', sent: 'no' } })
    if (!result.ok && result.fault.kind === 'input')
      expect(Object.keys(row.request.shape)).toContain(result.fault.field)
  })

  it('refuses a field it does not have', () => {
    expect(parseRequest(id, { ...vector.request, surplus: '1' }, 'iso-4217')).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'surplus' },
    })
  })

  it('accepts the request of its vector', () => {
    expect(parsed).toMatchObject({ ok: true })
  })

  const expectations = [vector.expect, ...(vector.alternatives ?? [])]

  it('has an expected value for every scheme it can be signed with', () => {
    const schemes = new Set(schemesOf(row).map((auth) => auth.scheme))
    expect(new Set(expectations.map((one) => one.scheme))).toEqual(schemes)
  })

  it.each(expectations.map((one) => [one.scheme, one] as const))(
    'signs its vector with %s to the expected value',
    async (scheme, wanted) => {
      if (!parsed.ok) throw new Error(parsed.fault.message)
      const slots: Record<string, string> = {
        'connection/c1/merchant_control_key': vector.secrets.merchantControlKey,
        'connection/c1/private_key': keys[vector.secrets.privateKey]!.pkcs8,
      }
      const signer = createSigner({
        vault: { read: async (slot) => ok(slots[slot]!) },
        clock: () => Number(vector.oauth.timestamp) * 1000 + 999,
        nonce: () => vector.oauth.nonce,
        connectionId: 'c1',
      })
      const chosen = { ...settings, schemes: { [id]: scheme } }
      const auth = authOf(row, id, row.auth.scheme === 'configurable' ? chosen : settings)
      const { login, endpointId } = vector.connection
      const result = await signer.sign({
        row,
        auth,
        method: 'POST',
        url: vector.url,
        fields: parsed.value.fields,
        money: parsed.value.money,
        connection: { login, endpointId, settings },
      })
      if (!result.ok) throw new Error(result.fault.message)
      const { fields, headers, explanation } = result.value
      expect(auth.scheme).toBe(scheme)
      expect(fields.toSorted()).toEqual(wanted.sent.toSorted())
      expect(JSON.stringify(explanation)).not.toContain(vector.secrets.merchantControlKey)
      for (const name of ['credit_card_number', 'destination-card-no', 'card_printed_name'])
        if (vector.request[name] !== undefined)
          expect(explanation.plainMasked).not.toContain(encodeURIComponent(vector.request[name]))
      expect(explanation.plainMasked).not.toMatch(/cvv2%3D\d|expire_(month|year)%3D\d/)
      if (scheme === 'control') {
        expect(headers).toEqual({})
        expect(fields.at(-1)).toEqual(['control', wanted.control])
        expect(explanation.plainMasked).toBe(
          wanted.plain!.replace(vector.secrets.merchantControlKey, '<MERCHANT_CONTROL_KEY>'),
        )
      } else {
        expect(headers).toEqual({
          Authorization: headerOf(wanted, login, vector.oauth),
        })
      }
    },
  )

  it('reads its sample answer', () => {
    const isJson = vector.answer.contentType.startsWith('application/vnd.pay+json')
    const flat = isJson
      ? (JSON.parse(vector.answer.body) as unknown)
      : Object.fromEntries(
          [...new URLSearchParams(vector.answer.body)].map(([name, value]) => [name, value.trim()]),
        )
    expect(row.response.parse(flat)).toEqual(vector.answerTyped)
  })

  it('does not take an error for an answer', () => {
    const error = { ...vector.answerTyped, type: 'validation-error', 'error-code': '1' }
    expect(row.response.safeParse(error).success).toBe(false)
  })
})

function headerOf(wanted: Expected, login: string, oauth: Vector['oauth']): string {
  const method = wanted.scheme === 'hmac-sha1' ? 'HMAC-SHA1' : 'RSA-SHA256'
  const signature = encodeURIComponent(wanted.signature!)
  return (
    `OAuth oauth_consumer_key="${login}", oauth_nonce="${oauth.nonce}", oauth_signature="${signature}", ` +
    `oauth_signature_method="${method}", oauth_timestamp="${oauth.timestamp}", oauth_version="1.0"`
  )
}
