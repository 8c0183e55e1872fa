// A request made here, as far as an order's money facts go by it.
import type { AttemptState } from '../../attempt.ts'
import type { Money } from '../../money.ts'

/** The part of an attempt that counts towards an order's facts. */
export interface AttemptFact {
  id: string
  operation: string
  state: AttemptState
  /** What it moves; null when the whole remainder was asked for and was not known here. */
  amount: Money | null
  /** The snapshot that resolved it, so that the same event is not counted twice. */
  resolvedBy: number | null
  /** The last snapshot known before it was sent: an older one can’t tell of it. */
  sentAfter: number | null
  conflict: string | null
  createdAt: number
}
