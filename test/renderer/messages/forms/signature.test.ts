// What was digested, taken apart for reading: against the gateway's own explanation of every
// operation.
import { describe, expect, it } from 'vitest'
import {
  draftFaultsOf,
  examplesFor,
  fieldsOf,
} from '../../../../src/renderer/features/inspector/signature-draft.ts'
import {
  baseStringOf,
  segmentsOf,
  signedParts,
} from '../../../../src/renderer/messages/forms/signature.ts'
import { explain } from '../../../../src/main/gateway/explain.ts'
import type { SignatureExplanation } from '../../../../src/shared/bridge/connections.ts'
import {
  connectionSettings,
  type Connection,
} from '../../../../src/shared/connections/connection.ts'
import { cardFields } from '../../../../src/shared/gateway/operations/parts/fields.ts'
import type { OperationId } from '../../../../src/shared/gateway/operations/index.ts'
import { operationIds } from '../../../../src/shared/gateway/operations/index.ts'

const connection: Connection = {
  id: 'c1',
  name: 'Shop',
  environment: 'test',
  isEmbedded: false,
  baseUrl: 'https://gate.example/paynet',
  endpointId: '1144',
  login: 'shop+1 (a.b)',
  settings: connectionSettings.parse({}),
}

function explained(id: OperationId, request: Record<string, string>): SignatureExplanation {
  const result = explain(id, connection, request)
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return { operation: id, connectionName: connection.name, ...result.value }
}

const all = operationIds.map((id) => ({ id, text: explained(id, examplesFor(fieldsOf(id))) }))
const byControl = all.filter(({ text }) => text.scheme === 'control')
const byOAuth = all.filter(({ text }) => text.scheme !== 'control')

describe('fields of a draft', () => {
  it.each(operationIds)('%s: its examples are taken by its own rules', (id) => {
    const examples = examplesFor(fieldsOf(id))
    expect(Object.keys(examples).length).toBeGreaterThan(0)
    expect(draftFaultsOf(id, examples)).toEqual({})
  })

  it('names every field that is missing at once, in the row’s own sentences', () => {
    expect(draftFaultsOf('return', { orderid: ' ' })).toEqual({
      client_orderid: 'Enter the merchant order ID.',
      orderid: 'Enter the order ID the gateway gave.',
      comment: 'Enter a reason; the gateway stores it.',
    })
  })

  it('asks for no card data, offers choices and puts what must be there first', () => {
    const fields = fieldsOf('create-recurring-payment')
    expect(fields.filter((field) => cardFields.has(field.name))).toEqual([])
    expect(fields.find((field) => field.name === 'period')?.choices).toEqual([
      'daily',
      'weekly',
      'monthly',
    ])
    const firstOptional = fields.findIndex((field) => !field.isRequired)
    expect(fields.slice(firstOptional).every((field) => !field.isRequired)).toBe(true)
  })
})

describe('parts of a control concatenation', () => {
  it('is tried on many operations', () => {
    expect(byControl.length).toBeGreaterThan(10)
    expect(byOAuth.length).toBeGreaterThan(5)
  })

  it.each(byControl)('$id: the parts add up to what is digested', ({ text }) => {
    const segments = segmentsOf(text)
    expect(segments?.map((segment) => segment.text).join('')).toBe(text.plain)
    expect(segments?.at(-1)).toEqual({ name: 'key', text: '<MERCHANT_CONTROL_KEY>', kind: 'key' })
  })

  it('names each part, and says of what was not sent that it is empty', () => {
    const request = { client_orderid: 'a-1', orderid: '77', comment: 'x' }
    expect(segmentsOf(explained('return', request))).toEqual([
      { name: 'login', text: connection.login, kind: 'connection' },
      { name: 'client_orderid', text: 'a-1', kind: 'field' },
      { name: 'orderid', text: '77', kind: 'field' },
      { name: 'amount in minor units', text: '', kind: 'field' },
      { name: 'currency', text: '', kind: 'field' },
      { name: 'key', text: '<MERCHANT_CONTROL_KEY>', kind: 'key' },
    ])
    const partly = explained('return', { ...request, amount: '12.50', currency: 'EUR' })
    expect(segmentsOf(partly)?.[3]?.text).toBe('1250')
  })

  it('says nothing when the parts do not add up', () => {
    const text = explained('return', { client_orderid: 'a-1', orderid: '77', comment: 'x' })
    expect(segmentsOf({ ...text, plain: `${text.plain}!` })).toBeNull()
    expect(segmentsOf({ ...text, operation: 'no-such-operation' })).toBeNull()
  })
})

describe('an OAuth base string', () => {
  it.each(byOAuth)('$id: method, address and every field, decoded', ({ text }) => {
    const base = baseStringOf(text)
    expect(base?.method).toBe('POST')
    expect(base?.address).toBe(text.url)
    for (const field of text.fields) expect(base?.parameters).toContainEqual(field)
    expect(base?.parameters).toContainEqual({
      name: 'oauth_consumer_key',
      value: connection.login,
    })
  })

  it('says nothing of what is none, and keeps what is not encoded as it is', () => {
    const text = byOAuth[0]!.text
    expect(baseStringOf({ ...text, plain: 'POST&only' })).toBeNull()
    expect(baseStringOf({ ...text, plain: 'POST&100%&a%3D1' })?.address).toBe('100%')
    expect(segmentsOf(text)).toBeNull()
  })
})

describe('the parts of a request that is still typed', () => {
  it.each(byControl)('$id: joined, they are what is digested', ({ id, text }) => {
    const { scheme, parts } = signedParts(id, connection, examplesFor(fieldsOf(id)))
    expect(scheme).toBe('control')
    expect(parts.at(-1)).toMatchObject({ kind: 'key', text: '' })
    expect(`${parts.map((part) => part.text).join('')}<MERCHANT_CONTROL_KEY>`).toBe(text.plain)
  })

  it.each(byOAuth)('$id: method and address are those of the base string', ({ id, text }) => {
    const { scheme, parts } = signedParts(id, connection, examplesFor(fieldsOf(id)))
    const { method, address } = baseStringOf(text)!
    expect(scheme).toBe(text.scheme)
    expect(parts.map((part) => part.text)).toEqual([method, address, ''])
  })

  it('have no text before it is typed, and no amount that can’t be read', () => {
    const textOf = (typed: Record<string, string>): string[] =>
      signedParts('return', connection, typed).parts.map(({ text }) => text)
    expect(textOf({})).toEqual([connection.login, '', '', '', '', ''])
    expect(textOf({ amount: '1.2.3', currency: 'EUR' })[3]).toBe('')
    expect(textOf({ amount: '12.50', currency: 'EUR' })[3]).toBe('1250')
    expect(signedParts('return', connection, {}).parts.map(({ mayBeEmpty }) => mayBeEmpty)).toEqual(
      [false, false, false, true, true, false],
    )
  })
})
