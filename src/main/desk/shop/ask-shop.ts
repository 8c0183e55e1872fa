// Asks the gateway about the orders of the shop's lists, each in a turn of its account's budget,
// and goes on over every end of the program: what is left to ask follows from the log. It only
// reads; each look-up that told something is audited like any other.
import { say } from '#shared/message.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import type { AskingState } from '#shared/shop/shop-methods.ts'
import type { ShopOrderRecord } from '../../ledger/shop/shop-record.ts'
import { askingIn } from '../base/asking.ts'
import { noConnection, notPossible } from '../base/faults.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import { lookUp } from '../lookups/look-up.ts'
import type { StatusRead } from '../payments/status/read-status.ts'
import type { StatusPorts } from '../payments/status/apply-status.ts'

export type AskShopPorts = StatusPorts &
  Pick<DeskPorts, 'shop' | 'takeTurn' | 'ending' | 'closing' | 'report' | 'onChange'>

/** So many wait for a turn: how many have one is the budget's. */
const mostWaiting = 16
const failuresToPause = 5
const pageRows = 200
/** Orders that are not there are written down so many at once. */
const noteAtOnce = 50
/** A page that shows it is told of it twice a second. */
const tellEveryMs = 500

export interface ShopAsking {
  start(connectionId: string): Result<null>
  pause(connectionId: string): Result<null>
  stop(connectionId: string): Result<null>
  /** Whether questions are asked now: what the log says ends with an error may not be so. */
  isLive(connectionId: string): boolean
  /** What ran as the program ended goes on: it only reads. */
  goOn(): void
  /** Told of each end that nobody asked for: all were asked about, or some could not be read. */
  whenEnded(tell: (connectionId: string) => void): void
  close(): void
}

interface Asking {
  connectionId: string
  isRunning: boolean
  rows: ShopOrderRecord[]
  /** All up to this number had their turn. */
  after: number
  notThere: number[]
  failed: number
  failuresInTurn: number
  /** Resolves when none of its questions is under way any more. */
  ended: Promise<void>
}

export function createShopAsking(ports: AskShopPorts): ShopAsking {
  const live = new Map<string, Asking>()
  const told: ((connectionId: string) => void)[] = []
  const ended = (connectionId: string): void => told.forEach((one) => one(connectionId))
  const tell = teller(() => ports.onChange({ topic: 'shop' }))
  const setState = (
    connectionId: string,
    state: AskingState,
    { actor = ports.actor(), why = null }: { actor?: string; why?: string | null } = {},
  ): void => {
    ports.shop.setAsking({ connectionId, state, why, actor })
    ports.onChange({ topic: 'shop' })
  }
  const go = (connectionId: string): void => {
    const before = live.get(connectionId)?.ended ?? Promise.resolve()
    const asking: Asking = {
      ...{ connectionId, isRunning: true, rows: [], after: 0, notThere: [] },
      ...{ failed: 0, failuresInTurn: 0, ended: before },
    }
    live.set(connectionId, asking)
    asking.ended = before
      .then(() => askAll({ ports, setState, ended, tell: tell.soon }, asking))
      .catch((error: unknown) => {
        asking.isRunning = false
        ports.report(`shop-${connectionId}`, error)
      })
  }
  const end = (connectionId: string, to: 'PAUSED' | 'STOPPED', from: AskingState[]) => {
    const state = ports.shop.asking(connectionId)?.state
    if (state === undefined || !from.includes(state)) return fail(notRunning)
    const asking = live.get(connectionId)
    if (asking !== undefined) asking.isRunning = false
    setState(connectionId, to)
    return ok(null)
  }
  return {
    start: (connectionId) => {
      if (ports.connections.find(connectionId) === undefined) return fail(noConnection)
      if (live.get(connectionId)?.isRunning === true) return ok(null)
      setState(connectionId, 'RUNNING')
      go(connectionId)
      return ok(null)
    },
    isLive: (connectionId) => live.get(connectionId)?.isRunning === true,
    pause: (connectionId) => end(connectionId, 'PAUSED', ['RUNNING']),
    stop: (connectionId) => end(connectionId, 'STOPPED', ['RUNNING', 'PAUSED']),
    goOn: () => {
      for (const { connectionId, state } of ports.shop.askings())
        if (state === 'RUNNING' && ports.connections.find(connectionId) !== undefined)
          go(connectionId)
    },
    whenEnded: (one) => void told.push(one),
    close: () => {
      for (const asking of live.values()) asking.isRunning = false
      tell.close()
    },
  }
}

