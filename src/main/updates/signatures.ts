// Whether enough of the right keys signed a body: two of three, each once, none that is expired.
// One signature that does not fit spoils the whole: an honest release has none. Pure.
import { createPublicKey, verify } from 'node:crypto'
import { canonicalText } from '#shared/canonical.ts'
import type { KeySet, Signed } from './description.ts'
import type { RefusalCode } from './refusal.ts'

/** One key that leaks signs nothing, and one that is lost stops nothing. */
const signaturesNeeded = 2

type Body = Signed<Parameters<typeof canonicalText>[0]>['body']

/** What is signed: the body as it stands in the text. Its type tells one kind from the other. */
export const signedBytes = (body: Body): Buffer => Buffer.from(canonicalText(body), 'utf8')

// RFC 8410: the bytes before an Ed25519 key.
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

function isSignature(body: Buffer, key: string, signature: string): boolean {
  const spki = Buffer.concat([spkiHead, Buffer.from(key, 'base64')])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify(null, body, publicKey, Buffer.from(signature, 'base64'))
}

/** One key that stands twice would sign for two. */
export const repeatsKey = ({ keys }: KeySet): boolean => distinct(keys).size < keys.length

const distinct = (keys: KeySet['keys']): Set<string> => new Set(keys.map(({ key }) => key))

/** Null when every signature is right and each of the sets has enough of them. */
export function signatureFault(
  { body, signatures }: Signed<Body>,
  { sets, now }: { sets: readonly KeySet[]; now: number },
): RefusalCode | null {
  const signers = signatures.map(({ key }) => key)
  if (new Set(signers).size < signers.length) return 'update-key-signed-twice'
  const known = sets.flatMap(({ keys }) => keys)
  const bytes = signedBytes(body)
  for (const { key, signature } of signatures) {
    const found = known.filter((one) => one.key === key)
    if (found.length === 0) return 'update-key-not-known'
    if (found.some(({ notAfter }) => now > notAfter)) return 'update-key-expired'
    if (!isSignature(bytes, key, signature)) return 'update-signature-wrong'
  }
  const isShort = sets.some(
    ({ keys }) => distinct(keys).intersection(new Set(signers)).size < signaturesNeeded,
  )
  return isShort ? 'update-signatures-too-few' : null
}
