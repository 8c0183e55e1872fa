// All that can happen next in a walk, each with how often it should: what people ask for, what the
// gateway and the wire do, time, and the end of the program.
import type { HandOutcome } from '#shared/attempt.ts'
import { reviewRequest } from '../../../src/main/desk/payments/review/review-request.ts'
import { lookUp } from '../../../src/main/desk/lookups/look-up.ts'
import { resolveByHand } from '../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { resolveAttempt } from '../../../src/main/desk/payments/watch/ask-status.ts'
import { undoAttempt } from '../../../src/main/desk/payments/send/undo.ts'
import { clientOrderid, orderid } from './books.ts'
import { gatewaySteps } from './gateway-steps.ts'
import type { Row } from './oracle/truth.ts'
import { askStep, isLocked, peopleSteps } from './people-steps.ts'
import type { Add, Step } from './step.ts'
import { isOpenRow, type Walk } from './walk.ts'

const mostAttempts = 6
const yearMs = 365 * 24 * 3_600_000

export function stepsOf(walk: Walk): Step[] {
  const steps: Step[] = []
  const add: Add = (weight, label, run) => steps.push({ weight, label, run })
  peopleSteps(walk, add)
  if (!isLocked(walk)) {
    reviewSteps(walk, add)
    draftSteps(walk, add)
    for (const row of walk.rows) rowSteps(walk, row, add)
  }
  gatewaySteps(walk, add)
  timeSteps(walk, add)
  endSteps(walk, add)
  return steps
}

function reviewSteps(walk: Walk, add: Add): void {
  const { world, life, rows, random } = walk
  if (rows.length + walk.reviewing >= mostAttempts || walk.reviewing > 1) return
  const { work, origin } = world
  const weight = walk.drafts.length > 1 ? 1 : 5
  const record = random.pick(['a', 'b'])
  const order = { client_orderid: clientOrderid, orderid }
  const amount = (minor: number) => ({ amount: (minor / 100).toFixed(2), currency: 'EUR' })
  const begin = (operation: 'return' | 'capture' | 'void', fields: Record<string, string>): void =>
    add(weight, `review ${operation} ${fields.amount ?? 'all'} over ${record}`, () =>
      review(walk, record, operation, { ...order, ...fields }),
    )
  if (work !== 'payouts') {
    const wanted = random.pick([1000, 1000, 1000, 2000, null])
    const some = wanted === null ? {} : amount(wanted)
    begin('return', { comment: 'damaged', ...some })
    if (origin === 'preauth') {
      begin('capture', some)
      begin('void', {})
    }
    add(1, `look up over ${record}`, () =>
      walk.follow(lookUp(life.ports, { connectionId: record, by: 'orderid', value: orderid })),
    )
  }
  const approved = walk.approvals.find(
    ({ state, signatures, author }) =>
      state === 'WAITING' && signatures > 0 && author === life.people.me(),
  )
  if (approved !== undefined && isReviewed(approved.operation)) {
    const { operation, connection, request } = approved
    const { client_orderid: own, ...fields } = JSON.parse(request) as Record<string, string>
    // A payout gets a new id with each review.
    const ids = operation === 'payout' ? {} : { client_orderid: own! }
    add(walk.reviewing === 0 ? 40 : 1, `review ${operation} as it was asked for`, () =>
      review(walk, connection, operation, { ...fields, ...ids }),
    )
  }
  if (work !== 'order') {
    const account_number = random.pick(['DE89370400440532013000', 'DE02120300000000202051'])
    const payout = {
      ...amount(1000),
      order_desc: 'Deposit back',
      ipaddress: '203.0.113.7',
      account_number,
    }
    add(weight, `review payout over ${record}`, () => review(walk, record, 'payout', payout))
    const again = rows.find(
      ({ operation, handOutcome }) => operation === 'payout' && handOutcome === 'did-not-happen',
    )
    if (again !== undefined)
      add(weight, `review payout ${rows.indexOf(again)} again`, () =>
        review(
          walk,
          again.connection,
          'payout',
          { ...payout, account_number: again.account },
          again.id,
        ),
      )
  }
}

const reviewed = ['return', 'capture', 'void', 'payout'] as const
type Reviewed = (typeof reviewed)[number]
const isReviewed = (operation: string): operation is Reviewed =>
  (reviewed as readonly string[]).includes(operation)

function review(
  walk: Walk,
  record: string,
  operation: Reviewed,
  request: Record<string, string>,
  again?: string,
): void {
  const { life, truth, world } = walk
  const { calls } = life
  walk.reviewing += 1
  const before = new Set(calls)
  const reviewed = reviewRequest(life.ports, {
    connectionId: record,
    operation,
    request,
    again,
  })
  const asked = [...calls].find((call) => call.kind === 'question' && !before.has(call))
  walk.follow(
    reviewed.then((result) => {
      if (life.isGone()) return
      walk.reviewing -= 1
      if (!result.ok) return
      const { attemptId, token, twins, approval } = result.value
      if (asked?.kind === 'question' && typeof asked.reply === 'object' && asked.reply !== null)
        truth.deeds.reviewedBy.set(attemptId, asked.reply.text)
      walk.drafts.push({
        attemptId,
        token,
        operation,
        twins: twins.map(({ id }) => id),
        undoMs: world.undoMs[record === 'a' ? 0 : 1],
        confirms: 0,
        approval: approval === null ? 'none' : approval.isApproved ? 'given' : 'missing',
      })
    }),
  )
}

