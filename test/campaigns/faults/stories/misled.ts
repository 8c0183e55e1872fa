// Stories of answers that speak of something else: of another order, of what is left of a hold, of
// an amount that nobody can read, or of more than there is. None of them may close a request.
import * as calls from '../calls.ts'
import type { Cell, Mistake } from '../matrix.ts'
import { nameOf } from '../matrix.ts'
import { type Fields, typeOf } from '../oracle/witness.ts'
import { amountText } from '../requests.ts'
import { check, lookUp, moneyLeft, orderFor, type Run, settled, want } from '../run.ts'
import { insist, isOpenState, leaveAlone, lose, orderOf, send, sendAndSettle } from './acts.ts'
import { visit } from './told.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

export async function playMisled(run: Run, cell: Of<'misled'>): Promise<void> {
  const { operation, how } = cell
  const { wire } = run.fixture
  const isRest = how === 'rest-of-hold'
  const order = isRest ? orderFor(run, 'return-of-capture') : await orderOf(run, operation)
  const action = want(run, operation, order)
  if (order !== null) {
    await lookUp(run, order.orderid)
    run.freedom.unclear.add(order.orderid)
    run.freedom.noSums.add(order.orderid)
  }
  const amount = amountText(action.amountMinor, action.currency)
  const since = run.fixture.place()
  // The status before the sending is told honestly: else nothing would leave. So are the other
  // orders of the run: what is told of them is reckoned with.
  const isOther = (asked: string | undefined): boolean =>
    asked !== undefined && asked !== order?.orderid && run.orders.has(asked)
  wire.teller = (honest, _history, asked) =>
    moneyLeft(run, operation, since) === 0 || isOther(asked['orderid'])
      ? null
      : { of: honest, as: mistaken(honest.record, how, { amount, orderid: action.orderid }) }
  const lost = await lose(run, action, isRest ? 'swallowed' : 'answer-lost')
  if (lost === null || moneyLeft(run, operation, since) === 0) return
  run.fixture.sandbox.advance(3_000)
  await leaveAlone(run, 9_000)
  if (order !== null) await check(run, order.orderid)
  run.hits.add(nameOf(cell))
  // MONEY: nothing that was told is about this request.
  if (!(await isOpenState(run, lost.attemptId)))
    run.say('broken-rule', `${operation}: an answer about something else (${how}) closed it`)
  wire.teller = null
  await leaveAlone(run, 6_000)
  await insist(run, action)
}

function mistaken(
  honest: Fields,
  how: Mistake,
  { amount, orderid }: { amount: string; orderid: string },
): Fields {
  switch (how) {
    case 'other-order':
      return { ...honest, 'paynet-order-id': `${orderid}9` }
    case 'other-merchant-id':
      return { ...honest, 'merchant-order-id': 'somebody-else' }
    case 'unreadable':
      return { ...honest, amount: `about ${honest['amount'] ?? amount}` }
    case 'rest-of-hold':
      return {
        ...honest,
        'transaction-type': 'cancel',
        'processor-tx-id': 'rest-of-hold',
        'order-stage': 'cancel_approved',
        status: 'approved',
        amount,
      }
  }
}

/**
 * The answer to a second request names the order that the first one made: what becomes of that
 * order says nothing about the second one.
 */
export async function playMisnamed(run: Run, cell: Of<'misnamed'>): Promise<void> {
  const { operation } = cell
  const { wire, sandbox } = run.fixture
  const first = await sendAndSettle(run, want(run, operation, null))
  const orderid = sandbox.orderidOf(run.actions.at(-1)?.tries[0]?.key ?? '')
  if (first === null || orderid === null) return
  const action = want(run, operation, null)
  wire.misnames = orderid
  const sent = await send(run, action)
  wire.misnames = null
  if (sent === null) return
  run.hits.add(nameOf(cell))
  sandbox.advance(3_000)
  await settled(run, sent.made.attemptId, 9_000)
  await insist(run, action)
}

/** More is told to be captured than was held: whoever sees that must not reckon on with it. */
export async function playBeyondTheHold(run: Run, cell: Of<'beyond-the-hold'>): Promise<void> {
  const { operation } = cell
  const { wire } = run.fixture
  const order = orderFor(run, 'capture')
  run.freedom.noSums.add(order.orderid)
  await lookUp(run, order.orderid)
  if (!(await visit(run, operation, order, 10_000))) return
  wire.teller = (honest) =>
    typeOf(honest.real) === 'capture'
      ? { of: honest, as: { ...honest.record, amount: '400.00' } }
      : null
  await check(run, order.orderid)
  const shown = await calls.shownSums(run.life, run.fixture.places.main, order.orderid)
  run.hits.add(nameOf(cell))
  if (shown?.hasConflict !== true)
    run.say('wrong-sums', 'more was captured than was held, and nobody was told')
}
