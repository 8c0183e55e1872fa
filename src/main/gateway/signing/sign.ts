// Signs a request as its row says: control checksum or OAuth 1.0a. The only code that sees a secret
// on its way from the vault to a digest; secrets never leave it, and it never sends anything.
import { say } from '#shared/message.ts'
import { createHash, type KeyObject } from 'node:crypto'
import { controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import type { ControlAuth, OAuthMethod } from '#shared/gateway/operations/parts/operation.ts'
import { sentAmount } from '#shared/money.ts'
import { control, controlPlain, formulaOf, maskedKey, sendsLogin } from './control.ts'
import {
  authorizationHeader,
  baseString,
  canEncode,
  oauthFormula,
  type OAuthParameters,
  readPrivateKey,
  signHmacSha1,
  signRsaSha256,
} from './oauth.ts'
import type { Signed, Signer, SignInput } from './sign-types.ts'

/** The part of the vault the signer uses: it only ever reads. */
export interface SecretReader {
  read(slot: string, use: KeyUse): Promise<Result<string>>
}

/**
 * What the secret is about to sign: the vault gives it out for the place it was entered for, and no
 * other.
 */
interface KeyUse {
  url: string
  login: string
  endpointId: string
}

export interface SignerParts {
  vault: SecretReader
  /** Wall clock in milliseconds. */
  clock: () => number
  /** A random text of letters and digits, at least 96 bits, new at every call. */
  nonce: () => string
  connectionId: string
}

export function createSigner(deps: SignerParts): Signer {
  const signControl = controlSigner(deps)
  const signOAuth = oauthSigner(deps)
  return {
    async sign(input) {
      checkAmount(input)
      const broken = Object.entries(input.fields).find(([, value]) => !canEncode(value))
      if (broken !== undefined)
        return fail({
          kind: 'input',
          sent: 'no',
          field: broken[0],
          message: say('gateway.name-holds-a-broken-character', { name: broken[0] }),
        })
      const { auth } = input
      return auth.scheme === 'control' ? signControl(input, auth) : signOAuth(input, auth.scheme)
    },
  }
}

function controlSigner(
  deps: SignerParts,
): (input: SignInput, auth: ControlAuth) => Promise<Result<Signed>> {
  return async (input, auth) => {
    const secret = await deps.vault.read(
      controlKeySlot(deps.connectionId, input.keyRole),
      useOf(input),
    )
    if (!secret.ok) return secret
    const { login, endpointId, settings } = input.connection
    const values = { money: input.money, login, endpointId }
    const plain = controlPlain(auth, { ...values, fields: input.fields, secret: secret.value })
    const masked = controlPlain(auth, {
      ...values,
      fields: redact(input.fields),
      secret: maskedKey,
    })
    if (!plain.ok) return plain
    if (!masked.ok) return masked
    const fields = sentFields(input, sendsLogin(auth))
    fields.push(['control', control(plain.value, settings.controlEncoding)])
    return ok({
      fields,
      headers: {},
      explanation: {
        scheme: 'control',
        formula: formulaOf(auth),
        plainMasked: masked.value,
      },
    })
  }
}

function oauthSigner(
  deps: SignerParts,
): (input: SignInput, scheme: OAuthMethod) => Promise<Result<Signed>> {
  const nextStamp = createStamps(deps.clock, deps.nonce)
  const keyOf = createKeyCache()
  return async (input, scheme) => {
    const isRsa = scheme === 'rsa-sha256'
    const slot = (isRsa ? privateKeySlot : controlKeySlot)(deps.connectionId, input.keyRole)
    const secret = await deps.vault.read(slot, useOf(input))
    if (!secret.ok) return secret
    const key = isRsa ? keyOf(secret.value) : null
    if (key !== null && !key.ok) return key
    const stamp = nextStamp()
    const oauth: OAuthParameters = {
      oauth_consumer_key: input.connection.login,
      oauth_nonce: stamp.nonce,
      oauth_signature_method: isRsa ? 'RSA-SHA256' : 'HMAC-SHA1',
      oauth_timestamp: stamp.timestamp,
      oauth_version: '1.0',
    }
    const withLogin = input.row.sends?.includes('@login') ?? false
    const fields = sentFields(input, withLogin)
    const base = baseString(input.method, input.url, [...fields, ...Object.entries(oauth)])
    if (!base.ok) return base
    const masked = sentFields({ ...input, fields: redact(input.fields) }, withLogin)
    const shown = baseString(input.method, input.url, [...masked, ...Object.entries(oauth)])
    if (!shown.ok) return shown
    const signature =
      key === null
        ? signHmacSha1(base.value, secret.value)
        : await signRsaSha256(base.value, key.value)
    return ok({
      fields,
      headers: { Authorization: authorizationHeader(oauth, signature) },
      explanation: {
        scheme,
        formula: oauthFormula[scheme],
        plainMasked: shown.value,
      },
    })
  }
}

const useOf = ({ url, connection: { login, endpointId } }: SignInput): KeyUse => ({
  ...{ url, login, endpointId },
})

/**
 * MONEY: the amount that is signed, the amount that is sent and the Money that was checked are one
 * and the same.
 */
function checkAmount({ fields, money, connection }: SignInput): void {
  const sent = fields['amount']
  const { amountUnit } = connection.settings
  if (money === null ? sent !== undefined : sent !== sentAmount(money, amountUnit))
    throw new Error('The amount to sign is not the amount to send.')
  if (money !== null && fields['currency'] !== money.currency)
    throw new Error('The currency to sign is not the currency to send.')
}

function sentFields(input: SignInput, withLogin: boolean): [string, string][] {
  const fields = Object.entries(input.fields).map(([name, value]): [string, string] => [
    input.sentAs?.get(name) ?? name,
    value,
  ])
  const taken = ['control', ...(withLogin ? ['login'] : [])].find((name) =>
    fields.some(([sent]) => sent === name),
  )
  if (taken !== undefined) throw new Error(`The request already has a parameter named ${taken}.`)
  return withLogin ? [['login', input.connection.login], ...fields] : fields
}

const rememberedNonces = 65_536
const mostTries = 3

/**
 * Nonces that never repeat and timestamps (whole seconds) that never decrease, whatever the clock
 * does.
 */
export function createStamps(
  clock: () => number,
  nonce: () => string,
): () => { nonce: string; timestamp: string } {
  // The generator's random bits make nonces unique; remembering them catches a generator that is
  // broken.
  const used = new Set<string>()
  let last = 0
  return () => {
    let fresh = nonce()
    for (let tries = 1; used.has(fresh) && tries < mostTries; tries += 1) fresh = nonce()
    if (used.has(fresh)) throw new Error('The nonce generator repeats itself.')
    used.add(fresh)
    if (used.size > rememberedNonces)
      for (const oldest of used.values().take(1)) used.delete(oldest)
    last = Math.max(last, Math.floor(clock() / 1000))
    return { nonce: fresh, timestamp: String(last) }
  }
}

/**
 * Parsing a PEM costs more than a third of a signature, so the last key is kept, found again by the
 * digest of its PEM.
 */
function createKeyCache(): (pem: string) => Result<KeyObject> {
  let kept: { digest: string; key: KeyObject } | null = null
  return (pem) => {
    // As bytes that are overwritten: of a long text the runtime makes a copy that nobody
    // overwrites.
    const bytes = Buffer.from(pem, 'latin1')
    const digest = createHash('sha256').update(bytes).digest('base64')
    bytes.fill(0)
    if (kept !== null && kept.digest === digest) return ok(kept.key)
    const key = readPrivateKey(pem)
    if (key.ok) kept = { digest, key: key.value }
    return key
  }
}
