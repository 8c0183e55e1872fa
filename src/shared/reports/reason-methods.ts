// Reasons that are not codes yet, over the bridge: which there are, and which code each counts
// under. A mapping changes what reports group by, and nothing that was sent.
import { z } from 'zod'
import { cardNumberTyped } from '../card-refusal.ts'
import { holdsCardNumber } from '../cards/card-number.ts'
import { reasonCode } from '../connections/reasons.ts'

export const reasonMethods = {
  'reason:uncoded': z.strictObject({}),
  /** Null: it is no code any more. */
  'reason:map': z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(2_000)
      .refine((text) => !holdsCardNumber(text), { error: cardNumberTyped }),
    code: reasonCode.nullable(),
  }),
} as const

/** A reason that was text alone, as it was written at first. */
export interface UncodedReason {
  text: string
  count: number
  lastAt: number
  /** That it was mapped to. */
  code: string | null
}

export interface ReasonCodes {
  /** The most frequent first; no more than are shown at once. */
  reasons: (UncodedReason & { suggested: string | null })[]
  /** Of them all. */
  count: number
  codes: { code: string; label: string }[]
}

export interface ReasonOutput {
  'reason:uncoded': ReasonCodes
  'reason:map': ReasonCodes
}
