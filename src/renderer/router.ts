// Addresses of the screens. After a change of screen the focus goes to its heading and the window's title says where one is.
import { nextTick, ref } from 'vue'
import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import AuditScreen from './screens/audit/AuditScreen.vue'
import UnsettledScreen from './screens/attempt/UnsettledScreen.vue'
import ConnectionsScreen from './screens/connection/ConnectionsScreen.vue'
import NotFoundScreen from './screens/missing/NotFoundScreen.vue'
import CaptureForm from './screens/order/CaptureForm.vue'
import GiveBackForm from './screens/order/GiveBackForm.vue'
import OrderScreen from './screens/order/OrderScreen.vue'
import { operationRoutes } from './screens/operation/routes.ts'
import { ignoreRestOfClicks } from './screens/frame/rest-of-clicks.ts'
import OrdersScreen from './screens/order/OrdersScreen.vue'
import ReturnForm from './screens/order/ReturnForm.vue'
import TodayScreen from './screens/today/TodayScreen.vue'
import VoidForm from './screens/order/VoidForm.vue'

const order = '/orders/:connectionId/:orderid'
/** These two read the operation table: loaded when they are first opened, so that the window opens sooner. */
const connectionScreen = () => import('./screens/connection/ConnectionScreen.vue')
const inspectorScreen = () => import('./screens/connection/InspectorScreen.vue')
const callbackScreen = () => import('./screens/callback/CallbackScreen.vue')

const pastedScreen = () => import('./screens/order/PastedListScreen.vue')

/** What the window's title begins with: the screen, and the order on it. */
export const shownTitle = ref('Paydesk')

export const deskRoutes: RouteRecordRaw[] = [
  { path: '/', redirect: '/today' },
  { path: '/today', name: 'today', component: TodayScreen, meta: { title: 'Today' } },
  { path: '/orders', name: 'orders', component: OrdersScreen, meta: { title: 'Orders' } },
  {
    path: '/orders/pasted',
    name: 'pasted',
    component: pastedScreen,
    meta: { title: 'Look up a list' },
  },
  { path: order, name: 'order', component: OrderScreen, props: true, meta: { title: 'Order' } },
  {
    path: `${order}/give-back`,
    name: 'give-back',
    component: GiveBackForm,
    props: true,
    meta: { title: 'Give money back' },
  },
  {
    path: `${order}/return`,
    name: 'return',
    component: ReturnForm,
    props: true,
    meta: { title: 'Return' },
  },
  {
    path: `${order}/capture`,
    name: 'capture',
    component: CaptureForm,
    props: true,
    meta: { title: 'Capture' },
  },
  {
    path: `${order}/void`,
    name: 'void',
    component: VoidForm,
    props: true,
    meta: { title: 'Void' },
  },
  {
    path: '/unsettled',
    name: 'unsettled',
    component: UnsettledScreen,
    meta: { title: 'Open requests' },
  },
  { path: '/audit', name: 'audit', component: AuditScreen, meta: { title: 'Audit log' } },
  {
    path: '/connections',
    name: 'connections',
    component: ConnectionsScreen,
    meta: { title: 'Connections' },
  },
  {
    path: '/connections/new',
    name: 'connection-new',
    component: connectionScreen,
    meta: { title: 'New connection' },
  },
  {
    path: '/connections/:id',
    name: 'connection',
    component: connectionScreen,
    props: true,
    meta: { title: 'Connection' },
  },
  {
    path: '/inspector',
    name: 'inspector',
    component: inspectorScreen,
    meta: { title: 'Signature inspector' },
  },
  {
    path: '/callbacks',
    name: 'callbacks',
    component: callbackScreen,
    meta: { title: 'Check a callback' },
  },
  ...operationRoutes,
  {
    path: '/:anything(.*)*',
    name: 'missing',
    component: NotFoundScreen,
    meta: { title: 'Not found' },
  },
]

export function createDeskRouter(): Router {
  const router = createRouter({ history: createWebHashHistory(), routes: deskRoutes })
  router.afterEach((to, from) => {
    const { orderid } = to.params
    shownTitle.value = `${String(to.meta['title'])}${typeof orderid === 'string' ? ` ${orderid}` : ''}`
    if (to.path === from.path || from.matched.length === 0) return
    ignoreRestOfClicks()
    void nextTick(() => {
      document.querySelector<HTMLElement>('main h1')?.focus()
    })
  })
  return router
}
