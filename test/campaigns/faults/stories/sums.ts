// Stories for books that check no sums: nothing but the desk's own reckoning keeps more from
// leaving than there is.
import { ownTransactions } from '../case.ts'
import { type Cell, nameOf } from '../matrix.ts'
import type { Action } from '../oracle/check.ts'
import { realIdOf } from '../oracle/witness.ts'
import { retold, tellAsIs, withoutIds } from '../retell.ts'
import type { Order } from '../requests.ts'
import { check, lookUp, orderFor, type Run, want } from '../run.ts'
import { checkSums } from '../steps.ts'
import { insist, leaveAlone, lose, send, sendAndSettle } from './acts.ts'
import { resolveByHand } from './people.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

export async function playBooks(run: Run, cell: Of<'books'>): Promise<void> {
  const { operation, how } = cell
  const { wire, sandbox } = run.fixture
  sandbox.setSwitch('checks-sums', false)
  const order = orderFor(run, operation === 'capture' ? 'capture' : 'return')
  if (how === 'no-ids') {
    wire.teller = withoutIds('never')
    run.freedom.noSums.add(order.orderid)
  }
  await lookUp(run, order.orderid)
  const first = want(run, operation, order, { amountMinor: 7_050 })
  if (how === 'by-hand') await countByHand(run, first, order)
  else await sendAndSettle(run, first)
  const id = ownTransactions(run, first)[0]?.processorTxId ?? ''
  if (how === 'moved-date')
    for (let times = 1; times <= 3; times += 1) {
      wire.teller = (honest, history) => {
        const of = history.findLast(({ real }) => realIdOf(real) === id) ?? honest
        return { of, as: retold(of.record, 'moved-date', times) }
      }
      await check(run, order.orderid)
      await checkSums(run)
    }
  if (how === 'two-looks')
    for (let times = 0; times < 4; times += 1) {
      wire.teller = (honest, history) =>
        tellAsIs(history[times % Math.max(1, history.length)] ?? honest)
      await check(run, order.orderid)
      await checkSums(run)
    }
  wire.teller = how === 'no-ids' ? wire.teller : null
  await check(run, order.orderid)
  run.hits.add(nameOf(cell))
  await takeTheRest(run, order)
}

/**
 * More than half of what there is was asked for and its answer is lost; then more than half is
 * asked for once more. A colleague may have taken a part of the rest meanwhile.
 */
export async function playEdge(run: Run, cell: Of<'edge'>): Promise<void> {
  const { operation, loss, hasColleague } = cell
  run.fixture.sandbox.setSwitch('checks-sums', false)
  const order = orderFor(run, operation === 'capture' ? 'capture' : 'return')
  const view = await lookUp(run, order.orderid)
  if (!view.ok) return
  const { most } = mostOf(view.value.actions[operation === 'capture' ? 'capture' : 'return'])
  if (most === null) return
  const part = (share: number): number => Math.floor((most * share) / 100) * 100 + 50
  const first = want(run, operation, order, { amountMinor: part(0.6) })
  await lose(run, first, loss)
  if (hasColleague) {
    run.freedom.unclear.add(order.orderid)
    const amount = { minor: part(0.2), currency: order.currency }
    await run.fixture.colleague.act(operation === 'capture' ? 'capture' : 'return', order, amount)
  }
  run.hits.add(nameOf(cell))
  const second = want(run, operation, order, { amountMinor: part(0.7) })
  for (let times = 0; times < 3; times += 1) {
    await send(run, second)
    run.fixture.sandbox.advance(3_000)
    await leaveAlone(run, 5_000)
    await insist(run, first)
    await check(run, order.orderid)
  }
}

/**
 * The answer is lost, the gateway can't be asked, and somebody says truthfully that it happened.
 * Then the gateway tells so itself.
 */
async function countByHand(run: Run, action: Action, order: Order): Promise<void> {
  const lost = await lose(run, action, 'answer-lost')
  run.fixture.wire.isHanging = true
  run.fixture.sandbox.advance(3_000)
  if (lost !== null) await resolveByHand(run, lost, 'happened', true)
  run.fixture.wire.isHanging = false
  await checkSums(run)
  await check(run, order.orderid)
  await leaveAlone(run, 3_000)
}

/** Everything the desk says is left is asked for, and then a little more. */
async function takeTheRest(run: Run, order: Order): Promise<void> {
  const view = await check(run, order.orderid)
  if (!view.ok) return
  for (const operation of ['capture', 'return'] as const) {
    const { most } = mostOf(view.value.actions[operation])
    if (most === null) continue
    for (const amountMinor of [most + 1_050, most, 1_050, 4_050]) {
      await send(run, want(run, operation, order, { amountMinor }))
      run.fixture.sandbox.advance(3_000)
      await leaveAlone(run, 5_000)
      await check(run, order.orderid)
    }
  }
}

const mostOf = (action: {
  isPossible: boolean
  most?: { amount: string } | null
}): { most: number | null } => ({
  most:
    action.most === null || action.most === undefined
      ? null
      : Number(action.most.amount.replace('.', '')),
})
