// Stories of a request above a limit: Bo asks, somebody else approves, Bo sends. Whatever comes
// between, it leaves once at most, with an approval that still counts, and uses that up.
import type { Review } from '#shared/bridge/views.ts'
import { approvalLastsMs } from '#shared/approvals/approval-methods.ts'
import type { Result } from '#shared/fault.ts'
import { groupOf, type LimitedRole } from '#shared/people/limits.ts'
import type { Role } from '#shared/people/roles.ts'
import type { Desk } from '../../../../src/main/desk/base/desk.ts'
import {
  approve,
  approvedBy,
  idOf,
  type Name,
  own,
  setLimit,
  signIn,
} from '../../runner/own-people.ts'
import * as calls from '../calls.ts'
import { type ApprovalEnd, type ApprovalTurn, type Cell, nameOf } from '../matrix.ts'
import { must } from '../must.ts'
import type { Action } from '../oracle/check.ts'
import { type Operation, requestOf } from '../requests.ts'
import { confirm, moneyLeft, pause, review, type Run, settled, stateOf, tryMade } from '../run.ts'
import { checkSums } from '../steps.ts'
import { hasLeft, insist, soon, wish } from './acts.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

/** The answer to an approved request is lost: nobody sends it again by the same approval. */
export async function playApproved(run: Run, cell: Of<'approved'>): Promise<void> {
  const action = await wish(run, cell.operation)
  if (action === null) return
  const made = await review(run, action)
  if (!made.ok) return
  run.fixture.wire.spoil(cell.operation, cell.loss)
  await confirm(run, made.value)
  if (run.fixture.wire.wasMet()) run.hits.add(nameOf(cell))
  run.fixture.wire.clear()
  await usedUp(run, action)
  await goOn(run, action)
}

export async function playApproval(run: Run, cell: Of<'approval'>): Promise<void> {
  const action = await wish(run, cell.operation)
  if (action === null) return
  if ('gap' in cell) await ended(run, cell, action)
  else await turns[cell.turn](run, action, () => run.hits.add(nameOf(cell)))
  await goOn(run, action)
}

/** The desk finds out by itself, and the person asks once more. */
async function goOn(run: Run, action: Action): Promise<void> {
  await checkSums(run)
  run.fixture.sandbox.advance(3_000)
  const last = action.tries.at(-1)
  if (last !== undefined) await settled(run, last.attemptId, 8_000)
  await checkSums(run)
  await insist(run, action)
}

/** Without asking anybody: the very request of this try, as it was approved. */
const plainReview = (run: Run, action: Action, nth: number): Promise<Result<Review>> => {
  const order = run.orders.get(action.orderid) ?? null
  const asIt = { ...action, tries: action.tries.slice(0, nth) }
  const request = requestOf(run.fixture.colleague, asIt, order)
  return calls.prepare(run.life, run.fixture.places.main, action.operation, request)
}

const approvedIn = (made: Result<Review>): boolean =>
  made.ok && (made.value.approval === null || made.value.approval.isApproved)

/** MONEY: nothing leaves by an approval that is not there any more, or not there yet. */
async function shut(run: Run, action: Action, nth: number, why: string): Promise<void> {
  const since = run.fixture.place()
  const made = await plainReview(run, action, nth)
  if (approvedIn(made)) run.say('broken-rule', `${action.operation}: approved, though ${why}`)
  if (made.ok) await calls.confirm(run.life, made.value)
  if (moneyLeft(run, action.operation, since) > 0)
    run.say('broken-rule', `${action.operation}: it left, though ${why}`)
}

const usedUp = (run: Run, action: Action): Promise<void> =>
  shut(run, action, action.tries.length - 1, 'its approval is used up')

/** Bo asks; the approval that waits, or null where nothing can be asked for. */
async function asked(run: Run, action: Action): Promise<string | null> {
  const made = await plainReview(run, action, action.tries.length)
  if (!made.ok) return null
  const waiting = await calls.deskOf(run.life)['approval:ask'](made.value)
  return waiting.ok ? waiting.value.id : null
}

async function as<T>(run: Run, name: Name, act: (desk: Desk) => Promise<T>): Promise<T> {
  const desk = calls.deskOf(run.life)
  must(await signIn(desk, name))
  const done = await act(desk)
  must(await signIn(desk, 'Bo'))
  return done
}

async function killed(run: Run): Promise<void> {
  await run.life.drop()
  await run.life.open()
  must(await signIn(calls.deskOf(run.life), 'Bo'))
}

/** Bo sends what was approved; the oracle wants it to leave where nothing comes between. */
async function sendApproved(run: Run, action: Action): Promise<void> {
  const made = await plainReview(run, action, action.tries.length)
  if (!made.ok) return
  if (!approvedIn(made)) run.say('lost-action', `${action.operation}: its approval is lost`)
  action.tries.push(tryMade(action, made.value))
  await confirm(run, made.value)
}

