// From a checked run to a running one: the review of the whole, its one-use token, the time in
// which all of it can be undone, and the look at its rows before the first one is sent and at each
// resume. MONEY: what was confirmed is what is sent: the digest over all rows says so.
import type { AlikeRefunds } from '#shared/approvals/approval-methods.ts'
import type { RunReview } from '#shared/runs/run-methods.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { type Fault, fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { toText } from '#shared/money.ts'
import type { OrderPlace } from '#shared/order-place.ts'
import { movesAnew, runSubject, typedFrom } from '#shared/runs/run-state.ts'
import type { AlikeRows } from '../../ledger/runs/alike-rows.ts'
import type { GroupSum } from '../../ledger/runs/run-sums.ts'
import type { RowCheck, RunRecord, RunRowRecord } from '../../ledger/runs/run-record.ts'
import {
  moneyStopped,
  noConnection,
  noRun,
  runAllSentSince,
  runChanged,
  runCheckOld,
  runEmpty,
  runMoved,
  runPausedTooLong,
  runReviewGone,
  runSentSince,
  signInFirst,
} from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { RunAmount } from '../../ledger/approvals/run-amounts.ts'
import type { RunStep } from '../../ledger/runs/runs.ts'
import { midnightBefore } from '../approvals/in-a-day.ts'
import { type ApprovedRowsPort, openRowHashes } from '../approvals/approved-rows.ts'
import type { GatePorts } from '../approvals/approval-gate.ts'
import { runApprovalSaid } from '../approvals/approval-said.ts'
import { expireOld } from '../approvals/end-approval.ts'
import {
  approvalOfRun,
  openRunAmounts,
  runAmounts,
  runApprovalFault,
  spendRunApproval,
} from '../approvals/run-approval.ts'
import { elapsedMs, type Moment, momentOf } from '../payments/plan/moment.ts'
import type { TwinPorts } from '../payments/plan/twins.ts'
import { hashToken, reviewLastsMs } from '../payments/plan/plan.ts'
import { unseenRepeat, wasAskedAbout } from '../payments/send/run-stands.ts'
import { othersTurn } from '../base/others-turn.ts'
import { pageTwins } from './plan-new.ts'
import { openDigest, rowLine } from '../base/run-digest.ts'

export type ReviewRunPorts = Pick<
  DeskPorts,
  | 'runs'
  | 'journal'
  | 'clock'
  | 'monotonic'
  | 'randomBytes'
  | 'connections'
  | 'moneyStop'
  | 'actor'
  | 'signInNumber'
  | 'ending'
  | 'onChange'
> &
  GatePorts &
  ApprovedRowsPort &
  TwinPorts

interface OpenRunReview {
  tokenHash: string
  digest: string
  rowsIn: number
  sentSince: number
  reason: string
  at: Moment
}
/** What was reviewed and not confirmed yet, by the run's id: in memory, and used up once. */
export type RunReviews = Map<string, OpenRunReview>

export const checkLastsMs = 24 * 3_600_000
const shortMs = 10_000
const longMs = 30_000
const pageRows = 2_000
/** Rows whose orders are looked at between two turns of others. */
const lookRows = 200
/** Requests that a row needs in all: one or two reads, one that sends, one for its outcome. */
const requestsPerRow = 4

/** Over all rows as they are now; others have their turn in between. `onRow` sees each of them. */
export async function digestOf(
  ports: Pick<DeskPorts, 'runs'>,
  run: RunRecord,
  reason: string,
  onRow?: (row: RunRowRecord) => void,
): Promise<string> {
  const digest = openDigest(run)
  for (let from = 0; ;) {
    const page = ports.runs.rows(run.id, from, pageRows)
    digest.add(page)
    if (onRow !== undefined) for (const row of page) onRow(row)
    if (page.length < pageRows) return digest.end(reason)
    from = (page.at(-1)?.at ?? 0) + 1
    await othersTurn()
  }
}

/**
 * MONEY: of what is taken in, rows whose amount left since the check: each is skipped at its turn,
 * so the review says it, by the same question.
 */
