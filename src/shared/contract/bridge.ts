// The whole surface between renderer and main: one channel, a method table with the schema of every
// input, and the shape of every answer. Plain JSON only (amounts as text). No method returns a
// secret.
import { approvalMethods, type ApprovalOutput } from '../approvals/approval-methods.ts'
import { moveMethods, type MoveOutput } from '../moving/move-methods.ts'
import { setUpMethods, type SetUpOutput } from '../connections/set-up-file.ts'
import { approvalFileMethods, type ApprovalFileOutput } from '../approvals/file-methods.ts'
import { say } from '../message.ts'
import { z } from 'zod'
import { computerMethods, type ComputerOutput } from './computer-methods.ts'
import type { CopyState } from '../bridge/copies.ts'
import { cardFree } from './card-free.ts'
import { callbackMethods, type CallbackOutput } from '../bridge/callbacks.ts'
import { cardMethods, type CardOutput, sealedCard } from '../bridge/cards.ts'
import {
  type ClockWarning,
  connectionMethods,
  type ConnectionOutput,
} from '../bridge/connections.ts'
import {
  auditFilter,
  type AuditPage,
  type ExportReport,
  listMethods,
  type ListOutput,
  type ListReport,
  type LogState,
  orderFile,
  type OrderPage,
  orderQuestion,
  type Verification,
  workNames,
  type WorkProgress,
} from '../bridge/lists.ts'
import { lookUpMethods, type LookUpOutput } from '../bridge/look-ups.ts'
import { preferenceMethods, type PreferenceOutput } from '../bridge/preferences.ts'
import { evidenceMethods, type EvidenceOutput } from '../bridge/evidence.ts'
import { type Happened, noticeMethods, type NoticeOutput } from '../desktop/person-events.ts'
import { noteMethods, type NoteOutput } from '../bridge/notes.ts'
import { operationMethods, type OperationOutput } from '../bridge/operations.ts'
import { receiptMethods, type ReceiptOutput } from '../receipts/receipt-methods.ts'
import { disputeMethods, type DisputeOutput } from '../disputes/dispute-methods.ts'
import { foundMethods, type FoundOutput } from './found-refunds.ts'
import { planMethods, type PlanOutput } from '../reports/plan-methods.ts'
import { reasonMethods, type ReasonOutput } from '../reports/reason-methods.ts'
import { reportMethods, type ReportOutput } from '../reports/report-methods.ts'
import { reconcileMethods, type ReconcileOutput } from '../reconcile/reconcile-methods.ts'
import { peopleMethods, type PeopleOutput } from '../people/people-methods.ts'
import { recipientMethods, type RecipientOutput } from '../bridge/recipients.ts'
import { fileMethods, type FileOutput } from '../files/file-methods.ts'
import { runMethods, type RunOutput } from '../runs/run-methods.ts'
import { shopMethods, type ShopOutput } from '../shop/shop-methods.ts'
import { todayMethods, type TodayOutput } from '../bridge/today.ts'
import type {
  AttemptView,
  ConnectionView,
  OrderView,
  Review,
  WaitingSend,
} from '../bridge/views.ts'
import type { Result } from '../fault.ts'
import { clearanceKinds } from '../gateway/clearances/clearance.ts'
import { operationIds, rowOf } from '../gateway/operations/index.ts'
import type { Stop } from '../stop.ts'
import { updateMethods, type UpdateOutput } from '../desktop/updates.ts'
import { diagnosticMethods, type DiagnosticOutput } from '../desktop/diagnostics.ts'
import { savedMethods, type SavedOutput } from '../desktop/saved-files.ts'
import { type Place, windowMethods, type WindowOutput } from '../desktop/window-methods.ts'

const connectionId = z.string().min(1).max(64)
const id = z.string().min(1).max(128)

