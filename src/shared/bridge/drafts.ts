// Half-filled forms as they are kept over a restart. Never card data, an authentication proof or a
// key: a draft that names such a field is refused here, and what looks like a card number is
// refused by main.
import { say } from '../message.ts'
import { z } from 'zod'
import { cardFields, secretFields } from '../gateway/operations/parts/fields.ts'
import { mostListCharacters } from '../look-up-list.ts'

export const mostDrafts = 100
export const draftLastsMs = 30 * 24 * 3_600_000

/** A key in PEM, or an address that names a password. */
export const holdsSecret = (text: string): boolean => /-----BEGIN|:\/\/[^\s/]*@/.test(text)

const savedText = z
  .string()
  .max(mostListCharacters)
  .refine((value) => !holdsSecret(value), say('operations.no-secrets-kept'))

const field = z
  .string()
  .max(64)
  .refine(
    (name) => !cardFields.has(name) && !secretFields.has(name),
    say('operations.card-data-is-never-kept'),
  )

export const savedDraft = z.strictObject({
  /** Which form, and of what: "look-up", "note/<connection>/<order>". */
  form: z.string().min(1).max(300),
  /** When it was typed into last. */
  at: z.int().min(0),
  fields: z.record(field, savedText),
})
export type SavedDraft = z.output<typeof savedDraft>

export const savedDrafts = z.array(savedDraft).max(mostDrafts)