export async function sentSinceCheck(ports: ReviewRunPorts, run: RunRecord): Promise<number> {
  let count = 0
  for (let from = 0; ;) {
    const page = ports.runs.rows(run.id, from, lookRows)
    const rows = page.flatMap((row) =>
      row.check?.isIn === true ? [{ row, check: row.check }] : [],
    )
    count += rows.filter(sentSinceIn(ports, run, rows)).length
    if (page.length < lookRows) return count
    from = (page.at(-1)?.at ?? 0) + 1
    await othersTurn()
  }
}

interface CheckedRow {
  row: RunRowRecord
  check: RowCheck
}

/** Of a page of rows, whose requests are read at once. */
function sentSinceIn(
  ports: ReviewRunPorts,
  run: RunRecord,
  page: readonly CheckedRow[],
): (one: CheckedRow) => boolean {
  const { service } = run
  if (movesAnew(run.operation)) {
    const rows = page.map(({ row }) => row)
    const twins = pageTwins(ports, run, rows, 'lately')
    return ({ row, check }) => twins(row).some((twin) => !wasAskedAbout(run, check, twin))
  }
  const orderids = page.map(({ check }) => check.orderid)
  const ofOrders = ports.journal.ofOrders(service, orderids)
  const journal = { ofOrder: ({ orderid }: OrderPlace) => ofOrders(orderid) }
  return ({ check }) => {
    const asked = { service, orderid: check.orderid, moves: check.moves }
    return unseenRepeat({ journal }, run, check, asked) !== undefined
  }
}

/** How long all of it can be undone; not at all where the connection says so. */
export const runUndoMs = ({ settings }: Connection, rows: number): number =>
  settings.money.undoMs === 0
    ? 0
    : Math.max(settings.money.undoMs, rows > typedFrom ? longMs : shortMs)

/** Why this run can't be reviewed or confirmed now, or null. */
function shutFault(ports: ReviewRunPorts, run: RunRecord): Fault | null {
  if (run.state !== 'CHECKED' && run.state !== 'PENDING_APPROVAL') return runMoved
  const connection = ports.connections.find(run.connectionId)
  if (connection === undefined) return noConnection
  if (ports.connections.gatewayOf(connection) !== run.service) return runChanged
  const stop = ports.moneyStop(connection)
  if (stop !== null) return moneyStopped(stop)
  return isCheckOld(ports, run) ? runCheckOld : null
}

const isCheckOld = ({ clock }: Pick<DeskPorts, 'clock'>, { checkedAt }: RunRecord): boolean =>
  clock() - (checkedAt ?? 0) > checkLastsMs

/** What waits for approval is reviewed with the reason that was asked with. */
export async function reviewRun(
  ports: ReviewRunPorts,
  reviews: RunReviews,
  { id }: RunRecord,
  typedReason: string,
): Promise<Result<RunReview>> {
  reviews.delete(id)
  expireOld(ports)
  const run = ports.runs.get(id)
  if (run === null) return fail(noRun)
  const reason = run.state === 'PENDING_APPROVAL' ? run.reason : typedReason
  const shut = shutFault(ports, run)
  if (shut !== null) return fail(shut)
  const connection = ports.connections.find(run.connectionId)!
  const sums = (await ports.runs.sums(run)).groups.filter(({ isIn }) => isIn)
  const rowsIn = countOf(sums)
  if (rowsIn === 0) return fail(runEmpty)
  const alike = await ports.runs.alike(run.id)
  const repeats = countOf(sums.filter(({ wasMade }) => wasMade))
  const sentSince = await sentSinceCheck(ports, run)
  if (sentSince === rowsIn) return fail(runAllSentSince)
  const digest = await digestOf(ports, run, reason)
  const approval = runApprovalSaid(ports, { ...run, digest }, runAmounts(sums))
  if (!approval.ok) return approval
  const token = Buffer.from(ports.randomBytes(32)).toString('base64url')
  const at = momentOf(ports)
  reviews.set(run.id, { tokenHash: hashToken(token), digest, rowsIn, sentSince, reason, at })
  return ok({
    ...{ runId: run.id, token, digest, rows: rowsIn, repeats, sentSince, reason },
    operation: run.operation,
    connectionName: connection.name,
    environment: connection.environment,
    isEmbedded: connection.isEmbedded,
    sums: byCurrency(sums),
    alike: alikeRefunds(alike),
    withoutAmount: countOf(sums.filter(({ sum }) => sum === null)),
    ways: waysOf(sums),
    isTyped: rowsIn >= typedFrom,
    approval: approval.value,
    undoMs: runUndoMs(connection, rowsIn),
    takesMs: Math.ceil((rowsIn * requestsPerRow) / connection.settings.requestsPerSecond) * 1_000,
    expiresAt: at.wall + reviewLastsMs,
  })
}

