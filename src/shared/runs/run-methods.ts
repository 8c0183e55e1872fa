// Runs over the bridge: lists of requests that are checked, reviewed, confirmed and sent row by
// row. The page is told that something changed and reads a page of rows, never all of them.
import { z } from 'zod'
import { say } from '../message.ts'
import type { MoneyText } from '../money.ts'
import {
  type LookKind,
  lookKinds,
  type RowGroup,
  type RowOutcome,
  rowOutcomes,
  type RowWay,
  type RunOperation,
  orderOperations,
  type RunState,
} from './run-state.ts'
import type {
  AlikeRefunds,
  ApprovalView,
  ReviewApproval,
  RunSum,
} from '../approvals/approval-methods.ts'
import type { ListReport } from '../bridge/lists.ts'

const runId = z.string().min(1).max(64)
const id = z.string().min(1).max(128)
/** Selected by hand; a longer list comes as a file. */
export const mostSelected = 10_000
/** Kept or left out at once, in one turn of main. */
const mostChosen = 1_000

export const runMethods = {
  'run:list': z.strictObject({}),
  'run:show': z.strictObject({ runId }),
  /** Of the orders that a person selected, in their order; nothing is sent. */
  'run:create': z.strictObject({
    connectionId: id,
    operation: z.enum(orderOperations),
    rows: z
      .array(
        z.strictObject({
          orderid: id,
          /** All that is left where it is left out. */
          amount: z
            .strictObject({ amount: z.string().max(24), currency: z.string().length(3) })
            .optional(),
        }),
      )
      .min(1, say('runs.select-orders'))
      .max(mostSelected, say('runs.most-selected', { most: mostSelected })),
    reason: z.string().trim().max(500, say('operations.at-most-500-characters')),
    depth: z.enum(['gateway', 'known']).default('gateway'),
  }),
  /** The rows that were not sent, or all of one that was not confirmed, as a new run. */
  'run:again': z.strictObject({ runId }),
  /** Of the payouts that a run has checked, a new run that pays them; it is checked like any. */
  'run:pay': z.strictObject({ runId }),
  /** A page of rows, from behind `after` on. */
  'run:rows': z.strictObject({
    runId,
    group: z.enum(['ready', 'look', 'impossible']).optional(),
    outcomes: z.array(z.enum(rowOutcomes)).max(20).optional(),
    after: z.int().min(-1).default(-1),
    limit: z.int().min(1).max(200).default(100),
  }),
  /** Takes rows in or leaves them out, before the run is confirmed. */
  'run:choose': z.strictObject({
    runId,
    rows: z.array(z.int().min(0)).min(1).max(mostChosen),
    isIn: z.boolean(),
  }),
  /** Takes in all rows of a kind that need a look and are out. `reason`: for the log. */
  'run:keep': z.strictObject({
    runId,
    kind: z.enum(lookKinds),
    reason: z
      .string()
      .trim()
      .min(10, say('runs.reason-too-short'))
      .max(500, say('operations.at-most-500-characters')),
  }),
  'run:discard': z.strictObject({ runId }),
  /** What exactly would be sent, with a one-use token. `reason`: for what was sent before. */
  'run:review': z.strictObject({
    runId,
    reason: z.string().trim().max(500, say('operations.at-most-500-characters')),
  }),
  /** Uses the token up, and answers at once; nothing is sent before the time to undo is over. */
  'run:confirm': z.strictObject({
    runId,
    token: z.string().min(1).max(128),
    typedRows: z.int().min(0).nullable(),
  }),
  /** Uses the token up as well: others are asked to approve it, and nothing is sent. */
  'run:ask': z.strictObject({
    runId,
    token: z.string().min(1).max(128),
    typedRows: z.int().min(0).nullable(),
  }),
  /** Undoes all of it. */
  'run:undo': z.strictObject({ runId }),
  /** Ends the time to undo. */
  'run:send-now': z.strictObject({ runId }),
  'run:pause': z.strictObject({ runId }),
  'run:resume': z.strictObject({ runId }),
  'run:stop': z.strictObject({ runId }),
  /** What became of each row, in the order of the list; main asks where to save it. */
  'run:save': z.strictObject({ runId, as: z.enum(['csv', 'xlsx']) }),
} as const

