// The queue of a run: which row has its turn next. Rows stand in the order of the list; one whose
// order is busy waits, and so do all behind it on that order.
import { isOpen } from '#shared/attempt.ts'
import { orderLock } from '#shared/order-place.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import type { DeskPorts } from '../base/ports.ts'

export interface QueuedRow {
  at: number
  orderid: string
  lock: string
  /** How often it could not be read. */
  tries: number
}

export interface Feed {
  run: RunRecord
  /** In their order. */
  queue: QueuedRow[]
  inTurn: Map<string, QueuedRow>
  /** Rows in turn that came to nothing. */
  failures: number
  timer: ReturnType<typeof setTimeout> | null
}

type QueuePorts = Pick<DeskPorts, 'journal' | 'runs'>

export function openFeed({ runs }: QueuePorts, run: RunRecord): Feed {
  const queue = runs.waiting(run.id).map(({ at, orderid }) => ({
    ...{ at, orderid, tries: 0, lock: orderLock({ service: run.service, orderid }) },
  }))
  return { run, queue, inTurn: new Map(), failures: 0, timer: null }
}

/** Takes the first row whose order is free out of the queue; null where there is none. */
export function takeNext(ports: QueuePorts, feed: Feed): QueuedRow | null {
  const blocked = new Set<string>()
  for (const [place, row] of feed.queue.entries()) {
    if (blocked.has(row.lock)) continue
    blocked.add(row.lock)
    if (feed.inTurn.has(row.lock) || openOn(ports, feed.run, row) !== null) continue
    feed.queue.splice(place, 1)
    feed.inTurn.set(row.lock, row)
    return row
  }
  return null
}

/** Nothing of it was sent: it goes back to where it stood. */
export function keepPlace(feed: Feed, row: QueuedRow): void {
  feed.queue.push(row)
  feed.queue.sort((a, b) => a.at - b.at)
}

/** Whether nothing but unknown outcomes keeps all that is left. */
export const isBehindUnknown = (ports: QueuePorts, { run, queue }: Feed): boolean =>
  queue.every((row) => openOn(ports, run, row) === 'UNKNOWN')

/** How the open request of the row's order stands; null where there is none. */
function openOn({ journal }: QueuePorts, { service }: RunRecord, row: QueuedRow): string | null {
  const { orderid } = row
  const open = journal
    .ofOrder({ service, orderid })
    .find(({ state }) => isOpen(state) || state === 'APPROVED')
  return open?.state ?? null
}
