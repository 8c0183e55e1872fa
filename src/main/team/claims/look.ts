// The last look: after the connection to the gateway stands and before its bytes. MONEY: a
// computer that was asleep may hold a claim that two people released meanwhile.
import { epochOf, recordsOf } from '../database/rows.ts'
import { isSameStored } from '../records/record.ts'
import type { Entered } from './enter.ts'
import { type Instant, isFresh, mostLooks } from './rules.ts'
import type { Claim, LookReason } from './team-port.ts'

/** Null when the claim stands there, in the epoch it was made in, and nothing came after it. */
export async function look(at: Entered | null, own: Claim): Promise<LookReason | null> {
  // MONEY: never a new session here: one that begins now says nothing about this claim.
  if (at === null) return 'no-answer'
  const found = await recordsOf(at.session, 'newestOfTopic', [own.topic])
  const epoch = await epochOf(at.session)
  if (found === null || epoch === null) return 'no-answer'
  if (epoch !== own.epoch || at.epoch !== own.epoch) return 'epoch'
  const [newest] = found
  return newest !== undefined && isSameStored(newest, own.stored) ? null : 'gone'
}

/** Looks until an answer is fresh, and calls `write` in the same turn of the event loop. */
export async function lookAndWrite(
  ask: () => Promise<LookReason | null>,
  now: () => Instant,
  write: () => void,
): Promise<LookReason | null> {
  for (let tries = 0; tries < mostLooks; tries += 1) {
    const askedAt = now()
    const reason = await ask()
    if (reason !== null) return reason
    // MONEY: nothing may come between this comparison and the bytes.
    if (isFresh(askedAt, now())) {
      write()
      return null
    }
  }
  return 'slow'
}
