// A storm by chance: desks that all want the same orders, in orders of their own, while they are
// killed and started again, put to sleep, cut off, robbed of answers and their clocks set, the
// gateway loses requests and answers, and a fail-over loses the last records. Drawn from a seed.
import { makeRandom, type Random } from '../faults/random.ts'
import { homeIn } from './plays.ts'
import { pause } from './refund.ts'
import { type Count, count, recordsIn, runDesk, type RunningDesk, type Stage } from './stage.ts'

export interface Chance extends Count {
  effects: number
  kills: number
  sleeps: number
  cuts: number
  lostAnswers: number
  clocks: number
  lostRecords: number
}

interface Asked {
  seed: number
  desks: number
  orders: number
  /** How long it blows; afterwards everybody finishes. */
  ms: number
}

export async function stormByChance(stage: Stage, asked: Asked): Promise<Chance> {
  const random = makeRandom(asked.seed)
  const names = Array.from({ length: asked.desks }, (_, at) => `d${at + 1}`)
  const team = await stage.team(`chance${asked.seed}`, names)
  const orders = Array.from({ length: asked.orders }, (_, at) => `chance${asked.seed}-${at}`)
  for (const order of orders)
    if (random.chance(0.15)) stage.gateway.lose(order, random.pick(['request', 'answer'] as const))
  const sum = { kills: 0, sleeps: 0, cuts: 0, lostAnswers: 0, clocks: 0, lostRecords: 0 }
  const start = (desk: string): RunningDesk =>
    runDesk(
      ...([stage, team, desk] as const),
      { orders: shuffled(orders, random), isPatient: true },
      2 * asked.ms + mostHomeMs(asked),
    )
  const running = new Map(names.map((name) => [name, start(name)]))
  const blow = async (): Promise<void> => {
    const name = random.pick(names)
    const desk = running.get(name)!
    const what = random.pick(['kill', 'sleep', 'cut', 'lost', 'lost', 'clock'] as const)
    if (what === 'kill') {
      await desk.killed()
      running.set(name, start(name))
      sum.kills += 1
    } else if (what === 'sleep') {
      desk.signal('SIGSTOP')
      await pause(100 + random.below(900))
      desk.signal('SIGCONT')
      sum.sleeps += 1
    } else if (what === 'cut') {
      stage.cutter.cut()
      sum.cuts += 1
    } else if (what === 'clock') {
      desk.clock(random.pick([-86_400_000, 0, 86_400_000]))
      sum.clocks += 1
    } else {
      stage.cutter.loseAnswer()
      sum.lostAnswers += 1
    }
    await pause(30 + random.below(120))
  }
  const blowFor = async (ms: number): Promise<void> => {
    const until = performance.now() + ms
    while (performance.now() < until) await blow()
  }
  let before = 0
  await stage.failOver({
    before: () => blowFor(asked.ms / 2),
    lost: async () => {
      await blowFor(asked.ms / 4)
      before = (await recordsIn(stage, team)).length
    },
  })
  sum.lostRecords = before - (await recordsIn(stage, team)).length
  await team.founder.team.standing()
  // One that was done before the fail-over has to come back, as a person would open it again.
  const comeBack = (): void => {
    for (const [name, desk] of running) if (desk.isOver()) running.set(name, start(name))
  }
  comeBack()
  await blowFor(asked.ms / 4)
  comeBack()
  await homeIn([...running.values()], mostHomeMs(asked))
  const counted = await count(stage, team, orders)
  const effects = orders.reduce(
    (all, order) => all + (stage.gateway.effects.get(order)?.length ?? 0),
    0,
  )
  return { effects, ...sum, ...counted }
}

function shuffled<T>(from: readonly T[], random: Random): T[] {
  const left = [...from]
  return from.map(() => left.splice(random.below(left.length), 1)[0]!)
}

/** A busy machine is slow. */
const mostHomeMs = ({ orders }: Asked): number => 60_000 + orders * 1_000
