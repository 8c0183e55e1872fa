// A day close: what was refundable and held when a period began and when it ended, and what lies
// between. Opening and movements lead to the closing exactly: what requests from here don't explain
// is named. Pure data.
import type { MoneyText } from '../money.ts'

export const closeOfs = ['refundable', 'held'] as const
export type CloseOf = (typeof closeOfs)[number]

/** Movements that are explained, in the order in which they are read. */
export const explained = [
  // First known within the period; what was there before nobody here knows.
  'new',
  'captured',
  // Of what is held, by a capture.
  'taken',
  'refunded',
  // Released, voided or refunded by a request without an amount.
  'ended',
  // Refunds that are in progress or unknown: counted as spent.
  'open',
  'no-longer-open',
] as const
/** What no request from here explains. */
export const unexplained = ['more', 'less', 'no-longer-known', 'known-again'] as const
export const closeLines = [...explained, ...unexplained] as const
export type CloseLine = (typeof closeLines)[number]

/** Whether a line adds to what was there, or takes away from it. */
export const adds: Readonly<Record<CloseLine, boolean>> = {
  new: true,
  captured: true,
  taken: false,
  refunded: false,
  ended: false,
  open: false,
  'no-longer-open': true,
  more: true,
  less: false,
  'no-longer-known': false,
  'known-again': true,
}

/** Of one currency. */
export interface CloseSum {
  of: CloseOf
  currency: string
  opening: MoneyText
  closing: MoneyText
  /** Those with anything in them, in the order of `closeLines`. */
  lines: { line: CloseLine; orders: number; total: MoneyText }[]
}

interface CloseDifference {
  connectionId: string
  orderid: string
  of: CloseOf
  line: CloseLine
  amount: MoneyText
}

export interface DayClose {
  sums: CloseSum[]
  /** Orders behind what is not explained, at most so many as are shown at once, of `count`. */
  differences: { count: number; orders: CloseDifference[] }
  /** Payments whose refundable amount is not known for certain, when the period ends: in no sum. */
  uncertain: number
}
