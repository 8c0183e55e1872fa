// What a person has to say before a request is sent, beside confirming it: that a second payment is
// meant, and that the recipient confirmed a strange account by phone. MONEY: without it the request
// is refused, whatever page asked. It writes nothing: the log keeps what was said with the request.
import type { Fault } from '#shared/fault.ts'
import { payeeNotCalled } from '../../base/faults.ts'
import type { OpenReview } from './open-review.ts'
import { twinFault, type TwinPorts } from './twins.ts'

export interface Said {
  /** Twins of which the person said that this one is meant beside them. */
  twinsSeen: readonly string[]
  hasCalledPayee: boolean
}

export const unsaidFault = (
  ports: TwinPorts,
  { review, twinsSeen, hasCalledPayee }: Said & { review: OpenReview | undefined },
  attemptId: string,
  isLeaving: boolean,
): Fault | null => {
  if (review === undefined) return null
  if (review.asksCall === true && !hasCalledPayee) return payeeNotCalled
  return twinFault(ports, { ...review, attemptId }, twinsSeen, isLeaving)
}

/** As the log keeps it. */
export const saidIn = ({
  review,
  twinsSeen,
  hasCalledPayee,
}: Said & { review: OpenReview | undefined }): Record<string, unknown> => ({
  ...(twinsSeen.length === 0 ? {} : { twinsSeen }),
  ...(review?.asksCall === true && hasCalledPayee ? { calledPayee: true } : {}),
})
