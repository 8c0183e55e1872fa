// How the list of orders is looked at stands in the address, and never leads back to a list that
// was left.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createMemoryHistory,
  createRouter,
  type RouteLocationNormalizedLoaded,
  type Router,
} from 'vue-router'
import { noFilter, type OrdersLook } from '../../../../src/renderer/features/orders/order-filter.ts'
import { useLookAddress } from '../../../../src/renderer/features/orders/use-look-address.ts'
import { usualSort } from '#shared/bridge/lists.ts'
import { usualColumns } from '../../../../src/renderer/messages/orders/grid-columns.ts'

const drawn = { render: () => null }
/** Fetches the screen that comes next. */
let fetched: () => void
let router: Router
let list: OrdersLook & { take(look: OrdersLook): void; keepLook(): Promise<void> }
let address: ReturnType<typeof useLookAddress>

beforeEach(async () => {
  vi.stubGlobal('history', { state: null })
  const next = new Promise<typeof drawn>((resolve) => {
    fetched = () => {
      resolve(drawn)
    }
  })
  router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/orders', name: 'orders', component: drawn },
      { path: '/later', name: 'later', component: () => next },
    ],
  })
  await router.push('/orders')
  list = {
    filter: noFilter(),
    columns: usualColumns,
    sort: usualSort,
    take: () => undefined,
    keepLook: () => Promise.resolve(),
  }
  const route = {
    get name() {
      return router.currentRoute.value.name
    },
    get query() {
      return router.currentRoute.value.query
    },
  } as RouteLocationNormalizedLoaded
  address = useLookAddress(route, router, list)
  // As the screen does when it is left.
  router.beforeEach(({ name }) => {
    if (name !== 'orders') address.stop()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the address of a list', () => {
  it('says how it is looked at', async () => {
    list.filter.text = 'zoe'
    address.write()
    await vi.waitFor(() => {
      expect(router.currentRoute.value.query).toEqual({ text: 'zoe' })
    })
  })

  it.each(['write', 'writeSoon'] as const)(
    'does not lead back while the next screen is fetched (%s)',
    async (how) => {
      vi.useFakeTimers()
      const left = router.push('/later')
      await vi.advanceTimersByTimeAsync(1)
      list.filter.text = 'zoe'
      address[how]()
      await vi.advanceTimersByTimeAsync(1_000)
      fetched()
      await left
      expect(router.currentRoute.value.name).toBe('later')
    },
  )
})
