// Copying the link a request was answered with: an action of its row, while the link can be used.
import { ref } from 'vue'
import { isOpen } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { formatAmount } from '#wording/amounts.ts'
import { useAppState } from '../../api/app-state.ts'
import { useAppearanceStore } from '../../api/appearance.ts'
import { checkLink, messageOfLink } from '../../messages/forms/customer-link.ts'
import { t } from '../../messages/message.ts'
import type { RowAction } from '../../ui/tables/row-action.ts'

export function useCopyLink() {
  const app = useAppState()
  const appearance = useAppearanceStore()
  const copied = ref('')
  /** Empty where there is none, or where it was used. */
  const linkOf = (row: AttemptView): string =>
    isOpen(row.state) ? (row.answer['redirect-url'] ?? '') : ''
  const checked = (row: AttemptView) => checkLink(linkOf(row), app.baseUrlOf(row.connectionId))

  /** Why the link is not offered; empty where it is, or where there is none. */
  function whyNoLink(row: AttemptView): string {
    const found = checked(row)
    return linkOf(row) === '' || found.kind === 'usable' ? '' : found.message
  }
  /** What goes with the link, as it is copied; empty where the link is not offered. */
  function messageOf(row: AttemptView): string {
    if (linkOf(row) === '' || checked(row).kind !== 'usable') return ''
    const amount = row.amount === null ? '' : formatAmount(row.amount)
    return messageOfLink([row.request['order_desc'] ?? '', amount], linkOf(row))
  }

  function copyLink(row: AttemptView): RowAction[] {
    const text = messageOf(row)
    if (text === '') return []
    const label = copied.value === row.id ? t('payouts.copied-link') : t('payouts.copy-link')
    const copy = async (): Promise<void> => {
      if (await appearance.copy(linkOf(row), t('everywhere.link-label'))) copied.value = row.id
    }
    const message = (): void => void appearance.copy(text, t('payouts.message-label'))
    return [
      {
        ...{ testid: 'copy-link', label, act: () => void copy() },
        name: t('payouts.label-of-order-orderid', { label, orderid: row.orderid }),
      },
      {
        ...{ testid: 'copy-message', label: t('payouts.copy-message'), isRare: true },
        act: message,
      },
    ]
  }
  return { copyLink, messageOf, whyNoLink }
}
