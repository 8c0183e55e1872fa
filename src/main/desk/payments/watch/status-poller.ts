// Asks for the outcome of every open request until it is final, each question in a turn of its
// account's budget, so that a gateway that hangs delays nobody else. What is due hangs on the
// monotonic clock; the ledger only says which requests are open. It never sends a write or money
// operation.
import { isWatched } from '#shared/attempt.ts'
import type { Turn } from '../../../gateway/budget/turn.ts'
import type { Awaited } from '../../../ledger/journal/attempt-lists.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { firstDelayMs, isAwaited, leftMs, openDelayMs } from '../status/poll-schedule.ts'
import { askingIn } from '../../base/asking.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { resolveAttempt, watchAttempt, type ResolvePorts } from './ask-status.ts'

export interface Poller {
  /** Reads from the ledger which requests are open by now. */
  wake(): void
  /** No further question; those under way are cut off by whoever closes the desk. */
  stop(): void
}

type PollPorts = ResolvePorts & Pick<DeskPorts, 'monotonic' | 'report' | 'takeTurn'>

/**
 * What can't be noted (disk full) stays due: without a pause the gateway would be asked without
 * end.
 */
const afterFailureMs = 5_000

/**
 * The turn of a question; null where its connection is gone, and nobody is asked. MONEY: what is
 * open never waits behind all that is only watched, nor that for ever behind what is open.
 */
async function turnFor(ports: PollPorts, row: Awaited): Promise<Turn | null> {
  const connection = ports.connections.find(row.connectionId)
  if (connection === undefined) return null
  const party = `${isWatched(row.state) ? 'watched' : 'open'} ${row.connectionId}`
  return ports.takeTurn(connection, 'poll', party)
}

/** One question about a request, as it stands when its turn has come. */
async function askOnce(ports: PollPorts, id: string, turn: Turn | null): Promise<void> {
  const row = ports.journal.get(id)
  if (row === null || !isAwaited(row)) return
  const own = askingIn(ports, turn)
  // MONEY: one try: the next one comes by schedule, and three at a gateway that hangs would take
  // the time of others.
  await (isWatched(row.state) ? watchAttempt(own, row) : resolveAttempt(own, row, 1))
}

/** Until the next look at what is only watched. */
const watchLeftMs = (ports: PollPorts, row: Awaited): number =>
  leftMs(row.nextCheckAt ?? 0, ports.clock())

/** Null when it is asked about no more. */
function delayAfter(ports: PollPorts, id: string): { row: AttemptRow; delayMs: number } | null {
  const row = ports.journal.get(id)
  if (row === null || !isAwaited(row)) return null
  return { row, delayMs: isWatched(row.state) ? watchLeftMs(ports, row) : openDelayMs(row.checks) }
}

export function startPoller(ports: PollPorts): Poller {
  /** By id, with when it is due by the monotonic clock. */
  const waiting = new Map<string, { row: Awaited; dueAt: number }>()
  /** Waits for its turn, or is asked about. */
  const asking = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const put = (row: Awaited, delayMs: number): void => {
    waiting.set(row.id, { row, dueAt: ports.monotonic() + delayMs })
  }

  /**
   * `delayMs` for what was not known to be open before; the looks at what is only watched may wait
   * longer.
   */
  const sync = (delayMs: number): void => {
    const awaited = ports.journal.awaited()
    const ids = new Set(awaited.map(({ id }) => id))
    for (const id of waiting.keys()) if (!ids.has(id)) waiting.delete(id)
    for (const row of awaited)
      if (!asking.has(row.id) && !waiting.has(row.id))
        put(row, isWatched(row.state) ? watchLeftMs(ports, row) : delayMs)
  }

  const ask = async (row: Awaited): Promise<void> => {
    asking.add(row.id)
    let shortestMs = 0
    let turn: Turn | null = null
    try {
      turn = await turnFor(ports, row)
      if (!isStopped) await askOnce(ports, row.id, turn)
    } catch (error) {
      if (!isStopped) ports.report('poller', error)
      shortestMs = afterFailureMs
    }
    turn?.end()
    asking.delete(row.id)
    if (isStopped) return
    const next = delayAfter(ports, row.id)
    if (next !== null) put(next.row, Math.max(shortestMs, next.delayMs))
    plan()
  }

  const pump = (): void => {
    const now = ports.monotonic()
    const due = [...waiting.values()].filter(({ dueAt }) => dueAt <= now)
    for (const { row } of due.toSorted((a, b) => a.dueAt - b.dueAt)) {
      waiting.delete(row.id)
      void ask(row)
    }
    plan()
  }
  const plan = (): void => {
    clearTimeout(timer)
    if (isStopped || waiting.size === 0) return
    const nextAt = [...waiting.values()].reduce((at, { dueAt }) => Math.min(at, dueAt), Infinity)
    timer = setTimeout(pump, Math.max(0, nextAt - ports.monotonic()))
  }
  const wake = (delayMs: number): void => {
    if (isStopped) return
    sync(delayMs)
    plan()
  }

  // Nobody knows how long the program was closed: what is open is asked about now, whatever the
  // wall clock says.
  wake(0)
  return {
    wake: () => wake(firstDelayMs),
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
