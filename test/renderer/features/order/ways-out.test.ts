// Beside each shut button of an order's page stands why it is shut, and what ends that.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { formatMessage, formatMessages } from '#wording/format-messages.ts'
import { moneySettings } from '#shared/connections/connection.ts'
import { actionsFor, type Possibility } from '#shared/gateway/actions.ts'
import { giveBackOf } from '#shared/gateway/give-back.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import type { WayOut } from '#shared/gateway/orders/ways-out.ts'
import ActionList from '../../../../src/renderer/features/order/facts/ActionList.vue'
import WaysShut from '../../../../src/renderer/features/order-actions/WaysShut.vue'
import { reasons, shutOrders, type ShutOrder } from '../../../shared/gateway/shut-orders.ts'

const settings = moneySettings.parse({ restOfHold: 'released' })
const viewOf = (can: Possibility) => (can.isPossible ? { ...can, most: null } : can)
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', '’')
    .replaceAll('&quot;', '"')

async function pageOf({ reported, sent, cleared }: ShutOrder): Promise<string> {
  const facts = foldFacts(reported, sent, cleared)
  const can = actionsFor(facts, settings.restOfHold)
  const { phase } = facts
  const giveBack = formatMessages(giveBackOf({ phase, actions: can, failedAction: null }, settings))
  const actions = formatMessages({
    capture: viewOf(can.capture),
    void: viewOf(can.void),
    return: viewOf(can.return),
  })
  const parts = [
    createSSRApp(ActionList, { order: { phase, actions, giveBack } }),
    createSSRApp(WaysShut, { giveBack }),
  ]
  const html = await Promise.all(parts.map((part) => renderToString(part)))
  return textOf(html.join(' '))
}

it.each(shutOrders.flatMap((order) => order.reasons.map((code) => ({ code, order }))))(
  'the page says what ends $code',
  async ({ code, order }) => {
    const { how } = reasons[code] as WayOut
    const page = await pageOf(order)
    expect(page).not.toContain('"code":')
    if (how !== null) expect(page).toContain(formatMessage(how))
  },
)
