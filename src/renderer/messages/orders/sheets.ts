// Texts of the sheet for an order's money: its title, the card, and the reasons to choose from.
// Pure.
import type { OrderView } from '#shared/bridge/views.ts'
import type { WayId } from '#shared/gateway/give-back.ts'
import { payingCard } from '../forms/payer.ts'
import { t } from '../message.ts'

export type SheetKind = WayId | 'capture'

export const sheetTitles: Readonly<Record<SheetKind, string>> = {
  return: t('orders.refund-order'),
  release: t('orders.release-hold-on-order'),
  void: t('orders.void-order'),
  capture: t('orders.capture-order'),
}

/** Before the card: which way the money goes. */
export const payeeLabels: Readonly<Record<SheetKind, string>> = {
  return: t('orders.back-to'),
  release: t('orders.held-on'),
  void: t('orders.held-on'),
  capture: t('orders.charged-to'),
}

/** The same, of what was done. */
export const donePayeeLabels: Readonly<Record<SheetKind, string>> = {
  return: t('orders.refunded-to'),
  release: t('orders.was-held-on'),
  void: t('orders.was-held-on'),
  capture: t('orders.charged-to'),
}

/** The card first, then its holder; a gateway that told neither is not guessed at. */
export const payeeOf = (answer: Readonly<Record<string, string>>): string =>
  payingCard(answer) || t('orders.paying-card-unknown')

/** What a person can pick from; nothing is picked for them. */
export const reasonsOf = (kind: SheetKind, { reasons }: Pick<OrderView, 'reasons'>) =>
  kind === 'return' ? reasons.refund : kind === 'capture' ? [] : reasons.release