const limitsOf = (operation: Operation) => {
  const group = groupOf(operation) ?? 'refunds'
  const role: LimitedRole = group === 'payouts' ? 'payouts' : 'payments'
  return { role, group }
}

const limit = (run: Run, { operation }: Action, amount: string, approvals: 1 | 2 = 1) =>
  as(run, 'Ada', (desk) => setLimit(desk, amount, approvals, limitsOf(operation as Operation)))

const setRoles = (run: Run, name: Name, roles: Role[]) =>
  as(run, 'Ada', async (desk) =>
    desk['people:set-roles']({ personId: await idOf(desk, name), roles, own }),
  )

type Turn = (run: Run, action: Action, hit: () => void) => Promise<void>

const turns: Record<ApprovalTurn, Turn> = {
  // Whoever can't be shown the order signs nothing, and sees it the next time.
  unread: async (run, action, hit) => {
    const id = await asked(run, action)
    if (id === null) return
    // Whatever asks meanwhile: none of them is answered.
    run.fixture.wire.spoil('status', 'answer-lost', 1_000)
    await approvedBy(calls.deskOf(run.life), id)
    if (run.fixture.wire.wasMet()) hit()
    await shut(run, action, action.tries.length, 'nobody read its order')
    run.fixture.wire.clear()
    await approvedBy(calls.deskOf(run.life), id)
    await sendApproved(run, action)
    await usedUp(run, action)
  },
  'by-its-author': async (run, action, hit) => {
    await setRoles(run, 'Bo', ['payments', 'payouts', 'approver'])
    const id = await asked(run, action)
    if (id === null) return
    await approve(calls.deskOf(run.life), id)
    await shut(run, action, action.tries.length, 'its author alone signed it')
    hit()
    await approvedBy(calls.deskOf(run.life), id)
    await sendApproved(run, action)
    await usedUp(run, action)
  },
  'one-of-two': async (run, action, hit) => {
    await limit(run, action, '0', 2)
    const id = await asked(run, action)
    if (id === null) return
    await approvedBy(calls.deskOf(run.life), id)
    await shut(run, action, action.tries.length, 'one of two signed it')
    hit()
    await approvedBy(calls.deskOf(run.life), id, 'Di')
    await sendApproved(run, action)
    await usedUp(run, action)
    await limit(run, action, '0')
  },
  // One signs as the next one signs in, and what they approved is confirmed twice in one moment.
  'two-at-once': async (run, action, hit) => {
    const id = await asked(run, action)
    if (id === null) return
    const desk = calls.deskOf(run.life)
    must(await signIn(desk, 'Cy'))
    const first = approve(desk, id)
    must(await signIn(desk, 'Di'))
    await Promise.all([first, approve(desk, id)])
    must(await signIn(desk, 'Bo'))
    const since = run.fixture.place()
    const nth = action.tries.length
    const both = [await plainReview(run, action, nth), await plainReview(run, action, nth)]
    const made = both.flatMap((one) => (one.ok ? [one.value] : []))
    action.tries.push(...made.map((one) => tryMade(action, one)))
    await Promise.all(made.map((one) => confirm(run, one)))
    // A person who looks for what became of it finds the one that left.
    action.tries.sort((a, b) => Number(a.passage !== null) - Number(b.passage !== null))
    if (made.length === 2 && both.every(approvedIn)) hit()
    const left = moneyLeft(run, action.operation, since)
    if (left > 1) run.say('broken-rule', `${action.operation}: one approval let ${left} leave`)
    await shut(run, action, nth, 'its approval is used up')
  },
  'killed-asked': async (run, action, hit) => {
    const id = await asked(run, action)
    if (id === null) return
    await killed(run)
    hit()
    await shut(run, action, action.tries.length, 'nobody approved it')
    await approvedBy(calls.deskOf(run.life), id)
    await sendApproved(run, action)
    await usedUp(run, action)
  },
  // Whether the signature was kept or not, the approver may sign again.
  'killed-signing': async (run, action, hit) => {
    const id = await asked(run, action)
    if (id === null) return
    const desk = calls.deskOf(run.life)
    must(await signIn(desk, 'Cy'))
    const signing = approve(desk, id)
    await pause(run, run.random.below(120))
    await killed(run)
    await signing
    hit()
    await approvedBy(calls.deskOf(run.life), id)
    await sendApproved(run, action)
    await usedUp(run, action)
  },
  'killed-signed': async (run, action, hit) => {
    const id = await asked(run, action)
    if (id === null) return
    await approvedBy(calls.deskOf(run.life), id)
    await killed(run)
    hit()
    await sendApproved(run, action)
    await usedUp(run, action)
  },
  // SENDING is written, and the keychain has not kept the mark yet: it has not left.
  'killed-sending': async (run, action, hit) => {
    const made = await review(run, action)
    if (!made.ok) return
    const mark = run.life.keychain.keep('mark')
    const sending = confirm(run, made.value)
    const { attemptId } = made.value
    const isThere = async (): Promise<boolean> =>
      mark.isAsked() && (await stateOf(run, attemptId)) === 'SENDING'
    if (await soon(run, isThere)) hit()
    await killed(run)
    mark.release()
    await sending
    await usedUp(run, action)
  },
  'killed-waiting': async (run, action, hit) => {
    const made = await review(run, action)
    if (!made.ok) return
    const since = run.fixture.place()
    run.fixture.wire.spoil(action.operation, run.random.pick(['late', 'answer-held', 'swallowed']))
    const sending = confirm(run, made.value)
    if (await hasLeft(run, action.operation, since)) hit()
    await killed(run)
    await sending
    await usedUp(run, action)
  },
  'killed-unknown': async (run, action, hit) => {
    const made = await review(run, action)
    if (!made.ok) return
    run.fixture.wire.spoil(action.operation, 'answer-lost')
    await confirm(run, made.value)
    if ((await stateOf(run, made.value.attemptId)) === 'UNKNOWN') hit()
    await killed(run)
    await usedUp(run, action)
  },
  expired: async (run, action, hit) => {
    const id = await asked(run, action)
    if (id === null) return
    await approvedBy(calls.deskOf(run.life), id)
    run.life.clock.aheadMs += approvalLastsMs
    hit()
    await shut(run, action, action.tries.length, 'its approval is over')
    // A clock that is put right makes it no younger.
    if (run.random.chance(0.5)) run.life.clock.aheadMs -= approvalLastsMs
    await shut(run, action, action.tries.length, 'its approval was over')
    const made = await review(run, action)
    if (made.ok) await confirm(run, made.value)
  },
}

