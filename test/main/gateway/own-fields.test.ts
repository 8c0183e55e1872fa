// A connection's rules about fields, from the request to the bytes that would leave.
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rulesIn } from '#shared/connections/field-rules.ts'
import { connectionRecord, type Connection } from '#shared/connections/connection.ts'
import { ok } from '#shared/fault.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { createClient, type SignedRequest } from '../../../src/main/gateway/client.ts'
import { createSigner } from '../../../src/main/gateway/signing/sign.ts'
import { explain } from '../../../src/main/gateway/explain.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { freeTurns } from '../../fakes/turns.ts'

const { keys } = JSON.parse(
  readFileSync(new URL('../../vectors/signing.json', import.meta.url), 'utf8'),
) as { keys: { rsa2048: { pkcs8: string } } }

const connectionWith = (lines: string): Connection => {
  const read = rulesIn(lines)
  if ('fault' in read) throw new Error(read.fault)
  return connectionRecord.parse({
    ...{ id: 'c1', name: 'Shop', environment: 'test', isEmbedded: false, login: 'shop' },
    ...{ baseUrl: 'https://gate.example.test/paynet', endpointId: '1144' },
    settings: { fields: read.rules },
  })
}
const client = createClient({
  signer: createSigner({
    vault: {
      read: async (slot) => ok(slot.endsWith('private_key') ? keys.rsa2048.pkcs8 : 'CONTROL-KEY'),
    },
    clock: () => 1_669_966_913_000,
    nonce: () => `n${Math.random()}`,
    connectionId: 'c1',
  }),
  takeTurn: freeTurns,
  transport: () => Promise.reject(new Error('nothing is sent here')),
  clock: () => 0,
  sleep: () => Promise.resolve(),
  random: () => 0,
  readCaFile: () => Promise.reject(new Error('none')),
  proxyFor: () => ok(null),
  stopOAuth: () => null,
  onAnswer: () => undefined,
  report: () => undefined,
})
async function built(
  id: OperationId,
  lines: string,
  request: Record<string, string>,
): Promise<{ signed: SignedRequest; sent: URLSearchParams }> {
  const connection = connectionWith(lines)
  const { digitsRule, fields } = connection.settings
  const parsed = parseRequest(id, request, digitsRule, fields)
  if (!parsed.ok) throw new Error(parsed.fault.message)
  const signed = await client.build(id, connection, request, parsed.value.money)
  if (!signed.ok) throw new Error(signed.fault.message)
  return { signed: signed.value, sent: new URLSearchParams(signed.value.body.toString()) }
}

const sale = {
  ...{ client_orderid: 'inv-1', order_desc: 'Lamp', amount: '10.00', currency: 'EUR' },
  ...{ email: 'z@example.org', ipaddress: '203.0.113.7', card_printed_name: 'ZOE' },
  ...{ credit_card_number: '4111111111111111', expire_month: '12', expire_year: '2031' },
  cvv2: '123',
}
const subscription = {
  ...{ 'client-orderid': 'sub-1', order_desc: 'Box', amount: '10.00', currency: 'EUR' },
  ...{ period: 'monthly', interval: '1', type: 'auto', email: 'z@example.org' },
  ...{ 'customer-ip': '203.0.113.7', credit_card_number: '4111111111111111' },
  ...{ card_printed_name: 'ZOE', expire_month: '12', expire_year: '2031' },
}
const hyphens = [
  'create-recurring-payment credit_card_number as credit-card-number',
  'create-recurring-payment card_printed_name as pan-name',
  'create-recurring-payment expire_month as expire-month',
  'create-recurring-payment expire_year as expire-year',
  'create-recurring-payment rp_card_type added required',
].join('\n')

