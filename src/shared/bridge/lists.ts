// Lists over the bridge: how orders are filtered, what a search found them by, pages, and long work
// that is watched and ended.
import { say } from '../message.ts'
import { z } from 'zod'
import { type OrderField, orderFields, type OrderRow, savedFields } from './views.ts'
import { isZone } from '../time/zone.ts'

const day = z.iso.date().optional()
/** An IANA zone; left out, days are UTC days. */
export const zoneName = z.string().refine(isZone, say('operations.zone-not-listed')).optional()
const decimal = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, say('operations.amount-form'))
  .optional()
// Words of the gateway and of this program: never digits, so that nothing that is kept can be a
// card number.
export const word = z
  .string()
  .max(64)
  .regex(/^[\p{L} _-]*$/u, say('operations.letters-only'))
  .optional()
/** Who did it, as the audit log names them. */
const actorName = z.string().max(64).optional()
const orderFilter = z.strictObject({
  phase: word,
  /** Of the last event, like sale or reversal. */
  type: word,
  /** Somebody who looked it up or did something on it. */
  actor: actorName,
  /** Inclusive, in major units of whatever currency the order has. */
  amountFrom: decimal,
  amountUntil: decimal,
  /** Inclusive days of `zone` in which the status was last read. */
  from: day,
  until: day,
  zone: zoneName,
})
export type OrderFilter = z.output<typeof orderFilter>

/** What the list of orders is sorted by; with a minus from the greatest down. */
export type OrderSort = OrderField | `-${OrderField}`
const orderSorts = Object.keys(orderFields).flatMap((name) => [name, `-${name}`]) as OrderSort[]
export const orderSort = z.enum(orderSorts as [OrderSort, ...OrderSort[]])
export const usualSort: OrderSort = '-checkedAt'
export const sortedBy = (sort: OrderSort): { field: OrderField; isDown: boolean } => ({
  field: sort.replace('-', '') as OrderField,
  isDown: sort.startsWith('-'),
})

/** All connections when `connectionId` is left out; a text finds the best matches first. */
export const orderQuestion = {
  connectionId: z.string().min(1).max(64).optional(),
  text: z.string().max(200).optional(),
  filter: orderFilter.optional(),
  /** The last looked up first when left out. */
  sort: orderSort.optional(),
} as const

/** What a list is saved as, and which facts of its rows in which order. */
export const orderFile = z.strictObject({
  ...orderQuestion,
  as: z.enum(['csv', 'xlsx']),
  columns: z.array(z.enum(savedFields)).min(1).max(20),
})
export type OrderFile = z.output<typeof orderFile>

/** A list that was saved. */
export interface ListReport {
  file: string
  rows: number
  bytes: number
  sha256: string
}

/**
 * How the list of orders is looked at. Of what was chosen last the text that was searched for is
 * not kept; a view may have one.
 */
export const savedLook = orderFilter.extend({
  text: z.string().max(200).optional(),
  /** 'all', or the id of one; the one chosen in the frame when left out. */
  connections: z.string().max(64).optional(),
  /** In their order; the usual ones when left out. */
  columns: z.array(z.string().max(32)).max(20).optional(),
  sort: orderSort.optional(),
})
export type SavedLook = z.output<typeof savedLook>

const columnId = z.string().max(32)
/** How any list is looked at: what is left out is as usual. */
export const listLook = z.strictObject({
  /** In their order. */
  columns: z.array(columnId).max(30).optional(),
  /** Pixels, of those that somebody made wider or narrower. */
  widths: z.record(columnId, z.int().min(24).max(2_000)).optional(),
  /** The column it is in the order of, with a minus from the greatest down. */
  sort: z.string().max(33).optional(),
})
export type ListLook = z.output<typeof listLook>

export const ordersView = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, say('operations.name-the-view'))
    .max(60, say('operations.at-most-60-characters')),
  look: savedLook,
})
export type OrdersView = z.output<typeof ordersView>

