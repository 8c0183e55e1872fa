// The picture of a connection test: a mark for each check of the way that was needed, and a line
// that is green as far as every check passed.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import TestPath from '../../../../src/renderer/features/connections/TestPath.vue'

const topics = ['address', 'path', 'credentials', 'status']
async function pathOf(verdict: string, ...states: string[]): Promise<string> {
  const checks = states.map((state, at) => ({ topic: topics[at], state, message: '' }))
  const html = await renderToString(createSSRApp(TestPath, { test: { checks, verdict } }))
  return [...html.matchAll(/<i class="([^"]*)"|data-step="(\w+)"/g)]
    .map(([, line, tone]) => tone ?? (line!.includes('is-reached') ? '-' : '.'))
    .join(' ')
}

it('reaches the gateway where the connection works', async () => {
  expect(await pathOf('good', 'good', 'unneeded', 'warning')).toBe('- good - warn -')
  // What an order that was read told is not the way to it.
  expect(await pathOf('good', 'good', 'good', 'good', 'bad')).toBe('- good - good - good -')
})

it('is green as far as every check passed', async () => {
  expect(await pathOf('bad', 'good', 'bad', 'unknown')).toBe('- good . bad . untold .')
  // What nobody knows has no mark that could be read as good.
  expect(await pathOf('warning', 'good', 'unknown', 'good')).toBe('- good . untold . good .')
  expect(await pathOf('bad', 'bad')).toBe('. bad .')
})
