// Confirmed requests that can still be taken back: each waits here until its time is over, a person
// sends it at once or takes it back. MONEY: in memory only. What leaves this room goes on at most
// once; what is in it when the program ends is never sent (recover.ts).
import type { Change } from '#shared/contract/bridge.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Moment } from '../plan/moment.ts'

/** How a wait ended. */
type WaitEnd = 'due' | 'undone' | 'closed'
type Unsent = Exclude<WaitEnd, 'due'>

interface Waiting {
  row: AttemptRow
  /** By the desk's clock; of what asks the team, since when it does. */
  sendsAt: number
  asksTeam?: true
}

export interface UndoWindow {
  /** When what is not given to the socket yet, nor given up, was confirmed; by id. */
  confirmed: Map<string, Moment>
  /** Resolves once, when the wait is over; the attempt is no longer in the room then. */
  wait(row: AttemptRow, ms: number): Promise<WaitEnd>
  /**
   * Waits for the answer of the team, or until a person takes the request back. MONEY: whichever
   * comes first counts, and the other one finds nothing in the room any more.
   */
  waitForTeam<T>(row: AttemptRow, answer: Promise<T>): Promise<{ answer: T } | Unsent>
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
  const waits = new Map<string, Waiting & { end: (how: WaitEnd) => boolean }>()

  const tell = ({ connectionId, orderid }: AttemptRow): void =>
    ports.onChange({ topic: 'attempt', connectionId, orderid })

  const end = (attemptId: string, how: WaitEnd): boolean => {
    return waits.get(attemptId)?.end(how) ?? false
  }
  // MONEY: out of the room before anything else happens, so that no second end finds it.
  const leave = (row: AttemptRow): true => {
    waits.delete(row.id)
    tell(row)
    return true
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
            resolve(how)
            return leave(row)
          },
        })
        tell(row)
      }),
    waitForTeam: (row, answer) =>
      new Promise((resolve, reject) => {
        const isHere = (): boolean => waits.get(row.id)?.end === end
        const end = (how: WaitEnd): boolean => {
          // MONEY: nothing goes on before the team answered.
          if (how === 'due') return false
          resolve(how)
          return leave(row)
        }
        waits.set(row.id, { row, sendsAt: ports.clock(), asksTeam: true, end })
        tell(row)
        answer.then(
          (found) => {
            if (!isHere()) return
            leave(row)
            resolve({ answer: found })
          },
          (error: unknown) => {
            if (!isHere()) return
            leave(row)
            reject(error as Error)
          },
        )
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
