// One line of a run as it was asked for, before anything is known about its order, and where the
// lines came from. Who reads a file or pasted cells hands these over; nothing in them is checked at
// the gateway yet.
import type { Money } from '../money.ts'

export interface RunRow {
  /** As the person counts it in the file or in what was pasted, from 1. */
  line: number
  /** The gateway's ID of the order; null for what makes an order of its own. */
  orderId: string | null
  merchantOrderId: string | null
  /** Null: all that is refundable, or the whole hold. */
  amount: Money | null
  reason: string | null
  /** Of what makes an order: whom it pays or which card it charges, as fields of the gateway. */
  party?: Readonly<Record<string, string>>
  /** Cells of the list that are only kept, to stand beside the result. */
  beside?: readonly string[]
}

/** A file or pasted cells; rows that were selected on a screen have no source. */
export interface RunSource {
  name: string
  /** Of the bytes as they were read, in hex. */
  bytesSha256: string
  /** Of what the lines ask for, whatever the file looks like; in hex. */
  meaning: string
  /** Names of the columns that are kept beside the result. */
  beside: string[]
  /** How many cells were mended by hand. */
  mended: number
  /** Lines that stayed out because something is wrong with them, the first of them by number. */
  leftOut: { count: number; lines: number[]; reason: string } | null
  /** The last line, where it was read as the sum of the others and is out. */
  sumLine?: number | null
  /** The run that the same list was taken into before, and why it was taken once more. */
  again: { runId: string; reason: string } | null
}
