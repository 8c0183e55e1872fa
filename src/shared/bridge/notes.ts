// Notes and tags that people at this computer put on an order: kept here only, the gateway never
// sees them. A note is never changed or removed, a correction is a new note; neither may hold what
// looks like a card number.
import { say } from '../message.ts'
import { z } from 'zod'
import { longestNote, longestTag } from '../note-limits.ts'
import type { OrderView } from './views.ts'

const noteText = z
  .string()
  .trim()
  .min(1, say('operations.write-the-note-first'))
  .max(longestNote, say('operations.at-most-longest-note-characters', { longestNote }))

/** In lower case and with single spaces, so that one tag is not kept in two spellings. */
const tagText = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, say('operations.write-the-tag-first'))
      .max(
        longestTag,
        say('operations.at-most-longest-note-characters', { longestNote: longestTag }),
      )
      .regex(/^[\p{L}\p{M}\p{N} _-]*$/u, say('operations.letters-digits-spaces')),
  )

export interface StoppedSubscription {
  recurringId: string
  at: number
  actor: string
  reason: string
}

const place = { connectionId: z.string().min(1).max(64), orderid: z.string().min(1).max(128) }

export const noteMethods = {
  'order:note': z.strictObject({ ...place, text: noteText }),
  'order:tag': z.strictObject({ ...place, tag: tagText }),
  'order:untag': z.strictObject({ ...place, tag: z.string().min(1).max(longestTag) }),
  /** A mark of this computer: the gateway is told nothing and goes on charging. */
  'subscription:mark': z.strictObject({
    connectionId: place.connectionId,
    recurringId: z.string().min(1).max(64),
    isStopped: z.boolean(),
    reason: z
      .string()
      .trim()
      .min(3, say('operations.say-who-stopped-it'))
      .max(200, say('operations.at-most-200-characters')),
  }),
  'subscription:stopped': z.strictObject({ connectionId: place.connectionId }),
} as const

export interface NoteOutput {
  'order:note': OrderView
  'order:tag': OrderView
  'order:untag': OrderView
  /** As `subscription:stopped`, with the change. */
  'subscription:mark': StoppedSubscription[]
  'subscription:stopped': StoppedSubscription[]
}
