// What an entry of the log is about, in the words people use: on the page, in a table that leaves
// the desk, and for who searches the log by what the list shows. Pure; messages come as references.
import { type AttemptState, attemptStates } from '../attempt.ts'
import { attemptKindOf, kindMessages } from './audit-kinds.ts'
import { isOperationId, rowOf } from '../gateway/operations/index.ts'
import { say } from '../message.ts'

export const stateMessages: Readonly<Record<AttemptState, string>> = {
  DRAFT: say('audit.logged-request-draft'),
  APPROVED: say('audit.logged-request-approved'),
  EXPIRED: say('audit.logged-request-expired'),
  UNDONE: say('audit.logged-request-undone'),
  SENDING: say('audit.logged-request-sending'),
  NOT_SENT: say('audit.logged-request-not-sent'),
  ACCEPTED: say('audit.logged-request-accepted'),
  REJECTED: say('audit.logged-request-rejected'),
  UNKNOWN: say('audit.logged-request-unknown'),
  SUCCEEDED: say('audit.logged-request-succeeded'),
  DECLINED: say('audit.logged-request-declined'),
  FAILED: say('audit.logged-request-failed'),
  RESOLVED_BY_HAND: say('audit.logged-request-resolved-by-hand'),
}

/** `return` releases a hold as well: filters and reports keep the two apart. */
export const RELEASE = 'release'

interface Requested {
  operation: string
  isRelease: boolean
}

/** "Refund", "Release hold": as the page names a request. */
export const requestTitle = ({ operation, isRelease }: Requested): string =>
  isRelease
    ? say('audit.logged-release')
    : isOperationId(operation)
      ? rowOf(operation).title
      : operation

const stateOfKind = new Map<string, AttemptState>(
  attemptStates.map((state) => [attemptKindOf(state), state]),
)

interface Labelled {
  kind: string
  details: Readonly<Record<string, unknown>>
}

const requestedIn = ({ details }: Labelled): Requested | null =>
  typeof details['operation'] === 'string'
    ? { operation: details['operation'], isRelease: details['isRelease'] === true }
    : null

/**
 * What happened: "Refund: succeeded", "Status checked". A kind that this program does not know is
 * called as it was recorded.
 */
export function actionMessage(entry: Labelled): string {
  const state = stateOfKind.get(entry.kind)
  const requested = requestedIn(entry)
  if (state !== undefined && requested !== null)
    return say('audit.logged-request', {
      title: requestTitle(requested),
      state: stateMessages[state],
    })
  if (entry.kind.startsWith('read:')) {
    const operation = entry.kind.slice('read:'.length)
    return say('audit.logged-asked', { title: requestTitle({ operation, isRelease: false }) })
  }
  return (kindMessages as Readonly<Record<string, string>>)[entry.kind] ?? entry.kind
}

/** What a request that succeeded is called: "Refunded". Null for any other entry. */
export function doneMessage(entry: Labelled): string | null {
  const requested = requestedIn(entry)
  if (requested === null || stateOfKind.get(entry.kind) !== 'SUCCEEDED') return null
  if (requested.isRelease) return say('audit.hold-released')
  return isOperationId(requested.operation) ? rowOf(requested.operation).done : null
}
