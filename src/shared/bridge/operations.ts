// The bridge's methods for operations beyond an order's own actions: reads that store nothing, and
// the registers of what Paydesk asked for (payouts, subscriptions, links, cards). The gateway
// can't list any of these; a register is what Paydesk knows.
import { z } from 'zod'
import { operationIds } from '../gateway/operations/index.ts'
import { askedDays, type ListReport, word } from './lists.ts'
import type { AttemptView } from './views.ts'

/** Requests that are named one by one. */
export const mostNamed = 5_000

const requestFile = z.strictObject({
  as: z.enum(['csv', 'xlsx']),
  of: z.union([
    /** These, in this order. */
    z.strictObject({
      attempts: z.array(z.string().min(1).max(64)).min(1).max(mostNamed),
      /** What left these, for the log; the text that was searched for is kept nowhere. */
      narrowed: z
        .strictObject({ isSearched: z.boolean(), status: word, days: askedDays.optional() })
        .optional(),
    }),
    z.strictObject({
      connectionId: z.string().min(1).max(64),
      operations: z.array(z.enum(operationIds)).min(1),
      days: askedDays.optional(),
    }),
  ]),
})
export type RequestFile = z.output<typeof requestFile>

export const operationMethods = {
  /**
   * Runs a read operation (status by other means, card facts). Audited; the answer is shown and not
   * kept.
   */
  'operation:read': z.strictObject({
    connectionId: z.string().min(1).max(64),
    operation: z.enum(operationIds),
    request: z.record(z.string(), z.string()),
  }),
  /** Attempts of some operations, newest first. */
  'register:list': z.strictObject({
    connectionId: z.string().min(1).max(64),
    operations: z.array(z.enum(operationIds)).min(1),
    /** Of the times they were sent. */
    days: askedDays.optional(),
    before: z.string().max(200).optional(),
    limit: z.int().min(1).max(500).default(100),
  }),
  /** Requests of a register, open ones or named ones, as a file; main asks where to save it. */
  'register:export': requestFile,
} as const

export interface OperationOutput {
  'operation:read': { answer: Record<string, string>; serialNumber: string | null }
  'register:list': { rows: AttemptView[]; next: string | null }
  /** Null when the person named no file, or ended it. */
  'register:export': ListReport | null
}
