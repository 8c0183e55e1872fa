// Signs JSON lines from standard input with the product's own signer, so that anyone can compare it
// with another implementation: one line in, one line out, in order. Lines are shaped like the
// entries of test/vectors/signing.json. It sends nothing.
import { formatMessage } from '#wording/format-messages.ts'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { ControlAuth } from '#shared/gateway/operations/parts/operation.ts'
import { isOperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { brokenRule } from '#shared/gateway/request.ts'
import { digitsOf, type Money, readWireAmount } from '#shared/money.ts'
import { control, controlPlain } from '../src/main/gateway/signing/control.ts'
import {
  authorizationHeader,
  baseString,
  readPrivateKey,
  signHmacSha1,
  signRsaSha256,
} from '../src/main/gateway/signing/oauth.ts'
import { authOf } from '#shared/gateway/auth-of.ts'

const text = z.string({ error: 'must be text' })

const controlLine = z.object({
  operation: text,
  fields: z.record(z.string(), text, { error: 'must be an object' }),
  merchantControlKey: text.min(1, 'must not be empty'),
  controlEncoding: z.enum(['hex-lower', 'hex-upper', 'base64']).default('hex-lower'),
  digitsRule: z.enum(['iso-4217', 'always-2']).default('iso-4217'),
})

const oauthLine = z.object({
  method: z.literal('POST', { error: 'must be POST' }).default('POST'),
  url: text,
  login: text.optional(),
  merchantControlKey: text.optional(),
  privateKey: text.optional(),
  body: z.array(z.tuple([text, text]), { error: 'must be a list of [name, value]' }),
  oauth: z.object(
    {
      oauth_consumer_key: text.optional(),
      oauth_nonce: text.min(1, 'must not be empty'),
      oauth_signature_method: z.enum(['HMAC-SHA1', 'RSA-SHA256'], {
        error: 'must be HMAC-SHA1 or RSA-SHA256',
      }),
      oauth_timestamp: text.regex(/^\d+$/, 'must be whole seconds'),
      oauth_version: z.literal('1.0', { error: 'must be 1.0' }).default('1.0'),
    },
    { error: 'must be an object' },
  ),
})

type Signature =
  | { plain: string; control: string }
  | { baseString: string; signature: string; authorization: string }

async function signLine(line: string): Promise<Result<Signature>> {
  const json = parseJson(line)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return fail(inputFault('line', 'must be a JSON object'))
  if ('operation' in json) {
    const entry = read(controlLine, json)
    return entry.ok ? signControlLine(entry.value) : entry
  }
  const entry = read(oauthLine, json)
  return entry.ok ? signOAuthLine(entry.value) : entry
}

/** The runtime's own message would quote the line, and a line holds keys. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function read<T extends z.ZodType>(schema: T, json: unknown): Result<z.output<T>> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]!
  const names = issue.path.filter((step) => typeof step === 'string')
  return fail(inputFault(names.at(-1) ?? 'line', issue.message))
}

function signControlLine(entry: z.output<typeof controlLine>): Result<Signature> {
  if (!isOperationId(entry.operation))
    return fail(inputFault('operation', 'is not an operation of the table'))
  const row = rowOf(entry.operation)
  const auth = authOf(row, entry.operation, { schemes: {} })
  if (auth.scheme !== 'control')
    return fail(inputFault('operation', `is signed with ${auth.scheme}, not with a control`))
  const fields = { ...entry.fields }
  // The uploads spell the merchant's order id their own way; vectors may use either spelling.
  if (fields['client_orderid'] !== undefined) fields['client-order-id'] ??= fields['client_orderid']
  const money = moneyOf(auth, fields, entry.digitsRule)
  if (!money.ok) return money
  const broken = brokenRule(row, fields)
  if (broken !== null) return fail(inputFault(broken.field, broken.message))
  for (const name of ['login', 'endpointId'] as const)
    if (fields[name] === undefined && auth.parts.includes(`@${name}`))
      return fail(inputFault(name, `The control formula needs ${name}.`))
  const plain = controlPlain(auth, {
    fields,
    money: money.value,
    login: fields['login'] ?? '',
    endpointId: fields['endpointId'] ?? '',
    secret: entry.merchantControlKey,
  })
  if (!plain.ok) return plain
  return ok({ plain: plain.value, control: control(plain.value, entry.controlEncoding) })
}

function moneyOf(
  auth: ControlAuth,
  fields: Readonly<Record<string, string>>,
  rule: 'iso-4217' | 'always-2',
): Result<Money | null> {
  const { amount, currency = '' } = fields
  if (amount === undefined || !auth.parts.some((part) => part.includes(':minor'))) return ok(null)
  if (digitsOf(currency, rule) === undefined)
    return fail(inputFault('currency', 'must be a three-letter ISO 4217 code'))
  const money = readWireAmount(amount, currency, rule)
  return money === undefined
    ? fail(inputFault('amount', 'must be digits with at most one dot, exact in the currency'))
    : ok(money)
}

async function signOAuthLine(entry: z.output<typeof oauthLine>): Promise<Result<Signature>> {
  const consumerKey = entry.oauth.oauth_consumer_key ?? entry.login
  if (consumerKey === undefined) return fail(inputFault('login', 'must be text'))
  const oauth = { ...entry.oauth, oauth_consumer_key: consumerKey }
  const base = baseString(entry.method, entry.url, [...entry.body, ...Object.entries(oauth)])
  if (!base.ok) return base
  const signature = await signatureOf(entry, base.value)
  if (!signature.ok) return signature
  return ok({
    baseString: base.value,
    signature: signature.value,
    authorization: authorizationHeader(oauth, signature.value),
  })
}

async function signatureOf(
  entry: z.output<typeof oauthLine>,
  base: string,
): Promise<Result<string>> {
  if (entry.oauth.oauth_signature_method === 'HMAC-SHA1')
    return entry.merchantControlKey === undefined
      ? fail(inputFault('merchantControlKey', 'is needed for HMAC-SHA1'))
      : ok(signHmacSha1(base, entry.merchantControlKey))
  if (entry.privateKey === undefined)
    return fail(inputFault('privateKey', 'is needed for RSA-SHA256, as PEM'))
  const key = readPrivateKey(entry.privateKey)
  return key.ok
    ? ok(await signRsaSha256(base, key.value))
    : fail(inputFault('privateKey', key.fault.message))
}

let number = 0
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  number += 1
  if (line.trim() === '') continue
  const signed = await signLine(line)
  if (signed.ok) {
    console.log(JSON.stringify(signed.value))
  } else {
    const field = signed.fault.kind === 'input' ? signed.fault.field : signed.fault.kind
    console.log(
      JSON.stringify({
        error: `line ${number}: ${field}: ${formatMessage(signed.fault.message)}`,
        field,
      }),
    )
    process.exitCode = 1
  }
}
