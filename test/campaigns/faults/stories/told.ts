// Stories about what the gateway tells: older transactions told again, answers asked for too early,
// amounts and names that can't be read, colleagues with our amounts, and words that are taken back.
import { bookedOf, ownTransactions } from '../case.ts'
import { traitsOf } from '../hosts.ts'
import { type Cell, nameOf } from '../matrix.ts'
import type { Action } from '../oracle/check.ts'
import { realIdOf } from '../oracle/witness.ts'
import type { Operation, Order } from '../requests.ts'
import { tellAgain, tellAsIs, tellFirst, withAmount, withoutIds } from '../retell.ts'
import {
  check,
  confirm,
  lookUp,
  moneyLeft,
  orderFor,
  pause,
  review,
  type Run,
  stateOf,
  want,
} from '../run.ts'
import { checkSums } from '../steps.ts'
import * as calls from '../calls.ts'
import { confirmToSigning, hasLeft, insist, leaveAlone, lose, send, sendAndSettle } from './acts.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

const useOf = (operation: Operation) => (operation === 'capture' ? 'capture' : 'return')

/** Somebody else moves this amount; whatever they do, their order is not ours alone any more. */
export async function visit(
  run: Run,
  operation: string,
  order: Order,
  minor: number,
): Promise<boolean> {
  run.freedom.unclear.add(order.orderid)
  const act = operation === 'capture' || operation === 'void' ? operation : 'return'
  return run.fixture.colleague.act(act, order, { minor, currency: order.currency })
}

/** The id of the newest transaction of an order. */
const newestId = (run: Run, order: Order): string =>
  bookedOf(run, order.orderid).at(-1)?.processorTxId ?? ''

export async function playRetold(run: Run, cell: Of<'retold'>): Promise<void> {
  const { operation, how, loss } = cell
  const order = orderFor(run, useOf(operation))
  await lookUp(run, order.orderid)
  const first = want(run, operation, order)
  if (how === 'was-processing') return knownAsProcessing(run, cell, order)
  const done = await sendAndSettle(run, first)
  if (done === null || (await stateOf(run, done.attemptId)) !== 'SUCCEEDED') return
  const id = ownTransactions(run, first)[0]?.processorTxId ?? ''
  const again = want(run, operation, order, { amountMinor: first.amountMinor })
  again.name = `${again.name} again`
  const lost = await lose(run, again, loss)
  if (lost === null) return
  run.freedom.unclear.add(order.orderid)
  run.fixture.wire.teller = tellAgain(id, how)
  await leaveAlone(run, 7_000)
  await check(run, order.orderid)
  await leaveAlone(run, 7_000)
  run.hits.add(nameOf(cell))
  await insist(run, again)
}

/**
 * A colleague's transaction was seen as processing before ours left; afterwards it is told as
 * approved.
 */
async function knownAsProcessing(run: Run, cell: Of<'retold'>, order: Order): Promise<void> {
  const { operation, loss } = cell
  const { wire } = run.fixture
  const action = run.actions.at(-1)
  if (action === undefined) return
  if (!(await visit(run, operation, order, action.amountMinor))) return
  const id = newestId(run, order)
  wire.teller = (honest) =>
    realIdOf(honest.real) === id
      ? { of: honest, as: { ...honest.record, status: 'processing' } }
      : null
  await lookUp(run, order.orderid)
  // The stage that changed last is told: for a while that is the payment itself.
  wire.teller = tellFirst
  await lookUp(run, order.orderid)
  const lost = await lose(run, action, loss)
  wire.teller = (honest, history) =>
    tellAsIs(history.findLast(({ real }) => realIdOf(real) === id) ?? honest)
  if (lost === null) return
  await leaveAlone(run, 12_000)
  run.hits.add(nameOf(cell))
  await insist(run, action)
}

/** A question asked before ours left is answered only afterwards, with a colleague's twin in it. */
export async function playAskedBefore(run: Run, cell: Of<'asked-before'>): Promise<void> {
  const { operation } = cell
  const { wire, places } = { ...run.fixture, places: run.fixture.places }
  const order = orderFor(run, useOf(operation))
  await lookUp(run, order.orderid)
  const action = want(run, operation, order)
  if (!(await visit(run, operation, order, action.amountMinor))) return
  const release = wire.hold('status')
  const early = calls.check(run.life, places.main, order.orderid)
  await pause(run, 600)
  // Whoever else asks gets the answer of a copy that is behind.
  wire.teller = tellFirst
  const made = await review(run, action)
  if (made.ok) {
    wire.spoil(operation, 'swallowed')
    const since = run.fixture.place()
    const answer = confirm(run, made.value)
    if (await hasLeft(run, operation, since)) run.hits.add(nameOf(cell))
    // From now on the truth is told: the early answer has the colleague's in it.
    wire.teller = null
    release()
    await early
    wire.clear()
    await answer
    await leaveAlone(run, 9_000)
    await insist(run, action)
  }
  release()
  await early
}

/**
 * While Paydesk waits for the keychain before it sends, a look-up finds that the order has moved.
 */
export async function playSeenWhileSigning(
  run: Run,
  cell: Of<'seen-while-signing'>,
): Promise<void> {
  const { operation } = cell
  const { wire } = run.fixture
  const order = orderFor(run, useOf(operation))
  await lookUp(run, order.orderid)
  const action = want(run, operation, order)
  const made = await review(run, action)
  if (!made.ok) return
  wire.spoil(operation, 'swallowed')
  const signing = await confirmToSigning(run, { orderid: order.orderid, made: made.value })
  const hasMoved = await visit(run, operation, order, action.amountMinor)
  const reported = await check(run, order.orderid)
  const reportedAt = run.fixture.place()
  signing.release()
  await signing.answer
  // MONEY: by then the ledger knew that the order is not what was reviewed.
  if (hasMoved && reported.ok && moneyLeft(run, operation, reportedAt) > 0)
    run.say('broken-rule', 'it left though a look-up had told that the order moved')
  wire.clear()
  await leaveAlone(run, 9_000)
  if (signing.isWaiting && hasMoved && reported.ok) run.hits.add(nameOf(cell))
  await insist(run, action)
}

