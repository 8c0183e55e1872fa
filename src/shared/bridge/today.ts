// The first screen over the bridge: figures of the last days per currency, the rows that add up to
// each, holds by age and the newest requests. Reads only. Amounts of different currencies are never
// added, and neither are practice, test and production.
import { say } from '../message.ts'
import { z } from 'zod'
import { isAction } from '../gateway/flow.ts'
import { isOperationId, rowOf } from '../gateway/operations/index.ts'
import type { MoneyText } from '../money.ts'
import type { DisputeNeed } from '../disputes/dispute-methods.ts'
import type { FoundNeed } from '../orders/found-refunds.ts'
import { zoneName } from './lists.ts'
import type { AttemptView, OrderRow } from './views.ts'

/** So many days up to today are offered; any others can be asked for. */
export const figurePeriods = [7, 14, 30, 90] as const
export const usualPeriod = 14
/** At most so many days are summed at once. */
export const longestPeriod = 366

export const figureIds = ['refunded', 'paid-in', 'paid-out'] as const
export type FigureId = (typeof figureIds)[number]

/**
 * The figure that counts a request, once the gateway or a person said that it happened; null for
 * one that is in none. The operation table says what brings money in, here as in the report of
 * moved money. A released hold is no refund.
 */
export function figureOf(operation: string): FigureId | null {
  if (!isOperationId(operation)) return null
  const { moves } = rowOf(operation)
  if (moves === 'in') return 'paid-in'
  if (moves !== 'out') return null
  return isAction(operation) ? 'refunded' : 'paid-out'
}

/** Kinds of money that are never added; `removed`: of connections that are no more. */
export const moneyKinds = ['production', 'test', 'sandbox', 'removed'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** Which money a connection moves. */
export const moneyKindOf = (connection: {
  environment: 'test' | 'production'
  isEmbedded?: boolean | undefined
}): Exclude<MoneyKind, 'removed'> =>
  connection.isEmbedded === true ? 'sandbox' : connection.environment

/** Whose figures: of one kind of money, and of one connection of it where that is named. */
const whose = {
  /** Left out: production where there is a connection for it, else test, else the sandbox. */
  kind: z.enum(moneyKinds).optional(),
  connectionId: z.string().min(1).max(64).optional(),
}

export const todayMethods = {
  /**
   * Days are those of `zone`; today is the day of this computer’s clock there. `period` days, the
   * last one `until`, or today where that is left out.
   */
  'today:show': z.strictObject({
    zone: zoneName,
    period: z.int().min(1).max(longestPeriod).optional(),
    until: z.iso.date().optional(),
    ...whose,
  }),
  /** Every row of one figure of one day. */
  'today:rows': z.strictObject({
    figure: z.enum(figureIds),
    currency: z.string().regex(/^[A-Z]{3}$/, say('operations.three-letters-like-eur')),
    day: z.iso.date(),
    zone: zoneName,
    ...whose,
  }),
} as const

export interface TodayOutput {
  'today:show': TodayView
  'today:rows': FigureRows
}

export interface DayFigure {
  total: MoneyText
  count: number
}

export interface CurrencyFigures {
  currency: string
  /** One for each of `days`. */
  figures: Record<FigureId, DayFigure[]>
  /** One for each of as many days before them. */
  before: Record<FigureId, DayFigure[]>
  /** All of `days` together, and all of those before them. */
  sums: Record<FigureId, { period: DayFigure; before: DayFigure }>
}

export interface TodayView {
  /** The money of the figures. */
  kind: MoneyKind
  /** Requests of these days belong to connections that were removed. */
  hasRemoved: boolean
  /** Oldest first; the last one is today unless other days were asked for. */
  days: string[]
  /** As many days before them. */
  daysBefore: string[]
  /** Most requests first. A currency with nothing in these days is missing. */
  currencies: CurrencyFigures[]
  /**
   * Requests of the last one of `days` that happened and whose amount is not known here: they are
   * in no figure.
   */
  unstated: number
  /**
   * Orders of which an amount was still held at the last look, first seen longest ago; at most a
   * few.
   */
  holds: HeldOrder[]
  /** Reports of the gateway with money out that nothing explains, the newest first. */
  reports: ReportNeed[]
  /** Payments that somebody questions, the soonest due first; at most some. */
  disputes: DisputeNeed[]
  /** How many more there are. */
  moreDisputes: number
  /** Refunds that Paydesk found by itself and nobody looked at, the oldest first; at most some. */
  found: FoundNeed[]
  moreFound: number
  /** Reports that are saved regularly and can't be. */
  exports: PlanNeed[]
  /** Newest first; at most eight. */
  activity: AttemptView[]
  /** What a new operator has done already. */
  firstRun: FirstRun
}

export interface FirstRun {
  /** A connection was tested on this computer. */
  isTested: boolean
  /** A refund was made on this computer. */
  hasRefunded: boolean
  /** So much was done here that no first steps are shown. */
  isPast: boolean
}

export type HeldOrder = Pick<
  OrderRow,
  'connectionId' | 'orderid' | 'clientOrderid' | 'original' | 'checkedAt'
> & { firstSeenAt: number }

export interface ReportNeed {
  id: string
  connectionId: string
  name: string
  /** Lines that nothing explains. */
  count: number
  /** All of them are refunds. */
  isRefunds: boolean
  /** By currency. */
  sums: MoneyText[]
  /** When the report was taken in. */
  at: number
}

export interface PlanNeed {
  id: string
  report: 'moved' | 'reasons' | 'close'
  /** So many periods are over and not saved. */
  due: number
  /** Why. */
  trouble: string
}

interface FigureRow {
  attemptId: string
  connectionId: string
  operation: string
  orderid: string
  clientOrderid: string
  amount: MoneyText
  resolvedAt: number
  actor: string
  comment: string
}

export interface FigureRows {
  total: MoneyText
  /** Newest first. */
  rows: FigureRow[]
}
