import { createPublicKey, createVerify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { authOf } from '#shared/gateway/auth-of.ts'
import { control } from '../../../../src/main/gateway/signing/control.ts'
import { createSigner, createStamps } from '../../../../src/main/gateway/signing/sign.ts'
import type { SignInput } from '../../../../src/main/gateway/signing/sign-types.ts'
import { connectionSettings } from '../../../../src/shared/connections/connection.ts'
import { fail, ok, type Result } from '../../../../src/shared/fault.ts'
import { type OperationId, rowOf } from '../../../../src/shared/gateway/operations/index.ts'
import { parseRequest } from '../../../../src/shared/gateway/request.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../../vectors/signing.json', import.meta.url), 'utf8'),
) as { keys: Record<string, { pkcs8: string; pkcs1: string; spki: string }> }

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.fault.message)
  return result.value
}
const settings = connectionSettings.parse({})

const secrets: Record<string, string> = {
  'connection/c1/merchant_control_key': 'CONTROL-KEY',
  'connection/c1/private_key': vectors.keys['rsa2048']!.pkcs8,
}

function signerWith(changes: Partial<Parameters<typeof createSigner>[0]> = {}) {
  const reads: string[] = []
  let count = 0
  const signer = createSigner({
    vault: {
      read: async (slot) => {
        reads.push(slot)
        return ok(secrets[slot]!)
      },
    },
    clock: () => 1_669_966_913_000,
    nonce: () => `nonce${(count += 1)}`,
    connectionId: 'c1',
    ...changes,
  })
  return { signer, reads }
}

function inputOf(id: OperationId, request: Record<string, string>): SignInput {
  const row = rowOf(id)
  const { fields, money } = valueOf(parseRequest(id, request, settings.digitsRule))
  return {
    row,
    auth: authOf(row, id, settings),
    method: 'POST',
    url: `https://gate.example.test/paynet${row.path}/1144`,
    fields,
    money,
    connection: { login: 'merchantlogin', endpointId: '1144', settings },
  }
}
const refund = { client_orderid: 'a', orderid: '7', comment: 'wish' }
const payoutRequest = {
  client_orderid: 'PO-1',
  amount: '10.5',
  currency: 'EUR',
  order_desc: 'Gift',
  ipaddress: '203.0.113.7',
  credit_card_number: '4111111111111111',
}