/** Amounts told so that nobody can be sure of them: of our own request, or of a colleague's. */
export async function playAmount(run: Run, cell: Of<'amount'>): Promise<void> {
  const { operation, form, who } = cell
  const { wire } = run.fixture
  const order = orderFor(run, useOf(operation))
  await lookUp(run, order.orderid)
  const action = want(run, operation, order)
  const isTaken = who === 'own' && run.random.chance(0.5)
  const lost = isTaken
    ? ((await send(run, action))?.made ?? null)
    : await lose(run, action, who === 'own' ? 'answer-lost' : 'swallowed')
  if (lost === null) return
  if (who === 'colleague') await visit(run, operation, order, 4_070)
  else run.freedom.unclear.add(order.orderid)
  run.fixture.sandbox.advance(3_000)
  wire.teller = (honest) => ({ of: honest, as: withAmount(honest.record, form) })
  await leaveAlone(run, 9_000)
  run.hits.add(nameOf(cell))
  await insist(run, action)
}

/** A host that names no transaction, or names it only from the third answer on. */
export async function playIds(run: Run, cell: Of<'ids'>): Promise<void> {
  const { operation, ids, loss } = cell
  const order = orderFor(run, useOf(operation))
  run.freedom.noSums.add(order.orderid)
  run.freedom.unclear.add(order.orderid)
  run.fixture.wire.teller = withoutIds(ids)
  await lookUp(run, order.orderid)
  const first = want(run, operation, order)
  if ((await sendAndSettle(run, first)) === null) return
  const again = want(run, operation, order, { amountMinor: first.amountMinor })
  again.name = `${again.name} again`
  if ((await lose(run, again, loss)) === null) return
  await leaveAlone(run, 12_000)
  run.hits.add(nameOf(cell))
  await insist(run, again)
}

export async function playColleague(run: Run, cell: Of<'colleague'>): Promise<void> {
  const { operation, visit: when } = cell
  const order = orderFor(run, operation === 'void' ? 'void' : useOf(operation))
  await lookUp(run, order.orderid)
  const action = want(run, operation, order)
  const come = () => visit(run, operation, order, action.amountMinor)
  if (when === 'before-review') await come()
  const made = await review(run, action)
  await checkSums(run)
  if (!made.ok) {
    if (when === 'before-review') run.hits.add(nameOf(cell))
    return
  }
  if (when === 'after-review') await come()
  const since = run.fixture.place()
  if (when === 'while-unknown') run.fixture.wire.spoil(operation, 'swallowed')
  if (when === 'done-and-lost') run.fixture.wire.spoil(operation, 'answer-lost')
  const sent = await confirm(run, made.value)
  run.fixture.wire.clear()
  // MONEY: what the order showed at the review had moved: nothing may leave.
  if (when === 'after-review' && (sent.ok || moneyLeft(run, operation, since) > 0))
    run.say('broken-rule', 'it left though the order had moved since the review')
  run.fixture.sandbox.advance(3_000)
  if (when === 'while-unknown' || when === 'done-and-lost') await come()
  run.hits.add(nameOf(cell))
  await leaveAlone(run, 9_000)
  await insist(run, action)
}

/** After the last word the gateway takes it back: the state stays, and a person has to look. */
export async function playContradiction(run: Run, cell: Of<'contradiction'>): Promise<void> {
  const { operation } = cell
  const order = orderFor(run, useOf(operation))
  await lookUp(run, order.orderid)
  const action = want(run, operation, order)
  const made = await sendAndSettle(run, action)
  if (made === null || (await stateOf(run, made.attemptId)) !== 'SUCCEEDED') return
  run.freedom.unclear.add(order.orderid)
  run.fixture.wire.spoil('status', 'contradicted')
  await check(run, order.orderid)
  if (!run.fixture.wire.wasMet()) return
  run.hits.add(nameOf(cell))
  if ((await stateOf(run, made.attemptId)) !== 'SUCCEEDED')
    run.say('broken-rule', 'a contradiction moved a final state')
  const rows = await calls.list(run.life, false)
  // Where a host marks no transaction, a decline may be another request's: nothing contradicts.
  const isNoted = rows?.find(({ id }) => id === made.attemptId)?.conflict !== null
  if (!isNoted && traitsOf(run.host).tellsMarks)
    run.say('broken-rule', 'a contradiction was not noted')
  const next: Action = want(run, 'return', order)
  if ((await review(run, next)).ok && isNoted)
    run.say('broken-rule', 'an order with a contradiction could be reviewed')
}

/**
 * The payment itself is told again with another date while the outcome of something that followed
 * it is unknown.
 */
export async function playPaymentRetold(run: Run, cell: Of<'payment-retold'>): Promise<void> {
  const { operation } = cell
  const order = orderFor(run, operation === 'void' ? 'void' : useOf(operation))
  await lookUp(run, order.orderid)
  const action = want(run, operation, order)
  if ((await lose(run, action, 'swallowed')) === null) return
  run.fixture.wire.teller = tellAgain(
    bookedOf(run, order.orderid)[0]?.processorTxId ?? '',
    'moved-date',
  )
  await leaveAlone(run, 9_000)
  run.hits.add(nameOf(cell))
  await insist(run, action)
}
