// A saved card is named by its holder, once the order that it was saved from is read.
import { effectScope, ref } from 'vue'
import { expect, it } from 'vitest'
import { useCardHolder } from '../../../../src/renderer/features/operations/use-known-references.ts'
import type { Suggestions } from '../../../../src/renderer/forms/typed-fields.ts'
import { callsOf, openWindow } from '../../window.ts'

function holding(customer: string) {
  const bridge = openWindow()
  const order = bridge.orders[0]!
  order.customer = customer
  const label = `Visa 1111, of order ${order.orderid}`
  const card = { name: 'Visa 1111', orderid: order.orderid }
  const known: Suggestions = {
    cardrefid: [
      { value: '1020301', label, card },
      { value: '1020302', label, card },
    ],
  }
  const cardrefid = ref('')
  const named = effectScope().run(() =>
    useCardHolder(
      () => order.connectionId,
      () => cardrefid.value,
      () => known,
    ),
  )!
  return {
    bridge,
    cardrefid,
    label,
    labels: () => named.value['cardrefid']!.map((one) => one.label),
  }
}

it('names the chosen card, and no other one', async () => {
  const { bridge, cardrefid, label, labels } = holding('ZOE MULLER')
  expect(callsOf(bridge, 'order:show')).toEqual([])
  cardrefid.value = '1020301'
  await expect.poll(labels).toEqual(['Visa 1111 · ZOE MULLER', label])
  cardrefid.value = '9'
  expect(labels()).toEqual([label, label])
})

it('leaves the card with its order where nobody told who the customer is', async () => {
  const { bridge, cardrefid, label, labels } = holding('')
  cardrefid.value = '1020301'
  await expect.poll(() => callsOf(bridge, 'order:show').length).toBe(1)
  expect(labels()).toEqual([label, label])
})