export interface RunOutput {
  'run:list': RunView[]
  'run:show': RunView
  'run:create': RunView
  'run:again': RunView
  'run:pay': RunView
  'run:rows': RunPage
  'run:choose': RunView
  'run:keep': RunView
  'run:discard': null
  'run:review': RunReview
  'run:confirm': RunView
  'run:ask': RunView
  'run:undo': RunView
  'run:send-now': null
  'run:pause': RunView
  'run:resume': RunView
  'run:stop': RunView
  /** Null when the person named no file, or ended it. */
  'run:save': ListReport | null
}

export interface RunView {
  id: string
  connectionId: string
  operation: RunOperation
  /** Of the file or the pasted cells; null for selected rows. */
  sourceName: string | null
  /** Lines of the list that stayed out because something was wrong with them. */
  leftOut: { count: number; reason: string } | null
  /** The line of the list that was read as a sum, and is out. */
  sumLine: number | null
  /** The run that the same list was taken into before, and why it was taken once more. */
  again: { runId: string; reason: string } | null
  state: RunState
  rows: number
  /** Of its rows so many were looked at by the check. */
  checked: number
  depth: 'gateway' | 'known'
  why: string | null
  actor: string
  createdAt: number
  checkedAt: number | null
  confirmedAt: number | null
  /** Whoever confirmed it, or resumed it in their place: all of it counts for them. */
  confirmedBy: string | null
  endedAt: number | null
  /** How many rows were confirmed. */
  rowsIn: number | null
  reason: string
  digest: string | null
  /** When it begins to send, while it can be undone. */
  beginsAt: number | null
  /** What others are asked for, or approved; null where nobody was asked. */
  approval: ApprovalView | null
  /** Rows by what the check found; empty once it is confirmed. */
  groups: {
    group: RowGroup
    way: RowWay | null
    rows: number
    isIn: boolean
    wasMade: boolean
    /** Of rows that need a look: what may be kept with others of its kind, or each alone. */
    look: LookKind | 'alone' | null
  }[]
  /** Sums of what is taken in. */
  sums: RunSum[]
  /** Rows by what became of them; empty before it is confirmed. */
  outcomes: { outcome: RowOutcome; rows: number }[]
  /** What has moved so far. */
  moved: RunSum[]
  /** Rows of it that a new run may ask for. */
  mayAskAgain: number
  /** Of a run that checked payouts: rows that another run may pay. */
  mayPay: number
}

export interface RunRowView {
  at: number
  line: number
  orderid: string
  clientOrderid: string
  /** Of a payout, whom it pays. */
  payTo: { account: string; name: string; bankCode: string } | null
  /** Of a charge, the reference of the saved card. */
  cardRef: string | null
  /** Null where all that is left was asked for. */
  asked: MoneyText | null
  reason: string
  group: RowGroup | null
  finding: string | null
  way: RowWay | null
  moves: MoneyText | null
  left: MoneyText | null
  isIn: boolean
  outcome: RowOutcome
  attemptId: string | null
  message: string | null
  /** Of the order, as the gateway last told them; empty where it did not. */
  customer: string
  card: string
}

interface RunPage {
  rows: RunRowView[]
  /** Pass as `after` for the next page; null on the last one. */
  next: number | null
}

export interface RunReview {
  runId: string
  token: string
  digest: string
  operation: RunOperation
  connectionName: string
  environment: 'test' | 'production'
  isEmbedded: boolean
  rows: number
  sums: RunSum[]
  /** Rows whose amount nobody knows. */
  withoutAmount: number
  ways: { way: RowWay; rows: number }[]
  /** Rows that were asked for before: going on needs a reason. */
  repeats: number
  alike: AlikeRefunds[]
  /** Rows whose amount left since the check: each will be skipped. */
  sentSince: number
  reason: string
  /** The number of rows has to be typed. */
  isTyped: boolean
  /** Null where it takes nobody beside whoever asks. */
  approval: ReviewApproval | null
  undoMs: number
  /** How long it will take, as far as can be told. */
  takesMs: number
  expiresAt: number
}