describe('the signer', () => {
  it('sends login first and control last, and signs the amount it sends', async () => {
    const { signer, reads } = signerWith()
    const input = inputOf('return', { ...refund, amount: '0.1', currency: 'EUR' })
    const { fields, headers, explanation } = valueOf(await signer.sign(input))
    expect(fields).toEqual([
      ['login', 'merchantlogin'],
      ['client_orderid', 'a'],
      ['orderid', '7'],
      ['amount', '0.10'],
      ['currency', 'EUR'],
      ['comment', 'wish'],
      ['control', control('merchantlogina710EURCONTROL-KEY', 'hex-lower')],
    ])
    expect(headers).toEqual({})
    expect(explanation).toEqual({
      scheme: 'control',
      formula:
        'SHA-1 of login, client_orderid, orderid, amount in minor units if sent, currency if sent, merchant_control_key',
      plainMasked: 'merchantlogina710EUR<MERCHANT_CONTROL_KEY>',
    })
    expect(reads).toEqual(['connection/c1/merchant_control_key'])
  })

  it('does not send the endpoint id as a field', async () => {
    const input = inputOf('account-verification-form', {
      client_orderid: 'a',
      order_desc: 'x',
      email: 'x@y.test',
      ipaddress: '203.0.113.7',
    })
    const { fields } = valueOf(await signerWith().signer.sign(input))
    expect(fields.map(([name]) => name)).toEqual([
      'client_orderid',
      'order_desc',
      'email',
      'ipaddress',
      'control',
    ])
  })

  it('keeps OAuth parameters out of the body and reads only the key the method needs', async () => {
    const hmac = signerWith()
    const signed = valueOf(await hmac.signer.sign(inputOf('payout', payoutRequest)))
    expect(signed.fields.map(([name]) => name)).toEqual(Object.keys(payoutRequest))
    expect(hmac.reads).toEqual(['connection/c1/merchant_control_key'])
    const rsa = signerWith()
    await rsa.signer.sign(inputOf('payout-check', payoutRequest))
    expect(rsa.reads).toEqual(['connection/c1/private_key'])
  })

  it('makes an RSA signature that the public key verifies', async () => {
    const { signer } = signerWith()
    const request = { client_orderid: 'a', orderid: '7' }
    const { headers, explanation } = valueOf(await signer.sign(inputOf('payout-pay', request)))
    const signature = /oauth_signature="([^"]+)"/.exec(headers['Authorization']!)![1]!
    const verify = createVerify('sha256').update(explanation.plainMasked)
    const key = createPublicKey(vectors.keys['rsa2048']!.spki)
    expect(verify.verify(key, decodeURIComponent(signature), 'base64')).toBe(true)
  })

  it('explains an OAuth signature without card data or key', async () => {
    const { explanation } = valueOf(
      await signerWith().signer.sign(inputOf('payout', payoutRequest)),
    )
    expect(explanation.plainMasked).toContain('credit_card_number')
    expect(JSON.stringify(explanation)).not.toContain('4111111111111111')
    expect(JSON.stringify(explanation)).not.toContain('CONTROL-KEY')
  })

  it('passes a vault fault on and signs nothing', async () => {
    const locked = fail({ kind: 'vault', sent: 'no', reason: 'locked', message: 'Unlock it.' })
    const { signer } = signerWith({ vault: { read: async () => locked } })
    expect(await signer.sign(inputOf('void', { client_orderid: 'a', orderid: '7' }))).toEqual(
      locked,
    )
    expect(await signer.sign(inputOf('payout', payoutRequest))).toEqual(locked)
  })

  it('refuses a private key that is too short', async () => {
    const { signer } = signerWith({ vault: { read: async () => ok('no key') } })
    expect(await signer.sign(inputOf('payout-check', payoutRequest))).toMatchObject({
      ok: false,
      fault: { kind: 'vault', reason: 'refused' },
    })
  })

  it('uses a replaced private key at once', async () => {
    let pem = vectors.keys['rsa2048']!.pkcs8
    const { signer } = signerWith({
      vault: { read: async () => ok(pem) },
      nonce: (() => {
        let count = 0
        return () => `n${(count += 1)}`
      })(),
    })
    const lengthOf = async () => {
      const { headers } = valueOf(await signer.sign(inputOf('payout-check', payoutRequest)))
      const text = decodeURIComponent(
        /oauth_signature="([^"]+)"/.exec(headers['Authorization']!)![1]!,
      )
      return Buffer.from(text, 'base64').length
    }
    expect(await lengthOf()).toBe(256)
    pem = vectors.keys['rsa4096']!.pkcs1
    expect(await lengthOf()).toBe(512)
  })

  it('treats an amount to sign that is not the amount to send as a bug', async () => {
    const { signer } = signerWith()
    const input = inputOf('return', { ...refund, amount: '1.00', currency: 'EUR' })
    const wrong = { ...input, fields: { ...input.fields, amount: '10.00' } }
    await expect(signer.sign(wrong)).rejects.toThrow(
      'The amount to sign is not the amount to send.',
    )
    await expect(signer.sign({ ...input, money: null })).rejects.toThrow('amount')
    const other = { ...input, fields: { ...input.fields, currency: 'USD' } }
    await expect(signer.sign(other)).rejects.toThrow('currency')
  })

  it('treats a request that brings its own control or login as a bug', async () => {
    const { signer } = signerWith()
    const input = inputOf('void', { client_orderid: 'a', orderid: '7' })
    for (const name of ['control', 'login'])
      await expect(
        signer.sign({ ...input, fields: { ...input.fields, [name]: 'x' } }),
      ).rejects.toThrow(name)
  })

  it('refuses a lone surrogate and names its field', async () => {
    const input = inputOf('void', { client_orderid: 'a', orderid: '7' })
    const broken = { ...input, fields: { ...input.fields, comment: '\udc00' } }
    expect(await signerWith().signer.sign(broken)).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'comment' },
    })
  })
})

describe('nonces and timestamps', () => {
  it('never decrease when the clock goes back, and are whole seconds', () => {
    const times = [5_999, 7_001, 3_000, 7_999, 8_000]
    let count = 0
    const next = createStamps(
      () => times[count - 1]!,
      () => `n${(count += 1)}`,
    )
    expect(times.map(() => next().timestamp)).toEqual(['5', '7', '7', '7', '8'])
  })

  it('ask for another nonce when one comes again', () => {
    const nonces = ['a', 'a', 'b']
    const next = createStamps(
      () => 1000,
      () => nonces.shift()!,
    )
    expect([next().nonce, next().nonce]).toEqual(['a', 'b'])
  })

  it('stop when the generator is stuck', () => {
    const next = createStamps(
      () => 1000,
      () => 'a',
    )
    next()
    expect(next).toThrow('repeats itself')
  })
})

describe('the scheme of a row on a connection', () => {
  it('is the row’s default where the connection says nothing', () => {
    expect(authOf(rowOf('payout-form'), 'payout-form', settings)).toEqual({ scheme: 'hmac-sha1' })
    expect(authOf(rowOf('payout-pay'), 'payout-pay', settings)).toEqual({ scheme: 'rsa-sha256' })
  })

  it('is what the connection says where the interface shows none', () => {
    const schemes = { 'payout-form': 'rsa-sha256' } as const
    expect(authOf(rowOf('payout-form'), 'payout-form', { schemes })).toEqual({
      scheme: 'rsa-sha256',
    })
  })

  it('stays the interface’s where it shows one, whatever the connection says', () => {
    const schemes = { return: 'hmac-sha1', payout: 'control' } as const
    expect(authOf(rowOf('return'), 'return', { schemes }).scheme).toBe('control')
    expect(authOf(rowOf('payout'), 'payout', { schemes })).toEqual({ scheme: 'hmac-sha1' })
  })

  it('stays the default when the connection picks one the row does not offer', () => {
    const schemes = { 'payout-form': 'control' } as const
    expect(authOf(rowOf('payout-form'), 'payout-form', { schemes })).toEqual({
      scheme: 'hmac-sha1',
    })
  })
})
