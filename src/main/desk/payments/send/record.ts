// Journals what became of a sent request and says it as a Result. It never sends and never
// concludes more than the outcome proves.
import { readStored, say } from '#shared/message.ts'
import type { AttemptState } from '#shared/attempt.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { isResolvedByStatus } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Outcome } from '../../../gateway/client.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Move } from '../../../ledger/journal/journal.ts'
import { type FinalWord, finalWordOf } from '../status/final-word.ts'
import { firstCheckAt, watchFrom } from '../status/poll-schedule.ts'
import { isTakenId } from '../status/request-orderid.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { ofAnotherRequest } from '../../base/faults.ts'
import type { OutcomeWriter } from './outcome-writer.ts'

export type EndPorts = Pick<DeskPorts, 'ending' | 'unseenEnds'>

export interface RecordPorts extends EndPorts, Pick<DeskPorts, 'clock' | 'orders' | 'journal'> {
  outcomes: OutcomeWriter
}

/** A sentence of Paydesk says that no clear answer came; an error of the system does not. */
function unclear(detail: string): string {
  const stored = readStored(detail)
  const isSaid =
    stored !== null && (Array.isArray(stored) || stored.code !== 'gateway.detail-and-code')
  return isSaid ? detail : say('requests.unknown', { why: detail })
}

export function record(
  ports: RecordPorts,
  sending: AttemptRow,
  operation: OperationId,
  reported: Outcome,
): Result<AttemptRow> {
  const now = ports.clock()
  const outcome = unlessOfAnother(ports, sending, reported)
  const answer = 'answer' in outcome ? (outcome.answer ?? null) : null
  const step = (to: AttemptState, message: string, more: Partial<Move['patch']> = {}): Move => ({
    id: sending.id,
    from: ['SENDING'],
    to,
    patch: { message, answer, sentNumber: sending.sentNumber, ...more },
    actor: 'paydesk',
    origin: to === 'NOT_SENT' ? 'desk' : 'service',
    also: (row) => ports.orders.refresh(row),
  })
  switch (outcome.kind) {
    case 'accepted': {
      const orderid = sending.orderid || (outcome.answer['paynet-order-id'] ?? '')
      const word = isResolvedByStatus(operation) ? null : finalWordOf(operation, outcome.answer)
      const taken = step(
        'ACCEPTED',
        word === null ? say('requests.taken-and-processing') : say('requests.taken'),
        {
          serialNumber: outcome.serialNumber ?? null,
          nextCheckAt: word === null ? firstCheckAt({ ...sending, orderid }, now) : null,
          ...(orderid === sending.orderid ? {} : { orderid }),
        },
      )
      const row = ports.outcomes.write(
        word === null ? taken : { ...taken, then: done(sending.id, now, word) },
      )
      return ok(row ?? { ...sending, state: 'ACCEPTED' })
    }
    case 'not-sent':
      ports.outcomes.write({
        ...step('NOT_SENT', outcome.fault.message, { resolvedAt: now }),
        also: (row) => {
          ports.orders.refresh(row)
          nameAtNextStart(ports, row)
        },
      })
      return fail(withAttempt(outcome.fault, sending.id))
    case 'rejected': {
      const serialNumber =
        outcome.fault.kind === 'rejected' ? (outcome.fault.serialNumber ?? null) : null
      ports.outcomes.write(
        step('REJECTED', say('requests.refused', { message: outcome.fault.message }), {
          serialNumber,
          resolvedAt: now,
          nextCheckAt: watchFrom(sending, now),
        }),
      )
      return fail(withAttempt(outcome.fault, sending.id))
    }
    case 'unknown': {
      const isForeign = outcome.fault.kind === 'conflict'
      const { detail } = outcome.fault
      ports.outcomes.write(
        step('UNKNOWN', unclear(detail), {
          nextCheckAt: firstCheckAt(sending, now),
          ...(isForeign ? { conflict: detail } : {}),
        }),
      )
      return fail(withAttempt(outcome.fault, sending.id))
    }
  }
}

/**
 * MONEY: an acceptance that names an order which is another request's here proves nothing about
 * this one: that order's success would close it.
 */
function unlessOfAnother(
  ports: Pick<DeskPorts, 'journal' | 'orders'>,
  sending: AttemptRow,
  outcome: Outcome,
): Outcome {
  if (outcome.kind !== 'accepted') return outcome
  if (sending.orderid !== '') return unlessTaken(ports, sending, outcome)
  const orderid = outcome.answer['paynet-order-id'] ?? ''
  const { service, clientOrderid } = sending
  if (orderid === '' || clientOrderid === '') return outcome
  // Status may have named the order of this request while its answer was on the way.
  const named = ports.journal.get(sending.id)?.orderid ?? ''
  if (named !== '' && named !== orderid)
    return foreign(outcome, say('requests.two-order-ids', { orderid, named }))
  const owners = [
    ports.orders.clientOrderidOf({ service, orderid }),
    ...ports.journal.ofOrder({ service, orderid }).map((row) => row.clientOrderid),
  ]
  const other = owners.find((owner) => owner !== '' && owner !== clientOrderid)
  if (other === undefined) return outcome
  return foreign(outcome, say('requests.order-of-other', { orderid, other }))
}

/** MONEY: an id that a request was answered with is that request's alone. */
function unlessTaken(
  ports: Pick<DeskPorts, 'journal' | 'orders'>,
  sending: AttemptRow,
  outcome: Extract<Outcome, { kind: 'accepted' }>,
): Outcome {
  const named = outcome.answer['paynet-order-id'] ?? ''
  return named === '' || named === sending.orderid || !isTakenId(ports, sending, named)
    ? outcome
    : foreign(outcome, say('requests.order-id-taken', { named }))
}

function foreign(
  { answer, date, skewMs }: Extract<Outcome, { kind: 'accepted' }>,
  detail: string,
): Outcome {
  return { kind: 'unknown', fault: ofAnotherRequest(detail), answer, date, skewMs }
}

/**
 * For the transaction that ends a confirmed request unsent. As Paydesk ends, the window goes before
 * anybody may have read why.
 */
export function nameAtNextStart(ports: EndPorts, { id }: Pick<AttemptRow, 'id'>): void {
  if (ports.ending.aborted) ports.unseenEnds.add(id)
}

/** Where the gateway's answer is its final status. */
export const done = (id: string, now: number, { state, message }: FinalWord): Move => ({
  id,
  from: ['ACCEPTED'],
  to: state,
  patch: { message, resolvedAt: now },
  actor: 'paydesk',
  origin: 'service',
})

/** The fault with the attempt it is about, where its kind says one. */
export const withAttempt = (fault: Fault, attemptId: string): Fault =>
  fault.kind === 'input' ||
  fault.kind === 'vault' ||
  fault.kind === 'bug' ||
  fault.kind === 'unreached'
    ? fault
    : { ...fault, attemptId }
