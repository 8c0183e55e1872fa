// What the bridge may ask about the shop's lists and their orders. MONEY: nothing is sent on what a
// list says: an order is opened by asking the gateway about it, and all that acts begins there.
import type { OrderView } from '#shared/bridge/views.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import { say } from '#shared/message.ts'
import type { ShopAsked, ShopOutput } from '#shared/shop/shop-methods.ts'
import type { Reader } from '../../ledger/worker/reader.ts'
import type { Desk } from '../base/desk.ts'
import { noConnection, noShopOrder } from '../base/faults.ts'
import type { Shown } from '../orders/show-order.ts'
import { ask, type AskShopPorts, type ShopAsking } from './ask-shop.ts'
import { shopAsked, shopListView, shopOrderView } from './shop-views.ts'

const listsShown = 50

export interface ShopMethodParts {
  ports: AskShopPorts
  asking: ShopAsking
  reader: Pick<Reader, 'run'>
}

export function createShopMethods({
  ports,
  asking,
  reader,
}: ShopMethodParts): (
  show: Shown,
) => Pick<Desk, Exclude<keyof ShopOutput, 'shop:take' | 'shop:save'>> {
  const asked = async (): Promise<ShopAsked[]> => {
    const counts = await reader.run('shop-counts', {})
    return counts.map((count) => {
      const { connectionId } = count
      return shopAsked(count, ports.shop.asking(connectionId), asking.isLive(connectionId))
    })
  }
  return (show) => ({
    'shop:lists': async () =>
      ok({ lists: ports.shop.lists(listsShown).map(shopListView), asked: await asked() }),
    'shop:orders': async (query) => {
      const { page, unindexed } = await reader.run('shop-orders', query)
      if (page === undefined) return fail(inputFault('before', say('program.list-place-gone')))
      return ok({
        ...{ rows: page.rows.map(shopOrderView), next: page.next },
        ...(unindexed > 0 ? { unindexed } : {}),
      })
    },
    'shop:show': async ({ number }) => {
      const row = ports.shop.get(number)
      return row === null ? fail(noShopOrder) : ok(shopOrderView(row))
    },
    'shop:of-order': async ({ connectionId, orderid }) => {
      const connection = ports.connections.find(connectionId)
      if (connection === undefined) return fail(noConnection)
      const service = ports.connections.gatewayOf(connection)
      const clientOrderid = ports.orders.clientOrderidOf({ service, orderid })
      const row = ports.shop.ofOrder(service, { orderid, clientOrderid })
      return ok(row === null ? null : shopOrderView(row))
    },
    'shop:open': ({ number }) => opened(ports, show, number),
    'shop:ask': async ({ connectionId, to }) => {
      const done = asking[to](connectionId)
      if (!done.ok) return done
      const now = (await asked()).find((one) => one.connectionId === connectionId)
      const none = { connectionId, unread: 0, read: 0, notThere: 0, state: null, why: null }
      return ok(now ?? none)
    },
  })
}

async function opened(
  ports: AskShopPorts,
  show: Shown,
  number: number,
): Promise<Result<OrderView>> {
  const row = ports.shop.get(number)
  if (row === null) return fail(noShopOrder)
  const status = await ask(ports, row, null)
  if (!status.ok) {
    if (isNotThere(status.fault)) ports.shop.notThere(row.connectionId, ports.actor(), [number])
    ports.onChange({ topic: 'shop' })
    return status
  }
  ports.onChange({ topic: 'shop' })
  return show(row.connectionId, status.value.orderid)
}
