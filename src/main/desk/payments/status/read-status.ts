// Asks the gateway for an order's status and stores what it said. The one way status enters the
// ledger; used by look-ups, the re-read before sending, and resolving. It never sends anything but
// the status operation, and names an order by both of its ids wherever this computer knows both.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, ok, type Result } from '#shared/fault.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { orderLock, type OrderPlace } from '#shared/order-place.ts'
import { readingOf } from '../../connections/connection-rules.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { namesNoOrder, ofAnotherOrder } from '../../base/faults.ts'

export type ReadStatusPorts = Pick<
  DeskPorts,
  'connections' | 'orders' | 'gateway' | 'team' | 'onChange'
>

export interface StatusRead extends OrderPlace {
  clientOrderid: string
  snapshot: StoredSnapshot
  /** The answer as the gateway sent it. */
  answer: Readonly<Record<string, string>>
  /**
   * The serial number of the request that was asked for (by-request-sn); empty when the order's
   * status was asked for.
   */
  requestSn: string
  /** The order id of a request of its own that was asked for; empty for the order's. */
  requestOrderid: string
  /** How the answer was read: see readingOf. */
  reading: string
  /** Drawn when the question was asked: see Orders.drawNumber. */
  asked: number
}

/** An empty id is one that is not known. */
interface OrderIds {
  orderid?: string
  client_orderid?: string
}

export interface StatusQuestion extends OrderIds {
  'by-request-sn'?: string
}

/**
 * Only orderid may be left out of a status request (interface.md): many gateways refuse one without
 * client_orderid.
 */
function withKnownIds(
  { orders }: Pick<DeskPorts, 'orders'>,
  service: string,
  asked: OrderIds,
): OrderIds {
  const { orderid = '', client_orderid: clientOrderid = '' } = asked
  const both = {
    client_orderid: clientOrderid || orders.clientOrderidOf({ service, orderid }),
    orderid: orderid || orders.orderidOf(service, clientOrderid),
  }
  return Object.fromEntries(Object.entries(both).filter(([, id]) => id !== ''))
}

/** The ids that this host takes in a status request; the other one where the first isn't known. */
function sentIds(known: OrderIds, { statusIds }: Connection['settings']): OrderIds {
  if (statusIds === 'both') return known
  const only = known[statusIds]
  return only === undefined ? known : { [statusIds]: only }
}

/**
 * MONEY: an id that was known and not sent is compared all the same: else a stranger's order would
 * be taken for the one that was asked for.
 */
function strangerIn(
  answer: Readonly<Record<string, string>>,
  known: OrderIds,
  sent: OrderIds,
): Fault | null {
  const keys = { orderid: 'paynet-order-id', client_orderid: 'merchant-order-id' } as const
  for (const name of ['orderid', 'client_orderid'] as const) {
    const [key, id] = [keys[name], known[name]]
    const named = answer[key] ?? ''
    if (id !== undefined && sent[name] === undefined && named !== '' && named !== id)
      return ofAnotherOrder(say('gateway.asked-and-named', { asked: id, key, named }))
  }
  return null
}

/** Faults: as GatewayClient.read; conflict when the answer names another order or none. */
export async function readStatus(
  ports: ReadStatusPorts,
  connection: Connection,
  asked: StatusQuestion,
  by: {
    actor: string
    isLookUp: boolean
    /** Nobody asked: Paydesk reads orders again by itself. */
    isAlone?: boolean
    tries?: number | undefined
    /** The sent number of the request that is asked for by its serial number. */
    sentNumber?: number | null
    /** The order whose request was asked for by an order id of its own. */
    ofOrder?: string
  },
): Promise<Result<StatusRead>> {
  const service = ports.connections.gatewayOf(connection)
  const which = withKnownIds(ports, service, asked)
  const requestSn = asked['by-request-sn'] ?? ''
  const sent = sentIds(which, connection.settings)
  const question = { ...sent, ...(requestSn === '' ? {} : { 'by-request-sn': requestSn }) }
  // Before anything is waited for: what is sent from now on draws a greater one.
  const number = ports.orders.drawNumber()
  const reply = await ports
    .gateway(connection.id)
    .read('status', connection, question, { tries: by.tries })
  if (!reply.ok) return reply
  const { answer, serialNumber } = reply.value
  const stranger = strangerIn(answer, which, sent)
  if (stranger !== null) return fail(stranger)
  // An id that came empty names no order: it counts as left out.
  const named = answer['paynet-order-id'] || which.orderid
  // MONEY: an answer that does not say the request's own id may speak of its order.
  const isOther = by.ofOrder !== undefined && answer['paynet-order-id'] !== asked.orderid
  const orderid = isOther ? undefined : (by.ofOrder ?? named)
  if (orderid === undefined) return fail(namesNoOrder)
  const clientOrderid = answer['merchant-order-id'] || (which.client_orderid ?? '')
  // MONEY: after the answer: what a colleague sent before it is known then.
  await ports.team()?.hear(orderLock({ service, orderid }))
  const snapshot = ports.orders.storeSnapshot({
    service,
    connectionId: connection.id,
    orderid,
    clientOrderid,
    snapshot: snapshotOf(answer, connection.settings),
    answer,
    serialNumber: serialNumber ?? '',
    actor: by.actor,
    isLookUp: by.isLookUp,
    isAlone: by.isAlone === true,
    asked: number,
    sentNumber: by.sentNumber ?? null,
  })
  ports.onChange({ topic: 'order', connectionId: connection.id, orderid })
  return ok({
    service,
    orderid,
    clientOrderid,
    snapshot,
    answer,
    requestSn,
    requestOrderid: by.ofOrder === undefined ? '' : (asked.orderid ?? ''),
    reading: readingOf(connection),
    asked: number,
  })
}
