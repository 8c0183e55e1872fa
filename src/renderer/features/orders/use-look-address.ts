// Keeps the view of the list in the address. An address with a view is applied; an address without
// one gets the present view. Back restores the view before. No order is read here.
import { watch } from 'vue'
import type { RouteLocationNormalizedLoaded, Router } from 'vue-router'
import { type OrdersLook, readLook, toQuery } from './order-filter.ts'

const quietMs = 200

interface Looked extends OrdersLook {
  take(look: OrdersLook): void
  keepLook(): Promise<void>
}

const same = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** In a history entry that this list has written, an empty address means that no filter is set. */
const isWritten = (): boolean => (history.state as { isLook?: unknown } | null)?.isLook === true

export function useLookAddress(
  route: RouteLocationNormalizedLoaded,
  router: Router,
  list: Looked,
): { write(): void; writeSoon(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The next screen is still loading at that moment, and an address written now would lead back
  // here.
  let isLeft = false
  const speaks = (): boolean => isWritten() || Object.keys(route.query).length > 0
  if (speaks()) list.take(readLook(route.query))

  const go = (way: 'push' | 'replace'): void => {
    // Forced, because the mark would not be written while the address stays the same.
    void router[way]({ query: toQuery(list), state: { isLook: true }, force: true })
  }
  const isHere = (): boolean => route.name === 'orders' && !isLeft
  const write = (): void => {
    if (isHere()) go('replace')
  }
  function finish(): void {
    timer = undefined
    const query = toQuery(list)
    void list.keepLook()
    if (!isHere() || same(query, route.query)) return
    // Further letters of a text belong to the same search and are not steps of their own in the
    // history.
    const { text, ...rest } = query
    const { text: before, ...restBefore } = route.query
    const isTypedOn = text !== undefined && before !== undefined && same(rest, restBefore)
    go(isTypedOn ? 'replace' : 'push')
  }
  const stop = (): void => {
    isLeft = true
    clearTimeout(timer)
    // When the screen is left within the pause, the view is kept all the same.
    if (timer !== undefined) void list.keepLook()
    timer = undefined
  }
  watch(
    () => route.query,
    (query) => {
      if (route.name !== 'orders') return
      // Whatever was on its way elsewhere, this list is what is shown.
      isLeft = false
      if (same(toQuery(list), query)) return
      if (speaks()) list.take(readLook(query))
      else write()
    },
  )
  return {
    write,
    writeSoon: () => {
      clearTimeout(timer)
      timer = setTimeout(finish, quietMs)
    },
    stop,
  }
}
