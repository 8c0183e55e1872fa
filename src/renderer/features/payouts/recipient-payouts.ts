// Which payouts of this computer went to the account, card or phone of a saved recipient. Pure.
import { figureOf } from '#shared/bridge/today.ts'
import type { RecipientView } from '#shared/bridge/recipients.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { recipientWays } from '#shared/recipients/recipient.ts'
import { checkOf } from './payouts-store.ts'

/**
 * MONEY: only what names this account itself. Another name beside it makes it no other account; a
 * payment of a check went where its check names, and where that is not here nobody knows. No
 * number of a saved recipient is one that requests are kept without.
 */
export function payoutsTo(
  { way, fields }: Pick<RecipientView, 'way' | 'fields'>,
  sent: readonly AttemptView[],
): AttemptView[] {
  const { needs } = recipientWays[way]
  const place = fields[needs] ?? ''
  const requestOf = (row: AttemptView): AttemptView['request'] | undefined =>
    (row.operation === 'payout-pay' ? checkOf(row, sent) : row)?.request
  return sent.filter(
    (row) =>
      figureOf(row.operation) === 'paid-out' && place !== '' && requestOf(row)?.[needs] === place,
  )
}