/** Every method of the bridge with the schema main parses its input with. */
export const methods = cardFree({
  'app:state': z.strictObject({}),
  'order:look-up': z.strictObject({
    connectionId,
    by: z.enum(['orderid', 'client_orderid']),
    value: z
      .string()
      .trim()
      .min(1, say('operations.enter-an-order-id'))
      .max(128, say('operations.at-most-128-characters')),
  }),
  'order:list': z.strictObject({
    ...orderQuestion,
    before: z.string().max(2_000).optional(),
    limit: z.int().min(1).max(500).default(100),
  }),
  /** All orders of that list, in its order, as a file; main asks where to save it. */
  'order:export': orderFile,
  'order:show': z.strictObject({ connectionId, orderid: id }),
  /** Re-reads the status of one order and resolves what is open on it. */
  'order:check': z.strictObject({ connectionId, orderid: id }),
  /** What stands on the order is over, a person says: see OrderView.clearable. */
  'order:clear': z.strictObject({
    connectionId,
    orderid: id,
    kind: z.enum(clearanceKinds),
    about: z.string().min(1).max(10_000),
    /** MONEY: what the gateway told later, the person has not seen. */
    reportedSeq: z.int().min(1),
    reason: z
      .string()
      .trim()
      .min(10, say('operations.reason-how-you-know'))
      .max(500, say('operations.at-most-500-characters')),
  }),
  /**
   * Validates, re-reads the status and returns what exactly would be sent, with a one-use token.
   * Sends nothing.
   */
  'attempt:review': z.strictObject({
    connectionId,
    operation: z.enum(operationIds),
    /** Never card data: that comes sealed. */
    request: z.record(z.string(), z.string()),
    card: sealedCard.optional(),
    /** The attempt, resolved as not done, that is sent again under its merchant order id. */
    again: id.optional(),
    /** Instead: the card of this review that was gone back from, while it is held. */
    heldCard: id.optional(),
  }),
  /**
   * Burns the token, waits for as long as it can be undone, and sends, once. Answers when that
   * is over.
   */
  'attempt:confirm': z.strictObject({
    attemptId: id,
    token: z.string().min(1).max(128),
    /** Twins the review showed, here or in the team, beside which this payment is meant. */
    twinsSeen: z.array(id).max(200).optional(),
    /** The payee confirmed the account by phone, where the review asked for that. */
    hasCalledPayee: z.boolean().optional(),
  }),
  /**
   * Takes back what is reviewed, or confirmed and waiting. Nothing was sent then. A card goes with
   * it, unless the form goes on with it.
   */
  'attempt:undo': z.strictObject({ attemptId: id, keepsCard: z.boolean().optional() }),
  /** Ends the wait of a confirmed request: it is sent now instead of later. */
  'attempt:send-now': z.strictObject({ attemptId: id }),
  /** One request as it is now. */
  'attempt:show': z.strictObject({ attemptId: id }),
  /** A person has seen how this request ended: nothing names that end any more. */
  'attempt:seen': z.strictObject({ attemptId: id }),
  /** Open ones come with those that the gateway contradicts: a person has to look at both. */
  'attempt:list': z.strictObject({ isOpen: z.boolean() }),
  'attempt:resolve': z.strictObject({
    attemptId: id,
    outcome: z.enum(['happened', 'did-not-happen']),
    /**
     * MONEY: toldSeq of the attempt as it was shown: what the gateway told later, the person has
     * not seen.
     */
    reportedSeq: z.int().min(1).nullable(),
    reason: z
      .string()
      .trim()
      .min(10, say('operations.reason-how-you-know'))
      .max(500, say('operations.at-most-500-characters')),
    /** Why it can't wait for three look-ups over thirty minutes; left out when they were made. */
    override: z
      .string()
      .trim()
      .min(10, say('operations.reason-why-not-wait'))
      .max(500, say('operations.at-most-500-characters'))
      .optional(),
  }),
  /**
   * Asks the gateway about one request, by whichever id of its order is known. “Not found” is an
   * answer.
   */
  'attempt:check': z.strictObject({ attemptId: id }),
  'audit:list': z.strictObject({
    filter: auditFilter,
    before: z.int().min(1).optional(),
    /** Without a text alone: what a text finds comes newest first. */
    isOldestFirst: z.literal(true).optional(),
    limit: z.int().min(1).max(500).default(100),
  }),
  'audit:verify': z.strictObject({}),
  /** Main asks where to save; the renderer never names a path. */
  'audit:export': z.strictObject({ filter: auditFilter }),
  /** Ends long work that is under way; what it had made is taken away again. */
  'work:cancel': z.strictObject({ name: z.enum(workNames) }),
  /**
   * A person decides to go on with the ledger as it is, after a finding stopped money. Audited with
   * the reason.
   */
  'money:resume': z.strictObject({
    /** The stops the person was shown: only these end. */
    stopIds: z.array(id).min(1).max(50),
    reason: z
      .string()
      .trim()
      .min(10, say('operations.reason-why-safe'))
      .max(500, say('operations.at-most-500-characters')),
  }),
  /** Tries again to reach a keychain that was locked. */
  'vault:retry': z.strictObject({}),
  /** The window shows this connection now. */
  'window:shows': z.strictObject({ connectionId }),
  'clipboard:copy': z.strictObject({ text: z.string().max(20_000) }),
  /** What lies there, if it is the ID of an order; nothing else of it reaches the page. */
  'clipboard:find-id': z.strictObject({}),
  ...computerMethods,
  ...callbackMethods,
  ...connectionMethods,
  ...operationMethods,
  ...noteMethods,
  ...{ ...noticeMethods, ...disputeMethods, ...foundMethods },
  ...{ ...evidenceMethods, ...listMethods, ...lookUpMethods },
  ...{ ...preferenceMethods, ...cardMethods },
  ...{ ...peopleMethods, ...approvalMethods, ...approvalFileMethods, ...setUpMethods },
  ...moveMethods,
  ...recipientMethods,
  ...todayMethods,
  ...runMethods,
  ...fileMethods,
  ...shopMethods,
  ...{ ...receiptMethods, ...reasonMethods, ...reportMethods, ...planMethods },
  ...reconcileMethods,
  ...updateMethods,
  ...windowMethods,
  ...diagnosticMethods,
  ...savedMethods,
} as const)

let known: ReadonlySet<string> | null = null

