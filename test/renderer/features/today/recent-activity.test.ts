// Each line of the latest activity shows how it stands by a mark beside the colour of its icon, and
// when that was as other lists do.
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { AttemptView } from '#shared/bridge/views.ts'
import RecentActivity from '../../../../src/renderer/features/today/RecentActivity.vue'
import { openWindow } from '../../window.ts'

beforeEach(() => void openWindow())

it('marks a decline, an unknown outcome and what is under way, and nothing that is done', async () => {
  const states = ['SUCCEEDED', 'DECLINED', 'UNKNOWN', 'ACCEPTED'] as const
  const activity = states.map((state, at) => ({
    ...{ id: `a${at}`, connectionId: 'c', operation: 'return', orderid: '', actor: 'ana', state },
    ...{ amount: { amount: '5.00', currency: 'EUR' }, isRelease: false, conflict: null },
    ...{ createdAt: 1, sentAt: 1, resolvedAt: 1, handOutcome: null, isHeldBack: false },
  })) as unknown as AttemptView[]
  const app = createSSRApp({ render: () => h(RecentActivity, { activity }) })
  app.use(createRouter({ history: createMemoryHistory(), routes: [] }))
  const html = await renderToString(app)
  expect(html.match(/>1 Jan 1970<\/time>/g)).toHaveLength(states.length)
  expect([...html.matchAll(/class="kind ([^"]*)"/g)].map(([, classes]) => classes!.trim())).toEqual(
    [
      'tone-neutral',
      'tone-bad has-mark is-bad',
      'tone-unknown has-mark is-unknown',
      'tone-info has-mark is-open',
    ],
  )
})
