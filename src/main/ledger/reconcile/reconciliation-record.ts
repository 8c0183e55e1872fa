// A reconciliation as the ledger keeps it, and its mapping from SQLite. Lines are packed, because a
// report has as many as the ledger has entries. Pure.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Decision, ShownPile } from '#shared/reconcile/reconcile-methods.ts'
import type { StatementSource } from '#shared/reconcile/statement.ts'
import type { LineKind, ReportLine } from '#shared/reconcile/report-line.ts'
import type { KindMeaning, LeftKind } from '#shared/files/file-row.ts'
import type { SqlRow } from '../journal/attempt-row.ts'

/** Where a report came from, and how it was read; a fact of the log. */
export interface ReportSource {
  name: string
  bytesSha256: string
  meaning: string
  /** The sheet of a workbook; reports that were taken first do not say it. */
  sheet?: string | null
  /** How many cells were mended. */
  mended: number
  leftOut: { count: number; lines: number[]; reason: string } | null
  /** The line that was read as the sum of the others. */
  sumLine: number | null
  /** What a person said that names in the kind column mean. */
  kindNames: Record<string, KindMeaning | 'take'>
  /** What those names leave out; reports that were taken first do not say it. */
  leftKinds?: LeftKind[]
  /** The days that its lines name, in UTC, closed on the left; null where none names any. */
  period: { from: number; until: number } | null
  /** A reading of the same file whose place it takes, and why lines of it stay out. */
  replaces?: { id: string; rows: number; reason: string }
  /** It is a statement of a bank: what it says of itself, and what one line of it pays. */
  statement?: StatementSource
}

/** Captures and refunds are never added. */
interface PileSum {
  /** Results that were kept first do not say it. */
  kind?: LineKind
  currency: string
  digits: number
  minor: string
}

export interface PileCount {
  pile: ShownPile
  count: number
  sums: PileSum[]
}

export interface ReconcileResult {
  piles: PileCount[]
  digest: string
  upToEntry: number
  /** Orders here of which it lists a refund that nothing explains; old results do not say it. */
  refundedOrders?: string[]
}

export interface ReconciliationRecord {
  id: string
  service: string
  connectionId: string
  source: ReportSource
  rows: number
  kept: number
  result: ReconcileResult | null
  /** It was taken in by mistake, and counts for no report; or waits for a second person. */
  aside: SaidAside | null
  actor: string
  createdAt: number
}

interface SaidBy {
  actor: string
  at: number
  reason: string
}
/** MONEY: where `waits` is true it counts once a second person agreed. */
export interface SaidAside extends SaidBy {
  waits?: true
  /** What they agree to: the digest of it. */
  about?: string
  agreedBy?: string
}

export interface DecisionRecord {
  line: number
  decision: Decision
  about: string
  reason: string
  actor: string
  at: number
  /** MONEY: it counts once a second person agreed. */
  byTwo: boolean
  agreed: { actor: string; at: number } | null
}

/** As it stands in the log. */
export interface SaidDecision extends DecisionRecord {
  /** Its entry; 0 where that is in an archive. */
  entry: number
  /** The report in which it was said, where its `line` stands. */
  saidIn: string
}

export const reconciliationOf = (row: SqlRow): ReconciliationRecord => ({
  id: String(row.id),
  service: String(row.service),
  connectionId: String(row.connection_id),
  source: JSON.parse(String(row.source)) as ReportSource,
  rows: Number(row.rows),
  kept: Number(row.kept),
  result: row.result === null ? null : (JSON.parse(String(row.result)) as ReconcileResult),
  aside: row.aside === null ? null : (JSON.parse(String(row.aside)) as SaidAside),
  actor: String(row.actor),
  createdAt: Number(row.created_at),
})

export const decisionOf = (row: SqlRow): DecisionRecord => ({
  line: Number(row.line),
  decision: String(row.decision) as Decision,
  about: String(row.about),
  reason: String(row.reason),
  actor: String(row.actor),
  at: Number(row.at),
  byTwo: Number(row.by_two) === 1,
  agreed: row.agreed === null ? null : (JSON.parse(String(row.agreed)) as DecisionRecord['agreed']),
})

export type KeptLine = ReportLine

type Packed = [
  ...[line: number, kind: LineKind, minor: string, currency: string, digits: number],
  ...[orderId: string, merchantOrderId: string, rrn: string, approvalCode: string],
  ...[serialNumber: string, lastFour: string, at: number | null, isDay: 0 | 1],
  // Lines that were kept first have neither.
  ...[batch?: string, fee?: string],
]

/** Far more than a part ever holds: what another program wrote fills no memory. */
const MOST_BYTES = 2 ** 26

/** A workbook has several sheets, each of them a report. */
export const fileOf = ({ source }: Pick<ReconciliationRecord, 'source'>): string =>
  `${source.bytesSha256} ${source.sheet ?? ''}`

const batchAndFee = ({ batch, fee }: KeptLine): [batch?: string, fee?: string] =>
  batch === undefined && fee === undefined ? [] : [batch ?? '', fee?.toString() ?? '']

export const packLines = (lines: readonly KeptLine[]): string =>
  deflateRawSync(
    JSON.stringify(
      lines.map((one): Packed => [
        ...([one.line, one.kind, one.minor.toString(), one.currency, one.digits] as const),
        ...([one.orderId, one.merchantOrderId, one.rrn, one.approvalCode] as const),
        ...([one.serialNumber, one.lastFour, one.at, one.isDay === true ? 1 : 0] as const),
        ...batchAndFee(one),
      ]),
    ),
  ).toString('base64')

export const unpackLines = (text: string): KeptLine[] =>
  (
    JSON.parse(
      inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES }).toString(),
    ) as Packed[]
  ).map(([line, kind, minor, currency, digits, ...ids]) => {
    const [orderId, merchantOrderId, rrn, approvalCode, serialNumber, lastFour, ...rest] = ids
    const [at, isDay, batch = '', fee = ''] = rest
    return {
      ...{ line, kind, minor: BigInt(minor), currency, digits, orderId, merchantOrderId },
      ...{ rrn, approvalCode, serialNumber, lastFour, at, ...(isDay === 1 ? { isDay: true } : {}) },
      ...(batch === '' ? {} : { batch }),
      ...(fee === '' ? {} : { fee: BigInt(fee) }),
    }
  })
