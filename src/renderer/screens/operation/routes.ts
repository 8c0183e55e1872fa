// Routes of the screens that ask for operations. All are loaded when they are first opened: they read the operation table, and the
// window opens sooner without it.
import type { RouteRecordRaw } from 'vue-router'
import { operationWords } from '../../text/operations.ts'
import { terminalKinds } from '../terminal/terminal-kinds.ts'

type Screen = () => Promise<unknown>
const screen = (path: string, title: string, component: Screen, props: object = {}) =>
  ({
    path,
    component,
    props: (route: { query: unknown }) => ({ ...props, query: route.query }),
    meta: { title },
  }) as RouteRecordRaw

const payoutForm: Screen = () => import('../payout/PayoutForm.vue')
const subscriptionForm: Screen = () => import('../subscription/SubscriptionForm.vue')
const cardForm: Screen = () => import('../card/CardForm.vue')
const linkForm: Screen = () => import('../link/LinkForm.vue')
const secureForm: Screen = () => import('../secure3d/SecureForm.vue')
const terminalForm: Screen = () => import('../terminal/TerminalForm.vue')
const transferForm: Screen = () => import('../transfer/TransferForm.vue')

export const operationRoutes: RouteRecordRaw[] = [
  screen('/terminal', 'Terminal', () => import('../terminal/TerminalScreen.vue')),
  ...terminalKinds.map((operation) =>
    screen(`/terminal/${operation}`, operationWords[operation].title, terminalForm, { operation }),
  ),
  screen('/payouts', 'Payouts', () => import('../payout/PayoutsScreen.vue')),
  screen('/payouts/new', 'New payout', payoutForm, { operation: 'payout' }),
  screen('/payouts/check', 'Check and pay', () => import('../payout/CheckedPayout.vue')),
  screen('/payouts/recipients', 'Recipients', () => import('../payout/RecipientsScreen.vue')),
  ...['new', ':id'].map((path): RouteRecordRaw => ({
    path: `/payouts/recipients/${path}`,
    component: () => import('../payout/RecipientForm.vue'),
    props: true,
    meta: { title: 'Recipient' },
  })),
  screen('/payouts/link', 'Payout link', payoutForm, { operation: 'payout-form' }),
  screen(
    '/subscriptions',
    'Subscriptions',
    () => import('../subscription/SubscriptionsScreen.vue'),
  ),
  ...(
    [
      ['new', 'New subscription', 'create-recurring-payment'],
      ['charge', 'Subscription payment', 'process-recurring-payment'],
      ['change', 'Change subscription', 'update-recurring-payment'],
    ] as const
  ).map(([path, title, operation]) =>
    screen(`/subscriptions/${path}`, title, subscriptionForm, { operation }),
  ),
  screen('/cards', 'Cards', () => import('../card/CardsScreen.vue')),
  screen('/cards/new', 'Keep a card', cardForm, { operation: 'create-card-ref' }),
  screen('/cards/new-rsa', 'Keep a card', cardForm, { operation: 'create-card-ref-v4' }),
  screen('/cards/rebill', 'Rebill', cardForm, { operation: 'make-rebill' }),
  screen('/cards/facts', 'Card facts', () => import('../card/CardFacts.vue')),
  screen('/links', 'Links', () => import('../link/LinksScreen.vue')),
  ...(['sale-form', 'preauth-form', 'account-verification-form', 'payment-form'] as const).map(
    (operation) => screen(`/links/${operation}`, 'New link', linkForm, { operation }),
  ),
  screen('/secure3d', '3-D Secure', () => import('../secure3d/SecureScreen.vue')),
  ...(
    [
      ['method', 'upload-method-url-result'],
      ['cres', 'upload-cres-result'],
      ['pares', 'upload-pares-result'],
    ] as const
  ).map(([path, operation]) =>
    screen(`/secure3d/${path}`, '3-D Secure', secureForm, { operation }),
  ),
  screen('/transfers', 'Transfers', () => import('../transfer/TransfersScreen.vue')),
  screen('/transfers/new', 'New transfer', transferForm, { operation: 'transfer' }),
  screen('/transfers/eligibility', 'Eligibility', transferForm, {
    operation: 'pan-eligibility-send',
  }),
]
