// Runs of the desk: each is created, checked, reviewed, confirmed, fed, paused, resumed and stopped
// here, and nowhere else. After a start nothing is sent before a person says so.
import type { RunReview } from '#shared/runs/run-methods.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { RunRow, RunSource } from '#shared/runs/run-row.ts'
import { isCheckPaused, type RunOperation, unsentOutcomes } from '#shared/runs/run-state.ts'
import type { AskedRow, CheckDepth, RunRecord } from '../../ledger/runs/run-record.ts'
import type { RowPage } from '../../ledger/runs/run-pages.ts'
import type { RunStep } from '../../ledger/runs/runs.ts'
import { mintAttemptId } from '../base/ids.ts'
import {
  closing,
  noConnection,
  noRun,
  notMine,
  runMoved,
  runNothingChecked,
  runTooMany,
  runWaits,
} from '../base/faults.ts'
import type { DeskPorts } from '../base/ports.ts'
import { othersTurn } from '../base/others-turn.ts'
import { personNamed } from '../approvals/approval-gate.ts'
import { expireOld } from '../approvals/end-approval.ts'
import { approvalOfRun } from '../approvals/run-approval.ts'
import { askForRun } from './run-ask.ts'
import { checkRun, chooseRows, type CheckPorts } from './check-run.ts'
import { createFeeder, type Feeder, type FeedPorts } from './feed-run.ts'
import { askedRow } from '../base/run-digest.ts'
import { openRunWindows, type RunWindows, whyNotWaiting } from './run-window.ts'
import {
  type Confirming,
  confirmRun,
  reviewRun,
  type ReviewRunPorts,
  runUndoMs,
  type RunReviews,
  startRun,
} from './review-run.ts'

/** More rows than this are more than one run. */
export const mostRows = 200_000
const pageRows = 200
/** A page that shows a run is told of it four times a second. */
const tellEveryMs = 250

export type RunPorts = CheckPorts &
  FeedPorts &
  ReviewRunPorts &
  Pick<DeskPorts, 'onChange' | 'randomBytes' | 'actor'>

interface RunAsked {
  connectionId: string
  operation: RunOperation
  depth: CheckDepth
  /** The run whose unsent rows these are. */
  continues?: string | null
}

export interface DeskRuns {
  /**
   * A run of these rows, in their order: kept, and its check begun. Whoever read a file or pasted
   * cells calls this with the rows that are read right. Faults: no such connection, too many rows.
   */
  createRun(
    rows: readonly RunRow[],
    source: RunSource | null,
    asked: RunAsked,
  ): Promise<Result<RunRecord>>
  /** Of what was not sent; of a run that was not confirmed, all. */
  again(run: RunRecord): Promise<Result<RunRecord>>
  /** Of the payouts that a run has checked: one that pays them. */
  pay(run: RunRecord): Promise<Result<RunRecord>>
  choose(run: RunRecord, rows: readonly number[], isIn: boolean, reason?: string): Result<null>
  discard(run: RunRecord): Result<RunRecord>
  review(run: RunRecord, reason: string): Promise<Result<RunReview>>
  /** Others are asked for what was reviewed; nothing is sent. */
  ask(run: RunRecord, confirming: Confirming): Promise<Result<RunRecord>>
  confirm(run: RunRecord, confirming: Confirming): Promise<Result<RunRecord>>
  undo(run: RunRecord): Result<RunRecord>
  /** False when it does not wait. */
  sendNow(runId: string): boolean
  pause(run: RunRecord): Result<RunRecord>
  resume(run: RunRecord): Promise<Result<RunRecord>>
  stop(run: RunRecord): Result<RunRecord>
  /** When a confirmed run begins to send; null while none waits. */
  beginsAt(runId: string): number | null
  /** A request of the run moved: its outcome may have become known long after the last row. */
  rowMoved(runId: string): void
  /** What was reviewed and not confirmed has to be reviewed again. */
  forgetReviews(): void
  /** Nothing is running any more that ran as the program ended. */
  recover(): void
  /** Checks that were cut off go on: they only read. */
  goOn(): void
  close(): void
}

