// The picture of a connection test: a mark for each check that told something, and a line that ends
// where one failed.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import TestPath from '../../../../src/renderer/features/connections/TestPath.vue'

async function pathOf(...states: string[]): Promise<string> {
  const checks = states.map((state, at) => ({ topic: `t${at}`, state, message: '' }))
  const html = await renderToString(createSSRApp(TestPath, { checks }))
  return [...html.matchAll(/<i class="([^"]*)"|data-step="(\w+)"/g)]
    .map(([, line, tone]) => tone ?? (line!.includes('is-reached') ? '-' : '.'))
    .join(' ')
}

it('reaches the gateway where no check failed', async () => {
  expect(await pathOf('good', 'unneeded', 'warning')).toBe('- good - warn -')
})

it('ends at the first check that failed', async () => {
  // What nobody knows has no mark that could be read as good.
  expect(await pathOf('good', 'bad', 'unknown')).toBe('- good - bad .')
  expect(await pathOf('bad', 'good')).toBe('- bad . good .')
})
