// The lines of the omnibox: what was typed as an action on an order, an ID to look up, orders of
// this computer, and names of commands. A line opens a place and sends nothing.
import { computed, type ComputedRef, nextTick } from 'vue'
import { useRouter } from 'vue-router'
import type { OrderRow } from '#shared/bridge/views.ts'
import { dayIn } from '#shared/time/zone.ts'
import { listedAs } from '#shared/connections/reasons.ts'
import type { ShopOrder } from '#shared/shop/shop-methods.ts'
import type { TeamHolds } from '#shared/team/team-methods.ts'
import { formatAmount } from '#wording/amounts.ts'
import { customerNamed } from '#wording/payees.ts'
import { useAppState } from '../../../api/app-state.ts'
import { useConnectionsStore } from '../../../api/connections.ts'
import { useOmniboxStore } from '../../../api/omnibox.ts'
import { useZoneStore } from '../../../api/zone.ts'
import { useOrderStore } from '../../../features/order/facts/order-store.ts'
import { useOrdersStore } from '../../../features/orders/orders-store.ts'
import { keyOf, useDraftsStore } from '../../../forms/drafts.ts'
import {
  type Command,
  findCommands,
  isId,
  isShortNumber,
  type OrderAsk,
  readAsk,
  type Reasons,
} from '../../../messages/commands.ts'
import { noConnection } from '../../../messages/forms/not-asked.ts'
import { cardLabel } from '../../../messages/forms/payer.ts'
import { t } from '../../../messages/message.ts'
import { longDay } from '../../../messages/times.ts'
import { orderBadge } from '../../../messages/badges.ts'
import type { Wording } from '../../../messages/phases.ts'
import { shopChips, shopName, shopPlace } from '../../../messages/orders/shop-answers.ts'
import { type FrameActions, useCommands, whyNotAskedOn } from './use-commands.ts'
import { verbedOrders } from './verbed.ts'

export interface Option extends Command {
  run: () => Promise<void> | void
  /** Of what belongs to a connection. */
  connectionId?: string
  /** Of an order: how it stands. */
  badge?: Wording
  /** Of an order: whose it is, and since when it is known here. */
  about?: readonly string[]
}

const mostCommands = 9
const mostHeld = 5

/** What is found later stands below: Enter never runs another line than the one that was read. */
export function useOptions(actions: FrameActions): ComputedRef<Option[]> {
  const omnibox = useOmniboxStore()
  const commands = useCommands(actions)
  const { lookUps, copied } = useLookUps()
  const { asked, verbed } = useAsked()
  const { found, search } = useFound()
  const held = useHeld()
  const named = computed<Option[]>(() =>
    findCommands(commands.value, omnibox.text)
      .slice(0, omnibox.text.trim() === '' ? 60 : mostCommands)
      .map((command) => ({
        ...command,
        run: () => leave(() => commands.value.find((one) => one.id === command.id)?.run()),
      })),
  )
  return computed(() => {
    if (omnibox.text.trim() === '')
      return inGroups([...copied.value, ...found.value, ...named.value])
    if (isShortNumber(omnibox.text))
      return [...found.value, ...held.value, ...named.value, ...search.value, ...lookUps.value]
    const typed = [...asked.value, ...verbed.value, ...lookUps.value]
    return [...typed, ...named.value, ...found.value, ...held.value, ...search.value]
  })
}

