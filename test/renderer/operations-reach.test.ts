// Every operation of the table can be asked for somewhere in the window: the table is walked against the router's. That each one really is,
// from the first click to the sandbox's books, is shown by the flows (test/flows.test.ts).
import { describe, expect, it } from 'vitest'
import { type OperationId, operationIds } from '../../src/shared/gateway/operations/index.ts'
import { deskRoutes } from '../../src/renderer/router.ts'
import { places } from '../../src/renderer/screens/operation/places.ts'
import { fieldWords } from '../../src/renderer/text/operation-fields.ts'
import { operationWords } from '../../src/renderer/text/operations.ts'
import { formFieldsOf } from '../../src/shared/gateway/form-fields.ts'

const atRoute = (id: OperationId) => deskRoutes.find(({ path }) => path === places[id])
/** Screens of one operation or of two steps, which say it themselves. */
const ownScreens: readonly OperationId[] = [
  ...(['status', 'capture', 'void', 'return'] as const),
  ...(['payout-check', 'payout-pay', 'get-card-info'] as const),
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
    const asked = deskRoutes.flatMap(({ path, props }) => {
      const given =
        typeof props === 'function'
          ? (props as (at: { query: object }) => { operation?: OperationId })({ query: {} })
          : {}
      return given.operation === undefined ? [] : [[path, places[given.operation]]]
    })
    expect(asked.length).toBeGreaterThan(15)
    for (const [path, place] of asked) expect(path).toBe(place)
  })

  it.each(operationIds)('%s has a name for people, and so has every field of its form', (id) => {
    expect(operationWords[id].title).not.toBe('')
    if (id !== 'status')
      expect(formFieldsOf(id).filter(({ name }) => fieldWords[name] === undefined)).toEqual([])
  })
})