function draftSteps(walk: Walk, add: Add): void {
  const { life, truth, drafts } = walk
  for (const draft of drafts) {
    const { attemptId, operation } = draft
    const what = `${operation} ${walk.rows.findIndex(({ id }) => id === attemptId)}`
    if (draft.confirms < 2) {
      const weight = { none: 14, given: 40, missing: 1 }[draft.approval]
      add(draft.confirms === 0 ? weight : 1, `confirm ${what}`, () =>
        walk.confirm(draft, true, draft.token),
      )
      if (draft.twins.length > 0)
        add(5, `confirm ${what}, its twins unseen`, () => walk.confirm(draft, false, draft.token))
      add(0.3, `confirm ${what} with another token`, () => walk.confirm(draft, true, 'wrong'))
    }
    askStep(walk, draft, what, add)
    if (draft.confirms < 2)
      add(1, `take back ${what}`, () => {
        const taken = undoAttempt(life.ports, attemptId)
        if (taken.ok) truth.deeds.undone.add(attemptId)
      })
    if (life.ports.undo.list().some(({ row }) => row.id === attemptId))
      add(4, `send ${what} now`, () => life.ports.undo.sendNow(attemptId))
  }
}

function rowSteps(walk: Walk, row: Row, add: Add): void {
  const { life, rows } = walk
  const what = `${row.operation} ${rows.indexOf(row)}`
  const full = life.ports.journal.get
  if (isOpenRow(row) && row.state !== 'SENDING') {
    add(2, `check ${what}`, () => {
      const attempt = full(row.id)
      if (attempt !== null) walk.follow(resolveAttempt(life.ports, attempt))
    })
    resolveSteps(walk, row, what, add)
  }
  if (row.conflict !== null && !isOpenRow(row))
    add(2, `clear ${what}`, () => resolve(walk, row, 'happened', true))
}

function resolveSteps(walk: Walk, row: Row, what: string, add: Add): void {
  const { books, late, life, world } = walk
  const made = books.booked.find((tx) => tx.by === row.id)
  const isUnderWay =
    made?.fate === 'processing' ||
    late.some(({ attemptId }) => attemptId === row.id) ||
    [...life.calls].some((call) => call.kind === 'sending' && call.attemptId === row.id)
  const isThere = made?.fate === 'approved'
  // People who are right ask the gateway's support, and wait until nothing is under way any more.
  if (world.areRight && isUnderWay) return
  const outcomes: HandOutcome[] = world.areRight
    ? [isThere ? 'happened' : 'did-not-happen']
    : ['happened', 'did-not-happen']
  for (const outcome of outcomes) {
    add(1, `resolve ${what} as ${outcome}`, () => resolve(walk, row, outcome, false))
    add(2, `resolve ${what} as ${outcome} at once`, () => resolve(walk, row, outcome, true))
  }
}

function resolve(walk: Walk, row: Row, outcome: HandOutcome, isHurried: boolean): void {
  const { deeds, reported } = walk.truth
  if (!isHurried) deeds.waited.add(row.id)
  let isDone = false
  try {
    isDone = resolveByHand(walk.life.ports, {
      attemptId: row.id,
      outcome,
      reason: 'asked the support',
      override: isHurried ? 'a customer waits' : undefined,
    }).ok
  } finally {
    if (isDone) {
      deeds.cleared.set(row.id, row.conflict === null ? -1 : reported.length)
      deeds.decidedAt.set(row.id, reported.length)
    } else deeds.waited.delete(row.id)
  }
}

function timeSteps(walk: Walk, add: Add): void {
  const { time } = walk
  if (time.hasTimer()) add(10, 'the next timer is due', () => time.runNext())
  add(0.7, '16 minutes pass', () => time.pass(16 * 60_000))
  add(0.3, 'the clock is set', () => {
    walk.truth.deeds.wasClockSet = true
    time.setWall(walk.random.pick([-yearMs, yearMs]))
  })
}

function endSteps(walk: Walk, add: Add): void {
  const { life } = walk
  add(0.8, 'the program is killed', () => life.crash())
  add(0.3, 'the program is closed', () => {
    life.close()
    // What it still had to say it has said when the step is over.
    setImmediate(() => life.crash())
  })
  if (life.stop !== null)
    add(6, 'money may move again', () => {
      life.stop = null
    })
  else
    add(0.5, 'money is stopped', () => {
      life.stop = 'The log was found damaged.'
    })
}
