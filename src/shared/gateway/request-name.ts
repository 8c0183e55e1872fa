// What a message calls a request. Pure.
import { formatMoney, type Money } from '../money.ts'
import { isOperationId, rowOf } from './operations/index.ts'

/** As its operation is called on screen: "refund". A name that is not known stays as it is. */
export const nounOf = (operation: string): string =>
  isOperationId(operation) ? rowOf(operation).noun : operation

/** "refund of 20.00 EUR"; without an amount, "refund". */
export const nameOfRequest = ({
  operation,
  amount,
}: {
  operation: string
  amount: Money | null
}): string =>
  amount === null ? nounOf(operation) : `${nounOf(operation)} of ${formatMoney(amount)}`
