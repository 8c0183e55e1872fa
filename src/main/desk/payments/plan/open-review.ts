// What a review worked out, whatever kind of operation it is about. review-request.ts keeps it, and
// confirm.ts checks against it.
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { RowPlace } from '../../../ledger/journal/attempt-row.ts'
import type { Moment } from './moment.ts'
import type { RequestPlan } from './request-plan.ts'
import type { TeamSeen } from '../../base/team-claims.ts'

export interface Plan {
  operation: OperationId
  service: string
  /** Empty while the gateway has not named the order. */
  orderid: string
  clientOrderid: string
  lockKey: string
  request: RequestPlan
  /** The attempt that is sent again under its merchant order id. */
  replaces: string | null
  /** The merchant typed clientOrderid: it must be new to the gateway until it is sent. */
  isTypedId?: boolean
  /** Redacted fields of which some name whose money it is; of an action on an order, none. */
  goesTo: Record<string, string>
  /**
   * Fingerprint of the status that was seen; empty when the operation is about no order's money.
   */
  seen: string
  statusSeen: string
  /** The status that it was worked out from, and when it was asked for; of an action alone. */
  read?: { snapshot: StoredSnapshot; askedAt: Moment }
  /** How many requests for the order had left, or tried to, when it was reviewed. */
  sentBefore: number
}

/**
 * What confirm needs and the ledger must not keep in full: dropped when used, discarded or the
 * program ends.
 */
export interface OpenReview extends Plan {
  /** What the team had of it; null where no team is asked. */
  teamSeen: TeamSeen | null
  connectionId: string
  reviewedAt: Moment
  /** The card is not part of the plan: held-card.ts holds it for a shorter time. */
  hasCard: boolean
  /** It pays a changed account, or a known one under another name. */
  asksCall?: boolean
  /** The row of a run that it carries out; null for what is asked for by itself. */
  row: RowPlace | null
}
export type OpenReviews = Map<string, OpenReview>
