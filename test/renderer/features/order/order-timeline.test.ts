// A timeline that is read at a glance has no filter above it, and repeats no card of its page.
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { beforeEach, expect, it } from 'vitest'
import OrderTimeline from '../../../../src/renderer/features/order/OrderTimeline.vue'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import { openWindow } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
  const media = { matches: false, addEventListener: () => undefined }
  Object.assign(window, { matchMedia: () => media })
})

const withEvents = (count: number): Promise<string> => {
  const [order] = bridge.orders
  const [entry] = order!.timeline
  const timeline = Array.from({ length: count }, (_, nth) => ({
    ...{ ...entry!, source: 'log' as const, title: 'order:note', attemptId: null },
    ...{ at: entry!.at - nth * 60_000, seq: 100 - nth, answer: undefined },
  }))
  return renderToString(createSSRApp(OrderTimeline, { view: { ...order!, timeline } }))
}

it('has no filter over six events, and one over seven', async () => {
  expect(await withEvents(6)).not.toContain('timeline-all')
  expect(await withEvents(7)).toContain('timeline-all')
})

it('leaves message and reason of an unknown outcome to the card of the request', async () => {
  const [order] = bridge.orders
  const timelineOf = (state: 'UNKNOWN' | 'DECLINED'): Promise<string> => {
    const attempt = attemptOf(order!, { id: 'a1', state, comment: 'Box arrived damaged' })
    const [entry] = order!.timeline
    const request = {
      ...{ ...entry!, source: 'desk' as const, title: 'return', attemptId: 'a1' },
      ...{ state, message: 'No clear answer: read ECONNRESET' },
    }
    const view = { ...order!, attempts: [attempt], timeline: [request] }
    return renderToString(createSSRApp(OrderTimeline, { view }))
  }
  const [unknown, declined] = [await timelineOf('UNKNOWN'), await timelineOf('DECLINED')]
  expect(unknown).toContain('refund: outcome unknown')
  for (const note of ['read ECONNRESET', 'Box arrived damaged']) {
    expect(unknown).not.toContain(note)
    expect(declined).toContain(note)
  }
})

it('marks a request that is under way, and no hold that was placed', async () => {
  const [order] = bridge.orders
  const marksOf = async (state: 'SUCCEEDED' | 'ACCEPTED'): Promise<string[]> => {
    const [entry] = order!.timeline
    const request = {
      ...{ ...entry!, source: 'desk' as const, title: 'preauth', attemptId: 'a1', state },
    }
    const view = { ...order!, attempts: [], timeline: [request] }
    const html = await renderToString(createSSRApp(OrderTimeline, { view }))
    return [...html.matchAll(/class="kind ([^"]*)"/g)].map(([, classes]) => classes!.trim())
  }
  expect(await marksOf('SUCCEEDED')).toEqual(['tone-info'])
  expect(await marksOf('ACCEPTED')).toEqual(['tone-info has-mark is-open'])
})

it('tells of today the clock alone, and the whole moment with its zone to whoever points at it', async () => {
  const [order] = bridge.orders
  const [entry] = order!.timeline
  const timelineAt = (at: number): Promise<string> =>
    renderToString(
      createSSRApp(OrderTimeline, { view: { ...order!, timeline: [{ ...entry!, at }] } }),
    )
  const today = await timelineAt(Date.now())
  expect(today).toMatch(/title="[^"]* \d{4}, \d\d:\d\d:\d\d UTC[^"]*"[^>]*>\d\d:\d\d<\/time>/)
  expect(await timelineAt(Date.UTC(2020, 10, 21, 12))).toMatch(/>21 Nov 2020<\/time>/)
})
