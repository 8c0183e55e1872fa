// Start-up: what was being sent when the program stopped has an unknown outcome; what was only
// reviewed is over. MONEY: it never moves an attempt towards SENDING.
import { say } from '#shared/message.ts'
import type { AttemptState } from '#shared/attempt.ts'
import { isResolvedByStatus } from '#shared/gateway/flow.ts'
import { isUnseenEnd } from '#shared/notices/needs.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { finalWordOf } from '../status/final-word.ts'
import { firstCheckAt } from '../status/poll-schedule.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { done } from '../send/record.ts'

export interface Recovered {
  /** How many attempts were found in mid-send. */
  cut: number
  /** Confirmed and not sent as Paydesk ended, by id: somebody may think they were. */
  unsent: string[]
}

export function recover(
  ports: Pick<DeskPorts, 'clock' | 'journal' | 'unseenEnds' | 'orders'>,
): Recovered {
  const now = ports.clock()
  for (const row of ports.journal.inStates(['DRAFT', 'APPROVED']))
    ports.journal.move({
      id: row.id,
      from: ['DRAFT', 'APPROVED'],
      to: 'EXPIRED',
      patch: {
        message: say('requests.closed-before-sending'),
        resolvedAt: now,
      },
      actor: 'paydesk',
      origin: 'desk',
      also: () => {
        if (row.state === 'APPROVED') ports.unseenEnds.add(row.id)
      },
    })
  const cut = ports.journal.inStates(['SENDING'])
  for (const row of cut)
    ports.journal.move({
      id: row.id,
      from: ['SENDING'],
      to: 'UNKNOWN',
      patch: {
        message: say('requests.stopped-while-sending'),
        nextCheckAt: firstCheckAt(row, now),
      },
      actor: 'paydesk',
      origin: 'desk',
      details: { reason: 'crash' },
      also: (attempt) => ports.orders.refresh(attempt),
    })
  // Earlier versions took the two arrows of a final answer one by one, and could be cut off in
  // between.
  for (const row of ports.journal.inStates(['ACCEPTED'])) {
    const operation = row.operation as OperationId
    const word = isResolvedByStatus(operation) ? null : finalWordOf(operation, row.answer ?? {})
    if (word !== null) ports.journal.move(done(row.id, now, word))
  }
  const stateOf = (id: string): AttemptState | undefined => ports.journal.get(id)?.state
  const isIn = (states: readonly AttemptState[], id: string): boolean =>
    states.some((state) => state === stateOf(id))
  const named = ports.unseenEnds.all()
  for (const id of named) if (!isUnseenEnd(ports.journal.get(id))) ports.unseenEnds.forget(id)
  return { cut: cut.length, unsent: named.filter((id) => isIn(unsentStates, id)) }
}

const unsentStates: readonly AttemptState[] = ['EXPIRED', 'UNDONE', 'NOT_SENT']
