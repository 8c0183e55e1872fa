// Journals what became of a sent request and says it as a Result. It never sends and never concludes more than the outcome proves.
import type { AttemptState } from '#shared/attempt.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import { isSettledByStatus } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Outcome } from '../gateway/client.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { Move } from '../ledger/journal.ts'
import type { DeskPorts } from './ports.ts'
import { writeOutcome } from './write-outcome.ts'

const firstCheckAfterMs = 3_000

export function record(
  ports: DeskPorts,
  sending: AttemptRow,
  operation: OperationId,
  outcome: Outcome,
): Result<AttemptRow> {
  const now = ports.clock()
  const answer = 'answer' in outcome ? (outcome.answer ?? null) : null
  const step = (to: AttemptState, words: string, more: Partial<Move['patch']> = {}): Move => ({
    id: sending.id,
    from: ['SENDING'],
    to,
    patch: { words, answer, ...more },
    actor: 'paydesk',
    origin: to === 'NOT_SENT' ? 'desk' : 'service',
    also: (row) => ports.orders.refresh(row.connectionId, row.orderid),
  })
  switch (outcome.kind) {
    case 'accepted': {
      const named = outcome.answer['paynet-order-id'] ?? ''
      const isFinal = !isSettledByStatus(operation)
      const row = writeOutcome(
        ports,
        step(
          'ACCEPTED',
          isFinal
            ? 'The service took the request.'
            : 'The service took the request and is processing it.',
          {
            serialNumber: outcome.serialNumber ?? null,
            nextCheckAt: isFinal ? null : now + firstCheckAfterMs,
            ...(sending.orderid === '' && named !== '' ? { orderid: named } : {}),
          },
        ),
      )
      if (isFinal && row !== null) return ok(writeOutcome(ports, done(row, now)) ?? row)
      return ok(row ?? { ...sending, state: 'ACCEPTED' })
    }
    case 'not-sent':
      writeOutcome(ports, step('NOT_SENT', outcome.fault.message, { settledAt: now }))
      return fail(named(outcome.fault, sending.id))
    case 'rejected': {
      const serialNumber =
        outcome.fault.kind === 'rejected' ? (outcome.fault.serialNumber ?? null) : null
      writeOutcome(
        ports,
        step('REJECTED', `The service refused it: ${outcome.fault.message}`, {
          serialNumber,
          settledAt: now,
        }),
      )
      return fail(named(outcome.fault, sending.id))
    }
    case 'unknown': {
      const isForeign = outcome.fault.kind === 'conflict'
      const { detail } = outcome.fault
      writeOutcome(
        ports,
        step('UNKNOWN', `The outcome is unknown: ${detail}`, {
          nextCheckAt: now + firstCheckAfterMs,
          ...(isForeign ? { conflict: detail } : {}),
        }),
      )
      return fail(named(outcome.fault, sending.id))
    }
  }
}

/** Where the service's answer is its final word. */
const done = (row: AttemptRow, now: number): Move => ({
  id: row.id,
  from: ['ACCEPTED'],
  to: 'SUCCEEDED',
  patch: {
    words: 'The service took it. Nothing more is awaited for this request.',
    settledAt: now,
  },
  actor: 'paydesk',
  origin: 'service',
})

/** The fault with the attempt it is about, where its kind says one. */
export const named = (fault: Fault, attemptId: string): Fault =>
  fault.kind === 'input' ||
  fault.kind === 'vault' ||
  fault.kind === 'bug' ||
  fault.kind === 'unreached'
    ? fault
    : { ...fault, attemptId }
