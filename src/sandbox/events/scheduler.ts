// What happens by itself: final statuses, charges of subscriptions, callbacks. One timer, set to
// the next thing due.
import { dueCallbacks, listCallbacks, sendCallback } from './callback.ts'
import { disputesDue, scheduleDisputes } from './dispute.ts'
import { chargeDue } from './subscription.ts'
import type { SandboxContext } from '../context/context.ts'
import type { Store } from '../book/store.ts'

const SHORTEST_TIMER_MS = 5
const LONGEST_TIMER_MS = 60_000

export interface Scheduler {
  /** Brings everything due up to date, starts callbacks that are due, and sets the timer. */
  wake(): void
  stop(): void
}

export function openScheduler(context: SandboxContext): Scheduler {
  const { store, clock } = context
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const wake = (): void => {
    if (isStopped) return
    const now = clock.book()
    chargeDue(context, now)
    finalize(context, now)
    for (const row of dueCallbacks(context, now))
      void sendCallback(context, row, () => isStopped).then(wake)
    clearTimeout(timer)
    const next = nextDue()
    if (next === null) return
    const waitMs = Math.min(Math.max(next - now, SHORTEST_TIMER_MS), LONGEST_TIMER_MS)
    timer = setTimeout(wake, waitMs)
    timer.unref()
  }
  const nextDue = (): number | null =>
    store.first<{ at: number | null }>(
      'SELECT min(at) AS at FROM (SELECT min(final_at) AS at FROM transactions WHERE final_at IS NOT NULL UNION ALL SELECT min(due_at) FROM callbacks WHERE due_at IS NOT NULL UNION ALL SELECT min(charge_at) FROM recurring WHERE charge_at IS NOT NULL UNION ALL SELECT min(due_at) FROM disputes)',
    )?.at ?? null
  return {
    wake,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Finalizes what is due and lists the callbacks that follow, together. */
export function finalize(context: SandboxContext, now: number): void {
  const { store, book } = context
  if (!book.isAnyDue(now) && !isAnyDisputeDue(store, now)) return
  store.atomically(() => finalizeInside(context, now))
}

const isAnyDisputeDue = (store: Store, now: number): boolean =>
  store.first('SELECT 1 FROM disputes WHERE due_at <= ? LIMIT 1', now) !== undefined

/** The same for a caller that is inside store.atomically. */
export function finalizeInside(context: SandboxContext, now: number): void {
  const { store, book, switches } = context
  const ended = book.finalizeDue(now)
  if (switches.isOn('test-amounts')) scheduleDisputes(store, book, ended)
  listCallbacks(context, [...ended, ...disputesDue(store, book, now)], now)
}
