// What the operation table calls an operation: on headings, on the button that sends, in sentences.
import { isOperationId, type OperationId, rowOf } from '#shared/gateway/operations/index.ts'

export interface OperationNames {
  /** Headings, registers. */
  title: string
  /** On the button that sends. */
  send: string
  /** "the payout", inside sentences. */
  noun: string
}

export function namesOf(id: OperationId): OperationNames {
  const { title, noun, send = `Send ${noun}` } = rowOf(id)
  return { title, noun, send }
}

/** Null for an operation that is not in the table. */
export const findNames = (operation: string): OperationNames | null =>
  isOperationId(operation) ? namesOf(operation) : null
