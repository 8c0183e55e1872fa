// Brings open attempts to their final state by asking for the order's status: on a timer, and when a person checks now.
// It never sends a write or money operation, and never concludes from silence.
import { isOpen } from '#shared/attempt.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { fingerprintOf, outcomeOf } from '#shared/gateway/status.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import { judge, nextCheckAt } from './judge.ts'
import { type Seeing, thaw } from './observe.ts'
import type { DeskPorts } from './ports.ts'
import { noConnection } from './prepare.ts'
import { readStatus, type StatusRead } from './read-status.ts'

/** Reads the status once and takes what it proves. Returns the read, for callers that show the order. */
export async function settleAttempt(
  ports: DeskPorts,
  attempt: AttemptRow,
): Promise<Result<StatusRead>> {
  const connection = ports.connections.find(attempt.connectionId)
  const status: Result<StatusRead> =
    connection === undefined
      ? { ok: false, fault: noConnection }
      : await readStatus(
          ports,
          connection,
          { orderid: attempt.orderid },
          { actor: 'paydesk', isLookUp: false },
        )
  if (!status.ok) {
    noteUnread(ports, attempt, status.fault)
    return status
  }
  applyEvidence(ports, attempt.id, status.value)
  return status
}

/** Applies one status observation to one attempt, if it is still open. */
export function applyEvidence(ports: DeskPorts, attemptId: string, status: StatusRead): void {
  const attempt = ports.journal.get(attemptId)
  if (attempt === null) return
  if (!isOpen(attempt.state)) return noteContradiction(ports, attempt, status)
  if (attempt.state === 'SENDING') return
  const now = ports.clock()
  const { seq, at: _at, ...seen } = status.observation
  const verdict = judge({ ...attempt, snapshot: thaw(attempt.snapshot) }, seen, (seeing: Seeing) =>
    fingerprintOf(seeing),
  )
  switch (verdict.kind) {
    case 'settled':
      ports.journal.move({
        id: attempt.id,
        from: ['ACCEPTED', 'UNKNOWN'],
        to: verdict.state,
        patch: { words: verdict.words, settledBy: seq, settledAt: now, nextCheckAt: null },
        actor: 'paydesk',
        origin: 'service',
        details: { observation: seq, status: seen.status, transactionType: seen.transactionType },
        also: (row) => ports.orders.refresh(row.connectionId, row.orderid),
      })
      return
    case 'conflict':
      if (attempt.conflict === null) ports.journal.noteConflict(attempt.id, verdict.words)
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.sentAt ?? now, now), verdict.words)
      return
    case 'pending':
    case 'no-evidence':
      ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.sentAt ?? now, now), verdict.words)
      ports.onChange({
        topic: 'attempt',
        connectionId: attempt.connectionId,
        orderid: attempt.orderid,
      })
  }
}

/** MONEY: a final state stays; when the service later tells the same transaction differently, a person has to look. */
function noteContradiction(ports: DeskPorts, attempt: AttemptRow, status: StatusRead): void {
  if (attempt.settledBy === null || attempt.conflict !== null) return
  const then = ports.orders
    .observations(attempt.connectionId, attempt.orderid)
    .find((seen) => seen.seq === attempt.settledBy)
  const now = status.observation
  if (then === undefined || then.transactionMark === '') return
  const isSameTransaction =
    then.transactionMark === now.transactionMark && then.transactionType === now.transactionType
  if (isSameTransaction && outcomeOf(then.status) !== outcomeOf(now.status))
    ports.journal.noteConflict(
      attempt.id,
      `the ${attempt.operation} was “${then.status}” and is now “${now.status}”`,
    )
}

function noteUnread(ports: DeskPorts, attempt: AttemptRow, fault: Fault): void {
  const now = ports.clock()
  ports.journal.noteCheck(
    attempt.id,
    nextCheckAt(attempt.sentAt ?? now, now),
    `The status could not be read: ${fault.message}`,
  )
  ports.onChange({
    topic: 'attempt',
    connectionId: attempt.connectionId,
    orderid: attempt.orderid,
  })
}

export interface Poller {
  /** Looks at what is due now and plans the next look. */
  wake(): void
  stop(): Promise<void>
}

/** One timer for all open attempts; the due times are in the ledger, so a restart goes on where it was. */
export function startPoller(ports: DeskPorts): Poller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  const round = async (): Promise<void> => {
    if (isStopped) return
    const { rows } = ports.journal.due(ports.clock())
    for (const row of rows) {
      if (isStopped) return
      await settleAttempt(ports, row)
    }
  }
  const plan = (): void => {
    if (isStopped) return
    clearTimeout(timer)
    const now = ports.clock()
    const { rows, nextAt } = ports.journal.due(now)
    if (rows.length === 0 && nextAt === null) return
    // Never a hot loop: a check that can't be noted would be due again at once.
    const waitMs = rows.length > 0 ? 250 : Math.max(250, Math.min((nextAt ?? now) - now, 60_000))
    timer = setTimeout(run, waitMs)
  }
  const run = (): void => {
    running = running
      .then(round)
      .catch((error: unknown) => ports.report('poller', error))
      .finally(plan)
  }
  plan()
  return {
    wake: plan,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
