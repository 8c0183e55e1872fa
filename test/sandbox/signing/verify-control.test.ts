// Signatures: the right one passes for every currency; every known mistake is refused with
// INVALID_CONTROL_CODE and explained.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import {
  controlOf,
  type FormulaName,
  verifyControl,
} from '../../../src/sandbox/signing/verify-control.ts'
import { call, control, type Fields, make, payment, post, status } from '../merchant.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const sha1 = (text: string): string => createHash('sha1').update(text, 'utf8').digest('hex')
const key = (): string => sandbox.identity.merchantControlKey
const comment = { comment: 'asked for by the customer' }

describe('the control of the published example', () => {
  it('is the one recorded by the gateway family', () => {
    expect(
      controlOf('1111902B4FF51042john.smith@gmail.comB17F59B4-A7DC-41B4-8FF9-37D986B43D20'),
    ).toBe('c6bdd88a78834ef4b863b088827a459f039e8257')
  })

  it('is accepted by the payment formula', () => {
    const fields = new Map([
      ['client_orderid', '902B4FF5'],
      ['amount', '10.42'],
      ['currency', 'EUR'],
      ['email', 'john.smith@gmail.com'],
      ['control', 'c6bdd88a78834ef4b863b088827a459f039e8257'],
    ])
    const merchant = { endpointId: '1111', login: 'x', key: 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20' }
    expect(verifyControl('payment', fields, merchant).checked.ok).toBe(true)
    expect(verifyControl('payment', fields, { ...merchant, endpointId: '1112' }).checked.ok).toBe(
      false,
    )
  })
})

describe('controls made by other code', () => {
  interface Vector {
    operation: string
    fields: Record<string, string>
    merchantControlKey: string
    plain: string
    control: string
  }
  const file = new URL('../../vectors/signing.json', import.meta.url)
  const { control: vectors } = JSON.parse(readFileSync(file, 'utf8')) as { control: Vector[] }
  const formulaOf: Record<string, FormulaName> = {
    sale: 'payment',
    'account-verification': 'account-verification',
    capture: 'capture-return',
    return: 'capture-return',
    'make-rebill': 'rebill',
    void: 'card-ref-void-status',
    status: 'card-ref-void-status',
    'upload-cres-result': '3ds',
  }

  it.each(vectors.map((vector, place) => [`${place} ${vector.operation}`, vector] as const))(
    '%s is accepted, and refused with another key',
    (_name, vector) => {
      const { endpointId = '', login = '' } = vector.fields
      const client = vector.fields['client_orderid'] ?? vector.fields['client-order-id'] ?? ''
      const fields = new Map([
        ...Object.entries(vector.fields),
        ['client_orderid', client],
        ['client-order-id', client],
        ['control', vector.control],
      ] as [string, string][])
      const formula = formulaOf[vector.operation]
      if (formula === undefined) throw new Error(`no formula for ${vector.operation}`)
      const merchant = { endpointId, login, key: vector.merchantControlKey }
      expect(verifyControl(formula, fields, merchant).checked.ok).toBe(true)
      expect(verifyControl(formula, fields, { ...merchant, key: 'X' }).checked.ok).toBe(false)
    },
  )
})

describe('amounts in the formula are minor units of the currency', () => {
  it.each([
    ['EUR', '19.99', '1999'],
    ['EUR', '0.10', '10'],
    ['EUR', '10', '1000'],
    ['EUR', '10.5', '1050'],
    ['JPY', '1250', '1250'],
    ['KWD', '12.345', '12345'],
    ['KWD', '1.5', '1500'],
  ])('%s %s is %s', async (currency, amount, minor) => {
    const fields = payment({ amount, currency })
    const right = control(sandbox, 'sale', fields, minor)
    expect((await call(sandbox, 'sale', { ...fields, control: right })).http).toBe(200)
    const wrong = control(sandbox, 'sale', payment({ ...fields, client_orderid: 'x' }), `${minor}0`)
    const answer = await call(sandbox, 'sale', { ...payment({ amount, currency }), control: wrong })
    expect(answer.record['error-message']).toMatch(/^INVALID_CONTROL_CODE/)
  })
})

type Mistake = [
  sentence: string,
  operation: string,
  control: (f: Fields, login: string) => string,
  hint: RegExp,
]
const eur = { amount: '19.99', currency: 'EUR' }
const mistakes: Mistake[] = [
  [
    'cents cut by float arithmetic',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + f['orderid'] + '1998EUR' + key()),
    /integer after multiplying a float/,
  ],
  [
    'the amount in major units',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + f['orderid'] + '19.99EUR' + key()),
    /major units/,
  ],
  [
    'amount and currency left out although sent',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + f['orderid'] + key()),
    /left out although they were sent/,
  ],
  [
    'the currency left out',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + f['orderid'] + '1999' + key()),
    /currency is left out/,
  ],
  [
    'the orderid left out',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + '1999EUR' + key()),
    /orderid is left out/,
  ],
  [
    'the sale formula for a return',
    'return',
    (f) => sha1(`${sandbox.identity.endpointId}${f['client_orderid']}1999${key()}`),
    /formula of payment/,
  ],
  [
    'hexadecimal in upper case',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + f['orderid'] + '1999EUR' + key()).toUpperCase(),
    /upper case/,
  ],
  [
    'Base64',
    'return',
    (f, l) =>
      createHash('sha1')
        .update(l + f['client_orderid'] + f['orderid'] + '1999EUR' + key())
        .digest('base64'),
    /Base64/,
  ],
  [
    'no key',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + f['orderid'] + '1999EUR'),
    /key is missing/,
  ],
  [
    'the key first',
    'return',
    (f, l) => sha1(key() + l + f['client_orderid'] + f['orderid'] + '1999EUR'),
    /key comes first/,
  ],
  [
    'another key',
    'return',
    (f, l) => sha1(l + f['client_orderid'] + f['orderid'] + '1999EUR' + 'X'),
    /another key/,
  ],
  [
    'orderid and client_orderid swapped',
    'return',
    (f, l) => sha1(l + f['orderid'] + f['client_orderid'] + '1999EUR' + key()),
    /another key, or other values/,
  ],
  [
    'SHA-256',
    'return',
    (f, l) =>
      createHash('sha256')
        .update(l + f['client_orderid'] + f['orderid'] + '1999EUR' + key())
        .digest('hex'),
    /another key/,
  ],
  [
    'the return formula for a capture of nothing',
    'void',
    (f, l) => sha1(`${l}${f['client_orderid']}${f['orderid']}1999EUR${key()}`),
    /another key/,
  ],
  [
    'an amount of nothing for a capture without one',
    'capture',
    (f, l) => sha1(`${l}${f['client_orderid']}${f['orderid']}0${key()}`),
    /amount is signed that was not sent/,
  ],
  [
    'the sale formula without amount and e-mail',
    'return',
    (f) => sha1(`${sandbox.identity.endpointId}${f['client_orderid']}0${key()}`),
    /amount 0 and no e-mail/,
  ],
  [
    'the client_orderid left out of a status',
    'status',
    (f, l) => sha1(l + f['orderid'] + key()),
    /client_orderid is left out/,
  ],
]

