// What the ledger keeps about updates: the feed, how the keys that are trusted by now came to be,
// and what was seen. One sealed row: whoever changes it stops money, and with it updates. The keys
// themselves are not kept: anybody can write a row, so their signed texts are, which are proven
// from the built-in keys at every use (check-update.ts).
import { z } from 'zod'
import { channels, type KeySet, keySetBody } from './description.ts'
import { mostKeySets, type Seen } from './check-update.ts'
import { longestText } from './canonical.ts'
import { repeatsKey } from './signatures.ts'

const time = z.int().min(0)
const seen = z.strictObject({
  description: z.strictObject({ at: time, sha256: z.string() }).nullable(),
  highest: z.strictObject({ version: z.string(), sha512: z.string() }).nullable(),
})
const memory = z.strictObject({
  /** Null: updates are off. */
  feed: z.string().max(500).nullable(),
  channel: z.enum(channels),
  /** Signed sets of keys as feeds gave them, in order, from the one the program brings on. */
  keySets: z.array(z.string().max(longestText)).max(mostKeySets),
  /** By channel: of every feed, for all of them are signed with the same keys. */
  seen: z.strictObject({ stable: seen, beta: seen }),
  /** The latest time at which a description was valid here. */
  time,
  /** When a feed last showed a description that is to be believed. */
  checkedAt: time.nullable(),
})

export type UpdateMemory = z.output<typeof memory>

const nothing = { description: null, highest: null }

export const noMemory: UpdateMemory = {
  ...{ feed: null, channel: 'stable', keySets: [], time: 0, checkedAt: null },
  seen: { stable: nothing, beta: nothing },
}

export const seenIn = ({ seen, channel, time }: UpdateMemory): Seen => ({ ...seen[channel], time })

export const withSeen = (memory: UpdateMemory, { time, ...of }: Seen): UpdateMemory => ({
  ...{ ...memory, time },
  seen: { ...memory.seen, [memory.channel]: of },
})

/**
 * What was seen under keys that were replaced counts no longer: they may have leaked and described
 * a version that nobody can reach. Nothing of theirs is believed any more, either.
 */
export const withKeys = (memory: UpdateMemory, text: string): UpdateMemory => ({
  ...{ ...memory, keySets: [...memory.keySets, text] },
  seen: noMemory.seen,
})

/** The keys that a program was built with; null for none, and for a text that is no good set. */
export function readKeys(text: string | null): KeySet | null {
  if (text === null) return null
  try {
    const parsed = keySetBody.safeParse(JSON.parse(text))
    return parsed.success && !repeatsKey(parsed.data) ? parsed.data : null
  } catch {
    return null
  }
}

/** Null for a text that this program did not write. */
export function readMemory(text: string | null): UpdateMemory | null {
  if (text === null) return noMemory
  try {
    const parsed = memory.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
