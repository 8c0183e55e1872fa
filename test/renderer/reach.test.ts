// Everything can be reached: each operation, screen and setting from the omnibox, and each
// operation from the rail. What can't be used says there why, in the words of its screen.
import { getActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createSSRApp, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter, RouterView } from 'vue-router'
import type { OrderView } from '../../src/shared/bridge/views.ts'
import { type OperationId, operationIds, rowOf } from '../../src/shared/gateway/operations/index.ts'
import { useAppearanceStore } from '../../src/renderer/api/appearance.ts'
import { useConnectionsStore } from '../../src/renderer/api/connections.ts'
import { useAppState } from '../../src/renderer/api/app-state.ts'
import {
  type RunnableCommand,
  useCommands,
  whyNotAskedOn,
} from '../../src/renderer/app/frame/omnibox/use-commands.ts'
import { everyRoute } from '../../src/renderer/app/router.ts'
import ActionList from '../../src/renderer/features/order/facts/ActionList.vue'
import { useOrderStore } from '../../src/renderer/features/order/facts/order-store.ts'
import { areaOf, areas } from '../../src/renderer/messages/areas.ts'
import { readAsk } from '../../src/renderer/messages/commands.ts'
import { whyNotOn } from '../../src/renderer/messages/orders/primary-action.ts'
import type { FakeBridge } from '../fakes/bridge.ts'
import { openWindow } from './window.ts'

let bridge: FakeBridge
let commands: () => readonly RunnableCommand[]
let router: ReturnType<typeof createRouter>
let shown: () => Promise<string>

beforeEach(async () => {
  bridge = openWindow()
  const listens = {
    addEventListener: () => {},
    removeEventListener: () => {},
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  }
  Object.assign(globalThis, { window: { paydesk: bridge, ...listens } })
  vi.stubGlobal('history', { state: {}, replaceState: () => {} })
  // Components outside a server of pages find the one pinia of the window; nobody has to be told.
  vi.spyOn(console, 'warn').mockReturnValue()
  const pinia = getActivePinia()!
  await useAppState(pinia).load()
  router = createRouter({ history: createMemoryHistory(), routes: everyRoute })
  commands = () => []
  const app = defineComponent(() => {
    const all = useCommands({ showKeys: () => {}, showAbout: () => {} })
    commands = () => all.value
    return () => h(RouterView)
  })
  shown = () => renderToString(createSSRApp(app).use(pinia).use(router))
  await router.push('/today')
  await shown()
})

const command = (id: string): RunnableCommand => commands().find((one) => one.id === id)!
async function follow(id: string): Promise<string> {
  const from = router.currentRoute.value.fullPath
  command(id).run()
  await expect.poll(() => router.currentRoute.value.fullPath).not.toBe(from)
  return router.currentRoute.value.path
}
async function openOrder(order: OrderView): Promise<void> {
  const { connectionId, orderid } = order
  useOrderStore().take(order)
  await router.push({ name: 'order', params: { connectionId, orderid } })
}

describe('every operation of the table', () => {
  const onOrders = ['capture', 'void', 'return'] as const

  it('is reached from the omnibox: 100 %', async () => {
    const reached = new Set<string>()
    await openOrder(bridge.orders.find(({ actions }) => actions.return.isPossible)!)
    for (const id of operationIds) {
      // An id that is typed is looked up: that is the status operation.
      const message = id === 'status' ? undefined : rowOf(id).title
      // Operations that share a form share its command.
      const first = operationIds.find((one) => rowOf(one).place === rowOf(id).place)
      const isCommand = commands().some((one) => one.id === `operation-${first}`)
      const isOrder = onOrders.some(
        (one) => one === id && commands().some((other) => other.id === `order-${one}`),
      )
      if (isCommand || isOrder || message === undefined) reached.add(id)
    }
    expect(operationIds.filter((id) => !reached.has(id))).toEqual([])
    for (const verb of ['refund', 'capture', 'void', 'release'])
      expect(readAsk(`${verb} 6760150`)).not.toBeNull()
  })

  // From there to its form is walked by the flows (test/flows.test.ts).
  it.each(operationIds)('%s is reached from the rail: its area stands there', async (id) => {
    const area = areaOf(rowOf(id).place)
    expect(area).not.toBeNull()
    await router.push(area!.to)
    expect(router.currentRoute.value.matched).toHaveLength(1)
    expect(await shown()).toContain('<h1')
  })
})

