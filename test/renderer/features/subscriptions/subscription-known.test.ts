// What this computer knows of a subscription that is charged or changed, beside the form.
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import SubscriptionKnown from '../../../../src/renderer/features/subscriptions/SubscriptionKnown.vue'
import { attemptOf, seedOrders } from '../../../fakes/bridge-seed.ts'

const row = (part: Partial<AttemptView>): AttemptView => attemptOf(seedOrders()[0]!, part)
const created = row({
  ...{ operation: 'create-recurring-payment', amount: { amount: '9.90', currency: 'EUR' } },
  ...{ sentAt: Date.UTC(2029, 11, 24, 12), answer: { 'recurring-payment-id': '7' } },
  request: {
    ...{ cardrefid: '1020301', email: 'zoe@example.org', order_desc: 'Lamp club' },
    ...{ type: 'auto', period: 'monthly', interval: '1', 'start-date': '2030-01-31' },
  },
})
const changed = row({
  ...{ operation: 'update-recurring-payment', state: 'SUCCEEDED', answer: {} },
  request: { 'recurring-payment-id': '7', amount: '12.00', currency: 'EUR' },
})

async function told(id: string, rows: readonly AttemptView[]): Promise<string> {
  const cardOf = (reference: string) => (reference === '1020301' ? 'Visa 1111' : '')
  const html = await renderToString(createSSRApp(SubscriptionKnown, { id, rows, cardOf }))
  return html
    .replaceAll(/<!--.*?-->|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

it('tells how the subscription was created, and for whom', async () => {
  expect(await told('7', [created])).toBe(
    'As it was created, 24 Dec 2029 Amount 9.90 EUR Schedule Every month from 31 Jan 2030 ' +
      'Description Lamp club Card and customer Visa 1111 · zoe@example.org ' +
      'It may have been changed outside Paydesk since. Fields that stay empty are not sent.',
  )
})

it('tells what was changed here since', async () => {
  expect(await told('7', [changed, created])).toContain('Changed here: 12.00 EUR')
})

it('tells nothing of a subscription that was not made here', async () => {
  expect(await told('', [created])).toBe('')
  expect(await told('8', [created])).toBe('')
})