/** Those of a kind together, each kind where its first one stands. */
function inGroups(options: readonly Option[]): Option[] {
  const kinds = [...new Set(options.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => options.filter((one) => one.kind === kind))
}

/** What can be done leaves the box first: the focus is then where the new screen puts it. */
async function leave(act: () => unknown): Promise<void> {
  useOmniboxStore().close()
  await nextTick()
  act()
}

/** An ID as it was typed, or as it lies in the clipboard. */
function useLookUps() {
  const app = useAppState()
  const omnibox = useOmniboxStore()
  const order = useOrderStore()
  const router = useRouter()

  async function lookUp(value: string): Promise<void> {
    if (app.connection === null) return
    const found = await omnibox.lookUp(app.connection.id, value)
    if (found === null) return
    order.take(found)
    const { connectionId, orderid } = found
    await leave(() => router.push({ name: 'order', params: { connectionId, orderid } }))
  }
  const lookUpOf = (id: string, typed: string, kind: string): Option => ({
    id,
    title: t('frame.look-up-typed-at-name', {
      typed,
      name: app.connection?.name ?? t('frame.the-gateway'),
    }),
    kind,
    ...(app.connection === null ? { why: noConnection } : {}),
    run: () => lookUp(typed),
  })
  const lookUps = computed(() =>
    isId(omnibox.text) ? [lookUpOf('look-up', omnibox.text.trim(), t('everywhere.gateway'))] : [],
  )
  const copied = computed(() =>
    omnibox.copied === ''
      ? []
      : [lookUpOf('copied', omnibox.copied, t('frame.from-the-clipboard'))],
  )
  return { lookUps, copied }
}

/** An action on an order, by its whole name or the beginning of its verb. */
function useAsked() {
  const app = useAppState()
  const connections = useConnectionsStore()
  const drafts = useDraftsStore()
  const omnibox = useOmniboxStore()
  const order = useOrderStore()
  const router = useRouter()

  /** MONEY: the form opens with what was typed. Its review decides whether anything is sent. */
  async function ask(wish: OrderAsk): Promise<void> {
    const { value, amount } = wish
    if (app.connection === null) return
    const found = await omnibox.lookUp(app.connection.id, value)
    if (found === null) return
    const why = whyNotAskedOn(found, wish)
    if (why !== null) {
      omnibox.why = why
      return
    }
    order.take(found)
    const { connectionId, orderid, giveBack, reasons } = found
    const comment =
      listedAs(wish.reason, [...reasons.refund, ...reasons.release])?.text ?? wish.reason
    const action =
      wish.action === 'give-back'
        ? (giveBack.ways.find(({ id }) => id === giveBack.chosen)?.action ?? 'return')
        : wish.action
    const typed = {
      ...(amount === '' ? {} : { part: 'yes', amount }),
      ...(comment === '' ? {} : { comment }),
    }
    if (Object.keys(typed).length > 0) drafts.type(keyOf({ connectionId, orderid, action }), typed)
    await leave(() => router.push({ name: wish.action, params: { connectionId, orderid } }))
  }

  const reasons = computed((): Reasons => {
    const money = connections.byId(app.connection?.id ?? '')?.settings.money
    if (money === undefined) return {}
    const { refundReasons, releaseReasons } = money
    const [refund, release] = [
      refundReasons.map(({ label }) => label),
      releaseReasons.map(({ label }) => label),
    ]
    return { return: refund, void: release, 'give-back': release }
  })
  const asked = computed((): Option[] => {
    const wish = readAsk(omnibox.text, reasons.value)
    if (wish === null) return []
    const verb = wish.verb.charAt(0).toUpperCase() + wish.verb.slice(1)
    const { value: orderid, reason } = wish
    const title =
      wish.amount === ''
        ? t('frame.open-form', { verb, orderid })
        : t('frame.open-form-with-amount', {
            verb,
            orderid,
            amount: `${wish.amount} ${wish.currency}`.trim(),
          })
    return [
      {
        id: 'ask',
        title: reason === '' ? title : t('frame.open-form-with-reason', { form: title, reason }),
        kind: t('everywhere.order'),
        ...(app.connection === null ? { why: noConnection } : {}),
        run: () => ask(wish),
      },
    ]
  })
  const verbed = computed((): Option[] =>
    verbedOrders(omnibox.text, omnibox.recent, app.connection?.id).map(({ command, wish }) => ({
      ...command,
      run: () => ask(wish),
    })),
  )
  return { asked, verbed }
}

/** Orders that colleagues have under way, by number and by who has them. */
function useHeld() {
  const omnibox = useOmniboxStore()
  const router = useRouter()
  return computed<Option[]>(() => {
    const typed = omnibox.text.trim().toLowerCase()
    if (typed.length < 2) return []
    const isMeant = ({ orderid, by, desk }: TeamHolds): boolean =>
      [orderid, by, desk].some((text) => text.toLowerCase().includes(typed))
    return omnibox.held
      .filter(isMeant)
      .slice(0, mostHeld)
      .map(({ connectionId, orderid, says }) => ({
        id: `held-${connectionId}-${orderid}`,
        title: `${t('everywhere.order-orderid', { orderid })} · ${says}`,
        kind: t('team.of-order'),
        connectionId,
        run: () => leave(() => router.push({ name: 'order', params: { connectionId, orderid } })),
      }))
  })
}

/** Orders of this computer: those of last, or those with the text. */
function useFound() {
  const omnibox = useOmniboxStore()
  const orders = useOrdersStore()
  const router = useRouter()
  const zone = useZoneStore()
  const typed = computed(() => omnibox.text.trim())

  /**
   * Who paid with which card; without a card, since when the order is known here. What the search
   * was found in is said already.
   */
  function aboutOf(row: OrderRow): string[] {
    const customer = customerNamed(row)
    const card =
      row.card === ''
        ? t('frame.first-seen-day', { day: longDay(dayIn(row.seenAt, zone.zone)) })
        : cardLabel(row.card)
    return [customer, card].filter((part) => part !== '' && part !== row.matched?.text)
  }
  /** Found by its amount, an order says the amount once all the same. */
  const titleOf = (row: OrderRow): string => {
    const amount = row.original === null ? '' : formatAmount(row.original)
    const found = row.matched?.text ?? ''
    const isTold = found.replaceAll(/\s/g, '') === amount.replaceAll(/\s/g, '')
    return [t('everywhere.order-orderid', { orderid: row.orderid }), amount, isTold ? '' : found]
      .filter((part) => part !== '')
      .join(' · ')
  }
  const found = computed<Option[]>(() =>
    (typed.value === '' ? omnibox.recent : omnibox.orders).map((row) => ({
      id: `order-${row.connectionId}-${row.orderid}`,
      title: titleOf(row),
      about: aboutOf(row),
      kind: typed.value === '' ? t('frame.recent') : t('frame.this-computer'),
      connectionId: row.connectionId,
      badge: orderBadge(row),
      run: () => {
        const { connectionId, orderid } = row
        return leave(() => router.push({ name: 'order', params: { connectionId, orderid } }))
      },
    })),
  )
  const shopTitle = (row: ShopOrder): string =>
    [
      t('everywhere.order-orderid', { orderid: shopName(row) }),
      ...(row.amount === null ? [] : [formatAmount(row.amount)]),
      ...(row.name === null ? [] : [row.name]),
      shopChips[row.answer].label,
    ].join(' · ')
  const ofShop = computed<Option[]>(() =>
    typed.value === ''
      ? []
      : omnibox.shopOrders.map((row) => ({
          id: `order-of-list-${row.number}`,
          title: shopTitle(row),
          kind: t('shop.from-a-list'),
          connectionId: row.connectionId,
          run: () => leave(() => router.push(shopPlace(row))),
        })),
  )
  const search = computed<Option[]>(() =>
    typed.value.length < 2
      ? []
      : [
          {
            id: 'search',
            title: t('frame.search-orders-for', { typed: typed.value }),
            kind: t('everywhere.orders'),
            run: () => {
              orders.filter.text = typed.value
              return leave(() => router.push('/orders'))
            },
          },
        ],
  )
  return { found: computed(() => [...found.value, ...ofShop.value]), search }
}