interface Room {
  ports: AskShopPorts
  setState: (
    connectionId: string,
    state: AskingState,
    by: { actor?: string; why?: string | null },
  ) => void
  ended: (connectionId: string) => void
  tell: () => void
}

const notRunning = notPossible(say('shop.nothing-is-asked'))

/** Whether anything is asked: not once the end of the program was asked for. */
const isOn = ({ ports }: Room, asking: Asking): boolean =>
  asking.isRunning && !ports.ending.aborted && !ports.closing.aborted

async function askAll(room: Room, asking: Asking): Promise<void> {
  const { ports, setState } = room
  const { connectionId } = asking
  await Promise.all(Array.from({ length: mostWaiting }, () => askNext(room, asking)))
  // Once the end was asked for the log stays as it is: the next start goes on.
  if (ports.ending.aborted || ports.closing.aborted) return
  note(room, asking)
  if (!asking.isRunning) return
  asking.isRunning = false
  const { failed } = asking
  const why = failed === 0 ? null : say('shop.some-not-read', { count: failed })
  setState(connectionId, failed === 0 ? 'DONE' : 'PAUSED', { actor: 'paydesk', why })
  room.ended(connectionId)
}

async function askNext(room: Room, asking: Asking): Promise<void> {
  const { ports } = room
  while (isOn(room, asking)) {
    const connection = ports.connections.find(asking.connectionId)
    // What is not here any more is asked nothing.
    if (connection === undefined || isAllAsked(room, asking)) return
    const turn = await ports.takeTurn(connection, 'list')
    try {
      const row = isOn(room, asking) ? asking.rows.shift() : undefined
      if (row !== undefined) heard(room, asking, row, await ask(ports, row, turn))
    } finally {
      turn.end()
    }
    await othersTurn()
  }
}

/** Reads the next page where none is left of the one before. */
function isAllAsked({ ports }: Room, asking: Asking): boolean {
  if (asking.rows.length === 0) {
    asking.rows = ports.shop.unread(asking.connectionId, asking.after, pageRows)
    asking.after = asking.rows.at(-1)?.number ?? asking.after
  }
  return asking.rows.length === 0
}

/** By the gateway's own id where the list has one. */
export async function ask(
  ports: AskShopPorts,
  { number, connectionId, orderid, clientOrderid }: ShopOrderRecord,
  turn: Parameters<typeof askingIn>[1],
): Promise<Result<StatusRead>> {
  const by = orderid === '' ? 'client_orderid' : 'orderid'
  const value = orderid === '' ? clientOrderid : orderid
  try {
    return await lookUp(askingIn(ports, turn), { connectionId, by, value })
  } catch (error) {
    const incident = `shop-order-${number}`
    ports.report(incident, error)
    const message = say('program.something-went-wrong-inside-paydesk')
    return fail({ kind: 'bug', sent: 'maybe', message, incident })
  }
}

function heard(room: Room, asking: Asking, row: ShopOrderRecord, found: Result<StatusRead>): void {
  const { ports, setState, tell } = room
  tell()
  if (found.ok || isNotThere(found.fault)) {
    asking.failuresInTurn = 0
    if (found.ok) return
    asking.notThere.push(row.number)
    if (asking.notThere.length >= noteAtOnce) note(room, asking)
    return
  }
  // A question that the end of the program cut off is asked at the next start.
  if (ports.closing.aborted) return
  asking.failed += 1
  // An id that is refused here says nothing about the gateway.
  if (found.fault.kind === 'input') return
  asking.failuresInTurn += 1
  if (asking.failuresInTurn < failuresToPause || !asking.isRunning) return
  asking.isRunning = false
  const { message } = found.fault
  const why = say('shop.failed-in-turn', { failures: asking.failuresInTurn, message })
  setState(asking.connectionId, 'PAUSED', { actor: 'paydesk', why })
}

function note({ ports }: Room, asking: Asking): void {
  const numbers = asking.notThere.splice(0)
  if (numbers.length > 0) ports.shop.notThere(asking.connectionId, ports.actor(), numbers)
}

/** Calls at most so often, and once more at the end. */
function teller(tellNow: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    soon: (): void => {
      timer ??= setTimeout(() => {
        timer = null
        tellNow()
      }, tellEveryMs)
    },
    close: (): void => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
