// Stories of one request and one spoilt answer: of the request itself, or of a question about it.
import type { Cell } from '../matrix.ts'
import { nameOf } from '../matrix.ts'
import { check, confirm, orderFor, lookUp, pause, review, type Run, settled, want } from '../run.ts'
import { checkSums } from '../steps.ts'
import { insist, noticed, send, wish } from './acts.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

/** Whatever happens to the answer: the desk finds out, and the person asks once more. */
export async function playSend(run: Run, cell: Of<'send'>): Promise<void> {
  const action = await wish(run, cell.operation)
  if (action === null) return
  const made = await review(run, action)
  if (!made.ok) return
  arm(run, cell, cell.operation)
  const before = run.fixture.wire.passages.length
  await confirm(run, made.value)
  meet(run, cell, before, cell.operation)
  await checkSums(run)
  run.fixture.sandbox.advance(3_000)
  await settled(run, made.value.attemptId, 8_000)
  await checkSums(run)
  await insist(run, action)
}

/**
 * The gateway refuses in so many words and does it all the same. The desk has to notice by itself,
 * before anybody asks again.
 */
export async function playRefused(run: Run, cell: Of<'refused-and-done'>): Promise<void> {
  const action = await wish(run, cell.operation)
  if (action === null) return
  run.fixture.wire.spoil(cell.operation, cell.wire)
  const sent = await send(run, action)
  if (sent === null) return
  run.hits.add(nameOf(cell))
  for (const one of action.tries) run.lies.add(one)
  run.fixture.sandbox.advance(3_000)
  await noticed(run, action)
  await insist(run, action)
}

function arm(run: Run, cell: Of<'send'> | Of<'status'>, operation: string): void {
  // A question is asked up to three times: mostly the second try gets through, sometimes none does.
  const times = operation === 'status' && run.random.chance(0.2) ? 3 : 1
  if ('fault' in cell) run.fixture.sandbox.setFault({ operation, kind: cell.fault, times })
  // A question that comes by itself comes every few seconds: the door stays shut for longer than
  // that.
  else run.fixture.wire.spoil(operation, cell.wire, times, isPoll(cell) ? 6_000 : 1_500)
}

const isPoll = (cell: Of<'send'> | Of<'status'>): boolean =>
  cell.story === 'status' && cell.point === 'poll'

/** Counts the cell only when its fault was really met. */
function meet(run: Run, cell: Of<'send'> | Of<'status'>, from: number, operation: string): void {
  const { wire, sandbox } = run.fixture
  const hasPassed = wire.passages
    .slice(from)
    .some((made) => made.operation === operation && made.forwarded !== null)
  if ('wire' in cell ? wire.wasMet() : hasPassed) run.hits.add(nameOf(cell))
  sandbox.clearFaults()
  wire.clear()
}

export async function playStatus(run: Run, cell: Of<'status'>): Promise<void> {
  const order = orderFor(run, run.random.pick(['return', 'capture', 'void']))
  const operation = order.kind === 'sale' ? 'return' : order.currency === 'GBP' ? 'void' : 'capture'
  await lookUp(run, order.orderid)
  const action = want(run, operation, order)
  const under = async <T>(point: string, act: () => Promise<T>): Promise<T> => {
    if (cell.point !== point) return act()
    const from = run.fixture.wire.passages.length
    arm(run, cell, 'status')
    const done = await act()
    meet(run, cell, from, 'status')
    return done
  }
  let made = await under('review', () => review(run, action))
  if (!made.ok) made = await review(run, action)
  if (!made.ok) return
  const { value } = made
  await under('reread', () => confirm(run, value))
  await checkSums(run)
  run.fixture.sandbox.advance(3_000)
  await under('poll', () => pause(run, 9_000))
  await settled(run, value.attemptId)
  await checkSums(run)
  await insist(run, action)
  await check(run, order.orderid)
  await checkSums(run)
}
