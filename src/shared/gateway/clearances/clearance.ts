// What a person may clear on an order, with a reason: what the bank charged back, and what the
// gateway's own answers contradict among each other. Pure. A clearance names what it was about, so
// that whatever is told differently later stands again.

export const clearanceKinds = ['chargeback', 'contradiction'] as const
export type ClearanceKind = (typeof clearanceKinds)[number]

/** What a person said. `seq` is the newest answer that they had read. */
export interface Clearance {
  kind: ClearanceKind
  /** The facts of what was cleared, as `clearablesOf` names them. */
  about: string
  seq: number
  actor: string
  reason: string
}

/** What stands on an order and can be cleared. */
export interface Clearable {
  kind: ClearanceKind
  about: string
  message: string
}

/** What the gateway's own answers contradict. */
export interface Contradiction {
  /** Its facts in one line: the same ones again are no news. */
  about: string
  message: string
}

/** One transaction that was told with more than one amount. */
export interface ReportedTwice {
  transaction: string
  /** Empty for the payment, of which an order has one. */
  id: string
  minors: readonly bigint[]
}
