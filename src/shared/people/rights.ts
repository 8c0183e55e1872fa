// What a person may be allowed to do: each operation of the gateway under its own id, and the
// desk's own rights. A person who is signed in may look at what is here without any of them.
import { say } from '../message.ts'
import { operationIds, type OperationId } from '../gateway/operations/index.ts'

/** Each with its name for people. */
const deskRights = {
  export: say('people.right-export'),
  verify: say('people.right-verify'),
  approve: say('people.right-approve'),
  resolve: say('people.right-resolve'),
  'resume-money': say('people.right-resume-money'),
  connections: say('people.right-connections'),
  people: say('people.right-people'),
  'card-entry': say('people.right-card-entry'),
  runs: say('people.right-runs'),
  reports: say('people.right-reports'),
  notes: say('people.right-notes'),
  recipients: say('people.right-recipients'),
  records: say('people.right-records'),
  program: say('people.right-program'),
} as const satisfies Readonly<Record<string, string>>

export type DeskRight = keyof typeof deskRights
export type Right = DeskRight | OperationId

const deskRightNames = Object.keys(deskRights) as DeskRight[]
export const rights: readonly Right[] = [...deskRightNames, ...operationIds]

const isDeskRight = (right: Right): right is DeskRight => Object.hasOwn(deskRights, right)

/** What the right is called, as a message. */
export const nameOfRight = (right: Right): string =>
  isDeskRight(right)
    ? deskRights[right]
    : say('people.right-operation', { operation: { title: right } })
