// What an answer says of a request that no order's status tells of: card references, eligibility,
// subscriptions, 3-D Secure results. Pure. MONEY: a decline is never taken for done, and what the
// answer does not bring yet is not done either.
import { say } from '#shared/message.ts'
import { flowOf } from '#shared/gateway/flow.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { outcomeOf } from '#shared/gateway/status/status.ts'

export interface FinalWord {
  state: 'SUCCEEDED' | 'DECLINED' | 'FAILED'
  message: string
}

/** Keys of every answer; whatever else there is, is the answer to the question. */
const envelope = [
  'type',
  'serial-number',
  'merchant-order-id',
  'paynet-order-id',
  'end-point-id',
  'status',
]

type Answer = Readonly<Record<string, string>>

/** Whether what was asked for is in it. */
export function isGivenBy(operation: OperationId, answer: Answer): boolean {
  const { gives } = rowOf(operation)
  if (gives === undefined) return true
  return gives === 'anything'
    ? Object.entries(answer).some(([name, value]) => value !== '' && !envelope.includes(name))
    : (answer[gives] ?? '') !== ''
}

/** Null: the gateway has taken the request and says no more yet. */
export function finalWordOf(operation: OperationId, answer: Answer): FinalWord | null {
  const status = answer['status'] ?? ''
  const outcome = status === '' ? 'approved' : outcomeOf(status, answer['order-stage'])
  const reason = `${answer['error-code'] ?? ''} ${answer['error-message'] ?? ''}`.trim()
  if (outcome === 'declined' || outcome === 'failed')
    return {
      state: outcome === 'declined' ? 'DECLINED' : 'FAILED',
      message:
        reason === ''
          ? say('requests.answered', { status })
          : say('requests.answered-with-reason', { status, reason }),
    }
  // A 3-D Secure result is handed in once it is taken: the word is the payment's own.
  const isWaiting = outcome !== 'approved' && !operation.startsWith('upload-')
  if (isWaiting || !isGivenBy(operation, answer)) return null
  return {
    state: 'SUCCEEDED',
    message: say('requests.taken-for-good'),
  }
}

/** Whether a later status can still bring what the first answer did not. */
export const mayComeLater = (operation: OperationId): boolean =>
  rowOf(operation).gives !== undefined && flowOf(operation) !== 'read'
