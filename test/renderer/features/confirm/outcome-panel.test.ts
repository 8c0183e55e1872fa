// What was done, with its facts below, is one card: a large amount, its sentence and what comes
// next. Without facts it is one slim line.
import { createSSRApp, h, type VNode } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it } from 'vitest'
import OutcomePanel from '../../../../src/renderer/features/confirm/OutcomePanel.vue'
import { outcomeOfAttempt } from '../../../../src/renderer/messages/outcomes.ts'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { openWindow } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
  Object.assign(window, { addEventListener: () => undefined })
  Object.assign(globalThis, { document: { hasFocus: () => false } })
  return () => {
    Reflect.deleteProperty(globalThis, 'document')
  }
})

const panel = (given: Partial<AttemptView>, facts?: () => VNode): Promise<string> => {
  const attempt = attemptOf(bridge.orders[0]!, { operation: 'sale-form', ...given })
  const app = createSSRApp({
    render: () =>
      h(OutcomePanel, { outcome: outcomeOfAttempt(attempt) }, facts === undefined ? {} : { facts }),
  })
  return renderToString(app)
}
const facts = (): VNode => h('section', { class: 'panel' }, 'Lamp no. 7')
const paid = { state: 'SUCCEEDED', amount: { amount: '42.00', currency: 'EUR' } } as const

it('tells what was done and its facts in one card, with the amount in the large figure', async () => {
  const html = await panel(paid, facts)
  expect(html).toMatch(/^<div class="panel result-card".*Lamp no\. 7/s)
  expect(html).toMatch(/class="figure"[^>]*>42\.00\sEUR</)
  expect(html).toContain('is-large')
})

it('says it loud where no amount moves', async () => {
  const html = await panel(
    { operation: 'create-card-ref', state: 'SUCCEEDED', amount: null },
    facts,
  )
  expect(html).toMatch(/<h2 class="is-alone"[^>]*>.*Card saved/s)
  expect(html).not.toContain('class="figure"')
})

it('is one slim line on the page of an order', async () => {
  const html = await panel(paid)
  expect(html).toContain('class="panel calm"')
  expect(html).not.toMatch(/result-card|class="figure"|is-large/)
})

it('is no card where it was declined: the facts stand below', async () => {
  const html = await panel({ ...paid, state: 'DECLINED', message: 'Not enough funds' }, facts)
  expect(html).not.toContain('result-card')
  expect(html).toMatch(/declined.*Not enough funds.*Lamp no\. 7/s)
})

it('is slim where it was declined: the amount, the reason and what to do', async () => {
  const declined = { operation: 'return', state: 'DECLINED', amount: paid.amount } as const
  const html = await panel({ ...declined, message: 'Not enough funds' })
  expect(html).toContain('class="panel calm"')
  expect(html).toMatch(/Refund declined.*42\.00\sEUR on order.*Not enough funds.*Try again later/s)
})

it('is a panel where nobody knows what became of it', async () => {
  const html = await panel({ operation: 'return', state: 'UNKNOWN', amount: paid.amount })
  expect(html).not.toContain('calm')
  expect(html).toContain('notice')
})
