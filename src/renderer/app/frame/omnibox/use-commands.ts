// Every command of the omnibox, generated from the rail, the operation table, the connections and
// the order on the screen. A command that can't be used says why, in the same sentence as its
// screen.
import { computed, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { OrderView } from '#shared/bridge/views.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { useAppearanceStore } from '../../../api/appearance.ts'
import { useConnectionsStore } from '../../../api/connections.ts'
import { useDiagnosticsStore } from '../../../api/desktop/diagnostics.ts'
import { useAppState } from '../../../api/app-state.ts'
import { useTodayStore } from '../../../features/today/use-today.ts'
import { useOmniboxStore } from '../../../api/omnibox.ts'
import { useOrderStore } from '../../../features/order/facts/order-store.ts'
import { areaGroups } from '../../../messages/areas.ts'
import { actionOrder } from '../../../messages/attempts.ts'
import type { Command, OrderAsk } from '../../../messages/commands.ts'
import { whyNotAsked } from '../../../messages/forms/not-asked.ts'
import { namesOf } from '../../../messages/operations.ts'
import { actionsOf, whyNotOn } from '../../../messages/orders/primary-action.ts'
import { t } from '../../../messages/message.ts'

export interface RunnableCommand extends Command {
  run: () => void
}

export interface FrameActions {
  showKeys: () => void
  showAbout: () => void
}

/** As they are called while no order is shown. */
const orderActions: Readonly<Record<ActionId, string>> = {
  return: t('frame.refund-this-order'),
  capture: t('frame.capture-this-hold'),
  void: t('frame.void-this-hold'),
}

/**
 * MONEY: why what was typed for an order can't be asked for; null where it can. A currency that is
 * not the order's own is never dropped, and a release never turns into a refund.
 */
export function whyNotAskedOn(
  view: Pick<OrderView, 'actions' | 'giveBack' | 'original' | 'captured' | 'held'>,
  { action, amount, currency }: Pick<OrderAsk, 'action' | 'amount' | 'currency'>,
): string | null {
  const own = (view.original ?? view.captured ?? view.held)?.currency ?? null
  if (currency !== '' && own === null) return t('frame.command-currency-unknown')
  if (currency !== '' && currency !== own)
    return t('frame.this-order-is-in-own', { own: own ?? '', currency })
  if (action === 'give-back' && view.giveBack.chosen === 'return')
    return t('frame.captured-money-is-refunded')
  const why = whyNotOn(view, action)
  if (why !== null) return why
  const isWhole = action === 'give-back' || action === 'void'
  return isWhole && amount !== '' ? t('frame.command-release-amount') : null
}

/** On the page of an order. */
const actionKeys: Readonly<Partial<Record<ActionId, string>>> = { capture: 'c', void: 'v' }

/** What commands are made from, and where they lead. */
interface Commanded {
  omnibox: ReturnType<typeof useOmniboxStore>
  connections: ReturnType<typeof useConnectionsStore>
  app: ReturnType<typeof useAppState>
  order: ReturnType<typeof useOrderStore>
  appearance: ReturnType<typeof useAppearanceStore>
  diagnostics: ReturnType<typeof useDiagnosticsStore>
  today: ReturnType<typeof useTodayStore>
  route: ReturnType<typeof useRoute>
  router: ReturnType<typeof useRouter>
  go: (to: string) => () => void
}

export function useCommands(actions: FrameActions): ComputedRef<RunnableCommand[]> {
  const router = useRouter()
  const from: Commanded = {
    omnibox: useOmniboxStore(),
    connections: useConnectionsStore(),
    app: useAppState(),
    order: useOrderStore(),
    appearance: useAppearanceStore(),
    diagnostics: useDiagnosticsStore(),
    today: useTodayStore(),
    route: useRoute(),
    router,
    go: (to) => () => void router.push(to),
  }
  return computed(() => [
    ...ofOrder(from),
    ...screens(from),
    ...operations(from),
    ...payees(from),
    ...openReports(from),
    ...connectionCommands(from),
    ...settings(from),
    ...help(actions, from.diagnostics),
  ])
}

function ofOrder({ order, route, router }: Commanded): RunnableCommand[] {
  const place = {
    connectionId: String(route.params['connectionId']),
    orderid: String(route.params['orderid']),
  }
  const view = order.viewOf(place)
  if (view === null)
    return actionOrder.map((action) => ({
      id: `order-${action}`,
      title: orderActions[action],
      kind: t('everywhere.order'),
      why: t('frame.command-needs-order'),
      run: () => {},
    }))
  return actionsOf(view).map(({ action, title, why, isGuided }) => ({
    id: `order-${action}`,
    title: t('frame.title-order-orderid', { title, orderid: place.orderid }),
    kind: t('everywhere.order'),
    also: t('frame.this-action', { action: orderActions[action] }),
    ...(why === null ? {} : { why }),
    keys: isGuided ? 'r' : (actionKeys[action] ?? ''),
    run: () => {
      const name = isGuided ? 'give-back' : action
      void router.push({ name, params: place })
    },
  }))
}

/** Screens that are no area of the rail. */
const moreScreens: readonly (Omit<RunnableCommand, 'run'> & { to: string })[] = [
  {
    id: 'pasted',
    title: t('frame.look-up-list'),
    kind: t('frame.work'),
    also: t('frame.pasted-ids-batch'),
    to: '/orders/pasted',
  },
  {
    id: 'shop-orders',
    title: t('shop.title'),
    kind: t('frame.work'),
    also: t('shop.command-also'),
    to: '/shop-orders',
  },
  {
    id: 'shop-import',
    title: t('shop.import-a-list'),
    kind: t('frame.work'),
    also: t('shop.command-also'),
    to: '/shop-orders/new',
  },
  {
    id: 'run-from-list',
    title: t('files.new-run-from-a-list'),
    kind: t('frame.work'),
    also: t('frame.run-from-list-also'),
    to: '/runs/new',
  },
  { id: 'approvals', title: t('approvals.title'), kind: t('frame.work'), to: '/approvals' },
  {
    id: 'approval-file',
    title: t('approval-files.open-dots'),
    kind: t('frame.work'),
    to: '/approvals',
  },
  {
    id: 'reconcile-new',
    title: t('reconcile.new-report'),
    kind: t('frame.records'),
    to: '/reconcile/new',
  },
  ...(
    [
      ['export', t('frame.audit-log-export')],
      ['copies', t('frame.audit-log-copies')],
      ['archives', t('frame.audit-log-archives')],
    ] as const
  ).map(([open, title]) => ({
    id: `audit-${open}`,
    title,
    kind: t('frame.records'),
    also: t('frame.audit-log-also'),
    to: `/audit?open=${open}`,
  })),
  {
    id: 'audit-refunds',
    title: t('frame.audit-log-refunds'),
    kind: t('frame.records'),
    to: '/audit?of=return',
  },
  {
    id: 'people',
    title: t('people.people-and-rights'),
    kind: t('frame.setup'),
    also: t('people.command-also'),
    to: '/people',
  },
  {
    id: 'recipients',
    title: t('everywhere.recipients'),
    kind: t('frame.work'),
    to: '/payouts/recipients',
  },
  {
    id: 'recipient-new',
    title: t('everywhere.new-recipient'),
    kind: t('frame.work'),
    to: '/payouts/recipients/new',
  },
]

const screens = ({ go }: Commanded): RunnableCommand[] => [
  ...areaGroups.flatMap((group) =>
    group.areas.map((area) => ({
      id: `go-${area.glyph}`,
      title: area.label,
      kind: group.title,
      also: t('frame.go-to-key', { key: area.key }),
      keys: t('frame.g-key', { key: area.key }),
      run: go(area.to),
    })),
  ),
  ...moreScreens.map(({ to, ...screen }) => ({ ...screen, run: go(to) })),
]

/** Operations may share a form, as the steps of a checked payout do. */
const allAt = (id: OperationId): readonly OperationId[] =>
  operationIds.filter((one) => rowOf(one).place === rowOf(id).place)
const searchedNames = (id: OperationId): string => `${id} ${namesOf(id).title} ${namesOf(id).send}`

function operations({ app, connections, go }: Commanded): RunnableCommand[] {
  const { connection } = app
  const extensions =
    connection === null ? undefined : (connections.byId(connection.id)?.settings.extensions ?? null)
  return operationIds
    .filter((id) => !rowOf(id).place.includes(':') && id !== 'status' && allAt(id)[0] === id)
    .map((id) => {
      const why = whyNotAsked(id, extensions)
      return {
        id: `operation-${id}`,
        title: namesOf(id).form,
        kind: t('frame.new'),
        also: allAt(id).map(searchedNames).join(' '),
        ...(why === null ? {} : { why }),
        run: go(rowOf(id).place),
      }
    })
}

/** A form that is shown already is left first, or it would stay as it is. */
const payees = ({ omnibox, route, router }: Commanded): RunnableCommand[] =>
  omnibox.payees.map(({ id, name }) => ({
    id: `pay-${id}`,
    title: t('payouts.pay-name', { name }),
    kind: t('frame.new'),
    run: () => {
      const left = route.path === '/payouts/new' ? router.push('/payouts') : Promise.resolve()
      void left.then(() => router.push({ path: '/payouts/new', query: { recipient: id } }))
    },
  }))

/** Reports with money out that nothing explains. */
const openReports = ({ today, go }: Commanded): RunnableCommand[] =>
  (today.view?.reports ?? []).map(({ id, name }) => ({
    id: `report-${id}`,
    title: t('today.open-report', { report: name }),
    kind: t('frame.records'),
    also: t('reconcile.title'),
    run: go(`/reconcile/${encodeURIComponent(id)}`),
  }))

const connectionCommands = ({ app, go, route, router }: Commanded): RunnableCommand[] => [
  {
    id: 'connection-new',
    title: t('everywhere.new-connection'),
    kind: t('frame.setup'),
    also: t('frame.gateway-add'),
    run: go('/connections/new'),
  },
  ...app.connections.map((one) => ({
    id: `connection-${one.id}`,
    title: t('frame.settings-of-name', { name: one.name }),
    kind: t('frame.setup'),
    also: t('frame.connection-keys-test-undo-money'),
    run: go(`/connections/${encodeURIComponent(one.id)}`),
  })),
  ...app.connections
    .filter((one) => app.connections.length > 1 && one.id !== app.connection?.id)
    .map((one) => ({
      id: `use-${one.id}`,
      title: t('frame.use-the-connection-name', { name: one.name }),
      kind: t('frame.setup'),
      run: () => {
        app.choose(one.id)
        if (typeof route.params['connectionId'] === 'string') void router.push('/orders')
      },
    })),
]

const settings = ({ appearance }: Commanded): RunnableCommand[] => [
  ...(['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    title: t('frame.theme-theme', { theme }),
    kind: t('frame.setting'),
    also: t('frame.colours-appearance'),
    run: () => {
      appearance.theme = theme
    },
  })),
  {
    id: 'rail',
    title: appearance.isRailNarrow
      ? t('frame.expand-the-sidebar')
      : t('frame.collapse-the-sidebar'),
    kind: t('frame.setting'),
    run: () => {
      appearance.isRailNarrow = !appearance.isRailNarrow
    },
  },
  {
    id: 'shortcuts',
    title: appearance.hasShortcuts
      ? t('frame.switch-single-key-shortcuts-off')
      : t('frame.switch-single-key-shortcuts-on'),
    kind: t('frame.setting'),
    also: t('frame.keyboard-keys'),
    run: () => {
      appearance.hasShortcuts = !appearance.hasShortcuts
    },
  },
  {
    id: 'zone',
    title: t('everywhere.time-zone'),
    kind: t('frame.setting'),
    also: t('frame.clock-utc'),
    run: () => {
      document.querySelector<HTMLElement>('[data-testid=zone]')?.click()
    },
  },
]

const help = (actions: FrameActions, diagnostics: Commanded['diagnostics']): RunnableCommand[] => [
  {
    id: 'keys',
    title: t('everywhere.keyboard-shortcuts'),
    kind: t('frame.help'),
    keys: '?',
    run: actions.showKeys,
  },
  {
    id: 'about',
    title: t('frame.about-paydesk'),
    kind: t('frame.help'),
    also: t('frame.version-inside'),
    run: actions.showAbout,
  },
  {
    id: 'diagnostics',
    title: t('frame.save-diagnostics-command'),
    kind: t('frame.help'),
    also: t('frame.diagnostics-inside'),
    run: () => void diagnostics.open(),
  },
]