/** Inclusive days of `zone`, of the times of a list. */
export const askedDays = z.strictObject({ from: day, until: day, zone: zoneName })
export type AskedDays = z.output<typeof askedDays>

/**
 * A list that the page has all rows of, as it shows them: amounts in decimals, times in ISO 8601 of
 * UTC.
 */
const shownList = z.strictObject({
  as: z.enum(['csv', 'xlsx']),
  list: z.string().regex(/^[a-z-]{1,32}$/),
  columns: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z_]{1,40}$/),
        kind: z.enum(['text', 'number', 'money', 'time']),
      }),
    )
    .min(1)
    .max(40),
  rows: z.array(z.array(z.string().max(4_000)).max(40)).max(20_000),
})
export type ShownList = z.output<typeof shownList>

export const listMethods = {
  /** Everyone who stands in the audit log, by name, for filters to choose from. */
  'filter:actors': z.strictObject({}),
  /** Rows of the page as a file; main asks where to save it. */
  'list:save': shownList,
} as const

export interface ListOutput {
  'filter:actors': string[]
  /** Null when the person named no file, or ended it. */
  'list:save': ListReport | null
}

export const auditFilter = z.strictObject({
  text: z.string().max(200).optional(),
  /** Who did it, or asked for what Paydesk did. */
  actor: actorName,
  kind: z.string().max(64).optional(),
  /** All entries of requests of this operation; `release` for refunds that released a hold. */
  operation: z.string().max(64).optional(),
  outcome: z.string().max(64).optional(),
  subject: z.string().max(300).optional(),
  /** Any of these. */
  subjects: z.array(z.string().max(300)).max(1000).optional(),
  /** Inclusive days of `zone`. */
  from: day,
  until: day,
  zone: zoneName,
})
export type AuditFilter = z.output<typeof auditFilter>

/** Work that takes long enough to be watched and ended. */
export const workNames = [
  ...(['verify', 'export', 'evidence', 'archive', 'look-ups', 'list', 'file'] as const),
] as const
export type JobName = (typeof workNames)[number]

export interface WorkProgress {
  name: JobName
  done: number
  /** 0 where nobody knows yet. */
  total: number
}

export interface OrderPage {
  rows: OrderRow[]
  /** Pass as `before` for the next page; null on the last one. */
  next: string | null
  /**
   * Entries of the log whose orders the search does not know yet: with any, something may be
   * missing.
   */
  unindexed?: number
}

export interface AuditRow {
  seq: number
  at: number
  actor: string
  kind: string
  outcome: string
  origin: string
  subject: string
  details: Record<string, unknown>
  leaf: string
  chain: string
}

export interface AuditPage {
  rows: AuditRow[]
  /** Pass as `before` for the next page; null on the last one. */
  next: number | null
  /**
   * All matching entries, or as many as were counted; null on later pages, where nothing is
   * counted.
   */
  total: number | null
  /** There are more than `total`. */
  isMore: boolean
}

/** What the screens know of the log without reading it. */
export interface LogState {
  id: string
  keyFingerprint: string | null
  entries: number
  /** The newest entry that an archive has in place of the log; 0 where all are here. */
  archivedTo: number
  /** The entry that the log ended with where Paydesk was not closed in order; else null. */
  cutAt: number | null
  /** When a verification last found it intact since the start, in ms; else null. */
  intactAt: number | null
}

export interface Verification {
  outcome: 'intact' | 'tampered' | 'truncated' | 'uncheckable'
  entries: number
  checkpoints: number
  firstBadSeq: number | null
  message: string
  head: string
  keyFingerprint: string | null
  /** Why money is stopped, which an intact log does not tell. Absent where nobody looked. */
  moneyStops?: readonly string[]
  tookMs: number
}

export interface ExportReport {
  folder: string
  files: string[]
  entries: number
  stubs: number
  /** Why there is no spreadsheet beside the CSV; absent when there is one. */
  noSheet?: string
}
