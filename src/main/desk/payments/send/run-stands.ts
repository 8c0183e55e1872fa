// Whether the run of a request may send now: asked inside the transaction of SENDING.
import type { Fault } from '#shared/fault.ts'
import type { Money } from '#shared/money.ts'
import { isAction } from '#shared/gateway/flow.ts'
import { namesParty } from '#shared/runs/run-state.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { RowCheck, RunRecord } from '../../../ledger/runs/run-record.ts'
import { runHeld, sentByOtherRow, sentSinceCheck, toldSinceCheck } from '../../base/faults.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { repeatsOf } from '../plan/repeats.ts'

type RunStandsPorts = Pick<DeskPorts, 'runs' | 'journal' | 'orders'>
type RowRequest = Pick<AttemptRow, 'row' | 'service' | 'orderid' | 'amount'>

/**
 * MONEY: a run that was paused, stopped, or cut off by an end of the program sends nothing, however
 * far one of its rows had come, and no row sends what left meanwhile. Null for what belongs to no
 * run.
 */
export function runFault(ports: RunStandsPorts, request: RowRequest): Fault | null {
  const { row } = request
  if (row === null) return null
  const run = ports.runs.get(row.runId)
  const check = ports.runs.row(row.runId, row.at)?.check ?? null
  if (run?.state !== 'RUNNING' || check === null) return runHeld
  // Of what has no order yet the look for twins says it.
  if (namesParty(run.operation)) return null
  return repeatFault(ports, run, check, request) ?? elsewhereFault(ports, run, check, request)
}

/**
 * MONEY: one amount of one order, sent by somebody else since the row was checked or by another row
 * of its run. Where nobody knows what is left of an order, nothing else tells it. What a person saw
 * and kept is no fault.
 */
function repeatFault(
  ports: RunStandsPorts,
  run: RunRecord,
  check: RowCheck,
  { service, orderid, amount }: RowRequest,
): Fault | null {
  const unseen = unseenRepeat(ports, run, check, { service, orderid, moves: amount })
  if (unseen === undefined) return null
  if (unseen.row?.runId !== run.id) return sentSinceCheck(unseen.actor, sentAtOf(unseen))
  return sentByOtherRow(ports.runs.row(run.id, unseen.row.at)?.line ?? unseen.row.at)
}

/**
 * MONEY: the same on one order, of which the gateway told first after the row was checked and which
 * no request from here stands for. What is left of the order tells it only where somebody knows
 * that.
 */
function elsewhereFault(
  { orders }: Pick<RunStandsPorts, 'orders'>,
  { operation, createdAt }: RunRecord,
  { askedAt }: RowCheck,
  { service, orderid, amount }: RowRequest,
): Fault | null {
  if (amount === null || (operation !== 'return' && operation !== 'capture')) return null
  const since = orders
    .facts({ service, orderid })
    .others[operation].filter(({ firstAt }) => firstAt > (askedAt ?? createdAt))
  // One that was told without an amount may be of any.
  const isIt = since.some(({ minors }) => minors.length === 0 || minors.includes(amount.minor))
  return isIt ? toldSinceCheck(amount) : null
}

/** The newest one that nobody was asked about: the row would be skipped for it. */
export const unseenRepeat = (
  ports: { journal: Pick<DeskPorts['journal'], 'ofOrder'> },
  run: RunRecord,
  check: RowCheck,
  { service, orderid, moves }: OrderPlace & { moves: Money | null },
): AttemptRow | undefined =>
  isAction(run.operation)
    ? repeatsOf(ports, { service, orderid }, { operation: run.operation, moves }).findLast(
        (repeat) => !wasAskedAbout(run, check, repeat),
      )
    : undefined

/** Whether a person was asked about another request before the row was confirmed. */
export const wasAskedAbout = (run: RunRecord, check: RowCheck, other: AttemptRow): boolean =>
  other.row?.runId === run.id ? check.group === 'look' : wasSeen(run, check, other)

const sentAtOf = ({ sentAt, createdAt }: AttemptRow): number => sentAt ?? createdAt

/**
 * The check told of one that was sent before, and this one had left by then. A check that asked
 * nobody does not say when it was made: at the earliest as its run was.
 */
const wasSeen = (run: Pick<RunRecord, 'createdAt'>, check: RowCheck, repeat: AttemptRow): boolean =>
  check.wasMade && sentAtOf(repeat) < (check.askedAt ?? run.createdAt)
