// Notes and tags that people of this desk put on an order: kept here only, the service never sees them. A note is never changed or
// removed, a correction is a new note; neither may hold what looks like a card number.
import { z } from 'zod'
import { longestNote, longestTag } from '../note-limits.ts'
import type { OrderView } from './views.ts'

export const noteText = z
  .string()
  .trim()
  .min(1, 'Write the note first.')
  .max(longestNote, `At most ${longestNote} characters.`)

/** In lower case and with single spaces, so that one tag is not kept in two spellings. */
export const tagText = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Write the tag first.')
      .max(longestTag, `At most ${longestTag} characters.`)
      .regex(/^[\p{L}\p{M}\p{N} _-]*$/u, 'Letters, digits, spaces, - and _ only.'),
  )

const place = { connectionId: z.string().min(1).max(64), orderid: z.string().min(1).max(128) }

export const noteMethods = {
  'order:note': z.strictObject({ ...place, text: noteText }),
  'order:tag': z.strictObject({ ...place, tag: tagText }),
  'order:untag': z.strictObject({ ...place, tag: z.string().min(1).max(longestTag) }),
} as const

export interface NoteOutput {
  'order:note': OrderView
  'order:tag': OrderView
  'order:untag': OrderView
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
