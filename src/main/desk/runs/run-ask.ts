// Others are asked to approve a run as it was reviewed, and are shown it: it waits for them, and
// nothing of it changes meanwhile. It sends nothing.
import { approvalLastsMs, type RunToApprove } from '#shared/approvals/approval-methods.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { toText } from '#shared/money.ts'
import { runSubject } from '#shared/runs/run-state.ts'
import type { ApprovalRow } from '../../ledger/approvals/approvals.ts'
import type { RunAmount } from '../../ledger/approvals/run-amounts.ts'
import type { RunRecord, RunRowRecord, ShownRow } from '../../ledger/runs/run-record.ts'
import { noConnection, notMine, notPossible, signInFirst } from '../base/faults.ts'
import { newId } from '../people/stating.ts'
import { mayApprove, personNamed } from '../approvals/approval-gate.ts'
import { approvalEntry, notAsAsked } from '../approvals/end-approval.ts'
import { openRunAmounts, runNeeds } from '../approvals/run-approval.ts'
import {
  alikeRefunds,
  checkLastsMs,
  type Confirming,
  digestOf,
  reviewedRun,
  type ReviewRunPorts,
  type RunReviews,
  sentSinceCheck,
} from './review-run.ts'
import { rowView } from './run-views.ts'

/** Faults: as a confirmation's; it takes no approval, or waits for one. */
export async function askForRun(
  ports: ReviewRunPorts,
  reviews: RunReviews,
  run: RunRecord,
  confirming: Confirming,
): Promise<Result<RunRecord>> {
  const actor = ports.actor()
  const reviewed = await reviewedRun(ports, reviews, run, confirming)
  if (!reviewed.ok) return reviewed
  const { review, amounts, guard } = reviewed.value
  const author = personNamed(ports.roll.read().people, actor)
  if (author === undefined) return fail(signInFirst)
  const { digest, rowsIn, reason } = review
  const { service, connectionId, operation, checkedAt } = run
  const askedAt = ports.approvals.now()
  // Nobody could send it when its check is too old.
  const expiresAt = Math.min(askedAt + approvalLastsMs, (checkedAt ?? askedAt) + checkLastsMs)
  const asked = {
    ...{ id: newId(ports).replace('p-', 'ap-'), service, connectionId, endpointId: '', operation },
    ...{ orderid: '', clientOrderid: '', place: runSubject(run.id), request: {}, amount: null },
    ...{ isFull: false, replaces: null, hasOwnId: false, runId: run.id, amounts, digest },
    ...{ author: author.id, seen: '', askedAt, expiresAt },
  }
  const sums = amounts.flatMap(({ amount }) => (amount === null ? [] : [toText(amount)]))
  return ports.runs.move({
    ...{ id: run.id, from: ['CHECKED'], to: 'PENDING_APPROVAL', actor: author.name },
    sets: { digest, rowsIn, reason },
    entry: approvalEntry('approval:asked', author, asked, {
      ...{ operation, rows: rowsIn, sums, reason, expiresAt },
    }),
    changes: () => [ports.approvals.askedFor(asked)],
    guard: (now) => {
      const broken = ports.roll.fault()
      if (broken !== null) return notMine(broken)
      const stale = guard(now)
      if (stale !== null) return stale
      const count = runNeeds(ports, now, amounts, author.name)?.approvals ?? 0
      if (count === 0) return notPossible(say('approvals.takes-none'))
      if (mayApprove(ports, asked).length < count)
        return notPossible(say('approvals.run-waits-for-nobody', { count }))
      const waits = ports.approvals.waitingAt(asked.place) !== null
      return waits ? notPossible(say('approvals.one-waits')) : null
    },
  })
}

/** Rows that an approver is shown at once; the run has all of them. */
const mostShown = 5

/** Whom it refunds, pays or charges, where somebody is named, and its order. */
function firstRow(row: ShownRow): RunToApprove['first'][number] {
  const { at, customer, card, payTo, cardRef, orderid, moves, asked } = rowView(row)
  const party = customer || payTo?.name || payTo?.account || cardRef || ''
  return { at, party, orderid, card, amount: moves ?? asked }
}

/** Of the rows that would be sent: the first few, and the reason that all of them share. */
function openFirstRows(ports: Pick<ReviewRunPorts, 'runs'>, runId: string) {
  const places: number[] = []
  const reasons = new Set<string>()
  return {
    add: ({ check, at, reason }: RunRowRecord): void => {
      if (check?.isIn !== true) return
      if (places.length < mostShown) places.push(at)
      if (reasons.size < 2) reasons.add(reason)
    },
    whole: (): Pick<RunToApprove, 'first' | 'rowReason'> => ({
      first: places.flatMap((at) => ports.runs.shown(runId, at - 1, 1).rows.map(firstRow)),
      rowReason: reasons.size === 1 ? ([...reasons][0] ?? '') : '',
    }),
  }
}

/**
 * As an approver is shown it: read row by row from what would be sent. MONEY: sums are of the very
 * rows that the digest is over.
 */
export async function runToApprove(
  ports: ReviewRunPorts,
  { runId, digest }: Pick<ApprovalRow, 'runId' | 'digest'>,
): Promise<Result<{ run: RunToApprove; moved: string[]; amounts: RunAmount[] }>> {
  const run = ports.runs.get(runId ?? '')
  if (run?.state !== 'PENDING_APPROVAL' || run.digest !== digest) return fail(notAsAsked)
  if (ports.connections.find(run.connectionId) === undefined) return fail(noConnection)
  const summed = openRunAmounts()
  const firstRows = openFirstRows(ports, run.id)
  let repeats = 0
  const read = await digestOf(ports, run, run.reason, (row) => {
    summed.add(row)
    firstRows.add(row)
    if (row.check?.isIn === true && row.check.wasMade) repeats += 1
  })
  if (read !== digest) return fail(notAsAsked)
  const amounts = summed.whole()
  const sentSince = await sentSinceCheck(ports, run)
  const { source, reason, checkedAt } = run
  const alike = alikeRefunds(await ports.runs.alike(run.id))
  return ok({
    run: {
      ...{
        runId: run.id,
        rows: amounts.reduce((count, { rows }) => count + rows, 0),
        reason,
        ...{ repeats, alike, checkedAt },
        ...firstRows.whole(),
      },
      sums: amounts.flatMap(({ amount, rows }) =>
        amount === null ? [] : [{ sum: toText(amount), rows }],
      ),
      withoutAmount: amounts.find(({ amount }) => amount === null)?.rows ?? 0,
      sourceName: source?.name ?? null,
      sourceDigest: source?.bytesSha256 ?? null,
    },
    amounts,
    moved: sentSince === 0 ? [] : [say('runs.count-sent-since', { count: sentSince })],
  })
}
