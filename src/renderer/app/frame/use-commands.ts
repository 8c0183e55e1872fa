// Every command of the omnibox, generated from the rail, the operation table, the connections and
// the order that is shown. A command that can't be used says why, in the words of its screen.
import { computed, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { OrderView } from '#shared/bridge/views.ts'
import type { ActionId } from '#shared/gateway/actions.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { useAppearanceStore } from '../../api/appearance.ts'
import { useConnectionsStore } from '../../api/connections.ts'
import { useDeskStore } from '../../api/desk.ts'
import { useOrderStore } from '../../features/order/order-store.ts'
import { areaGroups } from '../../messages/areas.ts'
import { actionOrder } from '../../messages/attempts.ts'
import type { Command } from '../../messages/commands.ts'
import { whyNotAsked } from '../../messages/forms/not-asked.ts'
import { namesOf } from '../../messages/forms/operations.ts'
import { actionsOf } from '../../messages/orders/primary-action.ts'

export interface RunnableCommand extends Command {
  run: () => void
}

export interface FrameActions {
  showKeys: () => void
  showAbout: () => void
}

/** As they are called while no order is shown. */
const orderActions: Readonly<Record<ActionId, string>> = {
  return: 'Refund this order',
  capture: 'Capture this hold',
  void: 'Void this hold',
}

/** Why an action can't be asked for on an order, as its page says; null where it can. */
export function whyNotOn(
  { actions, giveBack }: Pick<OrderView, 'actions' | 'giveBack'>,
  action: ActionId | 'give-back',
): string | null {
  if (action === 'give-back') return giveBack.chosen === null ? giveBack.why : null
  const can = actions[action]
  return can.isPossible ? null : can.why
}

/** What commands are made from, and where they lead. */
interface Commanded {
  connections: ReturnType<typeof useConnectionsStore>
  desk: ReturnType<typeof useDeskStore>
  order: ReturnType<typeof useOrderStore>
  appearance: ReturnType<typeof useAppearanceStore>
  route: ReturnType<typeof useRoute>
  router: ReturnType<typeof useRouter>
  go: (to: string) => () => void
}

export function useCommands(actions: FrameActions): ComputedRef<RunnableCommand[]> {
  const router = useRouter()
  const from: Commanded = {
    connections: useConnectionsStore(),
    desk: useDeskStore(),
    order: useOrderStore(),
    appearance: useAppearanceStore(),
    route: useRoute(),
    router,
    go: (to) => () => void router.push(to),
  }
  return computed(() => [
    ...ofOrder(from),
    ...screens(from),
    ...operations(from),
    ...connectionCommands(from),
    ...settings(from),
    ...help(actions),
  ])
}

function ofOrder({ order, route, router }: Commanded): RunnableCommand[] {
  const { view } = order
  if (view === null || route.params['orderid'] !== view.orderid)
    return actionOrder.map((action) => ({
      id: `order-${action}`,
      title: orderActions[action],
      kind: 'Order',
      why: 'Open an order first, or type for example: refund 6760150 20',
      run: () => {},
    }))
  const { connectionId, orderid } = view
  return actionsOf(view).map(({ action, title, why, isGuided }) => ({
    id: `order-${action}`,
    title: `${title}: order ${orderid}`,
    kind: 'Order',
    also: `this ${orderActions[action]}`,
    ...(why === null ? {} : { why }),
    run: () => {
      const name = isGuided ? 'give-back' : action
      void router.push({ name, params: { connectionId, orderid } })
    },
  }))
}

const screens = ({ go }: Commanded): RunnableCommand[] => [
  ...areaGroups.flatMap((group) =>
    group.areas.map((area) => ({
      id: `go-${area.glyph}`,
      title: area.label,
      kind: group.title,
      also: `go to ${area.key}`,
      run: go(area.to),
    })),
  ),
  {
    id: 'pasted',
    title: 'Look up a list of orders',
    kind: 'Work',
    also: 'pasted ids batch',
    run: go('/orders/pasted'),
  },
  { id: 'recipients', title: 'Recipients', kind: 'Work', run: go('/payouts/recipients') },
  {
    id: 'recipient-new',
    title: 'New recipient',
    kind: 'Work',
    run: go('/payouts/recipients/new'),
  },
]

function operations({ desk, connections, go }: Commanded): RunnableCommand[] {
  const { connection } = desk
  const extensions =
    connection === null ? undefined : (connections.byId(connection.id)?.settings.extensions ?? null)
  return operationIds
    .filter((id) => !rowOf(id).place.includes(':') && id !== 'status')
    .map((id) => {
      const why = whyNotAsked(id, extensions)
      return {
        id: `operation-${id}`,
        title: namesOf(id).title,
        kind: 'New',
        also: `${id} ${namesOf(id).send}`,
        ...(why === null ? {} : { why }),
        run: go(rowOf(id).place),
      }
    })
}

const connectionCommands = ({ desk, go, route, router }: Commanded): RunnableCommand[] => [
  {
    id: 'connection-new',
    title: 'New connection',
    kind: 'Setup',
    also: 'gateway add',
    run: go('/connections/new'),
  },
  ...desk.connections.map((one) => ({
    id: `connection-${one.id}`,
    title: `Settings of ${one.name}`,
    kind: 'Setup',
    also: 'connection keys test undo money',
    run: go(`/connections/${encodeURIComponent(one.id)}`),
  })),
  ...desk.connections
    .filter((one) => desk.connections.length > 1 && one.id !== desk.connection?.id)
    .map((one) => ({
      id: `use-${one.id}`,
      title: `Use the connection ${one.name}`,
      kind: 'Setup',
      run: () => {
        desk.choose(one.id)
        if (typeof route.params['connectionId'] === 'string') void router.push('/orders')
      },
    })),
]

const settings = ({ appearance }: Commanded): RunnableCommand[] => [
  ...(['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    title: `Theme: ${theme}`,
    kind: 'Setting',
    also: 'colours appearance',
    run: () => {
      appearance.theme = theme
    },
  })),
  {
    id: 'rail',
    title: appearance.isRailNarrow ? 'Show the names in the rail' : 'Show icons only in the rail',
    kind: 'Setting',
    run: () => {
      appearance.isRailNarrow = !appearance.isRailNarrow
    },
  },
  {
    id: 'shortcuts',
    title: appearance.hasShortcuts
      ? 'Switch single-key shortcuts off'
      : 'Switch single-key shortcuts on',
    kind: 'Setting',
    also: 'keyboard keys',
    run: () => {
      appearance.hasShortcuts = !appearance.hasShortcuts
    },
  },
  {
    id: 'zone',
    title: 'Time zone',
    kind: 'Setting',
    also: 'clock utc',
    run: () => {
      document.querySelector<HTMLElement>('[data-testid=zone]')?.click()
    },
  },
]

const help = (actions: FrameActions): RunnableCommand[] => [
  { id: 'keys', title: 'Keyboard shortcuts', kind: 'Help', run: actions.showKeys },
  { id: 'about', title: 'About Paydesk', kind: 'Help', also: 'version', run: actions.showAbout },
]
