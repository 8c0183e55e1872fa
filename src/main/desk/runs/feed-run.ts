// Gives the rows of a run their turns: in their order, few at a time, those of one order never side
// by side. MONEY: a run has one feed for as long as the program runs, whatever is paused and
// resumed meanwhile, and a row is in the queue or in its turn, never both.
import { say } from '#shared/message.ts'
import { moneyStopped } from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import { giveTurn, type TurnEnd, type TurnPorts } from './row-turn.ts'
import {
  type Feed,
  isBehindUnknown,
  keepPlace,
  openFeed,
  type QueuedRow,
  takeNext,
} from './run-queue.ts'

export type FeedPorts = TurnPorts & Pick<DeskPorts, 'report' | 'clock'>

/** Rows of different orders that have their turn at once. */
const mostAtOnce = 3
/** It pauses by itself after so many rows in turn that came to nothing. */
const failuresToPause = 5
/** No more rows are sent while so many wait to be asked about. */
const mostProcessing = 200
/** How often a row is read before it is skipped. */
const mostTries = 2
/** While nothing can have its turn: what is waited for ends without telling this room. */
const lookEveryMs = 200

export interface Feeder {
  /**
   * The run came into RUNNING: from now on its rows have their turn. `actor` confirmed or resumed
   * it: its requests are theirs, whoever is signed in by then.
   */
  feed(runId: string, actor: string): void
  /** Nothing has its turn any more. */
  close(): void
}

interface Room {
  ports: FeedPorts
  /** By the run's id: there is never a second one. */
  feeds: Map<string, Feed>
  /** By the run's id. */
  actors: Map<string, string>
  isClosed: boolean
  onProgress: (runId: string) => void
}

export function createFeeder(ports: FeedPorts, onProgress: (runId: string) => void): Feeder {
  const room: Room = { ports, feeds: new Map(), actors: new Map(), isClosed: false, onProgress }
  return {
    feed: (runId, actor) => {
      const run = ports.runs.get(runId)
      const feed = room.feeds.get(runId) ?? (run === null ? null : openFeed(ports, run))
      if (feed === null) return
      room.feeds.set(runId, feed)
      room.actors.set(runId, actor)
      feed.failures = 0
      pump(room, feed)
    },
    close: () => {
      room.isClosed = true
      for (const { timer } of room.feeds.values()) if (timer !== null) clearTimeout(timer)
    },
  }
}

const asActor = ({ ports, actors }: Room, run: RunRecord): FeedPorts => ({
  ...ports,
  actor: () => actors.get(run.id) ?? run.actor,
})

function pause({ ports, onProgress }: Room, { run }: Feed, why: string): void {
  ports.runs.move({ id: run.id, from: ['RUNNING'], to: 'PAUSED', actor: 'paydesk', why })
  onProgress(run.id)
}

/** Asked each time: a row may have its turn only while the run is running. */
const mayGoOn = ({ ports, isClosed }: Room, { run }: Feed): boolean =>
  !isClosed && !ports.ending.aborted && ports.runs.stateOf(run.id) === 'RUNNING'

function pump(room: Room, feed: Feed): void {
  const { ports } = room
  if (feed.timer !== null) clearTimeout(feed.timer)
  feed.timer = null
  if (!mayGoOn(room, feed)) return
  const stop = ports.moneyStop(ports.connections.find(feed.run.connectionId))
  if (stop !== null) {
    pause(room, feed, moneyStopped(stop).message)
    return
  }
  while (mayStart(room, feed)) {
    const row = takeNext(ports, feed)
    if (row === null) break
    void turn(room, feed, row)
  }
  if (feed.inTurn.size > 0) return
  if (feed.queue.length > 0 && isBehindUnknown(ports, feed))
    for (const { at } of feed.queue.splice(0))
      ports.runs.skip(feed.run.id, at, say('runs.behind-unknown'))
  if (feed.queue.length > 0) feed.timer = setTimeout(() => pump(room, feed), lookEveryMs)
  else end(room, feed)
}

const mayStart = ({ ports }: Room, { run, inTurn }: Feed): boolean =>
  inTurn.size < mostAtOnce &&
  ports.runs.countOfRun(run.id, 'ACCEPTED') + inTurn.size < mostProcessing

function end({ ports, feeds, onProgress }: Room, { run }: Feed): void {
  feeds.delete(run.id)
  ports.runs.move({ id: run.id, from: ['RUNNING'], to: 'DONE', actor: 'paydesk' })
  onProgress(run.id)
}

async function turn(room: Room, feed: Feed, row: QueuedRow): Promise<void> {
  const { ports } = room
  const incident = `run-${feed.run.id}-${row.at}`
  let ended: TurnEnd
  try {
    const record = ports.runs.row(feed.run.id, row.at)
    ended =
      record === null
        ? { kind: 'changed' }
        : await giveTurn(asActor(room, feed.run), feed.run, record)
  } catch (error) {
    ports.report(incident, error)
    ended = { kind: 'held', pause: say('program.something-went-wrong-inside-paydesk') }
  }
  try {
    take(room, feed, row, ended)
  } catch (error) {
    ports.report(incident, error)
  }
  feed.inTurn.delete(row.lock)
  room.onProgress(feed.run.id)
  try {
    pump(room, feed)
  } catch (error) {
    ports.report(incident, error)
  }
}

function take(room: Room, feed: Feed, row: QueuedRow, ended: TurnEnd): void {
  const { runs } = room.ports
  const { id } = feed.run
  switch (ended.kind) {
    case 'sent':
      if (!['UNKNOWN', 'NOT_SENT', 'REJECTED'].includes(ended.state)) feed.failures = 0
      else failed(room, feed, runs.shown(id, row.at - 1, 1).rows[0]?.message ?? '')
      return
    case 'moved':
      runs.skip(id, row.at, ended.why)
      return
    case 'busy':
      keepPlace(feed, row)
      return
    case 'held':
      keepPlace(feed, row)
      if (ended.pause !== null) pause(room, feed, ended.pause)
      return
    case 'changed':
      keepPlace(feed, row)
      pause(room, feed, say('runs.rows-changed'))
      return
    case 'unread':
      row.tries += 1
      if (row.tries < mostTries) keepPlace(feed, row)
      else runs.skip(id, row.at, say('runs.not-read', { why: ended.why }))
      failed(room, feed, ended.why)
  }
}

function failed(room: Room, feed: Feed, why: string): void {
  feed.failures += 1
  if (feed.failures < failuresToPause) return
  pause(room, feed, say('runs.failed-in-turn', { failures: feed.failures, why }))
}
