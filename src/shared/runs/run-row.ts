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
}

/** A file or pasted cells; rows that were selected on a screen have no source. */
export interface RunSource {
  name: string
  /** Of the bytes as they were read, in hex. */
  bytesSha256: string
  /** Of what the lines ask for, whatever the file looks like; in hex. */
  meaning: string
  /** Name of the saved columns it was read with; null without one. */
  template: string | null
}
