// A report of the gateway beside what this computer knows, over the bridge. The page says which
// reading and which line; lines stay in main, and a page of one list comes at a time.
import { z } from 'zod'
import type { ListReport } from '../bridge/lists.ts'
import { say } from '../message.ts'
import type { MoneyText } from '../money.ts'
import type { Doubt } from './report-doubts.ts'
import type { LineKind, Pile, Rule, Witness } from './report-line.ts'
import { grouping, type StatementSource } from './statement.ts'

const id = z.string().min(1).max(64)
const digest = z.string().length(64)

/**
 * The lists in the order in which a person reads them; 'explained' are lines of which a person said
 * what they are.
 */
export const shownPiles = [
  'unexplained',
  'may-be-unknown',
  'more-in-report',
  'differs',
  'ids-disagree',
  'not-asked-here',
  'not-in-report',
  'not-known-here',
  'several-batches',
  'no-batch',
  'suggested',
  'one-id',
  'explained',
  'fees',
  'matched',
] as const satisfies readonly (Pile | 'explained')[]
export type ShownPile = (typeof shownPiles)[number]

/**
 * 'elsewhere': the money out was made elsewhere, and a person knows by whom. 'written-off': the
 * difference is accepted. 'refused': the suggestion is wrong. 'accepted': all lines that one number
 * matches are right. 'withdrawn': what was said before is not so.
 */
const decisions = ['elsewhere', 'written-off', 'refused', 'accepted', 'withdrawn'] as const
export type Decision = (typeof decisions)[number]

/** Lists that may be said to be right as a whole, after their number and sums were shown. */
export const wholePiles = ['one-id', 'not-asked-here'] as const satisfies readonly ShownPile[]
export type WholePile = (typeof wholePiles)[number]
/** Under which number a word about a whole list is kept; lines count from 1. */
export const lineOfPile: Readonly<Record<WholePile, number>> = { 'one-id': 0, 'not-asked-here': -1 }

/** Under which number a second person agrees that a whole report is set aside. */
export const lineOfAside = -2

/** Whether what was said counts: the word of one person, or of two where it takes two. */
export const isCounted = (said: { byTwo: boolean; agreed: object | null }): boolean =>
  !said.byTwo || said.agreed !== null

/** In which list a line may be decided so; 'withdrawn' where something was decided. */
export const decidedIn: Readonly<Record<Exclude<Decision, 'withdrawn'>, readonly ShownPile[]>> = {
  elsewhere: ['unexplained', 'more-in-report', 'not-asked-here', 'not-known-here'],
  'written-off': ['differs', 'ids-disagree'],
  refused: ['suggested'],
  accepted: wholePiles,
}

/** Of a whole list: what a decision of it is about, '' where it is empty, and what was said. */
export type WholeLists = Readonly<
  Record<WholePile, { about: string; said: 'waiting' | 'counted' | null }>
>

/** Reports of one list; older ones stand in the log. */
export const mostListed = 50

/** Characters of a reason. */
export const leastReason = 10
const why = z
  .string()
  .trim()
  .min(leastReason, say('reconcile.say-why'))
  .max(500, say('operations.at-most-500-characters'))

export const reconcileMethods = {
  /**
   * Keeps the good lines of a reading and matches them; answers when that is done. The reading is
   * used up. `stamp`, `meaning` and `leftOut` are what the person was shown.
   */
  'reconcile:take': z.strictObject({
    readingId: id,
    stamp: id,
    meaning: digest,
    /** Lines that stay out because something is wrong with them, and why. */
    leftOut: z.int().min(0),
    leftOutReason: z.string().trim().max(500, say('operations.at-most-500-characters')),
    /** Why lines of an earlier reading of the same file count no longer, where some do not. */
    fewerReason: z.string().trim().max(500, say('operations.at-most-500-characters')).default(''),
    /** Of a bank statement: what one line of it pays; a batch where nobody said so. */
    grouping: grouping.optional(),
  }),
  /** The newest first, `mostListed` at most. */
  'reconcile:list': z.strictObject({}),
  /** As it is now: matched once more with what this computer knows by now. */
  'reconcile:show': z.strictObject({ id }),
  'reconcile:rows': z.strictObject({
    id,
    pile: z.enum(shownPiles),
    /** From this row of the list on. */
    from: z.int().min(0).default(0),
    limit: z.int().min(1).max(200).default(100),
  }),
  /** Refunds of an order that reports list and nothing here explains. */
  'reconcile:of-order': z.strictObject({ connectionId: id, orderid: z.string().min(1).max(128) }),
  /** What is shown, as its result in the log; `digest` is that of the result the person saw. */
  'reconcile:keep': z.strictObject({ id, digest }),
  /** `about`: of the row or of the list that the person saw; another one is refused. */
  'reconcile:decide': z.strictObject({
    id,
    /** 0 or less: a whole list (`lineOfPile`). */
    line: z.int().min(-1),
    decision: z.enum(decisions),
    about: digest,
    reason: why,
  }),
  /** A second person says the same of it, where it takes two. */
  'reconcile:agree': z.strictObject({ id, line: z.int().min(lineOfAside), about: digest }),
  /** A report that was taken in by mistake counts for nothing any more; or again. */
  'reconcile:aside': z.strictObject({ id, isAside: z.boolean(), reason: why }),
  /** Look-ups of the orders that nobody looked up here, as those of the shop's lists. */
  'reconcile:look-up': z.strictObject({ id }),
  /** All lines in the order of the file; main asks where to save. */
  'reconcile:save': z.strictObject({ id, as: z.enum(['csv', 'xlsx']) }),
} as const

