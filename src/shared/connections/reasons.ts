// The reasons a sheet offers to pick from, as a connection's settings have them: read from text
// with one a line. Pure.
import { say } from '../message.ts'
import { z } from 'zod'
import { holdsCardNumber } from '../cards/card-number.ts'
import { cardNumberTyped } from '../cards/card-refusal.ts'
import { fail, inputFault, ok, type Result } from '../fault.ts'

const mostReasons = 12
/** A reason is sent as the comment, of which the gateway takes so much. */
export const longestReason = 50

const tooLong = say('a-reason-is-too-long', { longestReason })
const howMany = say('enter-one-reason-a-line', { mostReasons })

export const reasonList = z
  .array(
    z
      .string()
      .trim()
      .min(1, say('a-reason-has-a-word'))
      .max(longestReason, tooLong)
      .refine((text) => !holdsCardNumber(text), { error: cardNumberTyped }),
  )
  .min(1, howMany)
  .max(mostReasons, howMany)

export const usualReasons = {
  afterSale: ['Customer request', 'Goods returned', 'Damaged goods', 'Not delivered', 'Paid twice'],
  beforeSale: ['Customer request', 'Order cancelled', 'Out of stock', 'Ordered twice'],
}

/** Empty lines and what stands there twice are left out. */
export function readReasons(text: string): Result<string[]> {
  const lines = text.split('\n').map((line) => line.trim())
  const parsed = reasonList.safeParse([...new Set(lines.filter((line) => line !== ''))])
  return parsed.success
    ? ok(parsed.data)
    : fail(inputFault('reasons', parsed.error.issues[0]?.message ?? howMany))
}
