// What the operation table calls an operation: on headings, on the button that sends, in sentences.
// The one place where texts of the table enter the page.
import { ownWording } from '#wording/patterns.ts'
import { isOperationId, type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { t } from './message.ts'

export interface OperationNames {
  /** Registers, reports. */
  title: string
  /** Heading of its form, title of the window, command. */
  form: string
  /** On the button that opens the form. */
  opens: string
  /** On the button that sends. */
  send: string
  /** The amount follows it at once; after any other it is “of” an amount. */
  sendIsVerb?: true | undefined
  /** "the payout", inside sentences. */
  noun: string
  /** On the badge of one that succeeded. */
  done: string
  /** Above its form. */
  about: string
}

export function namesOf(id: OperationId): OperationNames {
  const { title, form = title, noun, send, sendIsVerb, done, about } = rowOf(id)
  const own = ownWording(noun)
  return {
    title: ownWording(title),
    form: ownWording(form),
    opens: `${ownWording(form)}…`,
    noun: own,
    send: send === undefined ? t('operations.send-own', { own }) : ownWording(send),
    sendIsVerb,
    done: ownWording(done),
    about: ownWording(about),
  }
}

/** A subscription that is made or changed moves nothing yet, and no status tells of it. */
export function movesMoney(operation: string): boolean {
  if (!isOperationId(operation)) return false
  const { risk, resolvedBy } = rowOf(operation)
  return risk === 'money' && resolvedBy === 'status'
}

/** Null for an operation that is not in the table. */
export const findNames = (operation: string): OperationNames | null =>
  isOperationId(operation) ? namesOf(operation) : null
