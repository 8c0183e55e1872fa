// Reports over the bridge: sums of what moved in a period, and the requests behind each. Reads,
// and saves files where a person chose. Amounts of different currencies are never added, and
// neither are practice, test and production. A period is closed on the left and open on the right.
import { z } from 'zod'
import type { AttemptState, HandOutcome } from '../attempt.ts'
import type { MoneyText } from '../money.ts'
import type { DayClose } from './day-close.ts'
import { moneyKinds } from '../bridge/today.ts'
import { type ListReport, zoneName } from '../bridge/lists.ts'

export const reportIds = ['moved', 'reasons', 'shift', 'open', 'close'] as const
export type ReportId = (typeof reportIds)[number]

/** What a sum can be split by; operation and currency always split it. */
export const splits = ['connection', 'operator', 'reason', 'outcome'] as const
export type Split = (typeof splits)[number]

/** How a period is cut. */
export const cuts = ['whole', 'day', 'week', 'month'] as const
export type Cut = (typeof cuts)[number]

/** `unknown`: it may have reached the gateway; `processing`: the gateway took it. */
const reportOutcomes = ['done', 'declined', 'not-sent', 'unknown', 'processing'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** What a person found out counts like what the gateway told. */
export function reportOutcomeOf(state: AttemptState, hand: HandOutcome | null): ReportOutcome {
  switch (state) {
    case 'SUCCEEDED':
      return 'done'
    case 'RESOLVED_BY_HAND':
      return hand === 'happened' ? 'done' : 'declined'
    case 'NOT_SENT':
      return 'not-sent'
    case 'ACCEPTED':
      return 'processing'
    case 'UNKNOWN':
    case 'SENDING':
      return 'unknown'
    default:
      return 'declined'
  }
}

/** `here`: asked for on this computer; `gateway`: only answers of the gateway tell of it. */
export const reportSources = ['here', 'gateway'] as const
export type ReportSource = (typeof reportSources)[number]

/** Younger than a day, one to three days, three to seven, older: in this order. */
export const ageBands = ['day', 'three-days', 'week', 'older'] as const
export type AgeBand = (typeof ageBands)[number]

const report = {
  report: z.enum(reportIds),
  zone: zoneName,
  /** The first day of the period, and the last one, both within it, in that zone. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** A shift begins at this moment instead, in milliseconds since 1970, and ends now. */
  since: z.int().min(0).optional(),
  cut: z.enum(cuts).default('whole'),
  split: z.array(z.enum(splits)).max(splits.length).default([]),
  kind: z.enum(moneyKinds).optional(),
  connectionId: z.string().min(1).max(64).optional(),
} as const
const asked = z.strictObject(report)
export type ReportAsked = z.output<typeof asked>

/** Which figure: what is left out splits nothing. */
const figure = z.strictObject({
  source: z.enum(reportSources),
  operation: z.string().max(64),
  currency: z.string().max(3),
  part: z.int().min(0).max(4_000),
  connection: z.string().max(64).optional(),
  operator: z.string().max(200).optional(),
  reason: z.string().max(2_000).optional(),
  /** Empty where the reason is text alone. */
  reasonCode: z.string().max(64).optional(),
  outcome: z.enum(reportOutcomes).optional(),
})
export type FigureKey = z.output<typeof figure>

export const reportMethods = {
  'report:show': asked,
  /** The requests behind one figure, newest first, a page of them. */
  'report:rows': z.strictObject({ ...report, figure }),
  /** The same report as a file; main asks where to save it. */
  'report:save': z.strictObject({ ...report, as: z.enum(['csv', 'xlsx', 'pdf']) }),
} as const

export interface ReportOutput {
  'report:show': ReportView
  'report:rows': ReportRows
  'report:save': ListReport | null
}

export interface ReportFigure {
  key: FigureKey
  count: number
  /** Requests among them whose amount is not known here: they are in no sum. */
  unstated: number
  total: MoneyText
  largest: MoneyText
  /** Of the sum, in tenths of a percent; null where the report shares nothing. */
  share: number | null
  /** From sending to the end, in milliseconds; null where none of them was sent and ended. */
  medianMs: number | null
}

/** Where the day of `from` begins, and where that of `to` is over. */
interface ReportBounds {
  from: number
  until: number
}

export interface ReportView {
  report: ReportId
  kind: (typeof moneyKinds)[number]
  zone: string
  bounds: ReportBounds
  madeAt: number
  /** The newest entry of the log that the figures know. */
  upToEntry: number
  /** Requests of the period whose outcome is not known, and that are still processed. */
  unknown: number
  processing: number
  /** The pieces of the period, named by their first day. */
  parts: string[]
  figures: ReportFigure[]
  /** What the codes of its reasons are called. */
  reasonNames: Record<string, string>
  /** Of the report of open items alone. */
  open: OpenItems[]
  /** Of the day close alone. */
  close: DayClose | null
}

export interface OpenItems {
  of: 'unknown' | 'processing' | 'hold'
  currency: string
  /** One for each band of age. */
  bands: { count: number; total: MoneyText }[]
}

export interface ReportRow {
  /** Null for what only the gateway told. */
  attemptId: string | null
  connectionId: string
  operation: string
  orderid: string
  clientOrderid: string
  amount: MoneyText | null
  at: number
  actor: string
  reason: string
  outcome: ReportOutcome
  rrn: string
  /** Whom it paid; empty where it paid nobody. */
  payee: string
}

export interface ReportRows {
  count: number
  total: MoneyText
  /** Newest first; no more than are shown at once. */
  rows: ReportRow[]
}