describe('a connection’s own fields', () => {
  it('are sent under the names it gives them, added ones beside', async () => {
    const { sent } = await built('create-recurring-payment', hyphens, {
      ...subscription,
      rp_card_type: 'debit',
    })
    expect(sent.get('credit-card-number')).toBe('4111111111111111')
    expect(sent.get('rp_card_type')).toBe('debit')
    expect(sent.has('credit_card_number')).toBe(false)
  })

  it('never show a card, under whatever name it is sent', async () => {
    const { signed } = await built('create-recurring-payment', hyphens, {
      ...subscription,
      rp_card_type: 'debit',
    })
    const { body: _body, ...shown } = signed
    expect(JSON.stringify(shown)).not.toMatch(/4111111111111111|ZOE/)
    expect(signed.fieldsRedacted).toContainEqual({
      name: 'credit-card-number',
      value: '•••• 1111',
    })
    expect(signed.fieldsRedacted).toContainEqual({ name: 'pan-name', value: '•••' })
  })

  it('have a digest that no plain hash of the card gives, under whatever name', async () => {
    const { signed, sent } = await built('create-recurring-payment', hyphens, {
      ...subscription,
      rp_card_type: 'debit',
    })
    const sorted = [...sent].sort(([a], [b]) => (a < b ? -1 : 1))
    const plain = createHash('sha256')
      .update(JSON.stringify([signed.id, signed.url, 'shop', sorted]))
      .digest('hex')
    expect(signed.digest).not.toBe(plain)
    const other = await built('create-recurring-payment', hyphens, {
      ...{ ...subscription, credit_card_number: '5555555555554444' },
      rp_card_type: 'debit',
    })
    expect(other.signed.digest).not.toBe(signed.digest)
  })

  it('that are demanded are asked for by name', () => {
    const rules = connectionWith('sale phone required').settings.fields
    expect(parseRequest('sale', sale, 'iso-4217', rules)).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'phone' },
    })
    expect(parseRequest('sale', { ...sale, phone: '+372 5550123' }, 'iso-4217', rules).ok).toBe(
      true,
    )
  })

  it('go along where they are left empty, and give way to what was typed', async () => {
    const lines = 'sale redirect_url required = https://shop.example/back'
    expect((await built('sale', lines, sale)).sent.get('redirect_url')).toBe(
      'https://shop.example/back',
    )
    const typed = { ...sale, redirect_url: 'https://shop.example/other' }
    expect((await built('sale', lines, typed)).sent.get('redirect_url')).toBe(typed.redirect_url)
  })

  it('go along with a return, whose screen knows nothing of them', async () => {
    const refund = { client_orderid: 'inv-1', orderid: '7', comment: 'broken' }
    const { sent } = await built('return', 'return purpose added required = refund', refund)
    expect(sent.get('purpose')).toBe('refund')
  })

  it('stand in the control checksum where they are signed, before the key', async () => {
    const { sent, signed } = await built('sale', 'sale site_id added signed = 77', sale)
    const plain = '1144inv-11000z@example.org77CONTROL-KEY'
    expect(sent.get('control')).toBe(createHash('sha1').update(plain).digest('hex'))
    expect(signed.explanation.formula).toContain('site_id')
    const unsigned = await built('sale', 'sale site_id added = 77', sale)
    expect(unsigned.sent.get('control')).not.toBe(sent.get('control'))
  })

  it('keep the value of a renamed field in the formula', async () => {
    const { sent } = await built('sale', 'sale email as customer_email', sale)
    const plain = '1144inv-11000z@example.orgCONTROL-KEY'
    expect(sent.get('customer_email')).toBe('z@example.org')
    expect(sent.get('control')).toBe(createHash('sha1').update(plain).digest('hex'))
  })

  it('are explained as they are sent', () => {
    const connection = connectionWith('sale email as customer_email\nsale site_id added = 77')
    const { credit_card_number: _number, ...shown } = sale
    const text = explain('sale', connection, { ...shown, site_id: '77' })
    expect(text.ok && text.value.curl).toMatch(/customer_email=z@example\.org/)
    expect(text.ok && text.value.curl).toMatch(/site_id=77/)
  })
})
