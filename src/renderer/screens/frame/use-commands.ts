// Every command of the omnibox, generated from the rail, the operation table, the connections and the order that is shown. A command
// that can't be used says why, in the words of its screen.
import { computed, type ComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { useAppearanceStore } from '../../stores/appearance.ts'
import { useDeskStore } from '../../stores/desk.ts'
import { useOrderStore } from '../../stores/order.ts'
import { areaGroups } from '../../text/areas.ts'
import type { Command } from '../../text/commands.ts'
import { operationWords } from '../../text/operations.ts'
import { places } from '../operation/places.ts'

export interface RunnableCommand extends Command {
  run: () => void
}

export interface FrameActions {
  showKeys: () => void
  showAbout: () => void
}

const orderActions = [
  { action: 'return', title: 'Refund this order' },
  { action: 'capture', title: 'Capture this hold' },
  { action: 'void', title: 'Void this hold' },
] as const

export function useCommands(actions: FrameActions): ComputedRef<RunnableCommand[]> {
  const desk = useDeskStore()
  const order = useOrderStore()
  const appearance = useAppearanceStore()
  const route = useRoute()
  const router = useRouter()
  const go = (to: string) => (): void => void router.push(to)

  const ofOrder = (): RunnableCommand[] => {
    const { view } = order
    const isHere = route.params['orderid'] === view?.orderid && view !== null
    return orderActions.map(({ action, title }) => {
      const can = isHere ? view.actions[action] : null
      const why =
        can === null
          ? 'Open an order first, or type for example: refund 6760150 20'
          : can.isPossible
            ? undefined
            : can.why
      return {
        id: `order-${action}`,
        title,
        kind: 'Order',
        ...(why === undefined ? {} : { why }),
        run: () => {
          if (view === null) return
          const { connectionId, orderid } = view
          void router.push({ name: action, params: { connectionId, orderid } })
        },
      }
    })
  }

  const screens = (): RunnableCommand[] => [
    ...areaGroups.flatMap((group) =>
      group.areas.map((area) => ({
        id: `go-${area.glyph}`,
        title: area.words,
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

  const operations = (): RunnableCommand[] =>
    operationIds
      .filter((id) => !places[id].includes(':') && id !== 'status')
      .map((id) => ({
        id: `operation-${id}`,
        title: operationWords[id].title,
        kind: 'New',
        also: `${id} ${operationWords[id].send}`,
        ...(desk.connection === null ? { why: 'Add a connection first.' } : {}),
        run: go(places[id]),
      }))

  const setup = (): RunnableCommand[] => [
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
      id: 'zone',
      title: 'Time zone',
      kind: 'Setting',
      also: 'clock utc',
      run: () => {
        document.querySelector<HTMLElement>('[data-testid=zone]')?.click()
      },
    },
    { id: 'keys', title: 'Keyboard shortcuts', kind: 'Help', run: actions.showKeys },
    { id: 'about', title: 'About Paydesk', kind: 'Help', also: 'version', run: actions.showAbout },
  ]

  return computed(() => [...ofOrder(), ...screens(), ...operations(), ...setup()])
}
