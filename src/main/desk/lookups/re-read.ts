// Reads captured orders again, slowly, where a connection's setting says so: a dispute, or a refund
// that somebody else made, is learnt without anybody asking. One order at a time of each connection
// and seldom, in the account's own budget, behind whoever waits there; none while nobody may ask,
// after a refusal, or once the end of the program was asked for. It only reads.
import type { ReReads } from '#shared/bridge/look-ups.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { ok } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import { DAY_MS } from '#shared/time/days.ts'
import { askingIn } from '../base/asking.ts'
import type { Desk } from '../base/desk.ts'
import type { DeskPorts } from '../base/ports.ts'
import { applyStatus, type StatusPorts } from '../payments/status/apply-status.ts'
import { readStatus } from '../payments/status/read-status.ts'

export type ReReadPorts = StatusPorts &
  Pick<DeskPorts, 'takeTurn' | 'ending' | 'closing' | 'report' | 'monotonic' | 'mayNot'>

export interface ReReading {
  start(): void
  stop(): void
  /** Since this start of the program. */
  of(connectionId: string): ReReads
}

export interface ReReadTimes {
  /** Between two questions about one connection's orders. */
  everyMs: number
  /** After a gateway refused, hung or could not be reached. */
  restMs: number
  /** After all were read. */
  idleMs: number
}

/** The status of a gateway that is asked too often. */
const tooOften = 429
/** A bank tells of a dispute for so long. */
const seenWithinMs = 120 * DAY_MS
/** Each of them is read once a day at most. */
const readBeforeMs = DAY_MS
const usual: ReReadTimes = { everyMs: 2_000, restMs: 600_000, idleMs: 60_000 }

interface ReadState extends ReReads {
  isAsking: boolean
  /** By the monotonic clock. */
  restsUntil: number
  /** Of these the gateway says that they are not there, or nothing but a refusal. */
  leftAside: Set<string>
}

export function createReReading(ports: ReReadPorts, times: ReReadTimes = usual): ReReading {
  const readings = new Map<string, ReadState>()
  const accountRests = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const readingOf = (connectionId: string): ReadState => {
    const known = readings.get(connectionId) ?? {
      ...{ count: 0, last: null, why: null, isAsking: false, restsUntil: 0 },
      leftAside: new Set<string>(),
    }
    readings.set(connectionId, known)
    return known
  }
  const look = (): void => {
    for (const connection of ports.connections.all()) {
      const { id } = connection
      const reading = readingOf(id)
      const accountRest = accountRests.get(ports.connections.gatewayOf(connection)) ?? 0
      const restsUntil = Math.max(reading.restsUntil, accountRest)
      if (reading.isAsking || restsUntil > ports.monotonic() || !mayAsk(ports, id)) continue
      reading.isAsking = true
      readNext({ ports, times, accountRests }, id, reading)
        .catch((error: unknown) => {
          reading.restsUntil = ports.monotonic() + times.restMs
          if (!ports.closing.aborted) ports.report(`read-again-${id}`, error)
        })
        .finally(() => (reading.isAsking = false))
    }
  }
  return {
    start: () => {
      timer ??= setInterval(look, times.everyMs)
    },
    stop: () => clearInterval(timer),
    of: (connectionId) => {
      const { count, last, why } = readingOf(connectionId)
      return { count, last, why }
    },
  }
}

export const reReadMethods = (reReading: Pick<ReReading, 'of'>): Pick<Desk, 'look-ups:again'> => ({
  'look-ups:again': async ({ connectionId }) => ok(reReading.of(connectionId)),
})

/** Looked at before and behind each wait. */
function mayAsk(ports: ReReadPorts, connectionId: string): boolean {
  const settings = ports.connections.find(connectionId)?.settings
  return (
    settings?.money.rereadsOrders === true &&
    !ports.ending.aborted &&
    !ports.closing.aborted &&
    ports.mayNot('status') === null
  )
}

interface Room {
  ports: ReReadPorts
  times: ReReadTimes
  /** Until when each account rests, by the monotonic clock. */
  accountRests: Map<string, number>
}

async function readNext(room: Room, id: string, reading: ReadState): Promise<void> {
  const { ports, times } = room
  const connection = ports.connections.find(id)
  if (connection === undefined) return
  const orderid = nextOf(ports, id, reading)
  if (orderid === undefined) {
    reading.restsUntil = ports.monotonic() + times.idleMs
    return
  }
  const turn = await ports.takeTurn(connection, 'list', `again ${id}`)
  try {
    if (mayAsk(ports, id)) await readOne(room, { connection, orderid, turn }, reading)
  } finally {
    turn.end()
  }
}

/** The one whose last look is the longest ago. */
function nextOf(ports: ReReadPorts, connectionId: string, { leftAside }: ReadState) {
  const now = ports.clock()
  const asked = { seenFrom: now - seenWithinMs, readBefore: now - readBeforeMs }
  const limit = leftAside.size + 1
  return ports.orders
    .toReadAgain(connectionId, { ...asked, limit })
    .find((orderid) => !leftAside.has(orderid))
}

async function readOne(
  { ports, times, accountRests }: Room,
  of: {
    connection: Connection
    orderid: string
    turn: Parameters<typeof askingIn>[1]
  },
  reading: ReadState,
): Promise<void> {
  const { connection, orderid, turn } = of
  const by = { actor: 'paydesk', isLookUp: false, isAlone: true, tries: 1 }
  const found = await readStatus(askingIn(ports, turn), connection, { orderid }, by)
  if (found.ok) {
    applyStatus(ports, found.value)
    reading.count += 1
    reading.last = { orderid, at: ports.clock() }
    reading.why = null
    return
  }
  if (ports.closing.aborted) return
  if (isNotThere(found.fault)) {
    reading.why = null
    reading.leftAside.add(orderid)
    return
  }
  const { fault } = found
  reading.why = fault.message
  reading.restsUntil = ports.monotonic() + times.restMs
  // Its connections share what the gateway bears.
  if (fault.kind === 'rejected' && fault.httpStatus === tooOften)
    accountRests.set(ports.connections.gatewayOf(connection), reading.restsUntil)
  // An order that the gateway always refuses holds up no other; the next start asks once more.
  else if (fault.kind === 'rejected' || fault.kind === 'conflict') reading.leftAside.add(orderid)
}
