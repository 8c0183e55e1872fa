// The bridge's methods about requests that wait for the approval of somebody else.
import { z } from 'zod'
import { say } from '../message.ts'
import type { Phase } from '../gateway/orders/order-facts.ts'
import type { MoneyText } from '../money.ts'

export const approvalId = z.string().regex(/^ap-[0-9a-f]{16}$/)

/** So long it waits for the others, and then for whoever asked to send it. */
export const approvalLastsMs = 24 * 3_600_000

export const approvalMethods = {
  /** Of what was reviewed: others are asked. The review ends by it, and nothing is sent. */
  'approval:ask': z.strictObject({
    attemptId: z.string().min(1).max(64),
    token: z.string().min(1).max(128),
  }),
  /** What waits, and what ended lately. */
  'approval:list': z.strictObject({}),
  /** One that waits, with its order as the gateway tells it now. */
  'approval:show': z.strictObject({ approvalId }),
  /** Signs it with the key that `own` opens. */
  'approval:approve': z.strictObject({
    approvalId,
    /** Fingerprint of the order as it was shown. */
    seen: z.string().max(10_000),
    /** Of the request as it was shown. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    own: z.string().min(1, say('people.enter-passphrase')).max(200),
  }),
  'approval:refuse': z.strictObject({
    approvalId,
    reason: z
      .string()
      .trim()
      .min(10, say('approvals.say-why'))
      .max(500, say('operations.at-most-500-characters')),
  }),
  /** By whoever asked. */
  'approval:withdraw': z.strictObject({ approvalId }),
} as const

export type ApprovalState = 'WAITING' | 'SPENT' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED'

/** Amounts of one currency, and how many rows they are of. */
export interface RunSum {
  sum: MoneyText
  rows: number
}

export interface ApprovalView {
  id: string
  state: ApprovalState
  connectionId: string
  connectionName: string
  operation: string
  /** It would release a hold: the operation `return` refunds a captured payment as well. */
  isRelease: boolean
  orderid: string
  clientOrderid: string
  amount: MoneyText | null
  /** The run that it is of, and its sums as they were asked for; null of a single request. */
  run: { runId: string; sums: RunSum[]; rows: number } | null
  /** Fields as they would be sent, card data masked. */
  request: Record<string, string>
  /** Names: who asks, and who approved. */
  author: string
  approvedBy: readonly string[]
  /** Names of who else may approve it. */
  mayBy: readonly string[]
  /** So many approvals it takes; 0 where it takes none any more. */
  needs: number
  isApproved: boolean
  isMine: boolean
  /** Why whoever is signed in can't approve it, or null. */
  mayNot: string | null
  askedAt: number
  expiresAt: number
  endedBy: string | null
  endedAt: number | null
  reason: string | null
}

export interface ApprovalShown {
  approval: ApprovalView
  /** Of all that was asked for, hex: what is signed. */
  digest: string
  /** Fingerprint of its order now; empty where it has none. */
  seen: string
  /** What changed in the order since the request was reviewed, a sentence each. */
  moved: readonly string[]
  /** What the gateway says of its order now; null where it has none. */
  order: OrderNow | null
  /** What it comes to; null of a run, and where it has no order. */
  standing: {
    phase: Phase
    /** Once this is refunded; null of anything else, and where it is not known here. */
    refundableAfter: MoneyText | null
  } | null
  /** What it is above; null of a run, and where no limit has its amount or its currency. */
  limit: { above: MoneyText; isOfDay: boolean } | null
  /** The run, out of the rows that the digest is over; null of a single request. */
  run: RunToApprove | null
}

/** Refunds of one amount that go to one customer: the most of them. */
export interface AlikeRefunds {
  amount: MoneyText
  rows: number
}

/** A run as it would be confirmed. */
export interface RunToApprove {
  runId: string
  /** Rows that would be sent. */
  rows: number
  sums: RunSum[]
  /** Rows whose amount nobody knows. */
  withoutAmount: number
  /** Rows that ask for what was asked for before. */
  repeats: number
  alike: AlikeRefunds[]
  /** Of the list: its name, and SHA-256 of its bytes in hex; null for selected rows. */
  sourceName: string | null
  sourceDigest: string | null
  /** Why what was sent before is asked for once more. */
  reason: string
  /** Of its rows, where all have one and the same; else empty. */
  rowReason: string
  /** The first few that would be sent. `party`: whom it refunds, pays or charges; or ''. */
  first: { at: number; party: string; orderid: string; card: string; amount: MoneyText | null }[]
  checkedAt: number | null
}

interface OrderNow {
  status: string
  transactionType: string
  amount: MoneyText | null
  /** As its answers named them; empty where none did. */
  customer: string
  card: string
}

/** What a review says where the request is above a limit of whoever asks. */
export interface ReviewApproval {
  needs: number
  /** The limit; null where no row has its amount or its currency. */
  above: MoneyText | null
  /** Where that is a limit of a day: what was confirmed on it before, and what is left. */
  inDay: { used: MoneyText; left: MoneyText } | null
  isApproved: boolean
  /** One request of this order, or like this, waits for approval already. */
  isWaiting: boolean
}

export interface ApprovalOutput {
  'approval:ask': ApprovalView
  'approval:list': { waiting: ApprovalView[]; ended: ApprovalView[] }
  'approval:show': ApprovalShown
  'approval:approve': ApprovalView
  'approval:refuse': ApprovalView
  'approval:withdraw': ApprovalView
}
