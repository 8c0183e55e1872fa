// How a request is signed, for people to read and to show to the gateway's support. Pure, and
// without a vault: it has no key to give away, so every secret, signature, nonce and time is a
// placeholder. It never signs and never sends.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { authOf } from '#shared/gateway/auth-of.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import type { FixedAuth } from '#shared/gateway/operations/parts/operation.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { rowOn, sentNamesOf } from '#shared/gateway/own-fields.ts'
import { type Money, readReportedAmount } from '#shared/money.ts'
import { controlPlain, formulaOf, maskedKey, sendsLogin } from './signing/control.ts'
import {
  authorizationHeader,
  baseString,
  oauthFormula,
  type OAuthParameters,
} from './signing/oauth.ts'
import { urlOf } from './signed-request.ts'

export interface SignatureText {
  scheme: FixedAuth['scheme']
  formula: string
  plain: string
  url: string
  headers: { name: string; value: string }[]
  fields: { name: string; value: string }[]
  curl: string
}

const formHeaders: [string, string][] = [
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Accept', 'application/vnd.pay+json'],
  ['User-Agent', 'Paydesk'],
]

/**
 * `fields` are request fields as they are sent, redacted or not, without login and control. Faults:
 * input, for an address that can't be used or a field that the formula needs.
 */
export function explain(
  id: OperationId,
  connection: Connection,
  fields: Readonly<Record<string, string>>,
): Result<SignatureText> {
  const url = urlOf(id, connection)
  if (!url.ok) return url
  const { fields: own } = connection.settings
  const row = rowOn(id, own)
  const sentAs = sentNamesOf(id, own)
  const auth = authOf(row, id, connection.settings)
  const withLogin = auth.scheme === 'control' ? sendsLogin(auth) : row.sends?.includes('@login')
  const kept = redact(fields)
  // As the client sends them: in the row's order, whatever order they were kept in.
  const shown = Object.keys(row.request.shape)
    .filter((name) => kept[name] !== undefined)
    .map((name): [string, string] => [name, kept[name]!])
  const named = shown.map(([name, value]): [string, string] => [sentAs.get(name) ?? name, value])
  const sent: [string, string][] =
    withLogin === true ? [['login', connection.login], ...named] : named
  return auth.scheme === 'control'
    ? explainControl(auth, connection, url.value, Object.fromEntries(shown), sent)
    : explainOAuth(auth.scheme, connection, url.value, sent)
}

function explainControl(
  auth: Extract<FixedAuth, { scheme: 'control' }>,
  { login, endpointId, settings }: Connection,
  url: string,
  fields: Readonly<Record<string, string>>,
  sent: [string, string][],
): Result<SignatureText> {
  const money = moneyOf(fields, settings)
  if (!money.ok) return money
  const values = { fields, money: money.value, login, endpointId, secret: maskedKey }
  const plain = controlPlain(auth, values)
  if (!plain.ok) return plain
  return ok(
    textOf({
      scheme: 'control',
      formula: formulaOf(auth),
      plain: plain.value,
      url,
      headers: formHeaders,
      fields: [...sent, ['control', '<CONTROL>']],
    }),
  )
}

function explainOAuth(
  scheme: 'hmac-sha1' | 'rsa-sha256',
  { login }: Connection,
  url: string,
  sent: [string, string][],
): Result<SignatureText> {
  const oauth: OAuthParameters = {
    oauth_consumer_key: login,
    oauth_nonce: 'NONCE',
    oauth_signature_method: scheme === 'rsa-sha256' ? 'RSA-SHA256' : 'HMAC-SHA1',
    oauth_timestamp: 'TIMESTAMP',
    oauth_version: '1.0',
  }
  const plain = baseString('POST', url, [...sent, ...Object.entries(oauth)])
  if (!plain.ok) return plain
  return ok(
    textOf({
      scheme,
      formula: oauthFormula[scheme],
      plain: plain.value,
      url,
      headers: [...formHeaders, ['Authorization', authorizationHeader(oauth, 'SIGNATURE')]],
      fields: sent,
    }),
  )
}

function moneyOf(
  { amount, currency }: Readonly<Record<string, string>>,
  settings: Connection['settings'],
): Result<Money | null> {
  if (amount === undefined) return ok(null)
  const money = readReportedAmount(amount, currency ?? '', settings)
  return money === undefined
    ? fail(inputFault('amount', say('gateway.amount-not-in-minor-units')))
    : ok(money)
}

function textOf(parts: {
  scheme: FixedAuth['scheme']
  formula: string
  plain: string
  url: string
  headers: readonly [string, string][]
  fields: readonly [string, string][]
}): SignatureText {
  const { scheme, formula, plain, url } = parts
  const named = (pairs: readonly [string, string][]) =>
    pairs.map(([name, value]) => ({ name, value }))
  const lines = [
    `curl --request POST ${quoted(url)}`,
    ...parts.headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...parts.fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ]
  return {
    scheme,
    formula,
    plain,
    url,
    headers: named(parts.headers),
    fields: named(parts.fields),
    curl: lines.join(' \\\n  '),
  }
}

/** For a POSIX shell: nothing inside is expanded. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
