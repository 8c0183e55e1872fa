// Confirmed requests that can still be taken back: each waits here until its time is over, a person
// sends it at once or takes it back. MONEY: in memory only. What leaves this room goes on at most
// once; what is in it when the program ends is never sent (recover.ts).
import type { Change } from '#shared/contract/bridge.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Moment } from '../plan/moment.ts'

/** How a wait ended. */
type WaitEnd = 'due' | 'undone' | 'closed'

interface Waiting {
  row: AttemptRow
  /** By the desk's clock. */
  sendsAt: number
}

export interface UndoWindow {
  /** When what is not given to the socket yet, nor given up, was confirmed; by id. */
  confirmed: Map<string, Moment>
  /** Resolves once, when the wait is over; the attempt is no longer in the room then. */
  wait(row: AttemptRow, ms: number): Promise<WaitEnd>
  /** True when it was waiting: it will not be sent. */
  undoAttempt(attemptId: string): boolean
  /** True when it was waiting: it goes on now. */
  sendNow(attemptId: string): boolean
  /** What waits under a lock key, or null. */
  under(lockKey: string): Waiting | null
  /** Soonest first. */
  list(): Waiting[]
  /** Ends every wait without sending. */
  close(): void
}

export function openUndoWindow(ports: {
  clock: () => number
  onChange: (change: Change) => void
}): UndoWindow {
  const waits = new Map<string, Waiting & { end: (how: WaitEnd) => void }>()

  const tell = ({ connectionId, orderid }: AttemptRow): void =>
    ports.onChange({ topic: 'attempt', connectionId, orderid })

  const end = (attemptId: string, how: WaitEnd): boolean => {
    const found = waits.get(attemptId)
    found?.end(how)
    return found !== undefined
  }

  return {
    confirmed: new Map(),
    wait: (row, ms) =>
      new Promise((resolve) => {
        const sendsAt = ports.clock() + ms
        const timer = setTimeout(() => end(row.id, 'due'), ms)
        waits.set(row.id, {
          row,
          sendsAt,
          end: (how) => {
            clearTimeout(timer)
            // MONEY: out of the room before anything else happens, so that no second end finds it.
            waits.delete(row.id)
            resolve(how)
            tell(row)
          },
        })
        tell(row)
      }),
    undoAttempt: (attemptId) => end(attemptId, 'undone'),
    sendNow: (attemptId) => end(attemptId, 'due'),
    under: (lockKey) => [...waits.values()].find(({ row }) => row.lockKey === lockKey) ?? null,
    list: () => [...waits.values()].sort((a, b) => a.sendsAt - b.sendsAt),
    close: () => {
      for (const id of [...waits.keys()]) end(id, 'closed')
    },
  }
}
