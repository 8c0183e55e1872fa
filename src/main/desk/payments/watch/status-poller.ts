// Asks for the outcome of every open request until it is final: one queue per gateway, so that one
// that hangs delays nobody else. What is due hangs on the monotonic clock; the ledger only says
// which requests are open. It never sends a write or money operation.
import { isWatched } from '#shared/attempt.ts'
import type { Awaited } from '../../../ledger/journal/attempt-lists.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { createQuestionQueue, type QuestionQueue } from './question-queue.ts'
import { firstDelayMs, isAwaited, leftMs, openDelayMs } from '../status/poll-schedule.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { resolveAttempt, watchAttempt, type ResolvePorts } from './ask-status.ts'

export interface Poller {
  /** Reads from the ledger which requests are open by now. */
  wake(): void
  /** No further question; those under way are cut off by whoever closes the desk. */
  stop(): void
}

/**
 * What can't be noted (disk full) stays due: without a pause the gateway would be asked without
 * end.
 */
const afterFailureMs = 5_000

/** One queue a gateway, made when it is first needed. */
function openQueues(ports: Pick<DeskPorts, 'clock' | 'monotonic'>) {
  const queues = new Map<string, QuestionQueue>()
  const queueOf = (row: Awaited): QuestionQueue => {
    const key = row.service
    const queue = queues.get(key) ?? createQuestionQueue()
    queues.set(key, queue)
    return queue
  }
  const put = (row: Awaited, delayMs: number): void =>
    queueOf(row).put({
      id: row.id,
      // MONEY: what is open never waits behind all that is only watched, nor that for ever behind
      // what is open.
      party: `${isWatched(row.state) ? 'watched' : 'open'} ${row.connectionId}`,
      dueAt: ports.monotonic() + delayMs,
    })
  const watchLeftMs = (row: Awaited): number => leftMs(row.nextCheckAt ?? 0, ports.clock())

  return { queues, queueOf, put, watchLeftMs }
}

export function startPoller(ports: ResolvePorts & Pick<DeskPorts, 'monotonic' | 'report'>): Poller {
  const { queues, queueOf, put, watchLeftMs } = openQueues(ports)
  const asking = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  /**
   * `delayMs` for what was not known to be open before; the looks at what is only watched may wait
   * longer.
   */
  const sync = (delayMs: number): void => {
    const awaited = ports.journal.awaited()
    const ids = new Set(awaited.map(({ id }) => id))
    for (const queue of queues.values()) queue.keepOnly((id) => ids.has(id))
    for (const row of awaited)
      if (!asking.has(row.id) && !queueOf(row).has(row.id))
        put(row, isWatched(row.state) ? watchLeftMs(row) : delayMs)
  }

  /** Null when it is asked about no more. */
  const delayAfter = (id: string): { row: AttemptRow; delayMs: number } | null => {
    const row = ports.journal.get(id)
    if (row === null || !isAwaited(row)) return null
    return { row, delayMs: isWatched(row.state) ? watchLeftMs(row) : openDelayMs(row.checks) }
  }

  const ask = async (queue: QuestionQueue, row: AttemptRow): Promise<void> => {
    asking.add(row.id)
    let shortestMs = 0
    try {
      // MONEY: one try: the next one comes by schedule, and three at a gateway that hangs would
      // take its queue's time.
      await (isWatched(row.state) ? watchAttempt(ports, row) : resolveAttempt(ports, row, 1))
    } catch (error) {
      if (!isStopped) ports.report('poller', error)
      shortestMs = afterFailureMs
    }
    asking.delete(row.id)
    queue.ended()
    if (isStopped) return
    const next = delayAfter(row.id)
    if (next !== null) put(next.row, Math.max(shortestMs, next.delayMs))
    plan()
  }

  const next = (queue: QuestionQueue): string | null => queue.take(ports.monotonic())
  const pump = (): void => {
    if (isStopped) return
    for (const queue of queues.values())
      for (let id = next(queue); id !== null; id = next(queue)) {
        const row = ports.journal.get(id)
        if (row !== null && isAwaited(row)) void ask(queue, row)
        else queue.ended()
      }
    plan()
  }
  const plan = (): void => {
    clearTimeout(timer)
    if (isStopped) return
    const nextAt = Math.min(...[...queues.values()].map((queue) => queue.nextAt()))
    if (nextAt === Infinity) return
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
