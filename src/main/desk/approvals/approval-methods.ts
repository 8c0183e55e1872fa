// The bridge's methods about approvals: asked for out of a review, looked at with the order as it
// is now, signed with the approver's own key, refused with a reason, withdrawn. It sends nothing.
import type {
  ApprovalOutput,
  ApprovalShown,
  ApprovalView,
  RunToApprove,
} from '#shared/approvals/approval-methods.ts'
import { approvalLastsMs } from '#shared/approvals/approval-methods.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import { runSubject } from '#shared/runs/run-state.ts'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import { fingerprintOf, movedSince } from '#shared/gateway/status/status.ts'
import { say } from '#shared/message.ts'
import type { Phase } from '#shared/gateway/orders/order-facts.ts'
import { textIfAny, toText, wireAmount } from '#shared/money.ts'
import type { ApprovalRow } from '../../ledger/approvals/approvals.ts'
import type { RunAmount } from '../../ledger/approvals/run-amounts.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { Desk } from '../base/desk.ts'
import type { DeskPorts } from '../base/ports.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import {
  moneyStopped,
  noConnection,
  noRequest,
  notMine,
  notPossible,
  signInFirst,
} from '../base/faults.ts'
import { moneySettingsIn } from '../connections/by-id.ts'
import type { CardPorts } from '../payments/cards/card-entry.ts'
import { applyStatus, type StatusPorts } from '../payments/status/apply-status.ts'
import { readStatus } from '../payments/status/read-status.ts'
import { factsOf } from '../payments/plan/outside-facts.ts'
import { hashToken } from '../payments/plan/plan.ts'
import type { OpenReview, OpenReviews } from '../payments/plan/open-review.ts'
import type { Session } from '../people/session.ts'
import type { Person } from '#shared/people/roll.ts'
import { newId } from '../people/stating.ts'
import {
  approvalNeeded,
  approverFault,
  approversOf,
  digestOf,
  type GatePorts,
  hasOwnId,
  isKept,
  personNamed,
  requestOf,
  statementOf,
} from './approval-gate.ts'
import { approvalEntry, endApproval, expireOld, notAsAsked, waitingOf } from './end-approval.ts'
import { runFacts } from './run-facts.ts'
import { approvalView, limitOf, placeOf } from './approval-said.ts'
import { approvalText } from './approval-text.ts'

export interface ApprovalPorts
  extends
    GatePorts,
    StatusPorts,
    CardPorts,
    Pick<DeskPorts, 'checked' | 'moneyStop' | 'clock' | 'randomBytes' | 'onChange'> {
  reviews: OpenReviews
}

export interface ApprovalParts {
  ports: ApprovalPorts
  session: Pick<Session, 'me' | 'number' | 'sign'>
  outside: OutsideParts
  /** A run as an approver is shown it; a fault where it is not what was asked for. */
  runToApprove: (
    approval: ApprovalRow,
  ) => Promise<Result<{ run: RunToApprove; moved: string[]; amounts: RunAmount[] }>>
  /** What waits changed. */
  onChange: () => void
}

const endedShown = 100

export function createApprovalMethods(parts: ApprovalParts): Pick<Desk, keyof ApprovalOutput> {
  const { ports, session, onChange } = parts
  const view = (id: string): ApprovalView =>
    approvalView(ports, ports.approvals.get(id)!, session.me()?.id ?? null)
  /** The view as it is after what was done. */
  const seen = (done: Result<string>): Result<ApprovalView> => {
    if (!done.ok) return done
    onChange()
    const { runId } = ports.approvals.get(done.value)!
    if (runId !== null) ports.onChange({ topic: 'run', runId })
    return ok(view(done.value))
  }
  return {
    'approval:ask': async (input) => seen(ask(parts, input)),
    'approval:list': async () => {
      expireOld(ports)
      const list = (rows: readonly ApprovalRow[]): ApprovalView[] => rows.map(({ id }) => view(id))
      return ok({
        waiting: list(ports.approvals.waiting()),
        ended: list(ports.approvals.ended(endedShown)),
      })
    },
    'approval:show': async ({ approvalId }) => {
      const found = askedOf(ports, approvalId)
      if (!found.ok) return found
      const now = await asItIsNow(parts, found.value)
      if (!now.ok) return now
      // MONEY: its order took its time, and another program may have changed it meanwhile.
      const since = askedOf(ports, approvalId)
      if (!since.ok) return since
      return ok({ approval: view(approvalId), digest: since.value.digest, ...now.value })
    },
    'approval:approve': async (input) => seen(await approve(parts, input)),
    'approval:refuse': async ({ approvalId, reason }) => {
      const me = meOf(parts)
      const mayNot = (approval: ApprovalRow): Fault | null => {
        const why = me === undefined ? null : approverFault(approval, me)
        return why === null ? null : notMine(why)
      }
      const how = { state: 'REFUSED', fault: mayNot, reason } as const
      return seen(endApproval(ports, approvalId, me, how))
    },
    'approval:withdraw': async ({ approvalId }) => {
      const me = meOf(parts)
      return seen(
        endApproval(ports, approvalId, me, {
          state: 'WITHDRAWN',
          fault: ({ author }) =>
            author === me?.id ? null : notMine(say('approvals.only-its-author')),
        }),
      )
    },
  }
}