/** Bo's request is reviewed and may leave; then somebody ends that, and it must not. */
async function ended(run: Run, cell: Of<'approval'> & { gap: string }, action: Action) {
  const { turn, gap } = cell as Extract<Cell, { gap: unknown; turn: ApprovalEnd }>
  const main = run.fixture.places.main
  if (turn === 'limit-set') await limit(run, action, '9000.00')
  if (gap === 'undo') await as(run, 'Ada', () => calls.setUndo(run.life, main, 6_000))
  const id = turn === 'limit-set' ? null : await asked(run, action)
  if (id !== null) await approvedBy(calls.deskOf(run.life), id)
  const nth = action.tries.length
  const made = await plainReview(run, action, nth)
  if (!made.ok || !approvedIn(made)) return
  action.tries.push(tryMade(action, made.value))
  const since = run.fixture.place()
  const key = gap === 'signing' ? run.life.keychain.keep('key') : null
  const sending = gap === 'reviewed' ? null : confirm(run, made.value)
  if (gap === 'undo') await pause(run, 500)
  const isThere = key === null || (await soon(run, key.isAsked))
  const isDone = (await endings[turn](run, action, id ?? '')).ok
  key?.release()
  await (sending ?? confirm(run, made.value))
  if (isThere && isDone) run.hits.add(nameOf(cell))
  if (isDone && moneyLeft(run, action.operation, since) > 0)
    run.say('broken-rule', `${action.operation}: it left, though before that: ${turn} (${gap})`)
  if (gap === 'undo') await as(run, 'Ada', () => calls.setUndo(run.life, main, 0))
  if (isDone) await shut(run, action, nth, `before that: ${turn}`)
  if (turn === 'role-gone') await setRoles(run, 'Cy', ['payments', 'payouts', 'approver'])
  if (turn === 'two-needed') await limit(run, action, '0')
}

type Ending = (run: Run, action: Action, approvalId: string) => Promise<Result<unknown>>

const endings: Record<ApprovalEnd, Ending> = {
  withdrawn: (run, _, approvalId) => calls.deskOf(run.life)['approval:withdraw']({ approvalId }),
  refused: (run, _, approvalId) =>
    as(run, 'Di', (desk) => desk['approval:refuse']({ approvalId, reason: 'It came whole' })),
  'role-gone': (run) => setRoles(run, 'Cy', ['payments', 'payouts']),
  removed: (run) => {
    run.approver = 'Di'
    return as(run, 'Ada', async (desk) =>
      desk['people:remove']({ personId: await idOf(desk, 'Cy'), own }),
    )
  },
  'limit-set': (run, action) => limit(run, action, '0'),
  'two-needed': (run, action) => limit(run, action, '0', 2),
}