interface Room {
  ports: RunPorts
  reviews: RunReviews
  windows: RunWindows
  feeder: Feeder
  tell: (runId: string) => void
}

export function createRuns(ports: RunPorts): DeskRuns {
  const tell = teller((runId) => ports.onChange({ topic: 'run', runId }))
  const room: Room = {
    ...{ ports, reviews: new Map(), tell: tell.soon },
    windows: openRunWindows(ports.clock),
    feeder: createFeeder(ports, tell.soon),
  }
  const { takeIn, check } = creating(ports, tell.soon)
  return {
    createRun: takeIn,
    again: async (run) => {
      const isOver = run.state === 'DONE' || run.state === 'STOPPED'
      if (!isOver && run.state !== 'CHECKED') return fail(runMoved)
      const rows = await rowsOf(ports, run, isOver)
      const made = await takeIn(rows, run.source, { ...run, continues: run.id })
      if (made.ok && !isOver) step(room, run, ['CHECKED'], 'DROPPED')
      return made
    },
    pay: async (run) => {
      const isOver = run.state === 'DONE' || run.state === 'STOPPED'
      if (run.operation !== 'payout-check' || !isOver) return fail(runMoved)
      const rows = ports.runs.doneRows(run.id).map(asPaid)
      if (rows.length === 0) return fail(runNothingChecked)
      const { connectionId, source } = run
      const operation = 'payout-pay'
      return takeIn(rows, source, { connectionId, operation, depth: 'gateway', continues: run.id })
    },
    ...choosing(room),
    ...sending(room, check),
    rowMoved: tell.soon,
    forgetReviews: () => room.reviews.clear(),
    recover: () => recoverRuns(ports),
    goOn: () => {
      for (const run of ports.runs.inRunStates(['CHECKING'])) check(run.id)
    },
    close: () => {
      room.windows.close()
      room.feeder.close()
      tell.close()
    },
  }
}

function step(
  { ports, tell }: Room,
  run: RunRecord,
  from: RunStep['from'],
  to: RunRecord['state'],
  why: string | null = null,
): Result<RunRecord> {
  const moved = ports.runs.move({ id: run.id, from, to, actor: ports.actor(), why })
  tell(run.id)
  return moved
}

/** Where what began nothing goes back to: what others were asked about waits for its sender. */
const backFrom = (ports: RunPorts, run: RunRecord): 'PENDING_APPROVAL' | 'CHECKED' =>
  approvalOfRun(ports, run)?.state === 'WAITING' ? 'PENDING_APPROVAL' : 'CHECKED'

/** With it what others were asked for ends: as its withdrawal, by whoever asked alone. */
function discardWaiting({ ports, tell }: Room, run: RunRecord): Result<RunRecord> {
  const [by, at] = [ports.actor(), ports.approvals.now()]
  const me = personNamed(ports.roll.read().people, by)?.id
  const waiting = () => ports.approvals.ofRun(run.id).filter(({ state }) => state === 'WAITING')
  const dropped = ports.runs.move({
    ...{ id: run.id, from: ['PENDING_APPROVAL'], to: 'DROPPED', actor: by },
    guard: () =>
      waiting().every(({ author }) => author === me)
        ? null
        : notMine(say('approvals.only-its-author')),
    changes: () =>
      waiting().map(({ id }) => ports.approvals.endOf(id, { state: 'WITHDRAWN', by, at })),
  })
  ports.onChange({ topic: 'people' })
  tell(run.id)
  return dropped
}

/** What a person decides before a run is confirmed. */
function choosing(
  room: Room,
): Pick<
  DeskRuns,
  'choose' | 'discard' | 'review' | 'ask' | 'confirm' | 'undo' | 'sendNow' | 'beginsAt'
