// The settings that have a default are folded, and stand open where something in them is not as by
// default.
import { beforeEach, expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { ConnectionDetails } from '#shared/bridge/connections.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import ConnectionForm from '../../../../src/renderer/features/connections/ConnectionForm.vue'
import { detailsOf } from '../../../fakes/bridge-connections.ts'
import { testConnection } from '../../../fakes/bridge-samples.ts'
import { openWindow } from '../../window.ts'

beforeEach(() => {
  openWindow()
  const media = { matches: false, addEventListener: () => undefined }
  Object.assign(window, { matchMedia: () => media })
})

async function isOpen(details: ConnectionDetails | null): Promise<boolean> {
  const html = await renderToString(createSSRApp(ConnectionForm, { details }))
  const [fold = ''] = /<details[^>]*data-testid="more-settings"[^>]*>/.exec(html) ?? []
  expect(fold).not.toBe('')
  return / open\b/.test(fold)
}
const withSettings = (more: object): ConnectionDetails =>
  detailsOf(testConnection, { settings: connectionSettings.parse(more) })

it('are folded for a new connection and for one as by default', async () => {
  expect(await isOpen(null)).toBe(false)
  expect(await isOpen(withSettings({}))).toBe(false)
})

it.each([{ connectTimeoutMs: 1_500 }, { paths: { sale: '/api/v3/sale' } }])(
  'stand open with %o',
  async (changed) => {
    expect(await isOpen(withSettings(changed))).toBe(true)
  },
)
