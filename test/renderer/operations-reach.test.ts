// Every operation of the table can be asked for somewhere in the window: the table is walked
// against the router's. That each one really is, from the first click to the sandbox's books, is
// shown by the flows (test/flows.test.ts).
import { renderToString } from 'vue/server-renderer'
import { getActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { createSSRApp, defineComponent, h } from 'vue'
import { createMemoryHistory, createRouter, RouterView } from 'vue-router'
import { type OperationId, operationIds, rowOf } from '../../src/shared/gateway/operations/index.ts'
import {
  type RunnableCommand,
  useCommands,
} from '../../src/renderer/app/frame/omnibox/use-commands.ts'
import { everyRoute } from '../../src/renderer/app/router.ts'
import { operationScreen } from '../../src/renderer/app/routes.ts'
import { useAppState } from '../../src/renderer/api/app-state.ts'
import { findCommands } from '../../src/renderer/messages/commands.ts'
import { openWindow } from './window.ts'
import { labelsByField } from '../../src/renderer/messages/forms/operation-fields.ts'
import { namesOf } from '../../src/renderer/messages/operations.ts'
import { sheetTitles } from '../../src/renderer/messages/orders/sheets.ts'
import { formFieldsOf } from '../../src/shared/gateway/form-fields.ts'

const atRoute = (id: OperationId) => everyRoute.find(({ path }) => path === rowOf(id).place)
/** Screens of one operation or of two steps, which say it themselves. */
const ownScreens: readonly OperationId[] = [
  ...(['status', 'capture', 'void', 'return'] as const),
  ...(['payout-pay'] as const),
]

describe('every operation of the table', () => {
  it.each(operationIds)(
    '%s is asked for at a route that is there and shows that operation',
    (id) => {
      const route = atRoute(id)
      expect(route).toBeDefined()
      const props = (route as { props?: (at: { query: object }) => { operation?: string } }).props
      if (!ownScreens.includes(id)) expect(props?.({ query: {} }).operation).toBe(id)
    },
  )

  it.each(operationIds)('%s opens a screen that can be loaded', async (id) => {
    const component = atRoute(id)?.component
    const screen: unknown =
      typeof component === 'function'
        ? await (component as () => Promise<{ default: object }>)()
        : { default: component }
    expect((screen as { default: unknown }).default).toBeTypeOf('object')
  })

  it('and no route asks for an operation that is placed elsewhere', () => {
    const asked = everyRoute.flatMap(({ path, props }) => {
      const given =
        typeof props === 'function'
          ? (props as (at: { query: object; params: object }) => { operation?: OperationId })({
              query: {},
              params: {},
            })
          : {}
      return given.operation === undefined ? [] : [[path, rowOf(given.operation).place]]
    })
    expect(asked.length).toBeGreaterThan(15)
    for (const [path, place] of asked) expect(path).toBe(place)
  })

  it.each(operationIds)('%s has a name for people, and so has every field of its form', (id) => {
    expect(namesOf(id).title).not.toBe('')
    if (id !== 'status')
      expect(formFieldsOf(id).filter(({ name }) => labelsByField[name] === undefined)).toEqual([])
  })
})

it('has a sheet beside an order that is called as its window is', () => {
  for (const kind of ['return', 'capture', 'void'] as const)
    expect(everyRoute.find(({ name }) => name === kind)?.meta?.['title']).toBe(sheetTitles[kind])
})

describe('the commands of the window', () => {
  const asked = operationIds.filter((id) => !['capture', 'void', 'return', 'status'].includes(id))

  /** From another form. */
  const openedElsewhere: readonly OperationId[] = [
    ...(['preauth-form', 'account-verification-form', 'payment-form'] as const),
    'create-card-ref-v4',
  ]

  it.each(asked)('name %s, and lead to a form that asks for its fields', async (id) => {
    const bridge = openWindow()
    const listens = {
      addEventListener: () => {},
      removeEventListener: () => {},
      matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    }
    Object.assign(globalThis, { window: { paydesk: bridge, ...listens } })
    const pinia = getActivePinia()!
    await useAppState(pinia).load()
    const router = createRouter({ history: createMemoryHistory(), routes: everyRoute })
    let commands: readonly RunnableCommand[] = []
    const window = defineComponent(() => {
      commands = useCommands({ showKeys: () => {}, showAbout: () => {} }).value
      return () => h(RouterView)
    })
    const shown = async (): Promise<string> =>
      renderToString(createSSRApp(window).use(pinia).use(router))
    await router.push('/today')
    await shown()
    // Operations that share a form share its command.
    const first = operationIds.find((one) => rowOf(one).place === rowOf(id).place)!
    const found = findCommands(commands, namesOf(id).title).map((one) => one.id)
    expect(found).toContain(`operation-${first}`)
    const command = commands.find((one) => one.id === `operation-${first}`)!
    command.run()
    await expect.poll(() => router.currentRoute.value.path).toBe(rowOf(id).place)
    const page = await shown()
    expect(page.includes('operation-screen')).toBe(true)
    // One name: the command, the heading, the window’s title.
    const heading = /<h1[^>]*>([^<]*)</.exec(page)?.[1]
    const title = router.currentRoute.value.meta['title']
    expect([command.title, heading, title]).toEqual(Array(3).fill(namesOf(id).form))
    await router.push(rowOf(id).place.replace(/(?<=^\/\w+)\/.*/, ''))
    // An extension has no button before a connection switches it on.
    const hasButton = rowOf(id).isExtension !== true && !openedElsewhere.includes(id)
    if (hasButton) expect(await shown()).toContain(namesOf(id).opens)
    // A form that is drawn from the row alone asks for all that the row needs.
    if (atRoute(id)?.component !== operationScreen) return
    const { about, risk } = rowOf(id)
    const asks = formFieldsOf(id).filter(({ isRequired }) => isRequired)
    const texts = [about, risk === 'read' ? namesOf(id).send : 'Review', `"${id}"`]
    for (const text of [...texts, ...asks.map(({ name }) => `data-testid="field-${name}"`)])
      expect(page.includes(text), text).toBe(true)
  })
})
