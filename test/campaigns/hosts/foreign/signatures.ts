// The foreign gateway's own checks of what a merchant signed, written from interface.md alone:
// control (SHA-1) and OAuth 1.0a with HMAC-SHA1 or RSA-SHA256.
import { createHash, createHmac, createVerify } from 'node:crypto'

export interface Merchant {
  login: string
  endpointId: string
  key: string
  publicKeyPem: string
}

export interface Signed {
  ask: { operation: string; fields: Readonly<Record<string, string>> }
  url: string
  authorization: string
}

const byOrder = ['login', 'client_orderid', 'orderid']
const formulas: Readonly<Record<string, readonly string[]>> = {
  status: byOrder,
  void: byOrder,
  'create-card-ref': byOrder,
  return: [...byOrder, 'cents', 'currency'],
  capture: [...byOrder, 'cents', 'currency'],
  'sale-form': ['endpoint', 'client_orderid', 'cents', 'email'],
  'get-card-info': ['login', 'cardrefid'],
}
const methods: Readonly<Record<string, string>> = {
  payout: 'HMAC-SHA1',
  'payout-check': 'RSA-SHA256',
  'payout-pay': 'RSA-SHA256',
}

export const isOperation = (name: string): boolean => name in formulas || name in methods

/** "10.5" is 1050n; null for what is no amount of two decimals. */
export function centsOf(text: string): bigint | null {
  const [, units, decimals = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return units === undefined ? null : BigInt(units + decimals.padEnd(2, '0'))
}

/** Why a request is refused, or null. */
export function faultOf(
  signed: Signed,
  merchant: Merchant,
  minorOf: (amount: string) => bigint | null,
  isUpper: boolean,
): string | null {
  const { operation, fields } = signed.ask
  const formula = formulas[operation]
  if (formula === undefined) return oauthFault(signed, merchant, methods[operation] ?? '')
  const values: Record<string, string> = {
    ...fields,
    endpoint: merchant.endpointId,
    cents: fields['amount'] === undefined ? '' : String(minorOf(fields['amount']) ?? ''),
  }
  if (formula.includes('login') && fields['login'] !== merchant.login) return 'Wrong login'
  const plain = formula.map((name) => values[name] ?? '').join('') + merchant.key
  const digest = createHash('sha1').update(plain, 'utf8').digest('hex')
  return fields['control'] === (isUpper ? digest.toUpperCase() : digest)
    ? null
    : 'Invalid control code'
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

function oauthFault(
  { url, ask: { fields }, authorization }: Signed,
  merchant: Merchant,
  method: string,
): string | null {
  const parts = Object.fromEntries(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      decodeURIComponent(value),
    ]),
  )
  const { oauth_signature: signature = '', realm: _realm, ...oauth } = parts
  if (!authorization.startsWith('OAuth ') || oauth['oauth_consumer_key'] !== merchant.login)
    return 'Wrong consumer'
  if (oauth['oauth_signature_method'] !== method) return 'Wrong signature method'
  const pairs = Object.entries({ ...fields, ...oauth })
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
  const base = `POST&${encoded(url)}&${encoded(pairs.join('&'))}`
  const isGood =
    method === 'HMAC-SHA1'
      ? createHmac('sha1', `${encoded(merchant.key)}&`)
          .update(base)
          .digest('base64') === signature
      : createVerify('RSA-SHA256').update(base).verify(merchant.publicKeyPem, signature, 'base64')
  return isGood ? null : 'Wrong signature'
}
