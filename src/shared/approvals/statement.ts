// What an approver signs, all of it, so that it means nothing anywhere else: made where the request
// waits, or out of a file at another computer. It is read in the one form that it has. Pure.
import { z } from 'zod'
import type { Json } from '../canonical.ts'

const time = z.int().min(0)

/** In the order in which it is written. */
const statement = z.strictObject({
  v: z.literal(1),
  log: z.string().max(64),
  approval: z.string().max(64),
  digest: z.string().max(64),
  /** Id of whoever asks. */
  author: z.string().max(64),
  /** Fingerprint of the order as the approver saw it. */
  seen: z.string().max(10_000),
  expiresAt: time,
  /** How many statements about people there were. */
  statements: z.int().min(1).max(1_000_000),
  /** Id of the approver. */
  by: z.string().regex(/^p-[0-9a-f]{16}$/),
  at: time,
  /** SHA-256 of all that a file shows, hex; left out of what was signed without a file. */
  file: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type ApprovalStatement = z.infer<typeof statement>

/** Null where the text is not the one form of a statement. */
export function statementIn(text: string): ApprovalStatement | null {
  const read = statement.safeParse(jsonIn(text))
  return read.success && JSON.stringify(read.data) === text ? read.data : null
}

/** Undefined where the text is no JSON, or holds half of a letter. */
export function jsonIn(text: string): unknown {
  try {
    const value = JSON.parse(text) as Json
    return isWellFormed(value) ? value : undefined
  } catch {
    // Not JSON at all is the same answer as JSON of another shape.
    return undefined
  }
}

/** Half of a letter has no bytes of its own: others would read another text. */
export const isWellFormed = (value: Json): boolean =>
  typeof value === 'string'
    ? value.isWellFormed()
    : typeof value !== 'object' || value === null || Object.values<Json>(value).every(isWellFormed)
