// What screens show of orders and attempts, as it crosses the bridge: plain JSON, amounts as text,
// card data and signatures masked.
import type { FoundRefund } from '../orders/found-refunds.ts'
import type { ReviewApproval } from '../approvals/approval-methods.ts'
import type { AttemptState, HandOutcome } from '../attempt.ts'
import type { ListedReason } from '../connections/reasons.ts'
import type { ActionId, MetTerm } from '../gateway/actions.ts'
import type { Clearable } from '../gateway/clearances/clearance.ts'
import type { BankFacts, Payee } from '../gateway/orders/event-facts.ts'
import type { GiveBack } from '../gateway/give-back.ts'
import type { Origin, Phase } from '../gateway/orders/order-facts.ts'
import type { MoneyText } from '../money.ts'
import type { ChangedRecipient, PaidBefore } from './recipients.ts'
import type { TeamTwin } from '../team/team-methods.ts'

export type MatchField =
  | 'orderid'
  | 'clientOrderid'
  | 'amount'
  | 'name'
  | 'email'
  | 'phone'
  | 'description'
  | 'recipient'
  | 'approval'
  | 'lastFour'
  | 'rrn'
  | 'transaction'
  | 'serial'
  | 'comment'
  | 'note'
  | 'tag'
  | 'attempt'

export interface OrderMatch {
  field: MatchField
  text: string
}

/**
 * What a list says of an order: how it is read, and from which column of `payment_order`. The row
 * on the screens, the record of the ledger and the SQL between them follow from this table.
 */
export const orderFields = {
  connectionId: { kind: 'text', column: 'connection_id' },
  orderid: { kind: 'text', column: 'orderid' },
  clientOrderid: { kind: 'text', column: 'client_orderid' },
  phase: { kind: 'text', column: 'phase' },
  status: { kind: 'text', column: 'status' },
  transactionType: { kind: 'text', column: 'transaction_type' },
  original: { kind: 'money', column: 'original_minor' },
  returned: { kind: 'money', column: 'returned_minor' },
  returnable: { kind: 'money', column: 'returnable_minor' },
  customer: { kind: 'text', column: 'customer' },
  card: { kind: 'text', column: 'card' },
  seenAt: { kind: 'time', column: 'first_seen_at' },
  checkedAt: { kind: 'time', column: 'checked_at' },
} as const
export type OrderField = keyof typeof orderFields
/** What a file of a list may have: also what no list is sorted by. */
export const savedFields = [...(Object.keys(orderFields) as OrderField[]), 'paid'] as const
export type SavedField = (typeof savedFields)[number]

/** Each of them by its type; `Amount` is how an amount is written there. */
export type OrderFields<Amount> = {
  -readonly [Name in keyof typeof orderFields]: {
    text: string
    time: number
    money: Amount | null
  }[(typeof orderFields)[Name]['kind']]
}

export interface OrderRow extends OrderFields<MoneyText> {
  phase: Phase
  hasUnknown: boolean
  /** MONEY: a report lists a refund that nothing here explains. A list names no amount then. */
  isReported?: true
  /** Whom the order paid, by the request that made it; absent where it pays nobody. */
  payee?: Payee
  /** When the payment or the hold was processed, as the gateway wrote it; absent: it told none. */
  paid?: string
  /** What of the order the text of a search was found in. */
  matched?: OrderMatch
}

export interface NoteView {
  seq: number
  at: number
  actor: string
  text: string
}

/** In OrderView. */
export interface OrderNotes {
  /** Newest first. */
  notes: NoteView[]
  /** By the alphabet. */
  tags: string[]
}

export interface OrderView extends OrderRow, OrderNotes {
  connectionName: string
  /** A payment, or an order that takes nothing from a customer. */
  origin: Origin
  held: MoneyText | null
  captured: MoneyText | null
  /** What surely was, where the whole is not known; null where answers contradict each other. */
  capturedLeast: MoneyText | null
  returnedLeast: MoneyText | null
  inProgress: MoneyText | null
  /**
   * The part of `inProgress` whose outcome is unknown; null when there is none, or its amount is
   * not known here.
   */
  unknown: MoneyText | null
  failedAction: { transactionType: string; status: string; reason: string } | null
  conflict: string | null
  /**
   * What stands on the order and a person can clear: what the bank took and still has, and what the
   * gateway's own answers contradict. `toldSeq` as in AttemptView: whoever clears it says what they
   * had seen.
   */
  clearable: (Clearable & { reportedSeq: number })[]
  actions: Record<ActionId, ActionView>
  /**
   * What the sheet of a refund, and of a release or void, offers to pick from; and the amount from
   * which none of these is enough, empty when there is none.
   */
  reasons: {
    refund: readonly ListedReason[]
    release: readonly ListedReason[]
    freeReasonFrom: string
  }
  /** Which of void, release and refund gives money back here, and why. */
  giveBack: GiveBack
  attempts: AttemptView[]
  /** Refunds that Paydesk found by itself, that nobody asked for here and nobody looked at. */
  found: FoundRefund[]
  timeline: TimelineEntry[]
  /** Other requests and orders that belong to this one, as far as Paydesk knows. */
  related: RelatedView[]
  /** The last status answer as received, unknown keys included. */
  answer: Record<string, string>
  /** Words of the gateway that hold money back until the connection says what they mean. */
  unknownTerms: MetTerm[]
  /** Keys of `answer` that this program does not know. */
  unknownKeys: string[]
}

