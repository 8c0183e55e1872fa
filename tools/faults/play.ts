// Plays a schedule: the cell its seed chose first, then a few more at random, each on an order of its own or on the same one.
import type { Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { TrainingOrder } from '../../src/sandbox/start.ts'
import { playHabit } from './habits.ts'
import { type Action, actions, type Cell, cells, type Moment, nameOf } from './matrix.ts'
import { check, confirm, lookUp, orderFor, review, type Run, stateOf } from './run.ts'

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function play(run: Run): Promise<void> {
  await playCell(run, cells[run.seed % cells.length]!)
  for (let more = run.random.below(3); more > 0; more -= 1)
    await playCell(run, run.random.pick(cells))
}

async function playCell(run: Run, cell: Cell): Promise<void> {
  run.lane.sandbox.clearFaults()
  run.lane.wire.clear()
  if (cell.at === 'habit') {
    await playHabit(run, cell.habit)
    run.hits.add(nameOf(cell))
    return
  }
  const action = cell.at === 'send' ? cell.action : pickAction(run, cell)
  await playIntent(run, action, orderFor(run, action), cell)
}

/** A release or void leaves nothing to come back to, so the last ones of a story are returns. */
const pickAction = (run: Run, cell: Cell): Action =>
  cell.at === 'contradiction' ? 'return' : run.random.pick(actions)

/** Sets the cell's fault for the operation; true when there is one for this point. */
function arm(run: Run, cell: Cell, at: Cell['at'], operation: string): boolean {
  if (cell.at !== at || cell.at === 'restart' || cell.at === 'clock') return false
  if (cell.at === 'habit' || cell.at === 'contradiction') return false
  // A question is asked up to three times: mostly the second try gets through, sometimes none does.
  const times = operation === 'status' && run.random.chance(0.2) ? 3 : 1
  if ('sandbox' in cell) run.lane.sandbox.setFault({ operation, kind: cell.sandbox, times })
  else run.lane.wire.spoil(operation, cell.wire, times)
  return true
}

/** Counts the cell only when its fault was really met. */
function disarm(run: Run, cell: Cell, operation: string, from: number): void {
  const { wire, sandbox } = run.lane
  const passed = wire.requests
    .slice(from)
    .some((made) => made.operation === operation && made.isForwarded)
  if ('wire' in cell ? wire.wasMet() : passed) run.hits.add(nameOf(cell))
  sandbox.clearFaults()
  wire.clear()
}

async function under<T>(
  run: Run,
  cell: Cell,
  at: Cell['at'],
  operation: string,
  act: () => Promise<T>,
): Promise<T> {
  const from = run.lane.wire.requests.length
  const isArmed = arm(run, cell, at, operation)
  const done = await act()
  if (isArmed) disarm(run, cell, operation, from)
  return done
}

async function playIntent(
  run: Run,
  action: Action,
  order: TrainingOrder,
  cell: Cell,
): Promise<void> {
  await lookUp(run, order.orderid)
  let made = await under(run, cell, 'review', 'status', () => review(run, action, order))
  if (!made.ok) made = await review(run, action, order)
  // The order may be blocked by what went before: then nothing can be sent, which is an answer too.
  if (!made.ok) return
  await moment(run, cell, 'reviewed')
  await send(run, cell, action, made.value)
  await moment(run, cell, 'answered')
  await run.lane.wire.idle()
  await under(run, cell, 'settle', 'status', () => check(run, order.orderid))
  for (let tries = 0; tries < 4; tries += 1) {
    run.lane.sandbox.advance(tries === 3 ? 11 * 60_000 : 40_000)
    const view = await check(run, order.orderid)
    const state = view.ok
      ? view.value.attempts.find((attempt) => attempt.id === made.value.attemptId)?.state
      : undefined
    if (state !== 'ACCEPTED' && state !== 'UNKNOWN') break
  }
  const state = await stateOf(run, made.value.attemptId)
  if (state === 'UNKNOWN') await moment(run, cell, 'unknown')
  else await moment(run, cell, 'settled')
  if (cell.at === 'contradiction' && state === 'SUCCEEDED')
    await contradict(run, made.value.attemptId, order)
}

async function send(run: Run, cell: Cell, action: Action, made: Review): Promise<void> {
  const { wire } = run.lane
  const isMoment = cell.at === 'restart' || cell.at === 'clock'
  const at = isMoment ? cell.moment : null
  if (at === 'unknown') wire.spoil(action, 'swallowed')
  if (at === 'waiting') wire.spoil(action, run.random.pick(['answer-held', 'swallowed', 'late']))
  const from = wire.requests.length
  const sending = under(run, cell, 'reread', 'status', () =>
    under(run, cell, 'send', action, () => settled(confirm(run, made))),
  )
  if (at === 'confirming') {
    await pause(run.random.below(12))
    await moment(run, cell, 'confirming')
  }
  if (at === 'waiting') {
    const hasLeft = () => wire.requests.slice(from).some((row) => row.operation === action)
    for (let tries = 0; tries < 100 && !hasLeft(); tries += 1) await pause(5)
    await moment(run, cell, 'waiting')
  }
  await sending
}

/** A desk that was closed under a call may let it throw: nothing was answered then. */
const settled = async <T>(call: Promise<Result<T>>): Promise<Result<T> | null> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof TypeError && error.message.includes('not open')) return null
    throw error
  }
}

async function moment(run: Run, cell: Cell, now: Moment): Promise<void> {
  if ((cell.at !== 'restart' && cell.at !== 'clock') || cell.moment !== now) return
  run.hits.add(nameOf(cell))
  if (cell.at === 'clock') run.time.now += cell.byMs
  else await run.restart()
}

/** After the last word the service takes it back: the state stays, and a person has to look. */
async function contradict(run: Run, attemptId: string, order: TrainingOrder): Promise<void> {
  run.lane.wire.spoil('status', 'contradicted', 1)
  const view = await check(run, order.orderid)
  // Too late on a busy machine: then the second, honest answer was the one that counted.
  if (!view.ok || view.value.status !== 'declined') return
  run.hits.add('contradiction')
  const told = await run.desk()['attempt:list']({ isOpen: false })
  const row = told.ok ? told.value.find((attempt) => attempt.id === attemptId) : undefined
  if (row?.state !== 'SUCCEEDED') run.problems.push(`a contradiction moved ${attemptId}`)
  if (row?.conflict === null) run.problems.push(`a contradiction on ${attemptId} was not noted`)
  if ((await review(run, 'return', order)).ok)
    run.problems.push(`an order with a contradiction could be reviewed: ${order.orderid}`)
}
