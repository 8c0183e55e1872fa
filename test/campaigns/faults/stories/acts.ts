// What all stories are made of: somebody looks an order up, reviews, confirms, waits without
// pressing anything, and insists.
import type { Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import * as calls from '../calls.ts'
import type { Action } from '../oracle/check.ts'
import type { Operation, Order } from '../requests.ts'
import {
  confirm,
  lookUp,
  moneyLeft,
  orderFor,
  pause,
  review,
  type Run,
  settled,
  stateOf,
  type Through,
  until,
  want,
} from '../run.ts'
import { checkSums } from '../steps.ts'

/** An order such an operation can be asked for, looked up; null for what makes something new. */
export async function orderOf(run: Run, operation: Operation): Promise<Order | null> {
  if (operation === 'payout-pay') return checkedPayout(run)
  if (operation !== 'return' && operation !== 'capture' && operation !== 'void') return null
  const order = orderFor(run, operation)
  await lookUp(run, order.orderid)
  return order
}

/** The order of a payout that was checked and can be paid. */
async function checkedPayout(run: Run): Promise<Order | null> {
  const action = want(run, 'payout-check', null)
  const made = await review(run, action)
  if (!made.ok) return null
  await confirm(run, made.value)
  run.fixture.sandbox.advance(3_000)
  await settled(run, made.value.attemptId)
  const clientOrderid = action.tries[0]?.key ?? ''
  const orderid = run.fixture.sandbox.orderidOf(clientOrderid)
  if (orderid === null) return null
  const order: Order = { orderid, clientOrderid, kind: 'none', currency: action.currency }
  run.orders.set(orderid, order)
  return order
}

/**
 * Something a person wants, with the order it is about. Null when the way there is blocked, which
 * is an answer too.
 */
export async function wish(run: Run, operation: Operation): Promise<Action | null> {
  const order = await orderOf(run, operation)
  if (order === null && operation === 'payout-pay') return null
  const action = want(run, operation, order)
  if (operation !== 'payout-pay') return action
  const check = run.actions.find(({ tries }) => tries[0]?.key === order?.clientOrderid)
  action.amountMinor = check?.amountMinor ?? action.amountMinor
  return action
}

/** Reviews and confirms; what came of it, or null when there was nothing to confirm. */
export async function send(
  run: Run,
  action: Action,
  through: Through = {},
): Promise<{ made: Review; answer: Result<{ state: string }> } | null> {
  const made = await review(run, action, through)
  await checkSums(run)
  if (!made.ok) return null
  const answer = await confirm(run, made.value)
  await checkSums(run)
  return { made: made.value, answer }
}

/** Sends it and lets the desk find out by itself. True once it is over. */
export async function sendAndSettle(run: Run, action: Action): Promise<Review | null> {
  const sent = await send(run, action)
  if (sent === null) return null
  run.fixture.sandbox.advance(3_000)
  await settled(run, sent.made.attemptId)
  await checkSums(run)
  return sent.made
}

/**
 * Nobody presses anything until the desk itself has found that what was taken for nothing happened
 * after all.
 */
export async function noticed(run: Run, action: Action): Promise<void> {
  const ids = action.tries.map(({ attemptId }) => attemptId)
  const isNoticed = await until(
    run,
    async () =>
      (await calls.list(run.life, false))?.some(
        ({ id, conflict }) => ids.includes(id) && conflict !== null,
      ) === true,
    watchMs,
  )
  if (!isNoticed)
    run.say('not-asked', `${action.operation}: it happened after all, and nobody was told`)
  await checkSums(run)
}

/**
 * What is over is looked at after one minute and after four more: what comes after the first look
 * is seen by the second.
 */
const watchMs = 320_000

const over = ['NOT_SENT', 'REJECTED', 'DECLINED', 'FAILED', 'EXPIRED', 'UNDONE']

/**
 * A person who wants it done and believes the screen: when it says that nothing happened, they ask
 * for it again; when it says that the outcome is not known, they try all the same and look at
 * nothing twice.
 */
export async function insist(run: Run, action: Action, through: Through = {}): Promise<void> {
  const last = action.tries.at(-1)
  if (last === undefined) return
  const state = await stateOf(run, last.attemptId)
  const isOpen = state === 'UNKNOWN' || state === 'ACCEPTED' || state === 'SENDING'
  if (state !== null && !over.includes(state) && !isOpen) return
  const before = run.fixture.place()
  const made = await review(run, action, through)
  await checkSums(run)
  if (!made.ok) return
  // What became known meanwhile stands on the page, before the button is pressed.
  const now = await stateOf(run, last.attemptId)
  if (now !== null && now !== state) return
  await confirm(run, made.value)
  // A second check of a payout releases nothing: everything else is asked for a second look.
  const isMoney = action.operation !== 'payout-check'
  if (isOpen && isMoney && moneyLeft(run, action.operation, before) > 0)
    run.say('broken-rule', `${action.operation}: sent once more while the first one is ${state}`)
  run.fixture.sandbox.advance(3_000)
  await settled(run, made.value.attemptId, 8_000)
  await checkSums(run)
}

/** Until the request has reached the wire. */
export const hasLeft = (run: Run, operation: string, since: number): Promise<boolean> =>
  until(run, () => moneyLeft(run, operation, since) > 0, 20_000)

/** Looks often, for what is over in a moment. */
export async function soon(run: Run, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let turns = 0; turns < 400; turns += 1) {
    if (await isSo()) return true
    await pause(run, 30)
  }
  return false
}

/**
 * Confirms, and resolves once the status was read again and the request waits for the key that
 * signs it. `isWaiting`: false where it went another way.
 */
export async function confirmToSigning(
  run: Run,
  { orderid, made }: { orderid: string; made: Review },
): Promise<{
  isWaiting: boolean
  release: () => void
  answer: Promise<Result<{ state: string }>>
}> {
  const { wire } = run.fixture
  const since = run.fixture.place()
  const tell = wire.hold('status')
  const answer = confirm(run, made)
  const isAsked = (): boolean =>
    wire.passages.some(({ left, fields }) => left > since && fields['orderid'] === orderid)
  await soon(run, isAsked)
  const key = run.life.keychain.keep('key')
  tell()
  const isWaiting = await soon(run, key.isAsked)
  return { isWaiting, release: key.release, answer }
}

/**
 * The answer to the last request is lost in one of three ways; waits until the desk has given up on
 * it.
 */
export async function lose(
  run: Run,
  action: Action,
  loss: 'swallowed' | 'late' | 'answer-lost',
): Promise<Review | null> {
  run.fixture.wire.spoil(action.operation, loss)
  const sent = await send(run, action)
  if (sent === null) {
    run.fixture.wire.clear()
    return null
  }
  return sent.made
}

/** A while in which the desk asks by itself and nobody presses anything. */
export async function leaveAlone(run: Run, ms: number): Promise<void> {
  await pause(run, ms)
  await checkSums(run)
}

export const isOpenState = async (run: Run, attemptId: string): Promise<boolean> =>
  ['UNKNOWN', 'ACCEPTED'].includes((await stateOf(run, attemptId)) ?? '')
