// How often an account was paid, in the facts of a review: a payment whose outcome is open counts
// beside those that ended.
import { expect, it } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createPinia } from 'pinia'
import type { PaidBefore } from '#shared/bridge/recipients.ts'
import PaidBeforeText from '../../../../../src/renderer/features/confirm/review/PaidBeforeText.vue'

const at = Date.UTC(2026, 10, 9, 10, 7)
async function textOf(before: Partial<PaidBefore>): Promise<string> {
  const all = { count: 0, open: 0, lastAt: null, otherName: null, ...before }
  const app = createSSRApp(() => h(PaidBeforeText, { before: all }, () => 'Never'))
  const html = await renderToString(app.use(createPinia()))
  return html.replaceAll(/<!--.*?-->|<[^>]+>/g, '')
}

it('says how many are still open, also where none ended', async () => {
  expect(await textOf({})).toBe('Never')
  expect(await textOf({ open: 1 })).toBe('Never1 still open')
  expect(await textOf({ count: 2, open: 3, lastAt: at })).toMatch(/^2 times, last .*3 still open$/)
})

it('names whom the last one named, where that is somebody else', async () => {
  const otherName = { name: 'Ann Smith', at }
  expect(await textOf({ count: 1, lastAt: at, otherName })).toMatch(/^Once, last .* as Ann Smith$/)
  expect(await textOf({ count: 1, lastAt: at + 1, otherName })).not.toMatch(/Ann/)
})
