// What happens by itself: settlements, charges of subscriptions, callbacks. One timer, set to the next thing due.
import { dueCallbacks, listCallbacks, sendCallback } from './callback.ts'
import { chargeDue } from './subscription.ts'
import type { Premises } from './premises.ts'

const SHORTEST_TIMER_MS = 5
const LONGEST_TIMER_MS = 60_000

export interface Agenda {
  /** Brings everything due up to date, starts callbacks that are due, and sets the timer. */
  wake(): void
  stop(): void
}

export function openAgenda(premises: Premises): Agenda {
  const { store, clock } = premises
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const wake = (): void => {
    if (isStopped) return
    const now = clock.book()
    chargeDue(premises, now)
    settle(premises, now)
    for (const row of dueCallbacks(premises, now))
      void sendCallback(premises, row, () => isStopped).then(wake)
    clearTimeout(timer)
    const next = nextDue()
    if (next === null) return
    const waitMs = Math.min(Math.max(next - now, SHORTEST_TIMER_MS), LONGEST_TIMER_MS)
    timer = setTimeout(wake, waitMs)
    timer.unref()
  }
  const nextDue = (): number | null =>
    store.first<{ at: number | null }>(
      'SELECT min(at) AS at FROM (SELECT min(settle_at) AS at FROM transactions WHERE settle_at IS NOT NULL UNION ALL SELECT min(due_at) FROM callbacks WHERE due_at IS NOT NULL UNION ALL SELECT min(charge_at) FROM recurring WHERE charge_at IS NOT NULL)',
    )?.at ?? null
  return {
    wake,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Settles what is due and lists the callbacks that follow, together. */
export function settle(premises: Premises, now: number): void {
  const { store, book } = premises
  if (!book.isAnyDue(now)) return
  store.atomically(() => listCallbacks(premises, book.settleDue(now), now))
}
