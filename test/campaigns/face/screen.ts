// Everything the page of an order says of it, worked out by the page's own functions: chips,
// figures, bar, actions and the requests with their badges.
import type { OrderRow, OrderView } from '#shared/bridge/views.ts'
import type { MoneyText } from '#shared/money.ts'
import { badgeOf } from '../../../src/renderer/messages/badges.ts'
import { type MoneyPart, partsOf } from '../../../src/renderer/messages/orders/money-bar.ts'
import { moneyFactsOf } from '../../../src/renderer/messages/orders/money-facts.ts'
import {
  actionsOf,
  type NamedAction,
} from '../../../src/renderer/messages/orders/primary-action.ts'
import { phases, type Wording } from '../../../src/renderer/messages/phases.ts'

export interface Screen {
  badge: Wording
  /** By the label; null is “not known here”. Only of labels that stand there. */
  figures: Map<string, bigint | null>
  bar: MoneyPart[]
  actions: [NamedAction, ...NamedAction[]]
  requests: { id: string; state: string; badge: Wording; minor: bigint | null }[]
  row: { label: string; original: bigint | null; returned: bigint | null; hasUnknown: boolean }
}

/** Amounts cross the bridge with all digits of their currency. */
export const minorOf = (money: MoneyText | null): bigint | null =>
  money === null ? null : BigInt(money.amount.replace('.', ''))

export const screenOf = (view: OrderView, row: OrderRow): Screen => ({
  badge: phases[view.phase],
  figures: new Map(moneyFactsOf(view).map(({ label, money }) => [label, minorOf(money)])),
  bar: partsOf(view),
  actions: actionsOf(view),
  requests: view.attempts.map((one) => ({
    id: one.id,
    state: one.state,
    badge: badgeOf(one),
    minor: minorOf(one.amount),
  })),
  row: {
    label: phases[row.phase].label,
    original: minorOf(row.original),
    returned: minorOf(row.returned),
    hasUnknown: row.hasUnknown,
  },
})
