// What holds for a reviewed request, asked at the review and again before it is sent: what waits
// before it, what its connection allows, how long the review lasts.
import { createHash } from 'node:crypto'
import type { Connection } from '#shared/connections/connection.ts'
import type { Fault, FaultOf } from '#shared/fault.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import { reason } from '#shared/gateway/orders/ways-out.ts'
import { nameOfRequest } from '#shared/gateway/request-name.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { SignedRequest } from '../../../gateway/client.ts'
import type { OrderRecord } from '../../../ledger/orders/orders.ts'
import type { Plan } from './open-review.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { aboutToSend, currencyNotPermitted } from '../../base/faults.ts'
import type { AttemptRow, RowPlace } from '../../../ledger/journal/attempt-row.ts'

/** What waits to be sent, as far as a plan has to know. */
export interface WaitingRequests {
  under(lockKey: string): { row: AttemptRow } | null
  list(): { row: AttemptRow }[]
}

export interface WaitingPorts {
  undo: Pick<WaitingRequests, 'under'>
}

export const reviewLastsMs = 15 * 60_000

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * How long a confirmed request can be taken back: only what moves money waits. A row of a run was
 * waited for together with all others of its run.
 */
export const undoMsOf = (
  connection: Connection,
  { operation, row }: { operation: string; row: RowPlace | null },
): number =>
  rowOf(operation as OperationId).risk === 'money' && row === null
    ? connection.settings.money.undoMs
    : 0

/**
 * Why nothing more may be asked for under this lock while a confirmed request waits there, or null.
 */
export function waitingMessage(ports: WaitingPorts, lockKey: string): string | null {
  const row = ports.undo.under(lockKey)?.row
  if (row === undefined) return null
  return reason('requests.about-to-be-sent', { request: nameOfRequest(row) })
}

export const waitingFault = (ports: WaitingPorts, lockKey: string): Fault | null => {
  const message = waitingMessage(ports, lockKey)
  return message === null ? null : aboutToSend(message)
}

/**
 * Why nothing may be asked for on what was read from another gateway than the one its connection
 * reaches now, or null.
 */
export function movedMessage(
  ports: Pick<DeskPorts, 'connections'>,
  order: OrderRecord,
): string | null {
  const connection = ports.connections.find(order.connectionId)
  return connection === undefined || ports.connections.gatewayOf(connection) === order.service
    ? null
    : reason('requests.account-changed')
}

/** Who gets or gives the money, beside what names it: nothing of an action on an order. */
const holders = ['account_name', 'first_name', 'last_name'] as const

/** MONEY: a check is about the recipient of its payout, and is itself no payment to be repeated. */
const partiesIn = (operation: OperationId): readonly string[] =>
  rowOf(operation === 'payout-check' ? 'payout-pay' : operation).parties ?? []

export const payToOf = ({
  operation,
  goesTo,
}: Pick<Plan, 'operation' | 'goesTo'>): { name: string; value: string }[] => {
  const parties = partiesIn(operation).filter((name) => (goesTo[name] ?? '') !== '')
  return parties.length === 0
    ? []
    : [...parties, ...holders].flatMap((name) => {
        const value = goesTo[name] ?? ''
        return value === '' ? [] : [{ name, value }]
      })
}

export const sentFor = (ports: Pick<DeskPorts, 'journal'>, place: OrderPlace): number =>
  ports.journal.ofOrder(place).filter((row) => row.sentAt !== null).length

/** A signed request that does not leave is overwritten: it may hold a card. */
export function unsent<T>(signed: SignedRequest, why: T): T {
  signed.body.fill(0)
  return why
}

/** Why the connection may not move the currency of this plan, or null. */
export function currencyRefused(
  connection: Connection | undefined,
  request: Pick<Plan['request'], 'moves' | 'fields'> | undefined,
): FaultOf<'denied'> | null {
  const currency = request?.moves?.currency ?? request?.fields['currency']
  const currencies = connection?.settings.currencies ?? []
  if (currency === undefined || currencies.length === 0 || currencies.includes(currency))
    return null
  return currencyNotPermitted({
    connectionName: connection?.name ?? '',
    currencies,
    currency,
  })
}
