// The fake's side of what is done to an order: a review, one confirm, a discard. It has main's
// shape and proves nothing about main.
import type { Input } from '../../src/shared/contract/bridge.ts'
import type { AttemptView, OrderView, Review } from '../../src/shared/bridge/views.ts'
import { type Fault, fail, ok, type Result } from '../../src/shared/fault.ts'
import { reviewOf } from './bridge-samples.ts'
import { attemptOf, eur, stillOpen } from './bridge-seed.ts'
import type { FakeBridge } from './bridge-shape.ts'

export const missing: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message: 'Paydesk has not looked this order up yet.',
}

export function fakeActions({
  find,
  fake,
  counted,
}: {
  find: (connectionId: string, id: string) => OrderView | undefined
  fake: () => FakeBridge
  /** After the number of open attempts changed. */
  counted: () => void
}) {
  const drafts = new Map<string, { attempt: AttemptView; token: string | null }>()
  let minted = 0

  function review(input: Input<'attempt:review'>): Result<Review> {
    const order = find(input.connectionId, input.request['orderid'] ?? '')
    if (order === undefined) return fail(missing)
    const desk = fake()
    const action = input.operation as 'return' | 'capture' | 'void'
    const view = order.actions[action]
    if (!view.isPossible)
      return fail({ kind: 'denied', sent: 'no', reason: 'not-possible', message: view.why })
    const typed = input.request['amount']
    const amount =
      typed === undefined ? view.most : { ...(order.original ?? eur('')), amount: typed }
    const id = `attempt-${++minted}`
    const token = `token-${minted}`
    drafts.set(id, {
      attempt: attemptOf(order, {
        id,
        operation: input.operation,
        amount,
        isFull: typed === undefined,
        comment: input.request['comment'] ?? '',
      }),
      token,
    })
    return ok(
      reviewOf({
        order,
        attemptId: id,
        token,
        amount,
        isFull: typed === undefined,
        request: input.request,
        operation: input.operation,
        effect: view.effect,
        environment:
          desk.state.connections.find((one) => one.id === order.connectionId)?.environment ??
          'test',
        now: desk.clock(),
      }),
    )
  }

  function confirm(input: Input<'attempt:confirm'>): Result<AttemptView> {
    const draft = drafts.get(input.attemptId)
    if (draft === undefined || draft.token !== input.token)
      return fail({
        kind: 'denied',
        sent: 'no',
        reason: draft?.token === null ? 'already-confirmed' : 'confirmation-mismatch',
        message: 'This confirmation was used already.',
        attemptId: input.attemptId,
      })
    draft.token = null
    const desk = fake()
    const order = find(draft.attempt.connectionId, draft.attempt.orderid)!
    const isUnknown = desk.next === 'unknown'
    Object.assign(draft.attempt, {
      state: isUnknown ? 'UNKNOWN' : 'ACCEPTED',
      sentAt: desk.clock(),
      nextCheckAt: desk.clock() + 4_000,
      serialNumber: isUnknown ? null : '00000000-0000-0000-0000-000002d9b455',
      message: isUnknown
        ? 'The connection was closed before a whole answer arrived.'
        : 'The gateway took the request; its status is asked for every few seconds.',
    })
    order.attempts = [draft.attempt, ...order.attempts]
    order.hasUnknown = isUnknown
    order.inProgress = draft.attempt.amount
    order.returnable = draft.attempt.isFull ? eur('0.00') : eur('112.50')
    order.actions = stillOpen(draft.attempt.operation, isUnknown)
    order.timeline = [
      {
        at: desk.clock(),
        source: 'desk',
        isRelease: false,
        title: draft.attempt.operation,
        message: draft.attempt.comment,
        state: draft.attempt.state,
        amount: draft.attempt.amount,
        actor: draft.attempt.actor,
        serialNumber: draft.attempt.serialNumber,
        attemptId: draft.attempt.id,
        seq: null,
      },
      ...order.timeline,
    ]
    counted()
    if (isUnknown)
      return fail({
        kind: 'outcome-unknown',
        sent: 'maybe',
        message: 'The connection was closed before a whole answer arrived.',
        detail: 'reset after 312 bytes written, 0 bytes read',
        attemptId: draft.attempt.id,
      })
    return ok(draft.attempt)
  }

  function discard(input: Input<'attempt:undo'>): Result<AttemptView> {
    const draft = drafts.get(input.attemptId)
    if (draft === undefined) return fail(missing)
    draft.attempt.state = 'UNDONE'
    draft.token = null
    return ok(draft.attempt)
  }

  return { review, confirm, discard }
}
