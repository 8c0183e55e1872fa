// The confirmation of a refund for the customer, over the bridge. Only of a refund that the gateway
// said happened: main refuses any other. It asks the gateway nothing.
import { z } from 'zod'
import { zoneName } from '../bridge/lists.ts'

const asked = z.strictObject({
  /** Of the refund. */
  attemptId: z.string().min(1).max(64),
  /** In which its day is told. */
  zone: zoneName,
})

export const receiptMethods = {
  /** One paragraph, to be pasted into a message. */
  'receipt:text': asked,
  /** A page as PDF; main asks where to save it. */
  'receipt:save': asked,
} as const

export interface ReceiptOutput {
  'receipt:text': { text: string }
  /** Null when the person named no file. */
  'receipt:save': ReceiptFile | null
}

export interface ReceiptFile {
  file: string
  bytes: number
  /** Hex; it stands in the audit log as well. */
  sha256: string
}
