// The window's process ends, hangs, and ends again: each time it is told once, under a reference,
// and nothing is loaded again before a person asks for it.
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { crashPage } from '../../../../src/main/shell/pages/crash-page.ts'
import { watchWindow } from '../../../../src/main/shell/pages/watch-window.ts'

const home = 'app://paydesk/index.html'
const soon = (ms = 10): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function rig(options: { at?: string; reloads?: boolean } = {}) {
  const events = new EventEmitter()
  const done: string[] = []
  const notes: Record<string, unknown>[] = []
  const pages: string[] = []
  const clock = { now: 0 }
  let incidents = 0
  const contents = Object.assign(events, {
    getURL: () => options.at ?? `${home}#/orders`,
    isDestroyed: () => false,
    forcefullyCrashRenderer: () => {
      done.push('ended')
      events.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
    },
  })
  watchWindow(
    contents as never,
    {
      newIncident: () => `REF${(incidents += 1)}`,
      note: (event, details) => notes.push({ event, ...details }),
      monotonic: () => clock.now,
      show: ({ body }) => {
        pages.push(new TextDecoder().decode(body))
        done.push('told')
        return Promise.resolve()
      },
      open: (url) => {
        done.push(`open ${url}`)
        return Promise.resolve()
      },
      ask: (incident) => {
        done.push(`asked ${incident}`)
        return Promise.resolve(options.reloads ?? false)
      },
    },
    20,
  )
  const crash = async (): Promise<void> => {
    events.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
    await soon()
  }
  const press = (url = home): void =>
    void (events.emit('will-frame-navigate', { url }), events.emit('will-navigate', { url }))
  return { events, done, notes, pages, clock, crash, press }
}

it('tells of it under a reference that stands in the log with reason and code, and loads nothing by itself', async () => {
  const { crash, done, notes, pages } = rig()
  await crash()
  await soon(60)
  expect(done).toEqual(['told'])
  expect(notes).toEqual([
    {
      ...{ event: 'window gone', incident: 'REF1', isHung: false, count: 1 },
      ...{ reason: 'crashed', exitCode: 11 },
    },
  ])
  expect(pages[0]).toContain('Incident REF1, also in paydesk.log')
  expect(pages[0]).toContain('No request is lost by this.')
})

it('goes back to where the person was when Reload is pressed, once, and to nothing else', async () => {
  const { crash, press, done } = rig()
  press()
  await crash()
  press('https://evil.example/')
  press()
  press()
  expect(done).toEqual(['told', `open ${home}#/orders`])
})

it('says so when it happens again and again, and then leads to the start', async () => {
  const { crash, press, done, pages, clock } = rig()
  for (let at = 0; at < 4; at += 1) {
    clock.now += 10_000
    await crash()
    press()
  }
  expect(pages.map((page) => page.includes('times within a minute'))).toEqual([
    ...[false, false, false, true],
  ])
  expect(done.at(-1)).toBe(`open ${home}`)
  clock.now += 120_000
  await crash()
  expect(pages.at(-1)).not.toContain('times within a minute')
})

it('shows no page again where its own page ends: the system asks', async () => {
  const { crash, done } = rig({ reloads: true })
  await crash()
  await crash()
  expect(done).toEqual(['told', 'asked REF2', `open ${home}`])
})

it('ends a process that does not answer, after some patience, and says what it was', async () => {
  const { events, done, pages, notes } = rig()
  events.emit('unresponsive')
  events.emit('responsive')
  await soon(40)
  expect(done).toEqual([])
  events.emit('unresponsive')
  await soon(60)
  expect(done).toEqual(['ended', 'told'])
  expect(pages[0]).toContain('The window did not respond and was closed')
  expect(notes[0]).toMatchObject({ isHung: true, reason: 'killed' })
})

it('is a page without a script, whose way back is a link that has the focus', () => {
  const page = crashPage({ incident: '<b>', isHung: false, count: 1 }, '/index.html')
  const html = new TextDecoder().decode(page.body)
  expect(html).not.toMatch(/<script|<b>|https?:/)
  expect(html).toContain('<a class="button" href="/index.html" autofocus>Reload</a>')
})
