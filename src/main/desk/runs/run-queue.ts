// The queue of a run: which row has its turn next. Rows stand in the order of the list; one whose
// order is busy waits, and so do all behind it on that order.
import { isOpen } from '#shared/attempt.ts'
import { orderLock } from '#shared/order-place.ts'
import { destinationKeys } from '#shared/gateway/twins.ts'
import { movesAnew, namesParty } from '#shared/runs/run-state.ts'
import type { RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { TwinPorts } from '../payments/plan/twins.ts'
import { rowTwins, twinsAs } from './plan-new.ts'

export interface QueuedRow {
  at: number
  orderid: string
  lock: string
  /** Of one that names a party: whom it pays or charges. */
  moves: RunRowRecord | null
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

type QueuePorts = Pick<DeskPorts, 'journal' | 'runs'> & TwinPorts

export function openFeed({ runs }: QueuePorts, run: RunRecord): Feed {
  const queue = runs.waiting(run.id).map(({ at, orderid }) => {
    const row = namesParty(run.operation) ? runs.row(run.id, at) : null
    const lock = row === null ? orderLock({ service: run.service, orderid }) : lockOf(run, row)
    return { at, orderid, tries: 0, lock, moves: row }
  })
  return { run, queue, inTurn: new Map(), failures: 0, timer: null }
}

/**
 * MONEY: two rows that may be one payment never have their turn side by side. Others that end alike
 * wait for each other, too, which costs nothing but time.
 */
const lockOf = ({ operation }: RunRecord, { at, party, amount }: RunRowRecord): string =>
  movesAnew(operation)
    ? JSON.stringify([destinationKeys(twinsAs(operation), party ?? {})[0], amount?.currency])
    : `row ${at}`

/**
 * Takes the first row whose order is free out of the queue; null where there is none. A row behind
 * an unknown outcome waits with all that may be the same as it, and with nothing else.
 */
export function takeNext(ports: QueuePorts, feed: Feed): QueuedRow | null {
  const blocked = new Set<string>()
  for (const [place, row] of feed.queue.entries()) {
    if (blocked.has(row.lock)) continue
    const open = openOn(ports, feed.run, row)
    // An unknown outcome may stay so: what is another payment to the same account goes on.
    if (row.moves === null || open !== 'UNKNOWN') blocked.add(row.lock)
    if (feed.inTurn.has(row.lock) || open !== null) continue
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

/** How the open request that the row waits for stands; null where there is none. */
function openOn(ports: QueuePorts, run: RunRecord, { orderid, moves }: QueuedRow): string | null {
  const { service, operation } = run
  const others = [
    ...(orderid === '' ? [] : ports.journal.ofOrder({ service, orderid })),
    // What may be this very payment or charge, whoever sent it.
    ...(moves === null || !movesAnew(operation) ? [] : rowTwins(ports, run, moves)),
  ].filter(({ state }) => isOpen(state) || state === 'APPROVED')
  return (others.find(({ state }) => state === 'UNKNOWN') ?? others[0])?.state ?? null
}
