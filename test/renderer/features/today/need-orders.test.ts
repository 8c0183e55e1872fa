// Lines of the queue name the order and the customer, read once from this computer.
import { effectScope, shallowRef } from 'vue'
import { beforeEach, expect, it } from 'vitest'
import type { ReconciledRow } from '../../../../src/shared/reconcile/reconcile-methods.ts'
import type { Need } from '../../../../src/renderer/messages/needs/need.ts'
import { useNeedOrders } from '../../../../src/renderer/features/today/need-orders.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow, twoOrdersOf } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))
const need = (about: Need['about'], connectionId: string): Need => ({
  ...{ id: 'n', tone: 'warn', chip: '', before: '', after: '', money: null, at: null },
  ...{ connectionId, ...(about === undefined ? {} : { about }) },
  action: { kind: 'go', label: '', to: '/' },
})

it('reads the customer of an order once, however often the queue is drawn anew', async () => {
  const { mine } = twoOrdersOf(bridge)
  mine.customer = 'ZOË DE VRIES'
  const needs = shallowRef([need({ kind: 'order', orderid: mine.orderid }, mine.connectionId)])
  const { orderOf } = effectScope().run(() => useNeedOrders(() => needs.value))!
  await settled()
  needs.value = [...needs.value]
  await settled()
  expect(orderOf(needs.value[0]!)).toMatchObject({ customer: 'ZOË DE VRIES', more: 0 })
  expect(callsOf(bridge, 'order:show')).toHaveLength(1)
})

it('names the first order of a report, and how many lines are more', async () => {
  const { mine } = twoOrdersOf(bridge)
  const row = { opens: mine.orderid } as ReconciledRow
  bridge.script('reconcile:rows', { ok: true, value: { rows: [row], next: null } })
  const one = need({ kind: 'report', id: 'r', count: 3 }, mine.connectionId)
  const { orderOf } = effectScope().run(() => useNeedOrders(() => [one]))!
  await settled()
  expect(orderOf(one)).toMatchObject({ orderid: mine.orderid, more: 2 })
})

it('names no order where the report names none that is known here, or may not be read', async () => {
  const { mine } = twoOrdersOf(bridge)
  const value = { rows: [{ opens: null } as ReconciledRow], next: null }
  bridge.script('reconcile:rows', { ok: true, value })
  const all = [
    need({ kind: 'report', id: 'r', count: 1 }, mine.connectionId),
    need(undefined, mine.connectionId),
  ]
  const { orderOf } = effectScope().run(() => useNeedOrders(() => all))!
  await settled()
  expect(all.map(orderOf)).toEqual([undefined, undefined])
})
