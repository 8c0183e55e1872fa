// A fault leads to where it is put right: a missing key to the place where it is entered.
import { expect, it } from 'vitest'
import { createSSRApp, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Fault } from '#shared/fault.ts'
import FaultPanel from '../../../src/renderer/ui/boxes/FaultPanel.vue'
import { frameFacts } from '../../../src/renderer/ui/frame-facts.ts'

async function panelOf(fault: Fault, connectionId: string | null): Promise<string> {
  const routes = [{ path: '/connections/:id', name: 'connection', component: FaultPanel }]
  const app = createSSRApp(FaultPanel, { fault, isRead: true })
  app.use(createRouter({ history: createMemoryHistory(), routes }))
  app.provide(frameFacts, ref({ connectionId, isMoneyStopped: false }))
  return renderToString(app)
}
const missing: Fault = {
  ...{ kind: 'vault', sent: 'no', reason: 'lost' },
  message: 'This connection has no merchant control key.',
}

it('leads from a missing key to the connection that lacks it', async () => {
  const html = await panelOf(missing, 'corner-shop')
  expect(html).toContain('href="/connections/corner-shop?go=control-key"')
})

it('leads nowhere from another fault, or where no connection is chosen', async () => {
  expect(await panelOf(missing, null)).not.toContain('href=')
  expect(await panelOf({ ...missing, reason: 'locked' }, 'corner-shop')).not.toContain('href=')
})

it('folds the gateway’s own words where the title says the same, and only there', async () => {
  const refused: Fault = {
    ...{ kind: 'rejected', sent: 'yes', code: '31', httpStatus: 400 },
    message: 'ORDER_NOT_FOUND: order not found: orderid 7',
  }
  const [before, folded] = (await panelOf(refused, null)).split('<details')
  expect(before).toMatch(/Order not found/)
  expect(before).not.toMatch(/ORDER_NOT_FOUND|400/)
  expect(folded).toMatch(/ORDER_NOT_FOUND[^]*31[^]*400/)
  const other = await panelOf({ ...refused, message: 'Account is blocked' }, null)
  expect(other).toContain('Account is blocked')
  expect(other).not.toContain('<details')
})

it.each([
  { kind: 'unreached', sent: 'no' },
  { kind: 'denied', sent: 'no', reason: 'team-away' },
] as const)('folds what a library said of a fault that is $kind', async (fault) => {
  const detail = 'connect ECONNREFUSED 192.0.2.7:443'
  const [before, folded] = (
    await panelOf({ ...fault, message: 'No way there.', detail }, null)
  ).split('<details')
  expect(before).toContain('No way there.')
  expect(before).not.toContain('ECONNREFUSED')
  expect(folded).toMatch(/Technical details[^]*ECONNREFUSED/)
})
