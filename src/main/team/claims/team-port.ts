// What the way of money asks of the team. All answers are data; nothing is thrown for what a
// database, a network or a colleague does.
import type { Durability } from '../database/init.ts'
import type { OrderFlaw } from '../records/order-chain.ts'
import type { ChainFlaw } from '../records/chains.ts'
import type { FactsOf, TeamRecord } from '../records/record.ts'
import type { BeatFlaw } from '../records/beats.ts'
import type { ReleaseSignature } from '../records/release.ts'
import type { RosterFlaw } from '../records/roster.ts'
import type { TopicRange } from '../records/topics.ts'

export type Claim = TeamRecord<'claim'>
type ClaimFacts = FactsOf<'claim'>
export type FinalState = FactsOf<'outcome'>['state']

/** Why this computer can't claim now, and so sends nothing. */
export type Standing =
  | { kind: 'ready'; epoch: string }
  /** The database does not answer; `code` is the system's. */
  | { kind: 'unreached'; code: string }
  /** After a fail-over: these desks have not answered yet. */
  | { kind: 'roll-call'; missing: readonly string[] }
  /** The database knows more of this computer than the computer does. */
  | { kind: 'ahead' }
  /** The database has another record where one of this computer's stood. */
  | { kind: 'conflict'; topic: string; n: number }
  | { kind: 'altered'; n: number }
  /** A colleague has to put back a record first. */
  | { kind: 'put-back'; topic: string }
  /** The database lost records and is the same one: an old copy stands in its place. */
  | { kind: 'restored' }
  /** Nobody let this computer in, or its login may not write. */
  | { kind: 'not-let-in' }
  | { kind: 'flaw'; flaw: BeatFlaw | OrderFlaw | RosterFlaw | ChainFlaw; desk: string; n: number }

export type NotReady = Exclude<Standing, { kind: 'ready' }>

export type Claimed =
  | { kind: 'mine'; claim: Claim; /** Without this claim. */ before: readonly TeamRecord[] }
  /** A colleague has the order, or this computer itself does. */
  | { kind: 'held'; by: Claim }
  /** What is known of the order is not what the caller went by. */
  | { kind: 'moved'; records: readonly TeamRecord[] }
  | NotReady

/** Why a request does not leave after all. */
export type LookReason =
  | 'gone' // the claim has an outcome, or does not stand there
  | 'epoch' // another epoch began
  | 'no-answer' // the database was not there
  | 'slow' // each answer was too old when it was there

/** `key` of the person, and what it signed, both base64. */
export interface ReleaseBy {
  reason: string
  key: string
  signature: string
}

export type ReleaseDone =
  | 'signed' // another person has to sign as well
  | 'freed'
  | 'no-person' // the founder let nobody in with that key
  | 'other-reason' // the first signature is for another reason
  | 'later'
  | 'refused' // the claim does not stand there any more

/** What a desk said last of itself, by its own clock; null where it never said anything. */
export interface DeskSign {
  desk: string
  said: { kind: 'on' | 'off'; at: number } | null
}

/** Requests that wait for approval, as computers of the team said last of them. */
export interface ApprovalsThere {
  approvals: readonly TeamRecord<'approval'>[]
  /** There are more, which end later. */
  isCut: boolean
}

export interface TeamPort {
  /**
   * MONEY: at most one desk gets an order. `seenVersion`: so many records of the order the caller
   * went by; 0 without any. After a release it is answered late: the gateway may be asked then.
   */
  claim(topic: string, facts: ClaimFacts, seenVersion: number): Promise<Claimed>
  /**
   * MONEY: looks at the claim once more and calls `write` in the same turn of the event loop as the
   * last comparison. Null when `write` was called. `beside`: other claims of the same request.
   */
  lookAndWrite(
    claim: Claim,
    write: () => void,
    beside?: readonly Claim[],
  ): Promise<LookReason | null>
  /**
   * Whether the outcome stands, or a colleague said the same; else it has to be asked for again.
   * `isDoneBy`: whether the request may have been done as this transaction.
   */
  release(
    claim: Claim,
    state: FinalState,
    isDoneBy?: (transactionId: string) => boolean,
  ): Promise<'in' | 'later' | 'contradicted'>
  /** Frees an order whose desk is gone; two people signed. */
  free(claim: Claim, released: FactsOf<'released'>): Promise<'in' | 'later' | 'refused'>
  /**
   * Says what the gateway's status showed of a claim of another desk. MONEY: only what is surely
   * that claim's, and only that it was done.
   */
  show(claim: Claim, shown: FactsOf<'shown'>): Promise<'in' | 'later' | 'refused'>
  /** Who signed so far that a claim is released, or why that can't be read. */
  signedOn(claim: Claim): Promise<readonly ReleaseSignature[] | NotReady>
  /**
   * MONEY: one person's signature on a release; with that of another person for the same reason
   * the order is free.
   */
  signRelease(claim: Claim, by: ReleaseBy): Promise<ReleaseDone>
  /**
   * Puts into a topic of this computer's own what it says of a request that waits for approval.
   * `taken`: another computer wrote there, and nothing of it is read.
   */
  sayApproval(topic: string, sealed: string | null): Promise<'in' | 'taken' | 'later' | NotReady>
  approvalsThere(range: TopicRange): Promise<ApprovalsThere | NotReady>
  /** The records of an order, or why they can't be read. */
  chainOf(topic: string): Promise<readonly TeamRecord[] | NotReady>
  /** What other desks have under way, as far as each one's last thousand records say so. */
  follow(): Promise<readonly Claim[] | NotReady>
  standing(): Promise<Standing>
  /**
   * Compares what the other desks signed that they saw with what is there, and signs what this one
   * sees. `same`: there is nothing new to sign.
   */
  beat(): Promise<'in' | 'same' | 'later' | NotReady>
  /** Says that Paydesk is open here. */
  sayOn(): Promise<'in' | 'later' | NotReady>
  /** Says that it is closed in order; waits no longer than that, and opens no session for it. */
  sayOff(withinMs: number): Promise<void>
  /** All desks of the team by name, and how safe a commit is in its database. */
  desks(): Promise<{ signs: readonly DeskSign[]; durability: Durability } | NotReady>
  close(): Promise<void>
}
