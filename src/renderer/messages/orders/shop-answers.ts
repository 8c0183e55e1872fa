// How an order of the shop's list stands: whether the gateway was asked, and told of it.
import type { ShopAnswer, ShopOrder } from '#shared/shop/shop-methods.ts'
import type { Tone } from '../../theme/tokens.ts'
import { t } from '../message.ts'

export const shopChips: Readonly<Record<ShopAnswer, { tone: Tone; label: string; hint: string }>> =
  {
    unread: { tone: 'neutral', label: t('shop.chip-unread'), hint: t('shop.hint-unread') },
    read: { tone: 'good', label: t('shop.chip-read'), hint: t('shop.hint-read') },
    'not-there': { tone: 'warn', label: t('shop.chip-not-there'), hint: t('shop.hint-not-there') },
  }

/** Where a row leads: to the gateway's own word once there is one. */
export const shopPlace = ({
  number,
  connectionId,
  knownAs,
}: Pick<ShopOrder, 'number' | 'connectionId' | 'knownAs'>) =>
  knownAs === ''
    ? { path: `/shop-orders/${number}` }
    : { name: 'order', params: { connectionId, orderid: knownAs } }

export const shopName = ({ orderid, clientOrderid }: ShopOrder): string => orderid || clientOrderid
