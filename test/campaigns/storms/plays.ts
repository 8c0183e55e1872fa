// Driven plays: a desk is killed, cut off, robbed of an answer or put to sleep at each step of a
// refund, while a colleague wants the same order. What counts is what reached the gateway.
import type { DeskRule } from './off.ts'
import { pause, type Step, topicOf } from './refund.ts'
import {
  type Count,
  count,
  effectsOf,
  runDesk,
  type RunningDesk,
  type Stage,
  type StormTeam,
} from './stage.ts'

const steps: readonly Step[] = [
  ...(['read', 'put', 'put-done', 'claimed', 'sending', 'connected'] as const),
  ...(['looked', 'written', 'answered', 'final', 'released'] as const),
]
/** Until the bytes leave; two people who free an order later would be wrong. */
const beforeBytes = steps.slice(2, steps.indexOf('written'))

type Off = readonly DeskRule[]

const holdsOf = (orders: ReadonlyMap<string, Step>): Record<string, Step> =>
  Object.fromEntries(orders)

const ordersAt = (name: string, at: readonly Step[]): ReadonlyMap<string, Step> =>
  new Map(at.map((step) => [`${name}-${step}`, step]))

/** Everybody goes on until nothing is open, or nothing moves any more; then it is counted. */
async function wentHome(
  stage: Stage,
  team: StormTeam,
  orders: readonly string[],
  { off = [], mostMs = 60_000 }: { off?: Off; mostMs?: number } = {},
): Promise<Count> {
  const desks = [...team.folders.keys()].map((desk) =>
    runDesk(stage, team, desk, { orders, off, isPatient: true }),
  )
  await homeIn(desks, mostMs)
  return count(stage, team, orders)
}

/** Whoever is held back for good is ended: it sends nothing any more. */
export async function homeIn(desks: readonly RunningDesk[], mostMs: number): Promise<void> {
  const all = Promise.allSettled(desks.map((desk) => desk.ended()))
  const isOver = await Promise.race([all.then(() => true), pause(mostMs).then(() => false)])
  if (!isOver) await Promise.all(desks.map((desk) => desk.killed()))
  await all
}

/** SIGKILL at each step; a colleague wants the order before the desk starts again. */
export async function killedAtEachStep(stage: Stage, at: readonly Step[] = steps): Promise<Count> {
  const team = await stage.team('kills', ['a', 'b'])
  const orders = ordersAt('kill', at)
  for (const [order, step] of orders) {
    const desk = runDesk(stage, team, 'a', { orders: [order], holds: { [order]: step } })
    await desk.at(step, order)
    await desk.killed()
    await runDesk(stage, team, 'b', { orders: [order] }).ended()
  }
  return wentHome(stage, team, [...orders.keys()])
}

/** The database cut off, or its next answer lost, at each step; nobody restarts anything. */
export async function cutAtEachStep(stage: Stage, what: 'cut' | 'lost'): Promise<Count> {
  const team = await stage.team(what === 'cut' ? 'cuts' : 'losses', ['a', 'b'])
  const orders = ordersAt(what, steps)
  const all = [...orders.keys()]
  const desk = runDesk(stage, team, 'a', { orders: all, holds: holdsOf(orders) })
  for (const [order, step] of orders) {
    await desk.at(step, order)
    if (what === 'cut') stage.cutter.cut()
    else stage.cutter.loseAnswer()
    desk.go()
  }
  await desk.ended()
  return wentHome(stage, team, all)
}

const dayMs = 86_400_000

/** At each step the clock of the day is set to tomorrow; then, at each again, to yesterday. */
export async function clockSetAtEachStep(stage: Stage): Promise<Count> {
  const team = await stage.team('clocks', ['a', 'b'])
  const ahead = ordersAt('ahead', steps)
  const back = [...ordersAt('back', steps)]
  // In turn, so that the clock changes at each step.
  const orders = new Map([...ahead].flatMap((one, at) => [one, back[at]!]))
  const all = [...orders.keys()]
  const desk = runDesk(stage, team, 'a', { orders: all, holds: holdsOf(orders) })
  for (const [order, step] of orders) {
    await desk.at(step, order)
    desk.clock(ahead.has(order) ? dayMs : -dayMs)
    desk.go()
  }
  await desk.ended()
  return wentHome(stage, team, all)
}

/** The gateway loses the request, or its answer. */
export async function gatewayLoses(stage: Stage): Promise<Count> {
  const team = await stage.team('silence', ['a', 'b'])
  const orders = ['silent-request', 'silent-answer']
  stage.gateway.lose(orders[0]!, 'request')
  stage.gateway.lose(orders[1]!, 'answer')
  return wentHome(stage, team, orders)
}