> {
  const { ports, reviews, windows, tell } = room
  return {
    choose: (run, places, isIn, reason) => {
      // MONEY: what others look at does not change under them.
      if (run.state === 'PENDING_APPROVAL') return fail(runWaits)
      reviews.delete(run.id)
      const chosen = chooseRows(ports, run, places, isIn, reason)
      tell(run.id)
      return chosen
    },
    discard: (run) => {
      reviews.delete(run.id)
      // What waited too long is over by itself: nobody withdrew it.
      expireOld(ports)
      if (ports.runs.stateOf(run.id) === 'PENDING_APPROVAL') return discardWaiting(room, run)
      return step(room, run, ['READ', 'CHECKING', 'CHECKED', 'PAUSED'], 'DROPPED')
    },
    ask: async (run, confirming) => {
      const asked = await askForRun(ports, reviews, run, confirming)
      if (asked.ok) ports.onChange({ topic: 'people' })
      tell(run.id)
      return asked
    },
    review: (run, reason) => reviewRun(ports, reviews, run, reason),
    confirm: async (run, confirming) => {
      const actor = ports.actor()
      const confirmed = await confirmRun(ports, reviews, run, confirming)
      const connection = ports.connections.find(run.connectionId)
      if (confirmed.ok && connection !== undefined) {
        const ms = runUndoMs(connection, confirmed.value.rowsIn ?? 0)
        windows.open(confirmed.value, ms, () => begin(room, confirmed.value, actor))
      }
      tell(run.id)
      return confirmed
    },
    undo: (run) =>
      windows.end(run.id, false)
        ? step(room, run, ['CONFIRMED'], backFrom(ports, run), say('runs.was-taken-back'))
        : fail(whyNotWaiting(run.state)),
    sendNow: (runId) => windows.end(runId, true),
    beginsAt: windows.beginsAt,
  }
}

/** The time to take it back is over. */
function begin({ ports, feeder, tell }: Room, run: RunRecord, actor: string): void {
  if (ports.ending.aborted) return
  const began = async (): Promise<void> => {
    const started = await startRun(ports, run, { actor: 'paydesk', person: actor })
    if (started.ok) feeder.feed(run.id, actor)
    else {
      // What could not begin is looked at again: nothing of it was sent.
      const why = started.fault.message
      const to = backFrom(ports, run)
      ports.runs.move({ id: run.id, from: ['CONFIRMED'], to, actor: 'paydesk', why })
    }
    tell(run.id)
  }
  began().catch((error: unknown) => ports.report(`run-${run.id}`, error))
}

function sending(
  room: Room,
  check: (runId: string) => void,
): Pick<DeskRuns, 'pause' | 'resume' | 'stop'> {
  const { ports, feeder, tell } = room
  return {
    pause: (run) => step(room, run, ['RUNNING'], 'PAUSED'),
    resume: async (run) => {
      if (ports.ending.aborted) return fail(closing)
      if (isCheckPaused(run)) {
        const moved = step(room, run, ['PAUSED'], 'CHECKING')
        if (moved.ok) check(run.id)
        return moved
      }
      const actor = ports.actor()
      const started = await startRun(ports, run, { actor, person: actor })
      if (started.ok) feeder.feed(run.id, actor)
      tell(run.id)
      return started
    },
    stop: (run) => step(room, run, ['RUNNING', 'PAUSED'], 'STOPPED'),
  }
}

/** MONEY: whatever ran as the program ended waits for a person now. */
function recoverRuns(ports: RunPorts): void {
  const { runs } = ports
  const why = say('runs.paydesk-was-closed')
  const by = { actor: 'paydesk', why }
  for (const { id } of runs.inRunStates(['RUNNING']))
    runs.move({ id, from: ['RUNNING'], to: 'PAUSED', ...by })
  for (const run of runs.inRunStates(['CONFIRMED']))
    runs.move({ id: run.id, from: ['CONFIRMED'], to: backFrom(ports, run), ...by })
  // Its rows were not all kept: nobody has seen it as a whole.
  for (const { id } of runs.inRunStates(['READ']))
    runs.move({ id, from: ['READ'], to: 'DROPPED', ...by })
}

