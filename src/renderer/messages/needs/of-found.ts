// Refunds that Paydesk found by itself, among what needs a person. Pure.
import type { FoundNeed } from '#shared/orders/found-refunds.ts'
import { around, t } from '../message.ts'
import { type Need, orderPath } from './need.ts'

/** It is looked at on the order's page, where a person says what they found out. */
export const needOfFound = ({ seq, connectionId, orderid, amount, at }: FoundNeed): Need => ({
  ...{ id: `found-${seq}`, tone: 'bad', chip: t('today.not-asked-here') },
  ...around('today.need-found', 'amount', { orderid }),
  ...{ money: amount, at, connectionId },
  action: { kind: 'go', label: t('today.open'), to: orderPath(connectionId, orderid) },
})

/** Those that are shown make place for them. */
export const needOfMoreFound = (more: number): Need[] =>
  more === 0
    ? []
    : [
        {
          ...{ id: 'found-more', tone: 'bad', chip: t('today.not-asked-here'), counts: more },
          ...{ before: t('today.need-more-found', { more }), money: null, after: '' },
          ...{ at: null, connectionId: null },
          action: { kind: 'go', label: t('today.open'), to: '/orders' },
        },
      ]
