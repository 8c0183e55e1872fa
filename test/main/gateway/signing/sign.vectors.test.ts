import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { control, controlPlain } from '../../../../src/main/gateway/signing/control.ts'
import {
  authorizationHeader,
  baseString,
  type OAuthParameters,
  readPrivateKey,
  signHmacSha1,
  signRsaSha256,
} from '../../../../src/main/gateway/signing/oauth.ts'
import { authOf } from '#shared/gateway/auth-of.ts'
import { connectionSettings } from '../../../../src/shared/connections/connection.ts'
import type { Result } from '../../../../src/shared/fault.ts'
import { type OperationId, rowOf } from '../../../../src/shared/gateway/operations/index.ts'
import { readWireAmount } from '../../../../src/shared/money.ts'

interface Vectors {
  keys: Record<string, { pkcs8: string; pkcs1: string; spki: string }>
  oauth1: {
    method: string
    url: string
    merchantControlKey: string
    key: string | null
    body: [string, string][]
    oauth: OAuthParameters
    baseString: string
    signature: string
    headerSignature: string
  }[]
  control: {
    operation: OperationId
    fields: Record<string, string>
    merchantControlKey: string
    plain: string
    control: string
  }[]
}
const vectors = JSON.parse(
  readFileSync(new URL('../../../vectors/signing.json', import.meta.url), 'utf8'),
) as Vectors

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.fault.message)
  return result.value
}
const settings = connectionSettings.parse({})

describe('control checksums made with other people’s code', () => {
  it.each(vectors.control.map((entry, at) => [at, entry.operation, entry] as const))(
    'entry %i, %s, is the same byte for byte',
    (_at, operation, entry) => {
      const auth = authOf(rowOf(operation), operation, settings)
      if (auth.scheme !== 'control') throw new Error(`${operation} has no control`)
      const { login, endpointId, amount, currency } = entry.fields
      const plain = controlPlain(auth, {
        fields: { ...entry.fields, 'client-order-id': entry.fields['client_orderid']! },
        money: readWireAmount(amount!, currency!, 'iso-4217')!,
        login: login!,
        endpointId: endpointId!,
        secret: entry.merchantControlKey,
      })
      expect(plain).toEqual({ ok: true, value: entry.plain })
      expect(control(entry.plain, 'hex-lower')).toBe(entry.control)
    },
  )
})

describe('OAuth signatures made with other people’s code', () => {
  it.each(
    vectors.oauth1.map((entry, at) => [at, entry.oauth.oauth_signature_method, entry] as const),
  )('entry %i, %s, is the same byte for byte', async (_at, method, entry) => {
    const base = baseString(entry.method, entry.url, [
      ...entry.body,
      ...Object.entries(entry.oauth),
    ])
    expect(base).toEqual({ ok: true, value: entry.baseString })
    const signatures =
      method === 'HMAC-SHA1'
        ? [signHmacSha1(entry.baseString, entry.merchantControlKey)]
        : await Promise.all(
            (['pkcs8', 'pkcs1'] as const).map((form) =>
              signRsaSha256(
                entry.baseString,
                valueOf(readPrivateKey(vectors.keys[entry.key!]![form])),
              ),
            ),
          )
    for (const signature of signatures) {
      expect(signature).toBe(entry.signature)
      expect(authorizationHeader(entry.oauth, signature)).toContain(
        `oauth_signature="${entry.headerSignature}"`,
      )
    }
  })
})