/**
 * Asleep at each step before the bytes; two people free its order, a colleague refunds it, and it
 * wakes.
 */
export async function asleepAtEachStep(
  stage: Stage,
  name: string,
  off: Off = [],
  at: readonly Step[] = beforeBytes,
): Promise<Count> {
  const team = await stage.team(name, ['a', 'b'])
  const orders = ordersAt(name, at)
  const all = [...orders.keys()]
  const desk = runDesk(stage, team, 'a', { orders: all, holds: holdsOf(orders), off })
  for (const [order, step] of orders) {
    await desk.at(step, order)
    desk.signal('SIGSTOP')
    await freedByPeople(team, order)
    await runDesk(stage, team, 'b', { orders: [order] }).ended()
    // An answer that it had before is old by then.
    if (step === 'looked') await pause(2_100)
    desk.signal('SIGCONT')
    desk.go()
  }
  await desk.ended()
  return wentHome(stage, team, all)
}

async function freedByPeople(team: StormTeam, order: string): Promise<void> {
  const chain = await team.founder.team.chainOf(topicOf(order))
  const held = 'kind' in chain ? undefined : chain.at(-1)
  if (held?.kind !== 'claim') throw new Error(`${order} is not held: ${JSON.stringify(chain)}`)
  const done = await team.founder.team.free(held, team.released(held, 'the computer is off'))
  if (done !== 'in') throw new Error(`${order} was not freed: ${done}`)
}

/**
 * The answer to a claim is lost while the claim waits behind another transaction; then the desk
 * goes on with a second order, which a colleague wants as well.
 */
export async function answerLostWhileWaiting(
  stage: Stage,
  name: string,
  off: Off = [],
): Promise<Count> {
  const team = await stage.team(name, ['a', 'b'])
  const orders = [`${name}-first`, `${name}-second`]
  const desk = runDesk(stage, team, 'a', {
    ...{ orders, off },
    holds: { [orders[0]!]: 'put' },
  })
  await desk.at('put', orders[0]!)
  const other = await stage.current().session(team.database)
  await other.ask('BEGIN')
  await other.ask(
    `INSERT INTO team.record (desk, n, topic, version, body, signature)
     VALUES ('nobody', 1, $1, 1, '', $2)`,
    [topicOf(orders[0]!), Buffer.alloc(64)],
  )
  desk.go()
  await waitsForLock(stage, team, 1)
  stage.cutter.cut()
  // It came back, and what it puts next waits as well.
  await waitsForLock(stage, team, 2)
  await other.ask('ROLLBACK')
  await other.close()
  await homeIn([desk], 20_000)
  await homeIn([runDesk(stage, team, 'b', { orders, off })], 20_000)
  return wentHome(
    stage,
    team,
    orders,
    off.includes('same-insert') ? { off, mostMs: 1_000 } : { off },
  )
}

async function waitsForLock(stage: Stage, team: StormTeam, most: number): Promise<void> {
  const session = await stage.current().session(team.database)
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await session.ask(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (found.kind === 'rows' && found.rows.length >= most) return session.close()
    await pause(50)
  }
  throw new Error('Nobody waits for the other transaction.')
}

/** Two desks put a claim on the same order at the same time. */
export async function bothAtOnce(
  stage: Stage,
  name: string,
  options: { off?: Off; without?: string } = {},
): Promise<Count> {
  const { off = [], without } = options
  const team = await stage.team(name, ['a', 'b'])
  if (without !== undefined) await dropped(stage, team, without)
  const order = `${name}-1`
  const desks = ['a', 'b'].map((desk) =>
    runDesk(stage, team, desk, { orders: [order], off, holds: { [order]: 'put' } }),
  )
  await Promise.all(desks.map((desk) => desk.at('put', order)))
  for (const desk of desks) desk.go()
  if (without === undefined) {
    await Promise.all(desks.map((desk) => desk.ended()))
    return wentHome(stage, team, [order])
  }
  // Nobody can tell such a database what became of a claim: what was sent is all there is to see.
  for (let tries = 0; tries < 400 && effectsOf(stage, order) < 2; tries += 1) await pause(50)
  await Promise.all(desks.map((desk) => desk.killed()))
  return count(stage, team, [order])
}

export async function dropped(stage: Stage, team: StormTeam, constraint: string): Promise<void> {
  const session = await stage.current().session(team.database)
  const done = await session.ask(`ALTER TABLE team.record DROP CONSTRAINT ${constraint} CASCADE`)
  await session.close()
  if (done.kind !== 'rows') throw new Error(`${constraint} can’t be dropped.`)
}