export const alikeRefunds = (all: readonly AlikeRows[]): AlikeRefunds[] =>
  all.map(({ amount, rows }) => ({ amount: toText(amount), rows }))

const countOf = (sums: readonly GroupSum[]): number =>
  sums.reduce((count, { rows }) => count + rows, 0)

export function byCurrency(sums: readonly Pick<GroupSum, 'sum' | 'rows'>[]): RunReview['sums'] {
  const found = new Map<string, { money: NonNullable<GroupSum['sum']>; rows: number }>()
  for (const { sum, rows } of sums) {
    if (sum === null) continue
    const key = `${sum.currency} ${sum.digits}`
    const before = found.get(key)
    found.set(key, {
      money: { ...sum, minor: (before?.money.minor ?? 0n) + sum.minor },
      rows: (before?.rows ?? 0) + rows,
    })
  }
  return [...found.values()].map(({ money, rows }) => ({ sum: toText(money), rows }))
}

const waysOf = (sums: readonly GroupSum[]): RunReview['ways'] => {
  const found = new Map<NonNullable<GroupSum['way']>, number>()
  for (const { way, rows } of sums) if (way !== null) found.set(way, (found.get(way) ?? 0) + rows)
  return [...found].map(([way, rows]) => ({ way, rows }))
}

export interface Confirming {
  token: string
  /** As it was typed; null where the review did not ask for it. */
  typedRows: number | null
}

const leastReason = 10

/** What a person says yes to: others are asked for it, or it is confirmed. */
export interface Reviewed {
  review: OpenRunReview
  amounts: RunAmount[]
  /** Why it is not what was counted any more, or may not be; asked inside the transaction. */
  guard: (now: RunRecord) => Fault | null
}

/**
 * MONEY: the token is used up by the first who comes, whatever comes of it; of two confirmations
 * one takes the arrow.
 */
export async function reviewedRun(
  ports: ReviewRunPorts,
  reviews: RunReviews,
  run: RunRecord,
  { token, typedRows }: Confirming,
): Promise<Result<Reviewed>> {
  const review = reviews.get(run.id)
  reviews.delete(run.id)
  if (ports.ending.aborted || review?.tokenHash !== hashToken(token)) return fail(runReviewGone)
  if (elapsedMs(ports, review.at) > reviewLastsMs) return fail(runReviewGone)
  if (review.rowsIn >= typedFrom && typedRows !== review.rowsIn)
    return fail(inputFault('rows', say('runs.type-the-number', { rows: review.rowsIn })))
  const [steps, signIn] = [stepsOf(ports, run), ports.signInNumber()]
  const { groups } = await ports.runs.sums(run)
  const repeats = groups.some(({ isIn, wasMade }) => isIn && wasMade)
  if (repeats && review.reason.trim().length < leastReason)
    return fail(inputFault('reason', say('runs.say-why-again')))
  if ((await sentSinceCheck(ports, run)) !== review.sentSince) return fail(runSentSince)
  const amounts = openRunAmounts()
  const digest = await digestOf(ports, run, review.reason, amounts.add)
  if (digest !== review.digest) return fail(runChanged)
  return ok({
    review,
    amounts: amounts.whole(),
    guard: (now) => {
      // MONEY: whoever said yes may have left while it was counted.
      if (ports.signInNumber() !== signIn) return signInFirst
      return shutFault(ports, now) ?? (stepsOf(ports, now) === steps ? null : runChanged)
    },
  })
}

