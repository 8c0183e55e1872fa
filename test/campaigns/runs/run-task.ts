// What the parent of the campaign of runs gives to a desk that it will kill, and what that desk
// says of its rows at the end.
import type { ListOperation, OrderOperation, RowOutcome } from '#shared/runs/run-state.ts'
import type { DeskTask } from '../runner/own-desk.ts'

export interface AskedAmount {
  orderid: string
  amount: { amount: string; currency: string }
}

export interface RunTask extends Omit<DeskTask, 'orders'> {
  vaultFile: string
  /** A file with what is asked, for the first life; the later ones find the run in the ledger. */
  askedFile: string
  /** What this person takes in of rows that need a look: all, or none of them. */
  keeps: 'all' | 'none'
  /** Where the results are saved: `0.csv` of the first run, and so on. */
  results: string
  /** Whatever moves money takes an approval here. */
  hasPeople: boolean
  /** It is not killed any more, and goes on to the end. */
  isLast: boolean
}

/** An order, and the amount where the operation takes one. */
type AskedOrder = Pick<AskedAmount, 'orderid'> & Partial<Pick<AskedAmount, 'amount'>>

/** Selected orders, or the list that is pasted instead, and what for. */
export type Asked =
  | { operation: OrderOperation; rows: AskedOrder[] }
  | { list: { operation: ListOperation; text: string } }

/** A row as the saved result has it. */
export interface ToldRow extends AskedAmount {
  line: number
  outcome: RowOutcome
  /** Of what makes an order: as it was made at the check. */
  clientOrderid: string
  /** What moved, in the currency of the row; empty where nothing is known to have. */
  moved: string
  /** By which the gateway knows the request; empty where it said none. */
  serial: string
  /** Why it is as it is; empty where nothing is said. */
  message: string
}
