// What the way of money asks of a team. Types; what keeps these promises is in
// src/main/composition/team. A computer alone has none of it.
import type { Fault, Result } from '#shared/fault.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { TeamTwin } from '#shared/team/team-methods.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'

/** What a request is claimed by in its team. */
export interface Claimable {
  lockKey: string
  /** As paymentText; null where a second one is none of the first. */
  payment: string | null
}

/** What the team has of it: how many records of each, and what colleagues paid. */
interface SeenRecords {
  records: readonly number[]
  /** Newest first, without what is known not to have paid. */
  twins: readonly TeamTwin[]
}

export interface TeamClaims {
  /**
   * Faults: denied/team-away, denied/team-holds while somebody has it, and denied/order-busy while
   * an equal payment of this computer has no outcome.
   */
  seen(asked: Claimable): Promise<Result<SeenRecords>>
  /**
   * MONEY: at most one computer gets what the request is claimed by. `seen`: the records that the
   * review went by. Faults: denied/team-away, denied/team-holds, denied/order-busy,
   * denied/order-moved, denied/twin.
   */
  claim(
    request: AttemptRow,
    payment: string | null,
    seen: SeenRecords['records'],
  ): Promise<Result<TeamClaim>>
  /**
   * Asks what colleagues sent for what is locked by this key, after its gateway was asked and
   * before the answer is applied. Waits two seconds at most.
   */
  hear(lockKey: string): Promise<void>
  /**
   * MONEY: why a transaction that the gateway tells of the order may be a colleague's and not this
   * request's, as a message; null where nobody else of the team may have sent it. As heard last.
   * `mayBeEarlier`: what colleagues sent before this request counts as well.
   */
  doubt(request: SentUnder, mayBeEarlier: boolean): string | null
  /** What colleagues sent after this request, or may have sent. As heard last. */
  sentAfter(request: SentUnder): readonly Pick<AttemptRow, 'operation' | 'amount'>[]
  /**
   * What the gateway showed a colleague of this request, who told the team that it was done; null
   * where nobody did. As heard last.
   */
  shownOf(request: SentUnder): { desk: string; /** Of the transaction. */ id: string } | null
  /**
   * MONEY: tells the team what became of a colleague's request, where the statuses of the order
   * that were applied here surely show it as done. Whether it did; it never rejects.
   */
  showClaim(place: OrderPlace): Promise<boolean>
}

/** A request of this computer. */
export type SentUnder = Pick<AttemptRow, 'id' | 'service' | 'orderid' | 'lockKey'>

/** What a review goes by. */
export interface TeamSeen extends SeenRecords, Pick<Claimable, 'payment'> {
  /** Of the membership that was asked: another one has other records. */
  team: TeamClaims
}

export interface TeamClaim {
  /**
   * MONEY: for the transaction of SENDING: from then on the claim has the outcome of the request,
   * whenever that is known.
   */
  use(attemptId: string): void
  /**
   * MONEY: looks at the claim once more and calls `write` in the turn of the event loop of the last
   * comparison; else why nothing may be written.
   */
  lookAndWrite(write: () => void): Promise<Fault | null>
  /** The way of money is through with it: what it was not used for was not sent. */
  end(): void
}
