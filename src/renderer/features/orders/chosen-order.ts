// Which order of the list the pane reads, and when. An order that the arrow keys only pass is never
// asked for, and no order's figures stand under another order's row. Pure.
import type { OrderView, TimelineEntry } from '#shared/bridge/views.ts'

export interface ChosenOrder {
  connectionId: string
  orderid: string
}

/** A row that was left sooner than this was passed by. */
export const restMs = 120

export const keyOfOrder = ({ connectionId, orderid }: ChosenOrder): string =>
  `${connectionId}/${orderid}`

/** What was read, as long as what was read is the chosen order. */
export const viewOfChosen = <View extends ChosenOrder>(
  view: View | null,
  chosen: ChosenOrder,
): View | null => (view !== null && keyOfOrder(view) === keyOfOrder(chosen) ? view : null)

/**
 * Reads the first order at once. While the arrow keys move, only the order where they come to rest
 * is read.
 */
export function readerAtRest<Order>(read: (order: Order) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let next: { order: Order } | null = null
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (next === null) return
      const { order } = next
      next = null
      read(order)
    }, restMs)
  }
  return {
    choose: (order: Order): void => {
      const isWalking = timer !== undefined
      clearTimeout(timer)
      if (isWalking) next = { order }
      rest()
      if (!isWalking) read(order)
    },
    stop: (): void => {
      clearTimeout(timer)
      timer = undefined
      next = null
    },
  }
}

/**
 * The newest entry of each request with the person who made it, and the gateway's answers. Look-ups
 * are left out.
 */
export function latestOf({ timeline }: Pick<OrderView, 'timeline'>, most: number): TimelineEntry[] {
  const actors = new Map(timeline.map(({ attemptId, actor }) => [attemptId, actor]))
  const seen = new Set<string>()
  return timeline
    .filter(({ attemptId, source, title }) => {
      if (source === 'log' && title === 'order:look-up') return false
      if (attemptId === null) return true
      const isNewest = !seen.has(attemptId)
      seen.add(attemptId)
      return isNewest
    })
    .slice(0, most)
    .map((entry) => ({
      ...entry,
      actor: entry.attemptId === null ? entry.actor : (actors.get(entry.attemptId) ?? null),
    }))
}