describe('every screen', () => {
  /** Opened from a list, or beside what it is about. */
  const ofOne = /:(id|runId|number|connectionId|anything)/

  it('is reached from the omnibox', async () => {
    const found = new Set<string>()
    for (const { id } of commands().filter(
      ({ kind, why }) => why === undefined && !['Setting', 'Help'].includes(kind),
    )) {
      await router.push('/missing-on-purpose')
      found.add(await follow(id))
    }
    const paths = everyRoute.map(({ path }) => path).filter((path) => !ofOne.test(path))
    expect(paths.filter((path) => path !== '/' && !found.has(path))).toEqual([])
    expect([...found]).toContain('/connections/sandbox')
    for (const { to } of areas) expect(paths).toContain(to)
  })

  it('beside an order is reached by its action', async () => {
    const hold = bridge.orders.find(({ phase }) => phase === 'authorised')!
    const found = new Set<string>()
    for (const action of ['return', 'capture', 'void']) {
      await openOrder(hold)
      found.add((await follow(`order-${action}`)).split('/').at(-1)!)
    }
    // The way that fits is chosen in one sheet; the others have their own.
    expect(found.size).toBe(3)
    expect(found).toContain('give-back')
    expect(found).toContain('capture')
  })
})

it('every setting of the window has a command', () => {
  const appearance = useAppearanceStore()
  for (const theme of ['light', 'dark', 'system'] as const) {
    command(`theme-${theme}`).run()
    expect(appearance.theme).toBe(theme)
  }
  for (const [id, name] of [
    ['rail', 'isRailNarrow'],
    ['shortcuts', 'hasShortcuts'],
  ] as const) {
    const before = appearance[name]
    command(id).run()
    expect(appearance[name]).toBe(!before)
  }
  expect(command('zone').title).toBe('Time zone')
})

describe('a command that can’t be used', () => {
  it('says of every order what its page says', async () => {
    let shut = 0
    for (const order of bridge.orders) {
      await openOrder(order)
      const page = await renderToString(createSSRApp(ActionList, { order }))
      for (const action of ['return', 'capture', 'void'] as const) {
        const { why, title } = command(`order-${action}`)
        expect(why ?? null).toBe(whyNotOn(order, action))
        if (why === undefined) expect(page).toContain(title.split(':')[0])
        else {
          shut += 1
          expect(page).toContain(why)
        }
      }
    }
    expect(shut).toBeGreaterThan(5)
  })

  const asked = (order: OrderView, text: string): string | null =>
    whyNotAskedOn(order, readAsk(text)!)

  it('never drops a currency that is not the order’s own, for any verb', () => {
    const paid = bridge.orders.find(({ actions }) => actions.return.isPossible)!
    const hold = bridge.orders.find(({ phase }) => phase === 'authorised')!
    const own = { paid: paid.original!.currency, hold: hold.original!.currency }
    for (const [order, verb, currency] of [
      [paid, 'refund', own.paid],
      [hold, 'capture', own.hold],
    ] as const) {
      expect(asked(order, `${verb} 6760150 5 ${currency}`)).toBeNull()
      expect(asked(order, `${verb} 6760150 5`)).toBeNull()
      for (const other of ['SEK', 'JPY', 'sek'])
        expect(asked(order, `${verb} 6760150 500 ${other}`)).toContain(`is in ${currency}, not in`)
    }
    for (const verb of ['void', 'release'])
      expect(asked(hold, `${verb} 6760150 5 SEK`)).toContain(`is in ${own.hold}, not in SEK`)
    const unknown = { ...paid, original: null, captured: null, held: null }
    expect(asked(unknown, 'refund 6760150 5 EUR')).toContain('not known here')
  })

  it('never turns a release into a refund, nor takes a part of a hold for the whole', () => {
    const paid = bridge.orders.find(({ giveBack }) => giveBack.chosen === 'return')!
    expect(asked(paid, 'release 6760150')).toContain('Use refund instead')
    const hold = bridge.orders.find(
      ({ phase, actions }) => phase === 'authorised' && actions.void.isPossible,
    )!
    for (const verb of ['void', 'release']) {
      expect(asked(hold, `${verb} 6760150`)).toBeNull()
      expect(asked(hold, `${verb} 6760150 5`)).toContain('Leave the amount out')
    }
  })

  it('is about the order of the page, not one with its id at another connection', async () => {
    const order = bridge.orders.find(({ actions }) => actions.return.isPossible)!
    await openOrder(order)
    expect(command('order-return').why).toBeUndefined()
    useOrderStore().take({ ...order, connectionId: 'another' })
    expect(command('order-return').why).toMatch(/Open an order first/)
  })

  it.each(operationIds.filter((id) => rowOf(id).isExtension === true))(
    '%s: this connection doesn’t have it',
    async (id) => {
      const { connection } = useAppState()
      await useConnectionsStore().show(connection!.id)
      const { why } = command(`operation-${id}`)
      await router.push(rowOf(id).place)
      expect(why).toBe('Not available on this connection')
      expect(await shown()).toContain(why)
    },
  )

  it('says without a connection what every form says', async () => {
    const app = useAppState()
    app.$patch({ state: { ...app.state!, connections: [] } })
    const shut = commands().filter(({ kind }) => kind === 'New')
    expect(shut.length).toBeGreaterThan(15)
    for (const { id, why } of shut) {
      await router.push(rowOf(id.replace('operation-', '') as OperationId).place)
      expect(why).toBe('No connection is selected')
      expect(await shown(), id).toContain(why)
    }
  })
})
