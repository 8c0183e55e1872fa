// What the screens of the shop's orders ask main for.
import type { ListReport, OrderFile } from '#shared/bridge/lists.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { Input, Output } from '#shared/contract/bridge.ts'
import type { ShopAsked, ShopOrder } from '#shared/shop/shop-methods.ts'
import { call } from '../../api/bridge.ts'

export const showShopOrder = (number: number): Promise<Result<ShopOrder>> =>
  call('shop:show', { number })

/** Asks the gateway about it. */
export const openShopOrder = (number: number): Promise<Result<OrderView>> =>
  call('shop:open', { number })

export const shopOrderOf = (
  connectionId: string,
  orderid: string,
): Promise<Result<ShopOrder | null>> => call('shop:of-order', { connectionId, orderid })

export const findShopOrders = (
  text: string,
  limit: number,
): Promise<Result<Output['shop:orders']>> => call('shop:orders', { text, limit })

export const askShop = (
  connectionId: string,
  to: Input<'shop:ask'>['to'],
): Promise<Result<ShopAsked>> => call('shop:ask', { connectionId, to })

export const saveShop = (
  question: Pick<Input<'shop:save'>, 'text' | 'answer'>,
  as: OrderFile['as'],
): Promise<Result<ListReport | null>> => call('shop:save', { ...question, as })
