// A statement of a bank beside the reports of a gateway: what one line of it pays, as a person
// declares it. Pure.
import { z } from 'zod'
import type { MoneyText } from '../money.ts'
import { isZone } from '../time/zone.ts'

/** What a bank statement says of itself. */
export interface StatementFacts {
  form: 'camt.053' | 'camt.054' | 'mt940'
  /** Its last four letters or digits. */
  account: string
  /** Null in a notification, which has none. */
  balances: { opening: MoneyText; closing: MoneyText } | null
  /** Lines that are not booked yet, and stay out. */
  pending: number
}

/**
 * One line pays one batch of a report, or all lines of one day in a zone, less fees. No other
 * grouping is tried: sums that are searched for are found, and mean nothing.
 */
export const grouping = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('batch') }),
  z.strictObject({ by: z.literal('day'), zone: z.string().refine(isZone) }),
])
export type Grouping = z.output<typeof grouping>

export interface StatementSource extends StatementFacts {
  grouping: Grouping
}
