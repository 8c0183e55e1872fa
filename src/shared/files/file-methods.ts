// From a file or pasted cells to a run, over the bridge. The page names no path and holds no rows:
// main opens the file, keeps what it read under an id, and makes the run of that. What the page
// says is what a person chose, and what they were shown.
import { z } from 'zod'
import type { MoneyText } from '../money.ts'
import { say } from '../message.ts'
import { listOperations, type RunState } from '../runs/run-state.ts'
import type { RunView } from '../runs/run-methods.ts'
import { reportKinds } from '../reconcile/report-line.ts'
import { ipaddress } from '../gateway/operations/parts/fields.ts'
import { type ColumnRole, columnRoles } from './column-role.ts'
import type { WrongCells } from './file-row.ts'
import type { ReadingView } from './reading-view.ts'

const readingId = z.string().min(1).max(64)
const line = z.int().min(0).max(100_000_000)
/** Of a name in the file: a sheet, an encoding, a word of the kind column. */
export const nameInFile = z.string().max(200)
const reason = z.string().trim().max(500, say('operations.at-most-500-characters'))

/** Characters of a reason why lines stay out. */
export const leastLeftOutReason = 3

/** A longer list comes as a file. */
export const mostPasted = 2_000_000
/** Lines that are mended by hand; with more, the file is what has to be mended. */
const mostMended = 5_000

/** Whether lines of a run are taken, or what a word of a report means. */
export const kindChoice = z.enum(['take', 'leave-out', ...reportKinds])

/** See ReadChoices: what is left out is proposed by the file itself. */
const readChoices = z.strictObject({
  encoding: nameInFile.optional(),
  sheet: nameInFile.optional(),
  headLine: line.optional(),
  roles: z.array(z.enum(columnRoles)).max(256).optional(),
  decimalMark: z.enum(['.', ',']).optional(),
  minus: z.enum(['amount', 'refused']).optional(),
  dayOrder: z.enum(['day-first', 'month-first']).optional(),
  formulas: z.literal('stored').optional(),
  hidden: z.enum(['read', 'leave-out']).optional(),
  kindNames: z.record(nameInFile, kindChoice).optional(),
  unit: z.enum(['major', 'minor']).optional(),
  keepEqual: z.boolean().optional(),
  ignoreFoot: z.boolean().optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, say('files.three-letters'))
    .optional(),
  allLeft: z.literal(true).optional(),
  mended: z
    .array(z.strictObject({ line, column: z.int().min(0).max(255), text: z.string().max(500) }))
    .max(mostMended)
    .optional(),
})
export type AskedChoices = z.output<typeof readChoices>

/**
 * What a list is read for: a run of requests, what the shop says of its orders, or what the gateway
 * reports of movements.
 */
export const listUses = [...listOperations, 'orders', 'report'] as const
export type ListUse = (typeof listUses)[number]

/** No run is made of these. */
export type NoRun = 'orders' | 'report'
export const isNoRun = (use: ListUse): use is NoRun => use === 'orders' || use === 'report'

const readFor = {
  connectionId: z.string().min(1).max(64),
  /** What a run would do with each row. */
  operation: z.enum(listUses),
} as const

export const fileMethods = {
  /** Main asks which file in the system's dialog. */
  'file:choose': z.strictObject(readFor),
  /**
   * The file that was dropped. Main names it as it hears of its place from the preload, and asks in
   * a box of the system before it reads.
   */
  'file:read-dropped': z.strictObject({ ...readFor, dropped: z.string().max(64) }),
  'file:paste': z.strictObject({
    ...readFor,
    text: z
      .string()
      .max(mostPasted, say('files.too-much-pasted'))
      .refine((text) => text.trim() !== '', say('files.nothing-pasted')),
  }),
  /** The same bytes, with what a person chose and mended; what is not named again is forgotten. */
  'file:again': z.strictObject({ ...readFor, readingId, choices: readChoices }),
  /** A page of the lines that are wrong, from behind line `after` on. */
  'file:wrong': z.strictObject({
    readingId,
    after: z.int().min(-1).default(-1),
    limit: z.int().min(1).max(200).default(50),
  }),
  'file:drop': z.strictObject({ readingId }),
  /**
   * Makes a run of the good rows, and begins its check. Nothing is sent. The reading is used up.
   * MONEY: `stamp`, `meaning` and `leftOut` are what the person was shown: rows that were read
   * again meanwhile are refused.
   */
  'run:from-file': z.strictObject({
    readingId,
    stamp: z.string().min(1).max(64),
    meaning: z.string().length(64),
    /** Lines that stay out because something is wrong with them, and why. */
    leftOut: z.int().min(0),
    leftOutReason: reason,
    /** For rows that have none of their own. */
    reason,
    /** Why a list that was taken into a run before is taken once more. */
    againReason: reason,
    /** For all payouts, where the connection sends none by itself. */
    ipaddress: ipaddress.optional(),
    depth: z.enum(['gateway', 'known']).default('gateway'),
  }),
} as const

export interface FileOutput {
  /** Null when the person named no file, or ended the reading. */
  'file:choose': FileView | null
  'file:read-dropped': FileView | null
  'file:paste': FileView | null
  'file:again': FileView | null
  'file:wrong': { lines: WrongLine[]; next: number | null }
  'file:drop': null
  'run:from-file': RunView
}

/** A run that the same list was taken into before. */
export interface KnownList {
  runId: string
  actor: string
  at: number
  rows: number
  state: RunState
  /** The very bytes; else the same rows in another form. */
  isSameFile: boolean
}

export interface FileView extends Omit<ReadingView, 'sums'> {
  connectionId: string
  operation: ListUse
  /** Roles that a column may have for this operation. */
  roles: readonly ColumnRole[]
  /** By currency; currencies are never added. */
  sums: { sum: MoneyText; rows: number }[]
  /** Good rows that name no amount: all that is left of their orders. */
  withoutAmount: number
  /** An address is asked for, for all rows. */
  needsIp: boolean
  /** Good rows without a reason, where each needs one. */
  withoutReason: number
  /** What is wrong with the file as a whole, or has to be chosen: messages. */
  open: { kind: ReadingView['groups'][number]['kind']; message: string }[]
  known: KnownList | null
  /** Of a list of the shop: how it was taken in before. */
  imported: Pick<KnownList, 'actor' | 'at' | 'rows' | 'isSameFile'> | null
  /** Of a report: how it was matched before. */
  matched: (Pick<KnownList, 'actor' | 'at' | 'rows' | 'isSameFile'> & { id: string }) | null
  /** Of a report: the reading of the same file whose place this one takes, without some lines. */
  replaces: (Pick<KnownList, 'actor' | 'at' | 'rows'> & { id: string }) | null
}

export interface WrongLine extends WrongCells {
  /** The column that the first message is about, where one is. */
  column: number | null
  messages: string[]
}
