// The bridge's methods about saved recipients of payouts. They belong to a connection; each version
// stays in the ledger.
import { say } from '../message.ts'
import { z } from 'zod'
import {
  type DestinationChange,
  type RecipientWay,
  recipientWayIds,
} from '../recipients/recipient.ts'

const connectionId = z.string().min(1).max(64)
const recipientId = z.string().min(1).max(64)

export const recipientMethods = {
  /** By name. */
  'recipient:list': z.strictObject({ connectionId }),
  /**
   * Adds one without `recipientId`, else writes a new version of it. Fields are the payout's own.
   */
  'recipient:save': z.strictObject({
    connectionId,
    recipientId: recipientId.optional(),
    name: z
      .string()
      .trim()
      .min(1, say('operations.enter-a-name'))
      .max(60, say('operations.at-most-60-characters')),
    way: z.enum(recipientWayIds),
    fields: z.record(z.string().max(64), z.string().trim().max(200)),
  }),
  'recipient:remove': z.strictObject({ connectionId, recipientId }),
  /** What was paid to the account that the fields of a payout name. It keeps nothing. */
  'recipient:paid-before': z.strictObject({
    connectionId,
    fields: z.record(z.string().max(64), z.string().max(4096)),
  }),
} as const

export interface RecipientOutput {
  'recipient:list': RecipientView[]
  'recipient:save': RecipientView
  'recipient:remove': null
  /** Null where the fields name no account. */
  'recipient:paid-before': PaidBefore | null
}

export interface RecipientView {
  id: string
  connectionId: string
  name: string
  way: RecipientWay
  /** Under the payout's own field names; empty ones left out. */
  fields: Record<string, string>
  /** Of the card behind a reference that was made on this computer. */
  lastFour: string | null
  changedAt: number
  changedBy: string
  /** When money was last sent, or checked, to any version of it from here. */
  lastUsedAt: number | null
  /**
   * Where it differs from what was last used: an account that changed since is how payouts are
   * stolen.
   */
  changes: DestinationChange[]
  /** Null where the destination is as it was, or was changed longer ago and paid since then. */
  changed: ChangedRecipient | null
}

/** MONEY: the destination of this saved recipient was changed since the last payout, or lately. */
export interface ChangedRecipient {
  name: string
  /** Of the destination: another version may have changed the name alone. */
  changedAt: number
  changedBy: string
  /** Against the destination that money last went to, of those that differ from the one now. */
  changes: DestinationChange[]
  wasPaidSince: boolean
}

/** What was sent from this computer to the account of a payout before. */
export interface PaidBefore {
  /** Of those that ended well. */
  count: number
  /** Of those whose outcome is not known yet. */
  open: number
  lastAt: number | null
  /** MONEY: whom the newest of them named, when that is somebody else. */
  otherName: { name: string; at: number } | null
}

/** MONEY: a changed destination is pointed out for so long, also once money went there. */
export const changeLastsMs = 30 * 24 * 3_600_000
