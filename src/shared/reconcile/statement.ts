// A statement of a bank beside the reports of a gateway: what one line of it pays, as a person
// declares it. Pure.
import { z } from 'zod'
import type { StatementFacts } from '../files/file-row.ts'
import { isZone } from '../time/zone.ts'

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
