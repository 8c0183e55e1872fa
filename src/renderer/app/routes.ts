// Routes of the areas and of the forms for operations. A screen is loaded when it is first opened.
import { namesOf } from '../messages/operations.ts'
import type { RouteRecordRaw } from 'vue-router'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import type { Right } from '#shared/people/rights.ts'
import { operationsIn } from '#shared/gateway/flow.ts'
import { t } from '../messages/message.ts'

type Screen = () => Promise<unknown>
const screen = (
  path: string,
  title: string,
  component: Screen,
  { right, ...props }: { right?: Right; operation?: OperationId } = {},
) =>
  ({
    path,
    component,
    props: (route: { query: unknown }) => ({ ...props, query: route.query }),
    meta: { title, ...(right === undefined ? {} : { right }) },
  }) as RouteRecordRaw

const areaScreens: RouteRecordRaw[] = [
  screen(
    '/terminal',
    t('everywhere.terminal'),
    () => import('../features/terminal/TerminalScreen.vue'),
  ),
  screen(
    '/payouts',
    t('everywhere.payouts'),
    () => import('../features/payouts/PayoutsScreen.vue'),
  ),
  screen(
    '/payouts/recipients',
    t('everywhere.recipients'),
    () => import('../features/payouts/RecipientsScreen.vue'),
  ),
  ...['new', ':id'].map((path): RouteRecordRaw => ({
    path: `/payouts/recipients/${path}`,
    component: () => import('../features/payouts/RecipientForm.vue'),
    props: true,
    meta: { title: t('everywhere.recipient'), right: 'recipients' },
  })),
  screen(
    '/subscriptions',
    t('everywhere.subscriptions'),
    () => import('../features/subscriptions/SubscriptionsScreen.vue'),
  ),
  screen('/runs', t('runs.runs'), () => import('../features/runs/RunsScreen.vue')),
  screen(
    '/runs/new',
    t('files.new-run-from-a-list'),
    () => import('../features/runs/from-list/NewRunScreen.vue'),
    { right: 'runs' },
  ),
  {
    path: '/runs/:runId',
    component: () => import('../features/runs/RunScreen.vue'),
    props: true,
    meta: { title: t('runs.run') },
  },
  screen(
    '/shop-orders',
    t('shop.title'),
    () => import('../features/shop-orders/ShopOrdersScreen.vue'),
  ),
  screen(
    '/shop-orders/new',
    t('shop.import-a-list'),
    () => import('../features/shop-orders/ImportScreen.vue'),
    { right: 'runs' },
  ),
  {
    path: '/shop-orders/:number',
    component: () => import('../features/shop-orders/ShopOrderScreen.vue'),
    props: true,
    meta: { title: t('everywhere.order') },
  },
  screen(
    '/reconcile',
    t('reconcile.title'),
    () => import('../features/reconcile/ReconcileScreen.vue'),
    { right: 'reports' },
  ),
  screen(
    '/reconcile/new',
    t('reconcile.new-report'),
    () => import('../features/reconcile/NewReportScreen.vue'),
    { right: 'reports' },
  ),
  {
    path: '/reconcile/:id',
    component: () => import('../features/reconcile/ResultScreen.vue'),
    props: true,
    meta: { title: t('reconcile.report'), right: 'reports' },
  },
  screen('/cards', t('everywhere.cards'), () => import('../features/cards/CardsScreen.vue')),
  screen('/links', t('everywhere.links'), () => import('../features/links/LinksScreen.vue')),
  screen(
    '/secure3d',
    t('everywhere.three-d-secure'),
    () => import('../features/secure3d/SecureScreen.vue'),
  ),
  screen(
    '/transfers',
    t('everywhere.transfers'),
    () => import('../features/transfers/TransfersScreen.vue'),
  ),
]

/** Draws an operation from its row alone. */
export const operationScreen: Screen = () => import('../features/operations/OperationScreen.vue')

/** Forms that show more than the row says: an order to pick, a recipient, a schedule's days. */
const ownForms: readonly { form: Screen; operations: readonly OperationId[] }[] = [
  {
    form: () => import('../features/terminal/TerminalForm.vue'),
    operations: operationsIn('/terminal'),
  },
  { form: () => import('../features/links/LinkForm.vue'), operations: operationsIn('/links') },
  {
    form: () => import('../features/secure3d/SecureForm.vue'),
    operations: operationsIn('/secure3d'),
  },
  {
    form: () => import('../features/payouts/CheckedPayout.vue'),
    operations: ['payout-check', 'payout-pay'],
  },
  {
    form: () => import('../features/payouts/PayoutForm.vue'),
    operations: ['payout', 'payout-form'],
  },
  {
    form: () => import('../features/subscriptions/SubscriptionForm.vue'),
    operations: [
      'create-recurring-payment',
      'process-recurring-payment',
      'update-recurring-payment',
    ],
  },
  {
    form: () => import('../features/cards/CardForm.vue'),
    operations: ['create-card-ref', 'create-card-ref-v4', 'make-rebill'],
  },
]

/** The list of orders and the sheets beside an order are in the router. */
const isOnOrders = (id: OperationId): boolean => /^\/orders(\/:|$)/.test(rowOf(id).place)

const forms = operationIds
  .filter((id) => !isOnOrders(id))
  .map((id) => {
    const { place } = rowOf(id)
    const own = ownForms.find(({ operations }) => operations.includes(id))
    return screen(place, namesOf(id).form, own?.form ?? operationScreen, {
      operation: id,
      right: id,
    })
  })

/** Of operations that share a form, as the steps of a checked payout do, the first one counts. */
export const operationRoutes: RouteRecordRaw[] = [
  ...areaScreens,
  ...forms.filter(({ path }, at) => forms.findIndex((one) => one.path === path) === at),
]
