// The team that this computer belongs to, over the bridge. No password crosses it: main reads the
// file that lets this computer in, and keeps what is secret in the keychain.
import { z } from 'zod'
import type { AttemptView } from '../bridge/views.ts'
import type { MoneyText } from '../money.ts'
import { typedPassphrase } from '../people/people-methods.ts'

const place = { connectionId: z.string().min(1).max(64), orderid: z.string().min(1).max(128) }

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
  /**
   * Signs with the key of whoever is signed in that a request is released; two people have to.
   * `claim` names the request that was shown.
   */
  'team:release': z.strictObject({
    ...{ ...place, own: typedPassphrase },
    claim: z.string().regex(/^[0-9a-f]{64}$/),
    reason: z.string().trim().min(10).max(500),
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

export type TeamEnd =
  'NOT_SENT' | 'REJECTED' | 'SUCCEEDED' | 'DECLINED' | 'FAILED' | 'RESOLVED_BY_HAND' | 'released'

export interface TeamRequestOnOrder extends TeamRequest {
  /** Names the claim. */
  claim: string
  isOwn: boolean
  /** What that computer said of it, `released` by two people, or null while nobody said a word. */
  end: TeamEnd | null
  /** Who signed so far that it is released, and why. */
  signed: { name: string; reason: string }[]
  /** Why nobody releases it here, as a message; null where two people may. */
  whyNotReleased: string | null
}

/** What the team holds up at this moment; nothing on a computer that works alone. */
export interface HeldByTeam {
  /** Confirmed, and waiting for the team's answer to their claim: nothing of them left. */
  claiming: AttemptView[]
  /** Requests of which the team could not be told yet what became of them. */
  untoldCount: number
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

export interface TeamOutput {
  /** Null where no team is asked about this order. */
  'team:order': TeamOrderView | null
  /** Null where this computer works alone. */
  'team:orders': TeamHolds[] | null
  'team:release': TeamOrderView
  /** Null where this computer works alone. */
  'team:show': TeamView | null
  'team:key': { text: string; fingerprint: string }
  'team:join': { desk: string } | null
  'team:leave': null
  'team:renew': { desk: string } | null
  'team:give-up': null
}
