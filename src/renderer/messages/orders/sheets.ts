// Words of the sheet that moves the money of an order: its title, whose card it is about, and the
// reasons to pick from. Pure.
import type { OrderView } from '#shared/bridge/views.ts'
import type { WayId } from '#shared/gateway/orders/give-back.ts'
import { payerFacts } from '../forms/payer.ts'

export type SheetKind = WayId | 'capture'

export const sheetTitles: Readonly<Record<SheetKind, string>> = {
  return: 'Refund order',
  release: 'Release hold on order',
  void: 'Void order',
  capture: 'Capture order',
}

/** Before the card: which way the money goes. */
export const payeeLabels: Readonly<Record<SheetKind, string>> = {
  return: 'Back to',
  release: 'Held on',
  void: 'Held on',
  capture: 'Charged to',
}

/** The card first, then its holder; a gateway that told neither is not guessed at. */
export function payeeOf(answer: Readonly<Record<string, string>>): string {
  const facts = payerFacts(answer)
  const of = (label: string): string => facts.find((one) => one.label === label)?.text ?? ''
  const known = [of('Card'), of('Customer')].filter((part) => part !== '')
  return known.length > 0 ? known.join(' · ') : 'the card that paid, not known here'
}

/** The first is filled in where the gateway wants a reason. */
export const reasonsOf = (kind: SheetKind, { reasons }: Pick<OrderView, 'reasons'>) =>
  kind === 'return' ? reasons.refund : kind === 'capture' ? [] : reasons.release
