// The team that this computer belongs to, over the bridge. No password crosses it: main reads the
// file that lets this computer in, and keeps what is secret in the keychain.
import { z } from 'zod'
import type { MoneyText } from '../money.ts'
import { typedPassphrase } from '../people/people-methods.ts'

const place = { connectionId: z.string().min(1).max(64), orderid: z.string().min(1).max(128) }
const releaseOf = {
  own: typedPassphrase,
  claim: z.string().regex(/^[0-9a-f]{64}$/),
  reason: z.string().trim().min(10).max(500),
}

/**
 * Between two hearings of what colleagues have under way, while a list of orders is shown: so none
 * of it is told more than a second late. `npm run bench -- --team` measures how late.
 */
export const heardEveryMs = 750

export const teamMethods = {
  /** Asks the team's database how it stands, which may take some seconds. */
  'team:show': z.strictObject({}),
  /** The public half of this computer's key, for whoever lets it in; made when there is none. */
  'team:key': z.strictObject({}),
  /** Main asks for the file, looks at the team, and asks the person. Null when they cancel. */
  'team:join': z.strictObject({}),
  'team:leave': z.strictObject({}),
  /** Main asks for a file with a new password of this computer. Null when they cancel. */
  'team:renew': z.strictObject({}),
  /** Leaves a team that can't be asked. Nothing is sent after it, before a person decides how. */
  'team:give-up': z.strictObject({ reason: z.string().trim().min(10).max(500) }),
  /** What the team knows of an order, asked of its database now. */
  'team:order': z.strictObject(place),
  /** Orders that colleagues have, as far as each computer's last thousand records say so. */
  'team:orders': z.strictObject({}),
  /** How the database is, each computer, and the orders that it has, asked of the database now. */
  'team:desks': z.strictObject({}),
  /**
   * Signs with the key of whoever is signed in that a request is released; two people have to.
   * `claim` names the request that was shown.
   */
  'team:release': z.strictObject({ ...place, ...releaseOf }),
  /** The same of a payment whose computer is gone: an equal one may be sent then. */
  'team:release-payment': z.strictObject({
    payment: z.string().regex(/^pay\/[0-9a-f]{64}$/),
    ...releaseOf,
  }),
} as const

export interface TeamView {
  /** How this computer is called there. */
  desk: string
  team: string
  founder: string
  founderFingerprint: string
  host: string
  database: string
  /**
   * The keychain knows of a team and the ledger does not: all but `why` is empty, and nothing
   * leaves before the person lets this computer work alone.
   */
  isLost: boolean
  /** Why nothing can be sent now, as a message; null when the team lets this computer send. */
  why: string | null
  /** What a library said of it, for support; empty where the message says all. */
  detail: string
}

/** A request that a computer of the team claimed an order for. */
export interface TeamRequest {
  desk: string
  by: string
  operation: string
  amount: MoneyText | null
  /** By the clock of that computer. */
  at: number
  /** All of it in one sentence, as a message. */
  says: string
}

/** What a colleague asked for that may be the very payment that is reviewed. */
export interface TeamTwin extends TeamRequest {
  /** Names the claim. */
  claim: string
  /** It may have left, and no computer says what became of it. */
  isReleased: boolean
}

export type TeamEnd =
  | ('NOT_SENT' | 'REJECTED' | 'SUCCEEDED' | 'DECLINED' | 'FAILED' | 'RESOLVED_BY_HAND')
  | ('released' | 'shown')

export interface TeamRequestOnOrder extends TeamRequest, ReleaseStanding {
  /** Names the claim. */
  claim: string
  isOwn: boolean
  /**
   * What that computer said of it, `released` by two people, `shown` as done by the gateway to
   * another computer, or null while nobody said a word.
   */
  end: TeamEnd | null
  /**
   * Why the gateway's status, as this computer knows it, does not say what became of it, as a
   * message; null where it does, and where nobody asks that.
   */
  whyNotShown: string | null
}

/** Oldest first. */
export interface TeamOrderView {
  requests: TeamRequestOnOrder[]
}

export interface TeamHolds extends TeamRequest {
  connectionId: string
  /** In its only spelling. */
  orderid: string
}

/** By what that computer said last of itself; nothing is ever done because of it. */
export type TeamDeskStanding =
  | 'on'
  | 'off' // Paydesk was closed in order
  | 'silent' // it said neither for longer
  | 'unheard' // it never said anything

export interface TeamDeskView {
  desk: string
  isOwn: boolean
  state: TeamDeskStanding
  /** Off, or silent, since then: by the clock of that computer. */
  since: number | null
  /** What it has under way. Without an order for what makes one, as a payout does. */
  requests: (TeamRequest & {
    orderid: string
    /** Null where no connection of this computer reaches that gateway. */
    connectionId: string | null
    payment: TeamPayment | null
  })[]
}

/** What keeps an equal payment from being sent, until that computer says what became of it. */
export interface TeamPayment extends ReleaseStanding {
  /** Names it without telling what is paid to whom. */
  topic: string
  /** Names the claim. */
  claim: string
}

/** What a person signs a release with. */
export interface ReleaseAsked {
  /** The passphrase of their key. */
  own: string
  claim: string
  reason: string
}

export interface ReleaseStanding {
  /** Who signed so far that it is released, and why. */
  signed: { name: string; reason: string }[]
  /** Why nobody releases it here, as a message; null where two people may. */
  whyNotReleased: string | null
}

export interface TeamDesksView {
  /** By name. */
  desks: TeamDeskView[]
  /** How safe a commit is. */
  durability: 'unsafe' | 'one-server' | 'synchronous'
  /** When the database had answered all of it, and after how long. */
  answeredAt: number
  tookMs: number
}

export interface TeamOutput {
  /** Null where no team is asked about this order. */
  'team:order': TeamOrderView | null
  /** Null where this computer works alone. */
  'team:orders': TeamHolds[] | null
  /** Null where this computer works alone. */
  'team:desks': TeamDesksView | null
  'team:release': TeamOrderView
  'team:release-payment': null
  /** Null where this computer works alone. */
  'team:show': TeamView | null
  'team:key': { text: string; fingerprint: string }
  'team:join': { desk: string } | null
  'team:leave': null
  'team:renew': { desk: string } | null
  'team:give-up': null
}
