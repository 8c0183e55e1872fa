// The fake's side of a request: a review, one confirm, an undo. It has main's shape and proves
// nothing about main.
import type { Input } from '../../src/shared/contract/bridge.ts'
import type { AttemptView, OrderView, Review } from '../../src/shared/bridge/views.ts'
import { type Fault, fail, ok, type Result } from '../../src/shared/fault.ts'
import { flowOf, orderidFieldOf } from '../../src/shared/gateway/flow.ts'
import { parseRequest } from '../../src/shared/gateway/request.ts'
import { toText } from '../../src/shared/money.ts'
import { sandbox } from './bridge-samples.ts'
import { attemptOf, seedAt } from './bridge-seed.ts'

export const missing: Fault = {
  ...{ kind: 'denied', sent: 'no', reason: 'not-found' },
  message: 'Paydesk has not looked this order up yet.',
}
const lost = 'The connection was closed before a whole answer arrived.'

/** A request that belongs to no order yet. */
const nameless = { connectionId: sandbox.id, connectionName: sandbox.name, orderid: '' }

/** Three that were sent before, newest first. */
const seedRows = (): AttemptView[] =>
  [
    { id: 'seed-8', operation: 'payout-check', orderid: '700302', clientOrderid: 'pd-0008' },
    { id: 'seed-7', state: 'UNKNOWN' as const, amount: { amount: '15400', currency: 'JPY' } },
    { id: 'seed-2', operation: 'pan-eligibility-send' },
  ].map((part) =>
    attemptOf(
      { ...nameless, clientOrderid: '' },
      {
        ...{ operation: 'payout', state: 'SUCCEEDED', isFull: false, sentAt: seedAt, comment: '' },
        ...part,
      },
    ),
  )

export function fakeAttempts(parts: {
  find: (connectionId: string, id: string) => OrderView | undefined
  isUnknown: () => boolean
  changed: () => void
}) {
  const rows = seedRows()
  const drafts = new Map<string, { row: AttemptView; isConfirmed: boolean }>()

  function review(input: Input<'attempt:review'>): Result<Review> {
    const { connectionId, operation, request } = input
    const own = orderidFieldOf(operation)
    const isNew = flowOf(operation) === 'new' && own !== null
    const id = `attempt-${drafts.size}`
    const asked = isNew ? { ...request, [own]: `pd-new-${drafts.size}` } : request
    const parsed = parseRequest(operation, asked, 'iso-4217')
    if (!parsed.ok) return parsed
    const { fields, money } = parsed.value
    const order = parts.find(connectionId, fields['orderid'] ?? '')
    if (order === undefined && !isNew) return fail(missing)
    const amount = money === null ? (order?.returnable ?? null) : toText(money)
    const row = attemptOf(order ?? { ...nameless, clientOrderid: own ? fields[own]! : '' }, {
      ...{ id, connectionId, operation, amount, isFull: money === null, request: fields },
    })
    drafts.set(id, { row, isConfirmed: false })
    return ok({
      ...{ attemptId: id, token: `token of ${id}`, operation, amount, isFull: row.isFull },
      ...{ effect: '', connectionName: row.connectionName, environment: 'test', url: '' },
      ...{ remainingAfter: null, refundableAfter: null, formula: '', digest: '', payTo: [] },
      ...{
        statusSeen: '',
        twins: [],
        teamTwins: [],
        ...{ warnings: [], changedRecipients: [], paidBefore: null, asksCall: false, checked: [] },
        expiresAt: seedAt + 900_000,
        undoMs: 0,
      },
      approval: null,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    })
  }

  function confirm({ attemptId, token }: Input<'attempt:confirm'>): Result<AttemptView> {
    const draft = drafts.get(attemptId)
    if (draft === undefined || draft.isConfirmed || token !== `token of ${attemptId}`)
      return fail({
        ...{ kind: 'denied', sent: 'no', attemptId, message: 'It was confirmed already.' },
        reason: draft === undefined ? 'confirmation-mismatch' : 'already-confirmed',
      })
    draft.isConfirmed = true
    const { row } = draft
    rows.unshift(row)
    const isUnknown = parts.isUnknown()
    Object.assign(row, {
      ...{ state: isUnknown ? 'UNKNOWN' : 'ACCEPTED', sentAt: seedAt, nextCheckAt: seedAt + 4_000 },
      message: isUnknown ? lost : 'The gateway took the request.',
    })
    const order = parts.find(row.connectionId, row.orderid)
    if (order !== undefined) order.attempts = [row, ...order.attempts]
    parts.changed()
    if (!isUnknown) return ok(row)
    return fail({ kind: 'outcome-unknown', sent: 'maybe', message: lost, detail: '', attemptId })
  }

  function undo({ attemptId }: Input<'attempt:undo'>): Result<AttemptView> {
    const draft = drafts.get(attemptId)
    if (draft === undefined || draft.isConfirmed) return fail(missing)
    draft.isConfirmed = true
    draft.row.state = 'UNDONE'
    return ok(draft.row)
  }

  return { rows, review, confirm, undo }
}
