// What a person found out about a refund that nobody asked for on this computer. It changes no
// money.
import { z } from 'zod'
import { say } from '../message.ts'
import type { OrderView } from '../bridge/views.ts'

export const foundMethods = {
  'found:seen': z.strictObject({
    connectionId: z.string().min(1).max(64),
    orderid: z.string().min(1).max(128),
    /** The answer of the gateway that told it. */
    seq: z.int().min(1),
    reason: z
      .string()
      .trim()
      .min(10, say('operations.reason-how-you-know'))
      .max(500, say('operations.at-most-500-characters')),
  }),
} as const

export interface FoundOutput {
  'found:seen': OrderView
}
