// Whose turn it is with a request above a limit. Apart from the schemas, so that a screen can say
// it without them.
import type { ApprovalView } from './approval-methods.ts'

/** Whether it waits for the person of this name: to approve, or as its author to send. */
export const waitsFor = (one: ApprovalView, name: string): boolean =>
  one.isMine
    ? one.isApproved || one.needs === 0
    : one.needs > 0 && !one.isApproved && one.mayNot === null && !one.approvedBy.includes(name)
