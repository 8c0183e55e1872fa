// Every operation this gateway offers. Written from interface.md's operation table, not from the
// client's; a test compares both.
import type { Route } from '../context/context.ts'
import { cardRoutes } from './card.ts'
import { formRoutes } from './form.ts'
import { paymentRoutes } from './payment.ts'
import { payoutRoutes } from './payout.ts'
import { recurringRoutes } from './recurring.ts'
import { secure3dRoutes } from './secure3d.ts'
import { statusRoute } from './status.ts'

export const routes: readonly Route[] = [
  ...paymentRoutes,
  statusRoute,
  ...formRoutes,
  ...cardRoutes,
  ...recurringRoutes,
  ...payoutRoutes,
  ...secure3dRoutes,
]

/** The route a path below the base URL addresses, with what follows it. */
export function routeOf(path: string): { route: Route; rest: string } | null {
  for (const route of routes) {
    if (path === route.path) return { route, rest: '' }
    if (path.startsWith(`${route.path}/`)) return { route, rest: path.slice(route.path.length + 1) }
  }
  return null
}
