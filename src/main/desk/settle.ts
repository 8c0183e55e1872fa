// Brings open attempts to their final state by asking for the order's status: on a timer, and when a person checks now.
// It never sends a write or money operation, and never concludes from silence.
import type { Fault, Result } from '#shared/fault.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import { applyEvidence } from './evidence.ts'
import { nextCheckAt } from './judge.ts'
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
          // An operation that makes an order is found by the merchant's id until the service has named it.
          attempt.orderid === ''
            ? { client_orderid: attempt.clientOrderid }
            : { orderid: attempt.orderid },
          { actor: 'paydesk', isLookUp: false },
        )
  if (!status.ok) {
    noteUnread(ports, attempt, status.fault)
    return status
  }
  applyEvidence(ports, attempt.connectionId, status.value)
  return status
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

/** What can't be noted (disk full) stays due: without a pause the service would be asked four times a second. */
const afterFailureMs = 5_000

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
  let hasFailed = false

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
    const shortestMs = hasFailed ? afterFailureMs : 250
    const waitMs =
      rows.length > 0 ? shortestMs : Math.max(shortestMs, Math.min((nextAt ?? now) - now, 60_000))
    timer = setTimeout(run, waitMs)
  }
  const run = (): void => {
    running = running
      .then(round)
      .then(() => {
        hasFailed = false
      })
      .catch((error: unknown) => {
        hasFailed = true
        ports.report('poller', error)
      })
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
