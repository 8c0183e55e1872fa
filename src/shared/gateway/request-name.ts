// What a message calls a request. Pure.
import { type MessageValue, say } from '../message.ts'
import type { Money } from '../money.ts'

/** "refund of 20.00 EUR"; without an amount, "refund". */
export const nameOfRequest = ({
  operation,
  amount,
}: {
  operation: string
  amount: Money | null
}): MessageValue =>
  amount === null
    ? { noun: operation }
    : say('order.request-of-amount', { operation: { noun: operation }, amount })
