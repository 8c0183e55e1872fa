// Finds requests that may be the same payment as the one a person is about to send, and refuses it
// until the person has said of each that another one is meant. It sends nothing and changes
// nothing.
import { say } from '#shared/message.ts'
import type { Fault } from '#shared/fault.ts'
import {
  destinationKeys,
  mayBeTwins,
  type MoneyRequest,
  twinOperations,
} from '#shared/gateway/twins.ts'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'

import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { OpenReview, Plan } from './open-review.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { sentAlready, sentByColleague } from '../../base/faults.ts'
import type { WaitingRequests } from './plan.ts'

export interface TwinPorts extends Pick<DeskPorts, 'journal' | 'clock' | 'monotonic'> {
  undo: Pick<WaitingRequests, 'list'>
}

/**
 * So long after it was sent a payment is asked about again; one that is not final is asked about
 * for ever.
 */
const freshMs = 24 * 3_600_000
/** A payout follows a list that may be worked through again weeks later, and nobody disputes it. */
const freshPayoutMs = 31 * 24 * 3_600_000

export const twinLastsMs = (operation: OperationId): number =>
  rowOf(operation).moves === 'out' ? freshPayoutMs : freshMs

type Asked = Pick<Plan, 'operation' | 'service' | 'goesTo'> & {
  request: Pick<Plan['request'], 'moves'>
}

type Lasting = 'lately' | 'for-ever'

/**
 * Newest first: of the same operation, destination, amount and currency at the same gateway, open
 * or fresh.
 */
export const twinsOf = (ports: TwinPorts, asked: Asked, lasts: Lasting = 'lately'): AttemptRow[] =>
  twinsAmong(ports, [asked], lasts)(asked)

/** The same of many of one gateway and operation, read at once. */
export function twinsAmong(
  ports: TwinPorts,
  all: readonly Asked[],
  lasts: Lasting,
): (asked: Asked) => AttemptRow[] {
  const [first] = all
  const operations = first === undefined ? [] : twinOperations(first.operation)
  if (first === undefined || operations.length === 0) return () => []
  const { service, operation } = first
  const lastsMs = twinLastsMs(operation)
  const amounts = all.flatMap(({ request }) => request.moves ?? [])
  const sent = ports.journal.sentLately({
    ...{ service, operations, amounts: amounts.length < all.length ? null : amounts },
    keys: all.flatMap(({ goesTo }) => destinationKeys(operation, goesTo)),
    since: lasts === 'for-ever' ? 0 : ports.clock() - lastsMs,
    // MONEY: in a run that is younger than that, all of the run is fresh, whatever the wall clock
    // says. The journal adds the requests that were sent last, whatever run they were sent in.
    countsRun: ports.monotonic() < lastsMs,
  })
  const found = [...ports.undo.list().map(({ row }) => row), ...sent]
    .filter((row) => row.service === service && operations.includes(row.operation))
    .map((row, nth) => ({ nth, row, twin: { ...row, goesTo: destinationIn(ports, row) } }))
  // Twins have a key in common: of all others nothing has to be compared.
  const byKey = new Map<string, typeof found>()
  for (const one of found)
    for (const key of destinationKeys(one.row.operation, one.twin.goesTo)) {
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, [one])
      else known.push(one)
    }
  return (asked) => {
    const wanted: MoneyRequest = { ...asked, amount: asked.request.moves }
    const alike = new Set(
      destinationKeys(operation, asked.goesTo).flatMap((key) => byKey.get(key) ?? []),
    )
    return [...alike]
      .filter(({ twin }) => mayBeTwins(wanted, twin))
      .sort((a, b) => a.nth - b.nth)
      .map(({ row }) => row)
  }
}

/** A checked payout is paid by its order id alone: the check has its destination. */
export function destinationIn(
  ports: Pick<DeskPorts, 'journal'>,
  row: AttemptRow,
): Record<string, string> {
  if (row.operation !== 'payout-pay') return row.request
  const check = ports.journal.ofOrder(row).find(({ operation }) => operation === 'payout-check')
  return check?.request ?? {}
}

/**
 * MONEY: refuses what has a twin that the person did not acknowledge. `seen` are the twins the
 * review showed, those of colleagues by their claims; a request that waits to be sent is left to
 * whichever of the two leaves later.
 */
export function twinFault(
  ports: TwinPorts,
  asked: Asked & Pick<OpenReview, 'teamSeen'> & { attemptId: string },
  seen: readonly string[],
  isLeaving: boolean,
): Fault | null {
  const twin = twinsOf(ports, asked).find(
    (row) =>
      row.id !== asked.attemptId &&
      !seen.includes(row.id) &&
      !(isLeaving && row.state === 'APPROVED'),
  )
  if (twin !== undefined) {
    const values = { twin: whatOf(twin), actor: twin.actor }
    return sentAlready(values, twin.sentAt !== null, asked.attemptId)
  }
  const colleagues = asked.teamSeen?.twins.find(({ claim }) => !seen.includes(claim))
  return colleagues === undefined ? null : sentByColleague(colleagues.says)
}

const whatOf = ({ operation, amount }: AttemptRow): string =>
  amount === null
    ? say('requests.one-of-operation', { operation: { noun: operation } })
    : say('requests.one-of-amount', { operation: { noun: operation }, amount })
