import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { authOf } from '#shared/gateway/auth-of.ts'
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import { ok } from '#shared/fault.ts'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { parseRequest } from '#shared/gateway/request.ts'
import { explain } from '../../../../src/main/gateway/explain.ts'
import { urlOf } from '../../../../src/main/gateway/signed-request.ts'
import { createSigner } from '../../../../src/main/gateway/signing/sign.ts'

const folder = new URL('../../../vectors/operations/', import.meta.url)
const vectors = readdirSync(folder).map((name) => ({
  id: name.replace('.json', '') as OperationId,
  ...(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
    request: Record<string, string>
  }),
}))
const { keys } = JSON.parse(
  readFileSync(new URL('../../../vectors/signing.json', import.meta.url), 'utf8'),
) as { keys: Record<string, { pkcs8: string }> }

const canary = 'CANARY-CONTROL-KEY-4711'
const connection: Connection = connectionRecord.parse({
  id: 'c1',
  name: 'Test',
  environment: 'test',
  isEmbedded: false,
  baseUrl: 'https://gate.example/paynet',
  endpointId: '1144',
  login: 'merchant',
  settings: {},
})
const fieldsOf = (id: OperationId, request: Record<string, string>) => {
  const parsed = parseRequest(id, request, 'iso-4217')
  if (!parsed.ok) throw new Error(`${id}: ${JSON.stringify(parsed.fault)}`)
  return parsed.value
}
const explained = (id: OperationId, fields: Readonly<Record<string, string>>, on = connection) => {
  const text = explain(id, on, fields)
  if (!text.ok) throw new Error(JSON.stringify(text.fault))
  return text.value
}
const named = (id: OperationId) => vectors.find((vector) => vector.id === id)!

it('every operation has a vector to be explained by', () => {
  expect(vectors.map(({ id }) => id).sort()).toEqual([...operationIds].sort())
})

describe('an explanation', () => {
  it.each(vectors.map(({ id, request }) => [id, request] as const))(
    'is what the signer really digests, secrets aside: %s',
    async (id, request) => {
      const { fields, money } = fieldsOf(id, request)
      const url = urlOf(id, connection)
      if (!url.ok) throw new Error('no address')
      const signer = createSigner({
        vault: {
          read: (slot) =>
            Promise.resolve(ok(slot.endsWith('private_key') ? keys['rsa2048']!.pkcs8 : canary)),
        },
        clock: () => 1_700_000_000_000,
        nonce: () => 'abcdef0123456789',
        connectionId: 'c1',
      })
      const row = rowOf(id)
      const auth = authOf(row, id, connection.settings)
      const signed = await signer.sign({
        row,
        auth,
        method: 'POST',
        url: url.value,
        fields,
        money,
        connection,
      })
      if (!signed.ok) throw new Error(JSON.stringify(signed.fault))
      const text = explained(id, fields)
      const { explanation } = signed.value
      expect(text.scheme).toBe(explanation.scheme)
      expect(text.formula).toBe(explanation.formula)
      // The base string has the stamp inside; everything else is the same text.
      expect(text.plain).toBe(
        explanation.plainMasked
          .replace('abcdef0123456789', 'NONCE')
          .replace('1700000000', 'TIMESTAMP'),
      )
      expect(text.fields.map(({ name }) => name)).toEqual(signed.value.fields.map(([name]) => name))
      expect(JSON.stringify(text)).not.toContain(canary)
      expect(text.curl).not.toContain(
        signed.value.fields.find(([name]) => name === 'control')?.[1] ?? canary,
      )
    },
  )

  it('shows no card data, also of a draft that holds it', () => {
    const { fields } = fieldsOf('sale', named('sale').request)
    const text = JSON.stringify(explained('sale', fields))
    expect(fields['credit_card_number']).toMatch(/^\d{16}$/)
    expect(text).not.toContain(fields['credit_card_number'])
    expect(text).toContain(`•••• ${fields['credit_card_number']!.slice(-4)}`)
  })

  it('is the same for fields that were kept redacted and in another order', () => {
    const { fields } = fieldsOf('return', named('return').request)
    const kept = Object.fromEntries(Object.entries(fields).reverse())
    expect(explained('return', kept)).toEqual(explained('return', fields))
  })

  it('gives a command whose words a shell reads exactly as they are meant', () => {
    const { fields } = fieldsOf('return', {
      ...named('return').request,
      comment: `it's $(touch x) "now" \\ \`id\``,
    })
    const { curl } = explained('return', fields)
    const text = execFileSync('sh', [
      '-c',
      `printf '%s\\n' ${curl.slice('curl '.length)}`,
    ]).toString()
    expect(text).toContain(`comment=it's $(touch x) "now" \\ \`id\`\n`)
    expect(text).toContain('control=<CONTROL>\n')
  })

  it('uses the connection’s own scheme, path and digits', () => {
    const { fields } = fieldsOf('payout-form', named('payout-form').request)
    const on: Connection = {
      ...connection,
      settings: {
        ...connection.settings,
        schemes: { 'payout-form': 'rsa-sha256' },
        paths: { 'payout-form': '/own/path' },
      },
    }
    expect(explained('payout-form', fields).scheme).toBe('hmac-sha1')
    const text = explained('payout-form', fields, on)
    expect(text.scheme).toBe('rsa-sha256')
    expect(text.url).toBe('https://gate.example/paynet/own/path/1144')
    expect(text.headers.find(({ name }) => name === 'Authorization')?.value).toBe(
      'OAuth oauth_consumer_key="merchant", oauth_nonce="NONCE", oauth_signature="SIGNATURE", oauth_signature_method="RSA-SHA256", oauth_timestamp="TIMESTAMP", oauth_version="1.0"',
    )
  })

  it('is a fault, not a guess, when the formula lacks a field or the amount is not exact', () => {
    expect(explain('void', connection, { orderid: '1' })).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'client_orderid' },
    })
    expect(
      explain('return', connection, {
        client_orderid: 'a',
        orderid: '1',
        amount: '1.005',
        currency: 'EUR',
      }),
    ).toMatchObject({ ok: false, fault: { field: 'amount' } })
  })
})
