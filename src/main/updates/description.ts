// What a description of an update and a set of keys are made of, read strictly: a field more, a
// field less or another type is refused. Whether to believe one is check-update.ts's to say. Pure.
import { z } from 'zod'
import { readCanonical } from './canonical.ts'
import type { RefusalCode } from './refusal.ts'

/** Bytes in base64, written in the only way: `length` of them. */
const bytes = (length: number) =>
  z
    .string()
    .max(2 * length)
    .refine((text) => {
      const read = Buffer.from(text, 'base64')
      return read.length === length && read.toString('base64') === text
    })

const number = z.int().min(1).max(999_999)
/** Milliseconds since 1970. */
const time = z.int().min(0).max(8_640_000_000_000_000)
const version = z.string().regex(/^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/)
const publicKey = bytes(32)
const signature = z.strictObject({ key: publicKey, signature: bytes(64) })
/** Two sets of three keys can have signed; more is refused before anything is computed. */
const signatures = z.array(signature).max(6)

export const platforms = ['linux', 'win32', 'darwin'] as const
export const archs = ['x64', 'arm64'] as const
export const channels = ['stable', 'beta'] as const
/** How a platform's programs come. */
const forms = ['deb', 'appimage', 'nsis', 'dmg'] as const

const mostFileBytes = 1_073_741_824

const updateBody = z.strictObject({
  type: z.literal('paydesk-update'),
  version,
  channel: z.enum(channels),
  platform: z.enum(platforms),
  arch: z.enum(archs),
  form: z.enum(forms),
  /** Of the whole file, hex. */
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
  size: z.int().min(1).max(mostFileBytes),
  /** When it was described: of two descriptions the later one counts. */
  describedAt: time,
  notBefore: time,
  notAfter: time,
  /** Version of the key set whose keys signed. */
  keySet: number,
})

export const keySetBody = z.strictObject({
  type: z.literal('paydesk-update-keys'),
  version: number,
  keys: z.array(z.strictObject({ key: publicKey, notAfter: time })).length(3),
})

export type UpdateBody = z.output<typeof updateBody>
export type KeySet = z.output<typeof keySetBody>
type Signature = z.output<typeof signature>
export type Signed<Body> = { body: Body; signatures: Signature[] }

/** Two programs of one place: what is offered has to be for the place that asks. */
export type Place = Pick<UpdateBody, 'channel' | 'platform' | 'arch' | 'form'>

const signedUpdate = z.strictObject({ body: updateBody, signatures })
const signedKeySet = z.strictObject({ body: keySetBody, signatures })

type Parsed<Body> = { signed: Signed<Body> } | { refused: RefusalCode }

export const parseUpdate = (text: Uint8Array): Parsed<UpdateBody> => parse(signedUpdate, text)
export const parseKeySet = (text: Uint8Array): Parsed<KeySet> => parse(signedKeySet, text)

function parse<Body>(schema: z.ZodType<Signed<Body>>, text: Uint8Array): Parsed<Body> {
  const read = readCanonical(text)
  if ('refused' in read) return read
  const parsed = schema.safeParse(read.value)
  return parsed.success ? { signed: parsed.data } : { refused: 'update-description-not-understood' }
}

/** Negative when `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const parts = (text: string): number[] => text.split('.').map(Number)
  const [left, right] = [parts(a), parts(b)]
  const at = left.findIndex((part, nth) => part !== right[nth])
  return at === -1 ? 0 : left[at]! - right[at]!
}
