// A person resolves an attempt the gateway gives no answer about, or clears a contradiction, saying
// how they know. It is audited with the reason; the sums then count what the person found. It never
// sends anything.
import { say } from '#shared/message.ts'
import { type HandOutcome, isFinal, isWatched, looksNeeded } from '#shared/attempt.ts'
import { type Fault, inputFault, type Result } from '#shared/fault.ts'
import {
  fingerprintOf,
  type StoredSnapshot,
  outcomeOf,
  transactionIdOf,
} from '#shared/gateway/status.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { looksOf } from './looks.ts'
import { mayBeAsked, watchDelayMs, watchFrom } from './poll-schedule.ts'
import type { DeskPorts } from '../../ports.ts'

/**
 * MONEY: why a word is not taken that was given before the newest answer about the order was shown,
 * or null. That answer would be cleared away unread. `toldSeq`: AttemptView.toldSeq as it was
 * shown.
 */
export function unseenTelling(
  ports: DeskPorts,
  input: { attemptId: string; toldSeq: number | null },
): Fault | null {
  const row = ports.journal.get(input.attemptId)
  const told = row === null ? [] : ports.orders.snapshots(row)
  const isShown = ({ seq }: StoredSnapshot): boolean => seq <= (input.toldSeq ?? 0)
  const shown = new Set(told.filter(isShown).map(meaningOf))
  return told.every((one) => isShown(one) || shown.has(meaningOf(one)))
    ? null
    : {
        kind: 'denied',
        sent: 'no',
        reason: 'told-since',
        message: say('the-gateway-told-something-new-about-this-order-after'),
        attemptId: input.attemptId,
      }
}

export function resolveByHand(
  ports: DeskPorts,
  input: {
    attemptId: string
    outcome: HandOutcome
    reason: string
    /** Why it can't wait for the look-ups. */
    override?: string | undefined
  },
): Result<AttemptRow> {
  const attempt = ports.journal.get(input.attemptId)
  if (attempt !== null && isFinal(attempt.state) && attempt.conflict !== null)
    return clearConflict(ports, attempt, input.reason)
  const happened = input.outcome === 'happened'
  const now = ports.clock()
  return ports.journal.move({
    id: input.attemptId,
    from: ['UNKNOWN', 'ACCEPTED'],
    to: 'RESOLVED_BY_HAND',
    patch: {
      message: say('resolved-by-hand-as', {
        outcome: happened ? 'done' : 'not done',
        reason: input.reason,
      }),
      handOutcome: input.outcome,
      conflict: null,
      // What the gateway had said by now is known to whoever decides; what it says later may
      // contradict them.
      clearedSeq: attempt === null ? null : (ports.orders.snapshots(attempt).at(-1)?.seq ?? null),
      resolvedAt: now,
      nextCheckAt: attempt === null ? null : watchFrom(attempt, now),
    },
    actor: ports.actor,
    origin: 'operator',
    details: {
      handOutcome: input.outcome,
      reason: input.reason,
      looks: attempt?.looks ?? 0,
      override: input.override ?? null,
    },
    guard: (row) => brakeOf(row, input.override),
    also: (row) => ports.orders.refresh(row),
  })
}

/**
 * Equal for two answers that tell a person the same: a gateway may move date and stage of one
 * transaction with every answer.
 */
const meaningOf = (seen: StoredSnapshot): string =>
  JSON.stringify([
    outcomeOf(seen.status, seen.stage),
    fingerprintOf({
      ...seen,
      stage: '',
      transactionMark: transactionIdOf(seen) || seen.transactionMark,
    }),
  ])

/** What was watched before the contradiction is watched on: the gateway may tell something else. */
function clearConflict(ports: DeskPorts, row: AttemptRow, reason: string): Result<AttemptRow> {
  const delayMs = watchDelayMs(row.watched)
  if (isWatched(row.state) && mayBeAsked(row) && delayMs !== null)
    ports.journal.noteWatch(row.id, row.watched, ports.clock() + delayMs)
  return ports.journal.clearConflict(row.id, ports.actor, reason)
}

/**
 * MONEY: what a person resolves may be sent again, so the gateway is asked first: three look-ups
 * over thirty minutes, or the person says why it can't wait.
 */
function brakeOf(row: AttemptRow, override: string | undefined): Fault | null {
  if (override !== undefined) return null
  const looks = looksOf(row)
  if (looks === null) return inputFault('override', say('the-request-has-no-id'))
  return looks >= looksNeeded
    ? null
    : inputFault(
        'override',
        say('only-looks-of-looks-needed-look-ups-over-30-minutes-have', { looks, looksNeeded }),
      )
}
