// Every operation of the table can be asked for somewhere in the window.
import { describe, expect, it } from 'vitest'
import { type OperationId, operationIds } from '../../src/shared/gateway/operations/index.ts'
import { places } from '../../src/renderer/screens/operation/places.ts'
import { operationRoutes } from '../../src/renderer/screens/operation/routes.ts'
import { fieldWords } from '../../src/renderer/text/operation-fields.ts'
import { operationWords } from '../../src/renderer/text/operations.ts'
import { formFieldsOf } from '../../src/shared/gateway/form-fields.ts'

/** Screens of orders stand in the router itself and have tests of their own. */
const onOrder: readonly string[] = ['status', 'capture', 'void', 'return']
const atRoute = (id: OperationId) => operationRoutes.find(({ path }) => path === places[id])
/** Two steps of one screen: it says its operations itself. */
const ownScreens: readonly OperationId[] = ['payout-check', 'payout-pay', 'get-card-info']

describe('every operation of the table', () => {
  it.each(operationIds.filter((id) => !onOrder.includes(id)))(
    '%s is asked for at a route that is there and shows that operation',
    (id) => {
      const route = atRoute(id)
      expect(route).toBeDefined()
      const props = (route as { props?: (at: { query: object }) => { operation?: string } }).props
      if (!ownScreens.includes(id)) expect(props?.({ query: {} }).operation).toBe(id)
    },
  )

  it.each(operationIds.filter((id) => !onOrder.includes(id)))(
    '%s opens a screen that can be loaded',
    async (id) => {
      const { component } = atRoute(id) as { component: () => Promise<{ default: object }> }
      expect((await component()).default).toBeTypeOf('object')
    },
  )

  it.each(operationIds)('%s has a name for people, and so has every field of its form', (id) => {
    expect(operationWords[id].title).not.toBe('')
    if (id !== 'status')
      expect(formFieldsOf(id).filter(({ name }) => fieldWords[name] === undefined)).toEqual([])
  })
})
