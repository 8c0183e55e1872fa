// What a person says of a payment that somebody questions, over the bridge. It changes no money:
// the order's own page says what can still be refunded.
import { z } from 'zod'
import type { Question } from '../gateway/orders/order-phase.ts'
import type { MoneyText } from '../money.ts'

const place = { connectionId: z.string().min(1).max(64), orderid: z.string().min(1).max(128) }

export const disputeMethods = {
  /** By when the bank wants an answer; null takes the day away. */
  'dispute:set-due': z.strictObject({ ...place, day: z.iso.date().nullable() }),
  /**
   * The newest question that the person has seen. What the gateway tells later counts again.
   */
  'dispute:end': z.strictObject({ ...place, reportedSeq: z.int().min(1) }),
} as const

export interface DisputeOutput {
  'dispute:set-due': null
  'dispute:end': null
}

export interface DisputeNeed {
  connectionId: string
  orderid: string
  clientOrderid: string
  /** Each kind once, in the order in which the gateway told them. */
  questions: Question[]
  amount: MoneyText | null
  at: number
  due: string | null
  reportedSeq: number
}