/**
 * The names that fields can have, those of operations' requests among them: the application's log
 * tells no other. Found out once, when the first is asked for.
 */
export function fieldNames(): ReadonlySet<string> {
  known ??= new Set([
    ...['input', 'method'],
    ...Object.values(methods).flatMap((schema) =>
      namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    ),
    ...operationIds.flatMap((id) => Object.keys(rowOf(id).request.shape)),
  ])
  return known
}

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([word, part]: [string, unknown]) => [
    ...(word === 'properties' ? Object.keys(part as object) : []),
    ...namesIn(part),
  ])
}

export type Method = keyof typeof methods
/** What a caller passes (defaults may be left out) and what main gets after parsing. */
export type Input<M extends Method> = z.input<(typeof methods)[M]>
export type Parsed<M extends Method> = z.output<(typeof methods)[M]>

export interface Output
  extends
    ComputerOutput,
    CallbackOutput,
    CardOutput,
    ConnectionOutput,
    OperationOutput,
    ListOutput,
    LookUpOutput,
    PreferenceOutput,
    NoteOutput,
    NoticeOutput,
    DisputeOutput,
    FoundOutput,
    PeopleOutput,
    ApprovalOutput,
    ApprovalFileOutput,
    SetUpOutput,
    MoveOutput,
    RecipientOutput,
    RunOutput,
    ShopOutput,
    TodayOutput,
    ReceiptOutput,
    PlanOutput,
    ReasonOutput,
    ReportOutput,
    ReconcileOutput,
    UpdateOutput,
    WindowOutput,
    SavedOutput,
    DiagnosticOutput,
    EvidenceOutput,
    FileOutput {
  'app:state': AppState
  'order:look-up': OrderView
  'order:list': OrderPage
  /** Null when the person named no file, or ended it. */
  'order:export': ListReport | null
  'order:show': OrderView
  'order:check': OrderView
  'order:clear': OrderView
  'attempt:review': Review
  'attempt:confirm': AttemptView
  'attempt:undo': AttemptView
  'attempt:send-now': null
  'attempt:show': AttemptView
  'attempt:seen': null
  'attempt:list': AttemptView[]
  'attempt:resolve': AttemptView
  'attempt:check': AttemptView
  'audit:list': AuditPage
  /** Null when the person ended it. */
  'audit:verify': Verification | null
  /** Null when the person named no folder, or ended it. */
  'audit:export': ExportReport | null
  'work:cancel': null
  'money:resume': AppState
  'vault:retry': AppState
  'window:shows': null
  'clipboard:copy': null
  /** Null where it holds anything else. */
  'clipboard:find-id': string | null
}

/** Something changed in main: screens re-read what they show. */
export interface Change {
  topic:
    | 'app'
    | 'order'
    | 'attempt'
    | 'audit'
    | 'people'
    | 'recipient'
    | 'run'
    | 'shop'
    | 'reconcile'
    | 'update'
    | 'work'
    | 'go'
    | 'closing'
  connectionId?: string
  orderid?: string
  /** With topic 'run'. */
  runId?: string
  /** With topic 'work': how far it is. */
  work?: WorkProgress
  /**
   * With topic 'closing': so many requests are waited for before Paydesk ends. At none it ends now:
   * what a screen has not said to main yet is due.
   */
  waitsFor?: number
  /** With topic 'go': where a menu, a notification or a link of the system leads. Nothing acts. */
  go?: Place
}

export interface Bridge {
  call<M extends Method>(method: M, input: Input<M>, file?: object): Promise<Result<Output[M]>>
  /** Of a `file`, only main hears where it lies. `onChange` returns what stops the listening. */
  onChange(listener: (change: Change) => void): () => void
}

export interface AppState extends CopyState {
  version: string
  /** The program that shows this window, said plainly: "Electron 45.4.1" or "Chromium host". */
  host: string
  /** Paydesk runs as root: no sandbox stands around this page. */
  isRoot: boolean
  actor: string
  connections: ConnectionView[]
  vault: {
    kind: 'keychain' | 'memory'
    state: 'ready' | 'locked' | 'absent'
    message: string
    /**
     * Where the keys of the embedded sandbox are: it works also while the keychain can’t be used.
     */
    practiceKeys: 'keychain' | 'memory'
  }
  /** Why money is stopped; empty while it is not. */
  moneyStops: Stop[]
  clockWarnings: ClockWarning[]
  unknownCount: number
  openCount: number
  /** Requests that are final here and that the gateway shows otherwise. */
  contradictedCount: number
  /** What happened and nobody has seen yet, oldest first. */
  happened: Happened[]
  /** Confirmed and not sent yet: each can still be taken back. Soonest first. */
  waiting: WaitingSend[]
  /** Requests of which the team could not be told yet what became of them. */
  untoldCount: number
  /** Why the team lets nothing go, as a message; null while nobody was refused, and alone. */
  teamStop: string | null
  /** Ended otherwise than asked: declined, refused or not sent; until a person has seen it. */
  unseenEnds: AttemptView[]
  log: LogState
}
