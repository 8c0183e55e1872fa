// Requests that a gateway takes first and answers later: a card reference, an eligibility, a
// subscription. Their answer is read off a status; nothing here moves money or is sent but the
// question.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { type FinalWord, finalWordOf, isGivenBy, mayComeLater } from './final-word.ts'
import { nextCheckAt } from './poll-schedule.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { namesNoRequest } from '../../base/faults.ts'

export type LateAnswerPorts = Pick<DeskPorts, 'journal' | 'clock' | 'orders'>

type Answer = Readonly<Record<string, string>>

const isOpenHere = ({ state }: AttemptRow): boolean => state === 'ACCEPTED' || state === 'UNKNOWN'

/**
 * Whether the gateway is asked by the merchant's id alone: the request made no order, so a status
 * of it need not name one.
 */
export const isAskedAlone = (attempt: AttemptRow): boolean =>
  attempt.orderid === '' &&
  attempt.clientOrderid !== '' &&
  isOpenHere(attempt) &&
  mayComeLater(attempt.operation as OperationId)

/**
 * Asks, and takes the answer if it is there. Faults: as GatewayClient.read; conflict when the
 * answer does not name the request.
 */
export async function readLateAnswer(
  ports: LateAnswerPorts & Pick<DeskPorts, 'gateway'>,
  connection: Connection,
  attempt: AttemptRow,
  tries: number | undefined,
): Promise<Result<null>> {
  const named = { client_orderid: attempt.clientOrderid }
  const reply = await ports.gateway(connection.id).read('status', connection, named, { tries })
  if (!reply.ok) return reply
  const { answer } = reply.value
  // MONEY: an answer without the merchant's id may speak of anything.
  if (answer['merchant-order-id'] !== attempt.clientOrderid) return fail(namesNoRequest)
  if (!takeLateAnswer(ports, attempt, answer)) {
    const message = say('requests.taken-not-answered')
    ports.journal.noteCheck(attempt.id, nextCheckAt(attempt.checks, ports.clock()), message)
  }
  return ok(null)
}

/**
 * Closes the request if a status brings what it asked for. A status of an order says nothing else
 * about it.
 */
export function takeLateAnswer(
  ports: LateAnswerPorts,
  attempt: AttemptRow,
  reported: Answer,
): boolean {
  const operation = attempt.operation as OperationId
  if (!isOpenHere(attempt) || !mayComeLater(operation)) return false
  if (attempt.state === 'UNKNOWN' && wasGivenBefore(ports, attempt, reported)) return false
  const word = lateWord(operation, reported, attempt.orderid === '' && namesNoOrder(reported))
  if (word === null) return false
  // The envelope of the first answer stays: it names the request.
  const { type: _type, 'serial-number': _serial, ...brought } = reported
  const moved = ports.journal.move({
    id: attempt.id,
    from: ['ACCEPTED', 'UNKNOWN'],
    to: word.state,
    patch: {
      message: word.message,
      answer:
        attempt.orderid === '' ? { ...brought, ...attempt.answer } : givenPart(attempt, reported),
      resolvedAt: ports.clock(),
      nextCheckAt: null,
    },
    actor: 'paydesk',
    origin: 'service',
    also: (row) => ports.orders.refresh(row),
  })
  return moved.ok
}

/**
 * What another request of the order was given says nothing about one that may never have arrived:
 * the order's status tells it again and again.
 */
function wasGivenBefore(
  ports: Pick<DeskPorts, 'journal'>,
  attempt: AttemptRow,
  reported: Answer,
): boolean {
  const { gives } = rowOf(attempt.operation as OperationId)
  const given = gives === undefined ? '' : (reported[gives] ?? '')
  if (gives === undefined || given === '' || attempt.orderid === '') return false
  return ports.journal
    .ofOrder(attempt)
    .some(({ id, answer }) => id !== attempt.id && answer?.[gives] === given)
}

/** Of an order's status only what was asked for counts: its status word is the payment's. */
function lateWord(operation: OperationId, reported: Answer, isOwn: boolean): FinalWord | null {
  if (isOwn) return finalWordOf(operation, reported)
  return isGivenBy(operation, reported) ? finalWordOf(operation, { ...reported, status: '' }) : null
}

/**
 * MONEY: a payment that a subscription began with has a status of its own: its decline says nothing
 * about the subscription.
 */
const namesNoOrder = (reported: Answer): boolean =>
  (reported['paynet-order-id'] ?? '') === '' && (reported['transaction-type'] ?? '') === ''

const parts = ['card-ref-id', 'last-four-digits', 'bin', 'recurring-payment-id']

const givenPart = ({ answer }: AttemptRow, reported: Answer): Record<string, string> => ({
  ...answer,
  ...Object.fromEntries(parts.flatMap((name) => (reported[name] ? [[name, reported[name]]] : []))),
})
