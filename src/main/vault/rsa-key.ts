// RSA private keys: made, read from what a person pastes, named by the fingerprint of their public
// half, and proved before use. Pure but for the random numbers of a new key. It never keeps a key
// and never puts one into a message.
import { say } from '#shared/message.ts'
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { base64Of } from '#shared/cards/quiet-base64.ts'

/** interface.md, Limits. */
const leastBits = 2048
/** A longer one takes seconds a signature and is more likely a mistake than a wish. */
const mostBits = 16_384

export interface PublicFacts {
  /** SPKI, PEM. */
  pem: string
  /** SHA-256 of the SPKI, DER, in hex. */
  fingerprint: string
  bits: number
}

/** Off the main thread: 4096 bits take seconds. */
export async function createRsaKey(bits: number): Promise<KeyObject> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: bits })
  return pair.privateKey
}

export function publicFacts(key: KeyObject): PublicFacts {
  const open = createPublicKey(key.export({ type: 'pkcs8', format: 'pem' }))
  const der = open.export({ type: 'spki', format: 'der' })
  return {
    pem: open.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('hex'),
    bits: key.asymmetricKeyDetails?.modulusLength ?? 0,
  }
}

/**
 * Whether the key signs what the public half then verifies: a key with damaged numbers can parse
 * and still sign nonsense.
 */
export function isProven(key: KeyObject, { pem }: Pick<PublicFacts, 'pem'>): boolean {
  const proof = randomBytes(64)
  try {
    return verify('sha256', proof, pem, sign('sha256', proof, key))
  } catch {
    // The library refuses some damaged keys itself.
    return false
  }
}

export const pemOf = (der: Uint8Array): string =>
  `-----BEGIN PRIVATE KEY-----\n${(base64Of(der).match(/.{1,64}/g) ?? []).join('\n')}\n-----END PRIVATE KEY-----\n`

const block = /-----BEGIN ([A-Z0-9 ]+)-----[^]*?-----END \1-----/g
const privateLabels = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY']

/**
 * PKCS#1, PKCS#8 and encrypted PEM. Faults: input on 'pem' or 'passphrase', saying what was pasted
 * instead and what to do.
 */
export function readRsaKey(text: string, passphrase: string | undefined): Result<KeyObject> {
  const blocks = [...text.replaceAll('\r', '').matchAll(block)].map(([whole, label]) => ({
    label: label ?? '',
    pem: whole
      .split('\n')
      .map((line) => line.trim())
      .join('\n'),
  }))
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'))
  if (keys.length > 1) return refused(say('keys.pem-two-keys'))
  const found = keys[0]
  if (found === undefined) return refused(withoutKey(text, blocks[0]?.label))
  if (!privateLabels.includes(found.label)) return refused(wrongKind(found.label))
  const isEncrypted =
    found.label === 'ENCRYPTED PRIVATE KEY' || found.pem.includes('Proc-Type: 4,ENCRYPTED')
  if (isEncrypted && (passphrase ?? '') === '')
    return fail(inputFault('passphrase', say('keys.this-key-is-encrypted')))
  const key = tryRead(found.pem, isEncrypted ? passphrase : undefined)
  if (key === undefined)
    return isEncrypted
      ? fail(inputFault('passphrase', say('keys.passphrase-wrong')))
      : refused(say('keys.the-private-key-is-damaged'))
  return accept(key)
}

function accept(key: KeyObject): Result<KeyObject> {
  if (key.asymmetricKeyType !== 'rsa') return refused(wrongKind(key.asymmetricKeyType ?? 'other'))
  const { bits, ...facts } = publicFacts(key)
  if (bits < leastBits) return refused(say('keys.this-key-is-too-short', { bits, leastBits }))
  if (bits > mostBits) return refused(say('keys.this-key-is-too-long', { bits, mostBits }))
  return isProven(key, facts) ? ok(key) : refused(say('keys.pem-inconsistent'))
}

function tryRead(pem: string, passphrase: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey(
      passphrase === undefined
        ? { key: pem, format: 'pem' }
        : { key: pem, format: 'pem', passphrase },
    )
  } catch {
    // node:crypto has no other way to say that a text is no key, and its words may quote it.
    return undefined
  }
}

function withoutKey(text: string, label: string | undefined): string {
  if (label === 'CERTIFICATE') return say('keys.this-is-a-certificate')
  if (label?.endsWith('PUBLIC KEY') === true) return say('keys.this-is-a-public-key')
  return /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)
    ? say('keys.pem-cut-off')
    : say('keys.pem-none')
}

function wrongKind(kind: string): string {
  if (kind === 'OPENSSH PRIVATE KEY') return say('keys.pem-openssh')
  if (kind === 'EC PRIVATE KEY' || kind === 'ec') return say('keys.this-is-an-ec-key')
  if (kind === 'rsa-pss') return say('keys.pem-pss')
  return say('keys.pem-other-kind', { kind })
}

const refused = (message: string): Result<never> => fail(inputFault('pem', message))