const meOf = ({ ports, session }: ApprovalParts): Person | undefined =>
  ports.roll.read().people.get(session.me()?.id ?? '')

/** MONEY: what the token shows to have been read is what others are asked about, and no more. */
function ask(
  { ports, session }: ApprovalParts,
  { attemptId, token }: { attemptId: string; token: string },
): Result<string> {
  const row = ports.journal.get(attemptId)
  const review = ports.reviews.get(attemptId)
  if (row === null) return fail(noRequest)
  const author = personNamed(ports.roll.read().people, row.actor)
  const shut = askFault(ports, row, review, hashToken(token))
  if (shut !== null) return fail(shut)
  if (author === undefined || author.id !== session.me()?.id) return fail(signInFirst)
  const now = ports.approvals.now()
  const id = newId(ports).replace('p-', 'ap-')
  const { service, connectionId, endpointId, operation, orderid, clientOrderid, amount } = row
  const asked = {
    ...{ id, service, connectionId, endpointId, operation, orderid, clientOrderid, amount },
    ...{ request: requestOf(row, review), isFull: row.isFull },
    ...{ replaces: row.replaces, hasOwnId: hasOwnId(row, review), runId: null, amounts: null },
    ...{ place: placeOf(row, review), digest: digestOf(row, review), author: author.id },
    ...{ seen: row.seen, askedAt: now, expiresAt: now + approvalLastsMs },
  }
  expireOld(ports)
  const ended = ports.journal.move({
    ...{ id: attemptId, from: ['DRAFT'], to: 'UNDONE', actor: row.actor, origin: 'operator' },
    patch: { message: say('approvals.asked-for-instead'), resolvedAt: ports.clock() },
    guard: () =>
      ports.approvals.waitingAt(asked.place) === null
        ? null
        : notPossible(say('approvals.one-waits')),
    also: () =>
      ports.approvals.ask(
        approvalEntry('approval:asked', author, asked, {
          amount: amount === null ? null : wireAmount(amount),
          ...{ currency: amount?.currency ?? null, operation, orderid, clientOrderid },
          ...{ attemptId, expiresAt: asked.expiresAt },
        }),
        asked,
      ),
  })
  if (!ended.ok) return ended
  ports.reviews.delete(attemptId)
  ports.cards.drop(attemptId)
  return ok(id)
}

function askFault(
  ports: ApprovalPorts,
  row: AttemptRow,
  review: OpenReview | undefined,
  tokenHash: string,
): Fault | null {
  if (row.state !== 'DRAFT' || row.tokenHash !== tokenHash || review === undefined)
    return notPossible(say('approvals.review-again'))
  if (ports.clock() >= row.expiresAt) return notPossible(say('approvals.review-again'))
  if (row.row !== null) return notMine(say('approvals.not-by-a-run'))
  return approvalNeeded(ports, row) === null ? notPossible(say('approvals.takes-none')) : null
}

/** MONEY: nobody is shown what differs from what was asked for, and nobody signs it. */
export function askedOf(ports: GatePorts, id: string): Result<ApprovalRow> {
  const waiting = waitingOf(ports, id)
  return !waiting.ok || isKept(ports, waiting.value) ? waiting : fail(notAsAsked)
}

/** Its order as the gateway tells it now, or its run as it stands. */
async function asItIsNow(
  { ports, session, runToApprove }: ApprovalParts,
  approval: ApprovalRow,
): Promise<Result<Omit<ApprovalShown, 'approval' | 'digest'>>> {
  if (approval.runId !== null) {
    const run = await runToApprove(approval)
    if (!run.ok) return run
    const { moved } = run.value
    return ok({ seen: '', order: null, standing: null, limit: null, run: run.value.run, moved })
  }
  const order = await orderNow(ports, approval, session.me()?.name ?? '')
  return order.ok
    ? ok({
        ...order.value,
        ...{ standing: standingOf(ports, approval, order.value.order), run: null },
        limit: limitOf(ports, approval),
      })
    : order
}

/** As the order is known here, once the gateway told of it now. */
function standingOf(
  ports: ApprovalPorts,
  { connectionId, orderid, operation, amount }: ApprovalRow,
  told: ApprovalShown['order'],
): ApprovalShown['standing'] {
  const record = told === null ? null : ports.orders.get(connectionId, orderid)
  if (record === null || record === undefined) return null
  const { returnable } = record
  const isKnown =
    operation === 'return' &&
    amount !== null &&
    returnable?.currency === amount.currency &&
    returnable.digits === amount.digits &&
    returnable.minor >= amount.minor
  const refundableAfter = isKnown
    ? toText({ ...amount, minor: returnable.minor - amount.minor })
    : null
  return { phase: record.phase as Phase, refundableAfter }
}

