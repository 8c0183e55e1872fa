// Addresses of the screens. After a change of screen the focus moves to the heading, and the title
// of the window names the screen.
import { nextTick, ref } from 'vue'
import {
  createRouter,
  createWebHashHistory,
  type RouteLocationNormalizedLoaded,
  type Router,
  type RouteRecordRaw,
} from 'vue-router'
import NotFoundScreen from './NotFoundScreen.vue'
import { operationRoutes } from './routes.ts'
import { ignoreRestOfClicks } from '../ui/rest-of-clicks.ts'
import TodayScreen from '../features/today/TodayScreen.vue'
import type { Right } from '#shared/people/rights.ts'
import { t } from '../messages/message.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** What the work of the screen takes, where anybody has to sign in. */
    right?: Right
  }
}

const order = '/orders/:connectionId/:orderid'
/** Loaded when they are first opened, so that the window opens sooner. */
const ordersScreen = () => import('../features/orders/OrdersScreen.vue')
const auditScreen = () => import('../features/audit/AuditScreen.vue')
const reportsScreen = () => import('../features/reports/ReportsScreen.vue')
const unknownOutcomesScreen = () => import('../features/attempts/UnknownOutcomesScreen.vue')
const connectionsScreen = () => import('../features/connections/ConnectionsScreen.vue')
const orderScreen = () => import('../features/order/OrderScreen.vue')
const connectionScreen = () => import('../features/connections/ConnectionScreen.vue')
const inspectorScreen = () => import('../features/inspector/InspectorScreen.vue')
const peopleScreen = () => import('../features/people/PeopleScreen.vue')
const approvalsScreen = () => import('../features/approvals/ApprovalsScreen.vue')
const callbackScreen = () => import('../features/callbacks/CallbackScreen.vue')

const actionSheet = () => import('../features/order-actions/ActionSheet.vue')
const sheets = [
  ['give-back', t('frame.refund-or-release-hold')],
  ['return', t('orders.refund-order')],
  ['capture', t('orders.capture-order')],
  ['void', t('orders.void-order')],
] as const

const pastedScreen = () => import('../features/lookups/PastedListScreen.vue')

/** What the window's title begins with: the screen, and the order on it. */
export const shownTitle = ref(t('frame.paydesk'))

const appRoutes: RouteRecordRaw[] = [
  { path: '/', redirect: '/today' },
  { path: '/today', name: 'today', component: TodayScreen, meta: { title: t('frame.today') } },
  {
    path: '/orders',
    name: 'orders',
    component: ordersScreen,
    meta: { title: t('everywhere.orders') },
  },
  {
    path: '/orders/pasted',
    name: 'pasted',
    component: pastedScreen,
    meta: { title: t('everywhere.look-up-a-list'), right: 'status' },
  },
  {
    path: order,
    name: 'order',
    component: orderScreen,
    props: true,
    meta: { title: t('everywhere.order') },
    // Each of these routes opens the sheet beside the order.
    children: sheets.map(([kind, title]) => ({
      path: `${order}/${kind}`,
      name: kind,
      component: actionSheet,
      props: ({ params }) => ({ ...params, kind }),
      meta: { title },
    })),
  },
  {
    path: '/open-requests',
    name: 'open-requests',
    component: unknownOutcomesScreen,
    meta: { title: t('everywhere.open-requests') },
  },
  {
    path: '/audit',
    name: 'audit',
    component: auditScreen,
    meta: { title: t('everywhere.audit-log') },
  },
  {
    path: '/reports',
    name: 'reports',
    component: reportsScreen,
    meta: { title: t('reports.title'), right: 'reports' },
  },
  {
    path: '/connections',
    name: 'connections',
    component: connectionsScreen,
    meta: { title: t('everywhere.connections') },
  },
  {
    path: '/connections/new',
    name: 'connection-new',
    component: connectionScreen,
    meta: { title: t('everywhere.new-connection'), right: 'connections' },
  },
  {
    path: '/connections/:id',
    name: 'connection',
    component: connectionScreen,
    props: true,
    meta: { title: t('everywhere.connection') },
  },
  {
    path: '/inspector',
    name: 'inspector',
    component: inspectorScreen,
    meta: { title: t('everywhere.signature-inspector'), right: 'connections' },
  },
  {
    path: '/callbacks',
    name: 'callbacks',
    component: callbackScreen,
    meta: { title: t('everywhere.callback-check'), right: 'status' },
  },
  {
    path: '/people',
    name: 'people',
    component: peopleScreen,
    meta: { title: t('people.people') },
  },
  {
    path: '/approvals',
    name: 'approvals',
    component: approvalsScreen,
    meta: { title: t('approvals.title') },
  },
  ...operationRoutes,
  {
    path: '/:anything(.*)*',
    name: 'missing',
    component: NotFoundScreen,
    meta: { title: t('everywhere.not-found') },
  },
]

/** The sheets beside an order among them. */
export const everyRoute = appRoutes.flatMap((route) => [route, ...(route.children ?? [])])

/** A sheet beside an order leaves the order where it is. */
export const screenOf = ({ path, name }: RouteLocationNormalizedLoaded): string =>
  sheets.some(([kind]) => kind === name) ? path.slice(0, path.lastIndexOf('/')) : path

export function createAppRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes: appRoutes })
  router.afterEach((to, from, failure) => {
    // Somebody was faster than the screen they left for: they are where they were.
    if (failure !== undefined) return
    const { orderid } = to.params
    shownTitle.value = `${String(to.meta['title'])}${typeof orderid === 'string' ? ` ${orderid}` : ''}`
    // The next one that most people open is read while nobody waits for it.
    // Where its file can't be loaded, whoever opens it is told.
    if (from.matched.length === 0)
      window.requestIdleCallback(() => void ordersScreen().catch(() => undefined))
    if (screenOf(to) === screenOf(from) || from.matched.length === 0) return
    ignoreRestOfClicks()
    void nextTick(() => {
      document.querySelector<HTMLElement>('main h1')?.focus()
    })
  })
  return router
}
