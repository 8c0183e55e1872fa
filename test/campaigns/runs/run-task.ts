// What the parent of the campaign of runs gives to a desk that it will kill, and what that desk
// says of its rows at the end.
import type { ListOperation, RowOutcome } from '#shared/runs/run-state.ts'
import type { DeskTask } from '../runner/own-desk.ts'

export interface AskedRefund {
  orderid: string
  amount: { amount: string; currency: string }
}

export interface RunTask extends Omit<DeskTask, 'orders'> {
  vaultFile: string
  /** A file with what is asked, for the first life; the later ones find the run in the ledger. */
  askedFile: string
  /** It is not killed any more, and goes on to the end. */
  isLast: boolean
}

/** Rows of refunds, or the list that is pasted instead, and what for. */
export type Asked = { rows: AskedRefund[] } | { list: { operation: ListOperation; text: string } }

/** A row as the last life saw it. */
export interface ToldRow extends AskedRefund {
  line: number
  outcome: RowOutcome
  /** Of what makes an order: as it was made at the check. */
  clientOrderid: string
}