export interface ReconcileOutput {
  /** Null when the person ended it. */
  'reconcile:take': ReconciliationView | null
  'reconcile:list': ReconciliationView[]
  'reconcile:show': ReconciliationView
  'reconcile:rows': { rows: ReconciledRow[]; next: number | null }
  'reconcile:of-order': ReportedRefund[]
  'reconcile:keep': ReconciliationView
  'reconcile:decide': ReconciliationView
  'reconcile:agree': ReconciliationView
  'reconcile:aside': ReconciliationView
  'reconcile:look-up': { count: number }
  'reconcile:save': ListReport | null
}

/** Each amount once for each report. */
export interface ReportedRefund {
  reportId: string
  name: string
  amount: MoneyText
  /** Lines of the report that say it. */
  count: number
}

/** Of one kind: captures and refunds are never added. */
export interface KindSum extends MoneyText {
  /** Null in a result that was kept before kinds were told apart. */
  kind: LineKind | null
}

export interface PileView {
  pile: ShownPile
  count: number
  /** By kind and currency; currencies are never added. */
  sums: KindSum[]
}

export interface ResultView {
  piles: PileView[]
  /** SHA-256 in hex of all verdicts, whatever the order of the file. */
  digest: string
  /** The newest entry of the log that was read for it. */
  upToEntry: number
}

interface LeftKindView {
  word: string
  count: number
  /** So many of them have no amount. */
  without: number
  sums: MoneyText[]
}

export interface ReconciliationView {
  id: string
  connectionId: string
  name: string
  rows: number
  /** The days that its lines name, closed on the left; null where none names any. */
  period: { from: number; until: number } | null
  leftOut: { count: number; reason: string } | null
  /** Lines whose word a person said to be no movement. */
  leftKinds: LeftKindView[]
  actor: string
  at: number
  /** Null where not all lines were kept: the report has to be read again. */
  result: ResultView | null
  /** 'reconcile:show' alone: the kept result is an older one. */
  isOlder?: boolean
  /** As it is now; nothing in a list of reports. */
  whole: WholeLists
  /** What makes the whole report doubtful, as it is now. */
  doubts: readonly Doubt[]
  /** It counts for nothing: it was set aside. With `isWaiting`, once a second person agrees. */
  aside: AsideView | null
  /** The reading of which it leaves lines out and whose place it took, and why. */
  replaces: { rows: number; reason: string } | null
  /** 'reconcile:show' alone: a newer reading of the same file that counts in its place. */
  replacedBy?: string
  /** Of a bank statement. */
  statement: StatementSource | null
}

interface AsideView {
  actor: string
  at: number
  reason: string
  isWaiting: boolean
  /** The second person, where it took two. */
  agreedBy: string | null
  /** What a second person agrees to. */
  about: string
}

/** A movement that this computer knows, beside a line. */
interface KnownMovement {
  /** Empty where the order has none yet. */
  orderid: string
  clientOrderid: string
  kind: LineKind
  amount: MoneyText
  at: number
  isCertain: boolean
  rrn: string
  approvalCode: string
  lastFour: string
  /** Of what a bank pays as one: its number, or its day. */
  batch: string
}

/** Another report that was taken in. */
export interface OtherReport {
  id: string
  name: string
  /** The days that its lines name, closed on the left; null where none names any. */
  period: { from: number; until: number } | null
}

/** Of the other reports that a line has to do with, so many are named. */
export const mostReportsNamed = 3

/** What a person said of a line. */
export interface Said {
  decision: Decision
  reason: string
  actor: string
  at: number
  /** It counts by the word of a second person alone, and nobody gave it yet. */
  isWaiting: boolean
  /** The second person. */
  agreedBy: string | null
}

export interface ReconciledRow {
  /** Null for what stands here alone. */
  line: number | null
  pile: ShownPile
  rule: Rule | null
  kind: LineKind
  orderid: string
  clientOrderid: string
  amount: MoneyText
  at: number | null
  /** The report names a day and no time of it; `at` is the noon of that day in UTC. */
  isDay: boolean
  rrn: string
  approvalCode: string
  serialNumber: string
  lastFour: string
  batch: string
  /** What is taken off this line; null where the report tells none. */
  fee: MoneyText | null
  /** What agrees besides kind, currency and amount. */
  witnesses: readonly Witness[]
  /** What the line is, may be, or differs from. */
  known: KnownMovement[]
  /** Between the line and what is known here, where that is one movement of another amount. */
  difference: MoneyText | null
  /** The order that this computer knows it by; null where it knows none. */
  opens: string | null
  decided: Said | null
  /** Reports in which the same line stands; it counts once. */
  also: OtherReport[]
  /** Reports with another line that may be the same movement, where nothing explains this one. */
  competing: OtherReport[]
  /** What a decision is about. */
  about: string
}
