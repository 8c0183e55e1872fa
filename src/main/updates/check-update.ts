// Whether an update may be installed here: the only place that says so. It is handed the text, the
// keys, the clock and what was seen before, and answers with the update or with why not. Pure.
import { createHash } from 'node:crypto'
import {
  compareVersions,
  type KeySet,
  parseKeySet,
  parseUpdate,
  type Place,
  type UpdateBody,
} from './description.ts'
import type { RefusalCode } from './refusal.ts'
import { repeatsKey, signatureFault, signedBytes } from './signatures.ts'

/** What this ledger remembers of feeds, so that none can go back. */
export interface Seen {
  /** The newest description: when it was made, and its SHA-256. */
  description: { at: number; sha256: string } | null
  /** The highest version that was ever described, and its file. */
  highest: { version: string; sha512: string } | null
  /** The latest time at which a description was valid here. */
  time: number
}

interface Asked {
  keySet: KeySet
  now: number
  installed: string
  place: Place
  seen: Seen
}

type UpdateCheck =
  | { outcome: 'newer'; update: UpdateBody; seen: Seen }
  /** The feed is honest and has nothing newer. */
  | { outcome: 'installed'; code: 'update-version-installed'; seen: Seen }
  | { outcome: 'refused'; code: RefusalCode }

/** Clocks are put right by a little now and then. */
const clockSlackMs = 600_000
/** A feed that is held still is noticed after so long, and a clock that ran ahead is forgotten. */
const longestValidMs = 90 * 86_400_000

export function checkUpdate(text: Uint8Array, asked: Asked): UpdateCheck {
  const parsed = parseUpdate(text)
  if ('refused' in parsed) return { outcome: 'refused', code: parsed.refused }
  const { signed } = parsed
  const { keySet, now, installed } = asked
  const update = signed.body
  const code =
    clockFault(asked) ??
    signatureFault(signed, { sets: [keySet], now }) ??
    keySetFault(update, keySet) ??
    placeFault(update, asked.place) ??
    timeFault(update, now) ??
    seenFault(update, asked.seen)
  if (code !== null) return { outcome: 'refused', code }
  const seen = seenWith(update, asked)
  const step = compareVersions(update.version, installed)
  if (step < 0) return { outcome: 'refused', code: 'update-version-older-than-installed' }
  if (step === 0) return { outcome: 'installed', code: 'update-version-installed', seen }
  return { outcome: 'newer', update, seen }
}

const clockFault = ({ now, seen }: Asked): RefusalCode | null =>
  now < seen.time - clockSlackMs ? 'update-clock-went-back' : null

function keySetFault(update: UpdateBody, { version }: KeySet): RefusalCode | null {
  if (update.keySet < version) return 'update-keys-older'
  return update.keySet > version ? 'update-keys-newer' : null
}

function placeFault(update: UpdateBody, place: Place): RefusalCode | null {
  if (update.channel !== place.channel) return 'update-for-another-channel'
  if (update.platform !== place.platform) return 'update-for-another-platform'
  if (update.arch !== place.arch) return 'update-for-another-processor'
  return update.form === place.form ? null : 'update-for-another-form'
}

function timeFault(update: UpdateBody, now: number): RefusalCode | null {
  const { describedAt, notBefore, notAfter } = update
  if (notAfter - notBefore > longestValidMs) return 'update-valid-too-long'
  // One that is described in years to come would make every later one an older one.
  if (now < Math.max(notBefore, describedAt)) return 'update-not-yet'
  return now > notAfter ? 'update-expired' : null
}

function seenFault(update: UpdateBody, { description, highest }: Seen): RefusalCode | null {
  if (description !== null) {
    if (update.describedAt < description.at) return 'update-older-than-seen'
    if (update.describedAt === description.at && digestOf(update) !== description.sha256)
      return 'update-two-of-one-time'
  }
  if (highest === null) return null
  const step = compareVersions(update.version, highest.version)
  if (step < 0) return 'update-version-older-than-seen'
  return step === 0 && update.sha512 !== highest.sha512 ? 'update-version-with-another-file' : null
}

const seenWith = (update: UpdateBody, { now, seen }: Asked): Seen => ({
  description: { at: update.describedAt, sha256: digestOf(update) },
  highest: { version: update.version, sha512: update.sha512 },
  time: Math.max(now, seen.time),
})

const digestOf = (update: UpdateBody): string =>
  createHash('sha256').update(signedBytes(update)).digest('hex')

/** More of them than anybody changes in the life of a program; a chain of them fits its row. */
export const mostKeySets = 12

/** Keys that were reached from the built-in ones, and the signed texts that prove it. */
export interface ProvenKeys {
  keySet: KeySet
  /** Each set behind the built-in one, in order. */
  texts: readonly string[]
}

/**
 * The keys to trust: from the built-in set along the signed texts, each proven by the one before.
 * Null when one of them is not: whoever wrote it does not hold the keys. Keys may be past their
 * time by now; they were not when their text was taken from a feed.
 */
export function proveKeys(builtIn: KeySet, kept: readonly string[]): ProvenKeys | null {
  if (kept.length > mostKeySets) return null
  let proven: ProvenKeys = { keySet: builtIn, texts: [] }
  for (const text of kept) {
    const bytes = Buffer.from(text, 'utf8')
    const parsed = parseKeySet(bytes)
    if ('refused' in parsed) return null
    // A new program brings keys that an older one had to learn.
    if (parsed.signed.body.version <= builtIn.version) continue
    const seen = { description: null, highest: null, time: 0 }
    const next = checkKeySet(bytes, { keySet: proven.keySet, now: 0, seen })
    if ('refused' in next) return null
    proven = { keySet: next.keySet, texts: [...proven.texts, text] }
  }
  return proven
}

/**
 * The next set of keys, signed by two of the old set and by two of its own, so that no set takes
 * over whose keys nobody holds.
 */
export function checkKeySet(
  text: Uint8Array,
  { keySet, now, seen }: Pick<Asked, 'keySet' | 'now' | 'seen'>,
): { keySet: KeySet } | { refused: RefusalCode } {
  const parsed = parseKeySet(text)
  if ('refused' in parsed) return parsed
  const { signed } = parsed
  const next = signed.body
  if (now < seen.time - clockSlackMs) return { refused: 'update-clock-went-back' }
  if (next.version !== keySet.version + 1) return { refused: 'update-key-set-not-next' }
  if (repeatsKey(next)) return { refused: 'update-key-set-repeats' }
  const code = signatureFault(signed, { sets: [keySet, next], now })
  return code === null ? { keySet: next } : { refused: code }
}