/** Faults: as the review's; it is above a limit, and others did not approve this. */
export async function confirmRun(
  ports: ReviewRunPorts,
  reviews: RunReviews,
  run: RunRecord,
  confirming: Confirming,
): Promise<Result<RunRecord>> {
  const actor = ports.actor()
  const reviewed = await reviewedRun(ports, reviews, run, confirming)
  if (!reviewed.ok) return reviewed
  const { review, amounts, guard } = reviewed.value
  return ports.runs.move({
    ...{ id: run.id, from: ['CHECKED', 'PENDING_APPROVAL'], to: 'CONFIRMED', actor },
    sets: {
      ...{ digest: review.digest, rowsIn: review.rowsIn, reason: review.reason },
      confirmedAt: ports.clock(),
    },
    counts: countsFor(ports, actor, amounts),
    details: { digest: review.digest, rows: review.rowsIn, reason: review.reason },
    // MONEY: a limit may have been set since the review, and what was counted is what is confirmed.
    guard: (now) =>
      guard(now) ??
      runApprovalFault(ports, { ...now, digest: review.digest }, { amounts, person: actor }),
  })
}

/** From here on all of it counts for this person. */
const countsFor = (
  { approvals, orders }: Pick<ReviewRunPorts, 'approvals' | 'orders'>,
  by: string,
  amounts: readonly RunAmount[],
): NonNullable<RunStep['counts']> => ({
  ...{ by, at: approvals.now(), number: orders.drawNumber(), amounts },
})

/**
 * MONEY: who resumes it on another day, or in somebody else's place, is held against what they
 * confirmed by then. What was confirmed before midnight and begins after it keeps its place.
 */
const countsAnew = (
  { approvals }: ReviewRunPorts,
  { counted, state }: RunRecord,
  by: string,
): boolean =>
  counted?.by !== by || (state === 'PAUSED' && counted.at < midnightBefore(approvals.now()))

/** Whatever changes a row of the run makes an entry about the run. */
const stepsOf = ({ audit }: Pick<ReviewRunPorts, 'audit'>, { id }: RunRecord): number =>
  audit.timeline(runSubject(id)).length

/**
 * From CONFIRMED or PAUSED to RUNNING. `person` confirmed it or resumes it. Faults: money is
 * stopped, its rows are not as confirmed, it was paused for longer than a check lasts, it is above
 * a limit of this person and others did not approve it.
 */
export async function startRun(
  ports: ReviewRunPorts,
  run: RunRecord,
  { actor, person }: { actor: string; person: string },
): Promise<Result<RunRecord>> {
  const [summed, hashes] = [openRunAmounts(), openRowHashes()]
  const approval = approvalOfRun(ports, run)
  const digest = await digestOf(ports, run, run.reason, (row) => {
    summed.add(row)
    if (approval !== null) hashes.add(rowLine(row))
  })
  if (digest !== run.digest) return fail(runChanged)
  const isAnew = countsAnew(ports, run, person)
  const started = ports.runs.move({
    ...{ id: run.id, from: ['CONFIRMED', 'PAUSED'], to: 'RUNNING', actor },
    details: approval === null ? {} : { approval: approval.id },
    changes: (now) => spendRunApproval(ports, now, person),
    counts: isAnew ? countsFor(ports, person, summed.whole()) : null,
    guard: (now) => {
      if (now.digest !== run.digest) return runChanged
      if (now.state === 'PAUSED' && isCheckOld(ports, now)) return runPausedTooLong
      const connection = ports.connections.find(run.connectionId)
      if (connection === undefined) return noConnection
      if (ports.connections.gatewayOf(connection) !== run.service) return runChanged
      const stop = ports.moneyStop(connection)
      if (stop !== null) return moneyStopped(stop)
      // MONEY: a limit may have been set since it was confirmed, or a role been taken away.
      return runApprovalFault(ports, now, { amounts: summed.whole(), person })
    },
  })
  if (started.ok) ports.approvedRows.keepSums(run.id, digest, summed.whole())
  if (started.ok && approval !== null) {
    ports.approvedRows.keep(run.id, digest, hashes)
    ports.onChange({ topic: 'people' })
  }
  return started
}