export type ActionView =
  | {
      isPossible: true
      effect: string
      most: MoneyText | null
      mayBePartial: boolean
      note?: string
      /** What becomes of what a part leaves over; only of a capture. */
      rest?: string
    }
  | { isPossible: false; why: string }

export interface TimelineEntry {
  at: number
  /**
   * What the gateway answered, what was asked for here, and what else the audit log says about the
   * order.
   */
  source: 'service' | 'desk' | 'log'
  /** A transaction type, an operation, or the kind of an audit entry. */
  title: string
  /** Of a request: the operation `return` released a hold. */
  isRelease: boolean
  /** What was said of a request or stands in the log; empty for an answer. */
  message: string
  /** Of an answer: its stage, and what else it told. */
  answer?: { stage: string; notes: string[] }
  /** A status word of the gateway or a state of an attempt, for its colour. */
  state: string
  /** Of a request that is UNDONE: no person undid it. */
  isHeldBack?: true
  amount: MoneyText | null
  actor: string | null
  serialNumber: string | null
  /** Of an answer: the request that it surely tells of. */
  attemptId: string | null
  /** Number of the audit entry; null for an answer of the gateway. */
  seq: number | null
  /** What a bank finds this very event by; absent where nothing was told. */
  bank?: Partial<BankFacts>
  /** Whom the request pays; absent where it pays nobody. */
  payee?: Payee
}

export interface RelatedView {
  /** Where the order came from, what was made from it, and what was made with that. */
  relation: 'parent' | 'own' | 'child'
  attemptId: string
  operation: string
  /** Empty while the gateway has not named it, or when there is none. */
  orderid: string
  state: AttemptState
  amount: MoneyText | null
  at: number
  /** A card reference or the id of a subscription; empty when there is none. */
  reference: string
}

export interface AttemptView {
  id: string
  connectionId: string
  connectionName: string
  operation: string
  /** It released a hold: the operation `return` refunds a captured payment as well. */
  isRelease: boolean
  orderid: string
  clientOrderid: string
  state: AttemptState
  amount: MoneyText | null
  isFull: boolean
  comment: string
  actor: string
  createdAt: number
  sentAt: number | null
  resolvedAt: number | null
  nextCheckAt: number | null
  checks: number
  /** What a person who resolved it said; null when nobody did. */
  handOutcome: HandOutcome | null
  /** The attempt that this one sent again. */
  replaces: string | null
  /**
   * Look-ups that count before it may be resolved by hand; null where the gateway can't be asked
   * about it.
   */
  lookUps: number | null
  serialNumber: string | null
  /** Fields as they were sent, card data and signature masked. */
  request: Record<string, string>
  /**
   * What the gateway answered to it: a redirect address, a card reference, a subscription's id;
   * empty without an answer.
   */
  answer: Record<string, string>
  /** Why it is in this state, in a sentence. */
  message: string
  /** UNDONE, and no person undid it: Paydesk did not send it, and `message` says why. */
  isHeldBack?: true
  /** The last look found it at the gateway, which is processing it. */
  isAtWork: boolean
  conflict: string | null
  /**
   * The newest answer about its order when this was read; null when nothing was told. Whoever
   * resolves it says what they had seen.
   */
  reportedSeq: number | null
}

/** What the confirm step shows: exactly what will be signed and sent. */
export interface Review {
  attemptId: string
  token: string
  operation: string
  effect: string
  connectionName: string
  environment: 'test' | 'production'
  url: string
  amount: MoneyText | null
  isFull: boolean
  /** Of what the request takes from: a hold, or what was refundable. */
  remainingAfter: MoneyText | null
  /** After a capture, where that is certain. */
  refundableAfter: MoneyText | null
  /** Request fields as they will be sent, redacted, in order. */
  fields: { name: string; value: string }[]
  /** The control formula with the key masked. */
  formula: string
  digest: string
  statusSeen: string
  /** Redacted fields of who gets or gives the money; at the pay step, as they were checked. */
  payTo: { name: string; value: string }[]
  warnings: string[]
  changedRecipients: ChangedRecipient[]
  /** Of the account that is paid; null where none is paid, or none is named in full. */
  paidBefore: PaidBefore | null
  /** MONEY: it is sent only when the person says that the payee confirmed the account by phone. */
  asksCall: boolean
  /** Redacted fields of the check that is paid; empty for anything else. */
  checked: { name: string; value: string }[]
  /**
   * Requests that may be the same payment, newest first: it is sent only when the person says that
   * another one is meant.
   */
  twins: AttemptView[]
  /** The same of colleagues of the team; none where no team is asked. */
  teamTwins: TeamTwin[]
  expiresAt: number
  /** How long it can be taken back after it is confirmed; 0: it is sent at once. */
  undoMs: number
  /** Where it is above a limit of whoever asks; null where nobody else is needed. */
  approval: ReviewApproval | null
}

export interface ConnectionView {
  id: string
  name: string
  environment: 'test' | 'production'
  isEmbedded: boolean
  baseUrl: string
  endpointId: string
  login: string
  /**
   * Orders of the embedded sandbox to practise on; empty elsewhere, as the gateway can't list
   * orders.
   */
  trainingOrders: { orderid: string; clientOrderid: string; about: string }[]
}

/** Confirmed and not sent yet. */
export interface WaitingSend {
  attempt: AttemptView
  /** Milliseconds since 1970; of what asks the team, since when it does. */
  sendsAt: number
  /** The team’s database is asked for its order: it can be stopped, and not be sent at once. */
  asksTeam?: true
}
