// Stories of people: the hurried, the forgetful, the mistaken, and those who ask for the same thing
// twice.
import type { Review } from '#shared/bridge/views.ts'
import * as calls from '../calls.ts'
import { effectsOf } from '../case.ts'
import type { Cell } from '../matrix.ts'
import { nameOf } from '../matrix.ts'
import { isOnOrder } from '../requests.ts'
import { tellFirst } from '../retell.ts'
import {
  check,
  confirm,
  lookUp,
  moneyLeft,
  orderFor,
  review,
  type Run,
  settled,
  stateOf,
  tryOf,
  want,
} from '../run.ts'
import { checkSums } from '../steps.ts'
import { insist, leaveAlone, lose, noticed, wish } from './acts.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

/**
 * A person says what became of a request: rightly or wrongly, while the gateway shows it or before
 * it does.
 */
export async function playHand(run: Run, cell: Of<'hand'>): Promise<void> {
  const { operation, truth, said, visible } = cell
  const { wire, sandbox } = run.fixture
  const action = await wish(run, operation)
  if (action === null) return
  const isLate = truth && visible === 'later'
  const lost = await lose(run, action, truth ? (isLate ? 'late' : 'answer-lost') : 'swallowed')
  if (lost === null) return
  // Asked again and again within seconds is not three times over half an hour: resolveByHand looks.
  if (!truth && visible === 'later') await leaveAlone(run, 14_000)
  // While the gateway can't be asked, only a person can tell.
  if (!isLate) wire.isHanging = true
  sandbox.advance(3_000)
  const outcome = said ? 'happened' : 'did-not-happen'
  const happened = effectsOf(run, action).length > 0
  if (said !== truth || isLate) run.freedom.noSums.add(action.orderid)
  const word = await resolveByHand(run, lost, outcome, !isLate && happened === said)
  wire.isHanging = false
  await checkSums(run)
  if (isLate) await wire.idle()
  sandbox.advance(3_000)
  if (word) run.hits.add(nameOf(cell))
  if (visible === 'now' && isOnOrder(operation)) await check(run, action.orderid)
  if (truth && !said) await noticed(run, action)
  else await leaveAlone(run, 5_000)
  // A person who knows that it happened does not ask again; one who was wrong does.
  if (!said) await insist(run, action)
  if (isOnOrder(operation) && operation !== 'void') {
    const rest = want(run, operation, run.orders.get(action.orderid) ?? null)
    await review(run, rest)
    await checkSums(run)
  }
}

/**
 * A person finds out that a lost refund happened before the gateway shows it. A second one of the
 * same amount is lost for good: the event that shows up then is the first one's.
 */
export async function playClaimed(run: Run, cell: Of<'claimed'>): Promise<void> {
  const { operation } = cell
  const { wire } = run.fixture
  const order = orderFor(run, 'return')
  await lookUp(run, order.orderid)
  const first = want(run, operation, order)
  // Whoever asks gets the answer of a copy that is behind.
  wire.teller = tellFirst
  const lost = await lose(run, first, 'answer-lost')
  if (lost === null || !(await resolveByHand(run, lost, 'happened', true))) return
  const second = want(run, operation, order, { amountMinor: first.amountMinor })
  second.name = `${second.name} again`
  if ((await lose(run, second, 'swallowed')) === null) return
  run.fixture.sandbox.advance(3_000)
  wire.teller = null
  await leaveAlone(run, 9_000)
  run.hits.add(nameOf(cell))
}

/** Whether the word was taken. */
export async function resolveByHand(
  run: Run,
  made: Review,
  outcome: 'happened' | 'did-not-happen',
  isTrue: boolean,
): Promise<boolean> {
  const reason = 'seen in the gateway’s back office'
  // No run lasts half an hour: without words why it can't wait nobody's word is taken.
  if ((await calls.resolve(run.life, made.attemptId, outcome, reason, null)).ok)
    run.say('broken-rule', 'it was resolved by hand before three look-ups, and without a reason')
  const said = await calls.resolve(run.life, made.attemptId, outcome, reason)
  const found = tryOf(run, made.attemptId)
  if (!said.ok || found === null) return false
  found.one.hand = { outcome, isTrue }
  const again = await calls.resolve(run.life, made.attemptId, outcome, `${reason}, once more`)
  if (again.ok && (await isWithoutConflict(run, made.attemptId)))
    run.say('broken-rule', 'it was resolved by hand twice')
  return true
}

const isWithoutConflict = async (run: Run, attemptId: string): Promise<boolean> =>
  (await calls.list(run.life, false))?.find(({ id }) => id === attemptId)?.conflict === null

/** The same order over another record of the same gateway. */
export async function playRecords(run: Run, cell: Of<'records'>): Promise<void> {
  const { operation, through } = cell
  const connectionId = run.fixture.places[through]
  // Paydesk refused the second record: nothing can go over it.
  if (connectionId === null) return void run.hits.add(nameOf(cell))
  const action = await wish(run, operation)
  if (action === null) return
  if ((await lose(run, action, 'late')) === null) return
  await lookUp(run, action.orderid, connectionId)
  run.hits.add(nameOf(cell))
  await insist(run, action, { connectionId })
  await run.fixture.wire.idle()
  run.fixture.sandbox.advance(3_000)
  await calls.check(run.life, connectionId, action.orderid)
  await leaveAlone(run, 6_000)
}

/**
 * The same payout, transfer or payment once more while the first one's outcome is not known, or
 * right after it.
 */
export async function playTwin(run: Run, cell: Of<'twin'>): Promise<void> {
  const { operation, loss } = cell
  const action = await wish(run, operation)
  if (action === null) return
  if ((await lose(run, action, loss)) === null) return
  run.hits.add(nameOf(cell))
  await insist(run, action)
  await run.fixture.wire.idle()
  run.fixture.sandbox.advance(3_000)
  await leaveAlone(run, 9_000)
}

/** One sale, returned in two parts over two looks, with everything told honestly: a plain day. */
export async function plainDay(run: Run): Promise<void> {
  const order = orderFor(run, 'return')
  await lookUp(run, order.orderid)
  for (let parts = 0; parts < 2; parts += 1) {
    const action = want(run, 'return', order)
    const made = await review(run, action)
    if (!made.ok) continue
    await confirm(run, made.value)
    run.fixture.sandbox.advance(3_000)
    await settled(run, made.value.attemptId)
    await checkSums(run)
    if ((await stateOf(run, made.value.attemptId)) !== 'SUCCEEDED')
      run.say('wrong-state', 'a plain refund was not settled by itself')
  }
  if (moneyLeft(run, 'return') > 2) run.say('broken-rule', 'a plain refund left twice')
}
