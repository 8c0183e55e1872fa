// The decisions of a claim, without a database: whose turn it is, whether an answer is fresh, what
// a start owes for each claim. Pure.
import type { AttemptState } from '#shared/attempt.ts'
import type { OrderChain } from '../records/order-chain.ts'
import type { OwnRecord } from './own-records.ts'
import type { Claim, Claimed, FinalState } from './team-port.ts'

/** MONEY: a claim that was seen before a longer wait may have been released meanwhile. */
const freshMs = 2_000
export const mostLooks = 3
/** Then the operator is told that nothing was sent. */
export const mostWaitMs = 15_000
/** MONEY: a claim goes by who belonged to the team this long ago at most. */
export const rosterEveryMs = 60_000

/**
 * MONEY: so long the desk that had an order may still send after two people released it: its last
 * look was answered before. A colleague's claim waits longer, counted from when this computer saw
 * the release; clocks that run apart are allowed for.
 */
export const releaseWaitMs = freshMs + 1_000

/**
 * How often a desk says that it is open. Each time is a record for ever, in the database and in the
 * log of that desk: docs/team.md counts them.
 */
export const signEveryMs = 10 * 60_000
/** Two of them did not come, and the third is late. For the eyes alone. */
export const silentAfterMs = 25 * 60_000

/** How a desk is shown by what it said last, of itself and by its own clock. */
export function shownAs(
  said: { kind: 'on' | 'off'; at: number } | null,
  nowMs: number,
): { state: 'on' | 'off' | 'silent' | 'unheard'; since: number | null } {
  if (said === null) return { state: 'unheard', since: null }
  if (said.kind === 'off') return { state: 'off', since: said.at }
  return nowMs - said.at > silentAfterMs
    ? { state: 'silent', since: said.at }
    : { state: 'on', since: null }
}

/** Two clocks, because one of them may stand still while the computer sleeps. */
export interface Instant {
  /** Never set back. */
  steadyMs: number
  /** Of the day. */
  wallMs: number
}

/** MONEY: by the clock that counted more; one that was set back is not believed either. */
export function isFresh(askedAt: Instant, now: Instant): boolean {
  const steady = now.steadyMs - askedAt.steadyMs
  const wall = now.wallMs - askedAt.wallMs
  return steady >= 0 && steady < freshMs && wall >= 0 && wall < freshMs
}

/** Why an order can't be claimed after these records; null when it can. */
export function turnOf(chain: OrderChain, seenVersion: number): Claimed | null {
  if (chain.held !== null) return { kind: 'held', by: chain.held }
  // MONEY: a colleague's request that the caller does not know may be the very one it would repeat.
  return chain.records.length === seenVersion ? null : { kind: 'moved', records: chain.records }
}

/** This computer's claims that have no outcome by this computer, oldest first. */
export function openClaims(own: readonly OwnRecord[]): readonly Claim[] {
  const answered = new Set(
    own
      .filter(({ state }) => state === 'in')
      .map(({ record }) => `${record.version} ${record.topic}`),
  )
  return own.flatMap(({ record, state }) =>
    record.kind === 'claim' &&
    state === 'in' &&
    !answered.has(`${record.version + 1} ${record.topic}`)
      ? [record]
      : [],
  )
}

/**
 * What the team is owed of a request under an open claim. MONEY: `open`: it may have left, and the
 * gateway has not said what became of it.
 */
export function owedAfter(state: AttemptState): FinalState | 'open' {
  switch (state) {
    case 'SENDING':
    case 'UNKNOWN':
    case 'ACCEPTED':
      return 'open'
    case 'DRAFT':
    case 'APPROVED':
    case 'EXPIRED':
    case 'UNDONE':
      return 'NOT_SENT'
    default:
      return state
  }
}
