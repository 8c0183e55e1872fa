// What the bridge may ask about one order, and of the list of all.
import { say } from '#shared/message.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import type { OrderRow } from '#shared/bridge/views.ts'
import { payeeOfOrder } from '#shared/gateway/orders/event-facts.ts'
import { isSideType } from '#shared/gateway/status/status.ts'
import type { Reader } from '../../ledger/worker/reader.ts'
import type { OutsideParts } from '../base/ask-outside.ts'
import type { Desk } from '../base/desk.ts'
import { clearOrder } from '../payments/watch/clear-order.ts'
import { applyStatus } from '../payments/status/apply-status.ts'
import { lookUp } from '../lookups/look-up.ts'
import { readStatus } from '../payments/status/read-status.ts'
import { resolveAttempt, type ResolvePorts } from '../payments/watch/ask-status.ts'
import { cardNumberAsId } from '../orders/typed-ids.ts'
import type { Shown } from '../orders/show-order.ts'
import { orderRow } from '../orders/views.ts'
import { noConnection } from '../base/faults.ts'

export function createOrderMethods(
  ports: ResolvePorts,
  reader: Pick<Reader, 'run'>,
  outside: OutsideParts,
  show: Shown,
): Pick<Desk, 'order:look-up' | 'order:list' | 'order:show' | 'order:check' | 'order:clear'> {
  return {
    'order:look-up': async ({ connectionId, by, value }) => {
      const status = await lookUp(ports, { connectionId, by, value })
      if (!status.ok) return status
      return show(connectionId, status.value.orderid)
    },

    'order:list': async (query) => {
      const { page, unindexed } = await reader.run('orders', query)
      if (page === undefined) return fail(inputFault('before', say('program.list-place-gone')))
      return ok({
        rows: withPayees(ports, page.rows.map(orderRow)),
        next: page.next,
        ...(unindexed > 0 ? { unindexed } : {}),
      })
    },

    'order:show': async ({ connectionId, orderid }) => show(connectionId, orderid),

    'order:check': async ({ connectionId, orderid }) => {
      const connection = ports.connections.find(connectionId)
      if (connection === undefined) return fail(noConnection)
      const strange = cardNumberAsId(ports, connection, { orderid })
      if (strange !== null) return fail(strange)
      const open = ports.journal
        .ofOrder({ service: ports.connections.gatewayOf(connection), orderid })
        .find(
          (row) =>
            row.connectionId === connectionId &&
            (row.state === 'ACCEPTED' || row.state === 'UNKNOWN'),
        )
      const status =
        open === undefined
          ? await readStatus(
              ports,
              connection,
              { orderid },
              { actor: ports.actor(), isLookUp: true },
            )
          : await resolveAttempt(ports, open)
      if (status.ok && status.value !== null && open === undefined) applyStatus(ports, status.value)
      return status.ok ? show(connectionId, orderid) : status
    },

    'order:clear': async (input) => {
      const cleared = await clearOrder(ports, outside, input)
      return cleared.ok ? show(input.connectionId, input.orderid) : cleared
    },
  }
}

/** No answer of the gateway names whom a payout pays: the request that made it does. */
const withPayees = (
  { connections, journal }: Pick<ResolvePorts, 'connections' | 'journal'>,
  rows: readonly OrderRow[],
): OrderRow[] =>
  rows.map((row) => {
    const connection = isSideType(row.transactionType)
      ? connections.find(row.connectionId)
      : undefined
    if (connection === undefined) return row
    const place = { service: connections.gatewayOf(connection), orderid: row.orderid }
    return { ...row, ...payeeOfOrder(journal.ofOrder(place)) }
  })