describe('a wrong control', () => {
  it.each(mistakes)(
    '%s is refused, moves nothing and is explained',
    async (_sentence, operation, wrong, hint) => {
      const order = await make(sandbox, 'sale')
      await status(sandbox, order)
      const effects = sandbox.effects().length
      const fields: Fields = { ...order, ...(operation === 'return' ? { ...eur, ...comment } : {}) }
      const answer = await call(sandbox, operation, {
        ...fields,
        control: wrong(fields, sandbox.identity.login),
      })
      expect(answer.http).toBe(400)
      expect(answer.record['type']).toBe('validation-error')
      expect(answer.record['error-message']).toMatch(/^INVALID_CONTROL_CODE/)
      expect(sandbox.effects()).toHaveLength(effects)
      const logged = sandbox.requests().at(-1)
      expect(logged?.serial).toBe(answer.record['serial-number'])
      expect(logged?.signature?.isGood).toBe(false)
      expect(logged?.signature?.hint).toMatch(hint)
      expect(logged?.signature?.expectedPlain).toMatch(/<merchant_control_key>$/)
      expect(JSON.stringify(logged)).not.toContain(key())
    },
  )

  it('a value changed after signing is refused', async () => {
    const order = await make(sandbox, 'sale')
    await status(sandbox, order)
    const signed = { login: sandbox.identity.login, ...order, ...eur, ...comment }
    const right = control(sandbox, 'return', signed)
    for (const change of [{ amount: '20.99' }, { login: 'other' }] as Fields[]) {
      const answer = await call(sandbox, 'return', { ...signed, ...change, control: right })
      expect(answer.http).toBe(400)
    }
    expect((await call(sandbox, 'return', { ...signed, control: right })).http).toBe(200)
  })

  it('a request without control is refused by that name', async () => {
    const { baseUrl, identity } = sandbox
    const answer = await post(`${baseUrl}/api/v2/sale/${identity.endpointId}`, payment())
    expect(answer.record['error-message']).toMatch(/^MISSING_FIELD: control/)
  })

  it('a request to the group is signed with the id of the group', async () => {
    const { baseUrl, identity } = sandbox
    const url = `${baseUrl}/api/v2/sale/group/${identity.groupId}`
    const asGroup = { baseUrl, identity: { ...identity, endpointId: identity.groupId } }
    const fields = payment()
    const wrong = await post(url, { ...fields, control: control(sandbox, 'sale', fields) })
    expect(wrong.record['error-message']).toMatch(/^INVALID_CONTROL_CODE/)
    const right = await post(url, { ...fields, control: control(asGroup, 'sale', fields) })
    expect(right.http).toBe(200)
    expect(right.record['end-point-id']).toBe(identity.endpointId)
  })
})
