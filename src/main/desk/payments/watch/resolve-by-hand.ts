// A person resolves an attempt the gateway gives no answer about, or clears a contradiction, saying
// how they know. It is audited with the reason; the sums then count what the person found. It never
// sends anything.
import { say } from '#shared/message.ts'
import {
  attemptSubject,
  type HandOutcome,
  isFinal,
  isWatched,
  lookUpsNeeded,
} from '#shared/attempt.ts'
import { type Fault, fail, inputFault, type Result } from '#shared/fault.ts'
import {
  fingerprintOf,
  type StoredSnapshot,
  outcomeOf,
  transactionIdOf,
} from '#shared/gateway/status/status.ts'
import { nameOfRequest } from '#shared/gateway/request-name.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { askOutside, type OutsideParts } from '../../base/ask-outside.ts'
import type { Question } from '../../base/desk.ts'
import { nameIn } from '../../connections/by-id.ts'
import { lookUpsOf, mayBeAsked, watchDelayMs, watchFrom } from '../status/poll-schedule.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { answeredSince } from '../../base/faults.ts'

export type ResolveByHandPorts = Pick<DeskPorts, 'journal' | 'clock' | 'orders' | 'actor'>

/**
 * MONEY: why a word is not taken that was given before the newest answer about the order was shown,
 * or null. That answer would be cleared away unread. `toldSeq`: AttemptView.toldSeq as it was
 * shown.
 */
export function newerAnswerFault(
  ports: Pick<DeskPorts, 'journal' | 'orders'>,
  input: { attemptId: string; reportedSeq: number | null },
): Fault | null {
  const row = ports.journal.get(input.attemptId)
  const reported = row === null ? [] : ports.orders.snapshots(row)
  const isShown = ({ seq }: StoredSnapshot): boolean => seq <= (input.reportedSeq ?? 0)
  const shown = new Set(reported.filter(isShown).map(meaningOf))
  return reported.every((one) => isShown(one) || shown.has(meaningOf(one)))
    ? null
    : { ...answeredSince, attemptId: input.attemptId }
}

interface Resolving {
  attemptId: string
  outcome: HandOutcome
  reason: string
  /** Why it can't wait for the look-ups. */
  override?: string | undefined
}

/**
 * MONEY: the system asks, as no script in the page may say of a request that it did not happen:
 * its money could be sent again. Faults are found before the question, and once more after it.
 */
export async function resolveOutside(
  ports: ResolveByHandPorts & Pick<DeskPorts, 'connections'>,
  outside: OutsideParts,
  input: Resolving & { reportedSeq: number | null },
): Promise<Result<AttemptRow>> {
  const row = ports.journal.get(input.attemptId)
  const fault =
    newerAnswerFault(ports, input) ??
    (row !== null && isOpen(row) ? brakeOf(row, input.override) : null)
  if (fault !== null) return fail(fault)
  // What can't be resolved is refused below, and nobody is asked about it.
  if (row === null || !(isOpen(row) || row.conflict !== null)) return resolveByHand(ports, input)
  const asked = await askOutside(outside, attemptSubject(row), questionOf(ports, row, input))
  if (!asked.ok) return asked
  const now = ports.journal.get(row.id)
  const isMoved = now?.state !== row.state || now.conflict !== row.conflict
  const since = isMoved ? { ...answeredSince, attemptId: row.id } : newerAnswerFault(ports, input)
  return since === null ? resolveByHand(ports, input) : fail(since)
}

const isOpen = ({ state }: AttemptRow): boolean => state === 'UNKNOWN' || state === 'ACCEPTED'

function questionOf(
  ports: Pick<DeskPorts, 'connections'>,
  row: AttemptRow,
  input: Resolving,
): Question {
  const isDone = input.outcome === 'happened'
  const facts = {
    request: nameOfRequest(row),
    order: quoted(row.orderid || row.clientOrderid),
    connection: quoted(nameIn(ports, row.connectionId)),
    reason: [input.reason, ...(input.override === undefined ? [] : [input.override])].map(quoted),
  }
  if (!isOpen(row))
    return {
      message: say('program.clear-the-contradiction-question'),
      detail: [say('program.clear-what-contradicts-the-request', facts)],
      action: say('program.clear-the-contradiction-button'),
    }
  return {
    message: isDone
      ? say('program.did-this-request-happen')
      : say('program.did-this-request-not-happen'),
    detail: [
      isDone ? say('program.resolve-as-done', facts) : say('program.resolve-as-not-done', facts),
    ],
    action: isDone ? say('program.it-happened-button') : say('program.it-did-not-happen-button'),
  }
}

export function resolveByHand(ports: ResolveByHandPorts, input: Resolving): Result<AttemptRow> {
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
      message: happened
        ? say('requests.resolved-by-hand-as-done', { reason: input.reason })
        : say('requests.resolved-not-done', { reason: input.reason }),
      handOutcome: input.outcome,
      conflict: null,
      // What the gateway had said by now is known to whoever decides; what it says later may
      // contradict them.
      clearedSeq: attempt === null ? null : (ports.orders.snapshots(attempt).at(-1)?.seq ?? null),
      resolvedAt: now,
      nextCheckAt: attempt === null ? null : watchFrom(attempt, now),
    },
    actor: ports.actor(),
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
function clearConflict(
  ports: Pick<DeskPorts, 'journal' | 'clock' | 'actor'>,
  row: AttemptRow,
  reason: string,
): Result<AttemptRow> {
  const delayMs = watchDelayMs(row.watched)
  if (isWatched(row.state) && mayBeAsked(row) && delayMs !== null)
    ports.journal.noteWatch(row.id, row.watched, ports.clock() + delayMs)
  return ports.journal.clearConflict(row.id, ports.actor(), reason)
}

/**
 * MONEY: what a person resolves may be sent again, so the gateway is asked first: three look-ups
 * over thirty minutes, or the person says why it can't wait.
 */
function brakeOf(row: AttemptRow, override: string | undefined): Fault | null {
  if (override !== undefined) return null
  const lookUps = lookUpsOf(row)
  if (lookUps === null) return inputFault('override', say('requests.no-id-to-ask-by'))
  return lookUps >= lookUpsNeeded
    ? null
    : inputFault(
        'override',
        say('requests.too-few-look-ups', {
          looks: lookUps,
          lookUpsNeeded,
        }),
      )
}