function creating(
  ports: RunPorts,
  onProgress: (runId: string) => void,
): {
  takeIn: DeskRuns['createRun']
  check: (runId: string) => void
} {
  const { runs } = ports
  const check = (runId: string): void => {
    checkRun(ports, runId, () => onProgress(runId))
      .catch((error: unknown) => checkFailed(ports, runId, error))
      .catch((error: unknown) => ports.report(`run-${runId}`, error))
      .finally(() => onProgress(runId))
  }
  return {
    check,
    takeIn: async (rows, source, { connectionId, operation, depth, continues = null }) => {
      if (rows.length > mostRows) return fail(runTooMany(mostRows))
      const connection = ports.connections.find(connectionId)
      if (connection === undefined || rows.length === 0) return fail(noConnection)
      const service = ports.connections.gatewayOf(connection)
      const id = mintAttemptId(ports.clock(), ports.randomBytes)
      const kept = { id, service, connectionId, operation, source, depth, continues }
      runs.create({ ...kept, rows: rows.length, actor: ports.actor() })
      for (let at = 0; at < rows.length; at += pageRows) {
        const page = rows.slice(at, at + pageRows)
        runs.addRows(
          id,
          page.map((row, nth): AskedRow => askedRow({ service, operation }, row, at + nth)),
        )
        // Others have their turn between two pages.
        await othersTurn()
      }
      const moved = runs.move({ id, from: ['READ'], to: 'CHECKING', actor: ports.actor() })
      check(id)
      return moved
    },
  }
}

/** It waits for a person; the next start goes on with it where not even that can be written. */
function checkFailed(ports: RunPorts, runId: string, error: unknown): void {
  ports.report(`run-${runId}`, error)
  const why = say('runs.check-failed')
  ports.runs.move({ id: runId, from: ['CHECKING'], to: 'PAUSED', actor: 'paydesk', why })
}

/** The order that the check made, and whom it pays, so that equal ones are told apart. */
const asPaid = ({
  row: { line, amount, reason, party, beside },
  orderid,
  clientOrderid,
}: ReturnType<DeskPorts['runs']['doneRows']>[number]): RunRow => ({
  ...{ line, amount, beside, reason: reason === '' ? null : reason },
  ...{ orderId: orderid, merchantOrderId: clientOrderid, party: party ?? {} },
})

/** What was asked for in it, as it was asked for. */
async function rowsOf(
  { runs }: Pick<DeskPorts, 'runs'>,
  { id }: RunRecord,
  isUnsent: boolean,
): Promise<RunRow[]> {
  const found: RunRow[] = []
  for (let after: number | null = -1; after !== null;) {
    const page: RowPage = isUnsent
      ? await runs.shownOf(id, { outcomes: unsentOutcomes }, after, pageRows)
      : runs.shown(id, after, pageRows)
    found.push(
      ...page.rows.map(({ line, orderid, clientOrderid, amount, reason, party, beside }) => ({
        ...{ line, beside, ...(party === null ? {} : { party }) },
        orderId: orderid === '' ? null : orderid,
        merchantOrderId: clientOrderid === '' ? null : clientOrderid,
        amount,
        reason: reason === '' ? null : reason,
      })),
    )
    after = page.next
    await othersTurn()
  }
  return found
}

/** Calls at most so often, and once more at the end. */
function teller(tellOf: (runId: string) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    soon: (runId: string): void => {
      if (timers.has(runId)) return
      const timer = setTimeout(() => {
        timers.delete(runId)
        tellOf(runId)
      }, tellEveryMs)
      timers.set(runId, timer)
    },
    close: (): void => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

export const findRun = (ports: Pick<DeskPorts, 'runs'>, runId: string): Result<RunRecord> => {
  const run = ports.runs.get(runId)
  return run === null ? fail(noRun) : ok(run)
}
