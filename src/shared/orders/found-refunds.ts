// Refunds of which Paydesk learnt by itself and that nobody asked for on this computer.
import type { MoneyText } from '../money.ts'

export interface FoundRefund {
  /** The answer of the gateway that told it. */
  seq: number
  amount: MoneyText
  /** When Paydesk learnt of it. */
  at: number
}

export interface FoundNeed extends FoundRefund {
  connectionId: string
  orderid: string
}
