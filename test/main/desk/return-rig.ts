// Returns over a scripted gateway, one after the other on one order: what a test tells as status is
// what the desk believes.
import type { AttemptRow } from '../../../src/main/ledger/journal/attempt-row.ts'
import { confirm } from '../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../../src/main/desk/payments/watch/ask-status.ts'
import { createTestDesk } from '../../fakes/desk.ts'
import type { Outcome } from '../../../src/main/gateway/client.ts'
import { accepted, clocked, saleStatus, timedOut } from '../../fakes/gateway.ts'
import { must } from '../../journeys/story.ts'

export type Reported = Record<string, string>

/** A reversal as status tells it; an empty id or date is left out. */
export function reversal(amount: string, id: string, more: Reported = {}): Reported {
  const reported = saleStatus(amount, {
    'transaction-type': 'reversal',
    'order-stage': 'reversal_approved',
    'processor-tx-id': id,
    ...more,
  })
  return Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== ''))
}

const outcomes = {
  lost: () => timedOut,
  accepted,
  refused: (): Outcome => ({
    kind: 'rejected',
    fault: { kind: 'rejected', sent: 'yes', message: 'Not possible', code: '11', httpStatus: 400 },
    answer: {},
    ...clocked,
  }),
}

export function openReturns(options: Parameters<typeof createTestDesk>[0] = {}) {
  const desk = createTestDesk(options)
  const { ports, gateway } = desk
  let serial = 0
  const request = { client_orderid: 'inv-1', orderid: '7000001', comment: 'damaged' }
  const review = async (amount: string | null, operation: 'return' | 'capture' = 'return') => {
    const { comment, ...ids } = request
    const reviewed = await reviewRequest(ports, {
      connectionId: 'test-1',
      operation,
      request: {
        ...ids,
        ...(operation === 'return' ? { comment } : {}),
        ...(amount === null ? {} : { amount, currency: 'EUR' }),
      },
    })
    return { reviewed }
  }
  const row = (id: string): AttemptRow => ports.journal.get(id)!
  return {
    ...desk,
    review,
    row,
    state: (id: string) => row(id).state,
    /**
     * Reviews and sends a return; its answer is lost unless it is told otherwise. Whoever is told
     * that an earlier one was done reviews again.
     */
    async send(
      amount: string | null,
      how: keyof typeof outcomes = 'lost',
      operation: 'return' | 'capture' = 'return',
    ): Promise<string> {
      const first = await review(amount, operation)
      const isNews =
        !first.reviewed.ok &&
        first.reviewed.fault.kind === 'denied' &&
        first.reviewed.fault.reason === 'told-since'
      const { reviewed } = isNews ? await review(amount, operation) : first
      const { attemptId } = must(reviewed)
      gateway.onSend = () => outcomes[how](`sn-${(serial += 1)}`)
      await confirm(ports, must(reviewed))
      return attemptId
    },
    /** The status changes, and is asked for. */
    async tell(id: string, status: Reported): Promise<string> {
      gateway.status = status
      await resolveAttempt(ports, row(id))
      return row(id).state
    },
  }
}
