// Which order of the list the pane reads, and when. An order that the arrow keys only pass is never
// asked for. Pure.
import type { OrderView } from '#shared/bridge/views.ts'
import { rowsOf, type TimelineRow } from '../timeline/timeline-rows.ts'

export interface ChosenOrder {
  connectionId: string
  orderid: string
}

/** A row that was left sooner than this was passed by. */
export const restMs = 120

export const keyOfOrder = ({ connectionId, orderid }: ChosenOrder): string =>
  `${connectionId}/${orderid}`

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
export function latestOf(
  { timeline }: Pick<OrderView, 'timeline'>,
  most: number,
  waiting?: ReadonlySet<string>,
): TimelineRow[] {
  const reported = timeline.filter(
    ({ source, title }) => !(source === 'log' && title === 'order:look-up'),
  )
  return rowsOf(reported, waiting).slice(0, most)
}
