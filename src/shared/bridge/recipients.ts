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
} as const

export interface RecipientOutput {
  'recipient:list': RecipientView[]
  'recipient:save': RecipientView
  'recipient:remove': null
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
}

/** MONEY: a payout goes to this saved recipient, who changed since the last one. */
export type ChangedRecipient = Pick<RecipientView, 'name' | 'changedAt' | 'changedBy' | 'changes'>
