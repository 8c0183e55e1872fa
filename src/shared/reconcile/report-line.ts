// The two sides of a reconciliation: money events that this computer knows, and the lines of the
// gateway's report. Neither side is believed over the other.

/**
 * What a line of a report tells, in one word for both sides. A hold or a void moves no money and
 * has no line. A fee is a line of a report alone.
 */
export const reportKinds = ['captured', 'refunded', 'paid-out', 'charged-back', 'fee'] as const
export type ReportKind = (typeof reportKinds)[number]
/** With those of a bank statement: into the merchant's account, or out of it. */
export const lineKinds = [...reportKinds, 'bank-in', 'bank-out'] as const
export type LineKind = (typeof lineKinds)[number]

/** Money that left the merchant's account. */
export const isMoneyOut = (kind: LineKind): boolean => kind !== 'captured' && kind !== 'bank-in'

/** Money out that somebody asks for; a chargeback is the bank's. */
export const isAskedFor = (kind: LineKind): boolean => kind === 'refunded' || kind === 'paid-out'

/** The numbers that either side may know of a movement; '' where it knows none. */
interface ReportIds {
  orderId: string
  merchantOrderId: string
  /** The bank's number of this movement. */
  rrn: string
  approvalCode: string
  /** The gateway's own number of this movement, which is not the order's. */
  serialNumber: string
  lastFour: string
}

interface Movement extends ReportIds {
  kind: LineKind
  /** In minor units, always positive: the kind says the direction. */
  minor: bigint
  currency: string
  /** Decimals of the minor unit: an amount that was read by another rule is another amount. */
  digits: number
  /** The number of its batch; of a line of a bank, all words in which one may stand. */
  batch?: string
}

/** One movement that this computer knows. */
export interface ReportEvent extends Movement {
  id: string
  /** In milliseconds. */
  at: number
  /** Known from an answer that says no day: it happened at that time or before. */
  isLatest?: true
  /** Whether the gateway said that it happened. An unknown outcome is never matched. */
  isCertain: boolean
  /** Only answers of the gateway tell it: nobody asked for it on this computer. */
  isToldOnly?: true
}

/** One line of the report, as its columns were read. */
export interface ReportLine extends Movement {
  /** Its number in the file, from 1. */
  line: number
  /** In milliseconds; null where the report has no day. */
  at: number | null
  /** The report names a day and no time of it: `at` is the noon of that day in UTC. */
  isDay?: true
  /** In minor units, negative where it was given back; none where the report tells none. */
  fee?: bigint
}

/**
 * Where a line or an event stands in the result, in the order in which a person reads it: what may
 * have cost money comes first.
 */
export type Pile =
  | 'unexplained'
  | 'may-be-unknown'
  | 'more-in-report'
  | 'differs'
  | 'ids-disagree'
  | 'not-asked-here'
  | 'not-in-report'
  | 'not-known-here'
  | 'several-batches'
  | 'no-batch'
  | 'suggested'
  | 'one-id'
  | 'fees'
  | 'matched'

/** Which rule of docs/reconciliation.md put a line where it stands. */
export type Rule =
  | ('ids' | 'own-number' | 'equal' | 'split' | 'witnesses' | 'unknown' | 'no-id' | 'not-asked')
  | ('batch-number' | 'batch-sum' | 'no-batch' | 'fee')

export interface LineVerdict {
  line: number
  pile: Pile
  rule: Rule
  /**
   * The events that the line is, may be, or differs from; empty where nothing here explains it.
   */
  events: readonly string[]
  /** What agrees besides kind, currency and amount. */
  witnesses: readonly Witness[]
}

export const witnessNames = [
  'orderId',
  'merchantOrderId',
  'rrn',
  'serialNumber',
  'approvalCode',
  'lastFour',
] as const
export type Witness = (typeof witnessNames)[number]

/** How far from its event a line's day may lie. */
export interface Window {
  beforeMs: number
  afterMs: number
}

const dayMs = 86_400_000
export const usualWindow: Window = { beforeMs: dayMs, afterMs: 10 * dayMs }