/** Of a request its order, as the gateway tells it now. */
export async function orderNow(
  ports: ApprovalPorts,
  approval: ApprovalRow,
  actor: string,
): Promise<Result<Pick<ApprovalShown, 'seen' | 'moved' | 'order'>>> {
  if (approval.seen === '') return ok({ seen: '', moved: [], order: null })
  const connection = ports.connections.find(approval.connectionId)
  if (connection === undefined) return fail(noConnection)
  const { orderid } = approval
  const read = await readStatus(ports, connection, { orderid }, { actor, isLookUp: false })
  if (!read.ok) return read
  applyStatus(ports, read.value)
  const { snapshot } = read.value
  const { status, transactionType, amount } = snapshot
  const record = ports.orders.get(approval.connectionId, orderid)
  return ok({
    seen: fingerprintOf(snapshot),
    moved: movedSince(approval.seen, snapshot),
    order: {
      ...{ status, transactionType, amount: textIfAny(amount) },
      ...{ customer: record?.customer ?? '', card: record?.card ?? '' },
    },
  })
}

async function approve(
  parts: ApprovalParts,
  input: Parsed<'approval:approve'>,
): Promise<Result<string>> {
  const { ports, session } = parts
  const { approvalId, seen, own } = input
  const before = session.number()
  // MONEY: what another program wrote is held against the log before anybody signs it.
  const checking = ports.checked()
  if (checking !== null) await checking
  const me = meOf(parts)
  const fault = approveFault(ports, input, me)
  if (fault !== null || me === undefined) return fail(fault ?? signInFirst)
  const approval = ports.approvals.get(approvalId)!
  // MONEY: the rows of a run as they are now, behind the look at the log.
  const rows = approval.runId === null ? ok(null) : await parts.runToApprove(approval)
  if (!rows.ok) return rows
  const asked = await confirmedOutside(parts, approval, rows.value?.amounts ?? [])
  if (!asked.ok) return asked
  const body = JSON.stringify(statementOf(ports, approval, me.id, seen))
  const text = approvalText(body)
  const signed = await session.sign(me, 'own', { passphrase: own, text })
  if (!signed.ok) return signed
  const signature = signed.value.toString('base64')
  return ports.approvals.together(() => {
    // MONEY: the passphrase takes its time: it may have ended, or the person left, meanwhile.
    if (session.number() !== before) return fail(signInFirst)
    const since = approveFault(ports, input, meOf(parts))
    if (since !== null) return fail(since)
    const now = ports.approvals.get(approvalId)!
    ports.approvals.sign(
      approvalEntry('approval:signed', me, now, { seen, body, signature }),
      approvalId,
      [...now.signatures, { body, signature }],
    )
    return ok(approvalId)
  })
}

/** MONEY: as before a request is sent: the page may show another one than is signed. */
async function confirmedOutside(
  { ports, outside }: ApprovalParts,
  approval: ApprovalRow,
  amounts: readonly RunAmount[],
): Promise<Result<null>> {
  const { id, connectionId, operation, request, runId } = approval
  if (!moneySettingsIn(ports, connectionId).confirmOutside) return ok(null)
  const run = runId === null ? null : ports.runs.get(runId)
  if (run !== null)
    return askOutside(outside, runSubject(run.id), {
      message: say('approvals.approve-this-run', { operation: { noun: operation } }),
      detail: await runFacts(ports, run, amounts),
      action: say('approvals.approve-rows', {
        count: amounts.reduce((count, { rows }) => count + rows, 0),
      }),
    })
  return askOutside(outside, `approval/${id}`, {
    message: say('approvals.approve-this-operation', { operation: { noun: operation } }),
    detail: factsOf(ports, { ...approval, goesTo: request, fields: request }, []),
    action:
      approval.amount === null
        ? say('approvals.approve')
        : say('approvals.approve-amount', { amount: toText(approval.amount) }),
  })
}

function approveFault(
  ports: ApprovalPorts,
  { approvalId, seen, digest }: Parsed<'approval:approve'>,
  me: Person | undefined,
): Fault | null {
  const waiting = askedOf(ports, approvalId)
  if (!waiting.ok) return waiting.fault
  if (me === undefined) return signInFirst
  const broken = ports.roll.fault()
  const why = broken ?? approverFault(waiting.value, me)
  if (why !== null) return notMine(why)
  // MONEY: what was read is what is signed.
  if (waiting.value.digest !== digest) return notAsAsked
  const stop = ports.moneyStop(ports.connections.find(waiting.value.connectionId))
  if (stop !== null) return moneyStopped(stop)
  const signed = approversOf(ports, waiting.value, (one) => one === seen)
  if (signed.some(({ id }) => id === me.id)) return notPossible(say('approvals.signed-already'))
  return isShown(ports, waiting.value, seen) ? null : notPossible(say('approvals.look-again'))
}

/** MONEY: what is signed is the order as the gateway told it last. */
function isShown(ports: ApprovalPorts, approval: ApprovalRow, seen: string): boolean {
  if (approval.seen === '' || seen === '') return approval.seen === seen
  const last = ports.orders.snapshots(approval).at(-1)
  return last !== undefined && fingerprintOf(last) === seen
}
