// The omnibox: whether it is open, its text, and the matching orders of this computer. It only
// reads.
import { defineStore } from 'pinia'
import { ref, type Ref, watch } from 'vue'
import type { RecipientView } from '#shared/bridge/recipients.ts'
import type { OrderRow, OrderView } from '#shared/bridge/views.ts'
import type { ShopOrder } from '#shared/shop/shop-methods.ts'
import type { Fault } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import { guessBy } from '#shared/look-up-list.ts'
import type { TeamHolds } from '#shared/team/team-methods.ts'
import { amountSought } from '#shared/typed-amount.ts'
import { call } from './bridge.ts'

const mostOrders = 5
/** A pause of typing after which this computer is searched. */
const restMs = 90

/** Without a text those that were looked up last. */
async function rowsOf(text?: string): Promise<OrderRow[]> {
  const result = await call('order:list', {
    ...(text === undefined ? {} : { text }),
    limit: mostOrders,
  })
  return result.ok ? result.value.rows : []
}

/** "120" may be an amount: orders of it come first, then those with the digits anywhere. */
async function rowsFor(asked: string): Promise<OrderRow[]> {
  const isShort = /^\d{2,3}$/.test(asked)
  const amount = isShort ? `${asked}.00` : amountSought(asked)
  const found = amount === null ? [] : await rowsOf(amount)
  if (found.length > 0 && !isShort) return found
  const isNew = ({ connectionId, orderid }: OrderRow): boolean =>
    !found.some((one) => one.connectionId === connectionId && one.orderid === orderid)
  return [...found, ...(await rowsOf(asked)).filter(isNew)].slice(0, mostOrders)
}

/** Orders that only the shop's lists name: what the gateway told of is found as an order. */
async function shopRowsOf(text: string): Promise<ShopOrder[]> {
  const result = await call('shop:orders', { text, limit: mostOrders })
  return result.ok ? result.value.rows.filter(({ knownAs }) => knownAs === '') : []
}

/** What is offered before anything is typed. */
function useOffered() {
  /** The orders that were looked up last. */
  const recent = ref<OrderRow[]>([])
  /** An ID that lies in the clipboard. */
  const copied = ref('')
  /** Saved recipients of the connection, who can be paid by name. */
  const payees = ref<RecipientView[]>([])

  /** What colleagues have under way: nothing of it is said where the team can’t be asked. */
  const held = ref<TeamHolds[]>([])

  function offer(): void {
    copied.value = ''
    held.value = []
    void call('team:orders', {}).then((found) => {
      held.value = found.ok ? (found.value ?? []) : []
    })
    void rowsOf().then((rows) => (recent.value = rows))
    void call('clipboard:find-id', {}).then((found) => {
      copied.value = found.ok ? (found.value ?? '') : ''
    })
  }
  async function findPayees(connectionId: string): Promise<void> {
    const found = await call('recipient:list', { connectionId })
    payees.value = found.ok ? found.value : []
  }
  return { recent, copied, payees, held, offer, findPayees }
}

/** The orders of this computer in which the text stands, once nobody types for a moment. */
function useSearch(text: Readonly<Ref<string>>) {
  const orders = ref<OrderRow[]>([])
  const shopOrders = ref<ShopOrder[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  async function search(asked: string): Promise<void> {
    const rows = await rowsFor(asked)
    const ofShop = await shopRowsOf(asked)
    // Text typed meanwhile starts a search of its own.
    if (asked !== text.value.trim()) return
    orders.value = rows
    shopOrders.value = ofShop
  }

  /** Until what was typed last was searched for. */
  let pending = Promise.resolve()
  const searched = (): Promise<void> => pending

  watch(text, (typed) => {
    clearTimeout(timer)
    const asked = typed.trim()
    if (asked.length < 2) orders.value = shopOrders.value = []
    else
      pending = new Promise((done) => {
        timer = setTimeout(() => void search(asked).then(done), restMs)
      })
  })
  const stop = (): void => {
    clearTimeout(timer)
  }
  return { orders, shopOrders, searched, stop }
}

export const useOmniboxStore = defineStore('omnibox', () => {
  const isShown = ref(false)
  const text = ref('')
  const { offer, ...offered } = useOffered()
  const fault = ref<Fault | null>(null)
  /** Why the action that was typed can't be used on that order. */
  const why = ref<string | null>(null)
  const isAsking = ref(false)
  /** Counts the questions: an answer to one that was left opens nothing. */
  let question = 0

  const found = useSearch(text)
  watch(text, () => {
    fault.value = null
    why.value = null
  })

  function open(typed = ''): void {
    text.value = typed
    fault.value = null
    why.value = null
    found.orders.value = found.shopOrders.value = []
    isShown.value = true
    offer()
  }

  function close(): void {
    found.stop()
    question++
    isAsking.value = false
    isShown.value = false
  }

  /**
   * Looks an id up as the kind that its form suggests, then as the other kind if the gateway knows
   * no such order. Null means a failure; `fault` says why. Null as well once the box was closed.
   */
  async function lookUp(connectionId: string, value: string): Promise<OrderView | null> {
    if (isAsking.value) return null
    const mine = ++question
    isAsking.value = true
    fault.value = null
    const first = guessBy(value)
    let result = await call('order:look-up', { connectionId, by: first, value })
    if (!result.ok && isNotThere(result.fault) && value.length > 0) {
      const other = first === 'orderid' ? 'client_orderid' : 'orderid'
      const second = await call('order:look-up', { connectionId, by: other, value })
      if (second.ok) result = second
    }
    if (mine !== question) return null
    isAsking.value = false
    if (result.ok) return result.value
    fault.value = result.fault
    return null
  }

  const { orders, shopOrders, searched } = found
  return {
    ...{ isShown, text, orders, shopOrders, ...offered, fault, why, isAsking },
    ...{ open, close, lookUp, searched },
  }
})
