// Many desks that claim the same orders at once, all in one order: each order has one winner,
// whoever is killed, cut off or restarted meanwhile. Nothing is sent.
import { makeRandom } from '../faults/random.ts'
import { startDesk } from '../runner/programs.ts'
import type { ClaimantTask } from './claimant.ts'
import { pause } from './refund.ts'
import { type Count, count, type Stage, type StormTeam } from './stage.ts'

export interface Contended extends Count {
  /** Claims that a desk was told are its own. */
  won: number
  kills: number
  cuts: number
  lostAnswers: number
  restarts: number
}

export async function contend(
  stage: Stage,
  asked: { name: string; seed: number; desks: number; orders: number; isCalm: boolean },
): Promise<Contended> {
  const random = makeRandom(asked.seed)
  const names = Array.from({ length: asked.desks }, (_, at) => `d${at + 1}`)
  const team = await stage.team(asked.name, names)
  const orders = Array.from({ length: asked.orders }, (_, at) => `${asked.name}-${at}`)
  /** By order. */
  const winners = new Map<string, Set<string>>()
  const start = (desk: string) => startClaimant(team, { desk, orders, winners })
  const running = new Map(names.map((name) => [name, start(name)]))
  const sum = { kills: 0, cuts: 0, lostAnswers: 0, restarts: 0 }
  const isOver = (): boolean => [...running.values()].every((one) => one.child.exitCode !== null)
  const blow = async (): Promise<void> => {
    const what = random.pick(['kill', 'cut', 'lost', 'lost', 'lost', 'restart'] as const)
    if (what === 'kill') {
      const name = random.pick(names)
      running.get(name)!.child.kill('SIGKILL')
      await running.get(name)!.ended
      running.set(name, start(name))
      sum.kills += 1
    } else if (what === 'cut') {
      stage.cutter.cut()
      sum.cuts += 1
    } else if (what === 'lost') {
      stage.cutter.loseAnswer()
      sum.lostAnswers += 1
    } else {
      await stage.current().stop(random.chance(0.5) ? 'SIGQUIT' : 'SIGINT')
      await stage.current().start()
      sum.restarts += 1
    }
    await pause(50 + random.below(250))
  }
  while (!isOver()) await (asked.isCalm ? pause(50) : blow())
  for (const one of running.values()) {
    const { code, complaints } = await one.ended
    if (code !== 0) throw new Error(`A desk ended with ${code}: ${complaints}`)
  }
  const { stuck: held, flaws } = await count(stage, team, orders)
  const isTwice = (order: string): boolean => (winners.get(order)?.size ?? 0) > 1
  return {
    orders: orders.length,
    doubles: orders.filter(isTwice),
    missing: orders.filter((order) => !winners.has(order) || !held.includes(order)),
    stuck: [],
    flaws,
    won: [...winners.values()].reduce((all, { size }) => all + size, 0),
    ...sum,
  }
}

function startClaimant(
  team: StormTeam,
  of: { desk: string; orders: readonly string[]; winners: Map<string, Set<string>> },
) {
  const task: ClaimantTask = { folder: team.folders.get(of.desk)!, orders: of.orders }
  return startDesk('storms/claimant.ts', task, {
    onLine: (line) => {
      const [, order] = /^won (.*)$/.exec(line) ?? []
      if (order === undefined) return
      of.winners.set(order, new Set([...(of.winners.get(order) ?? []), of.desk]))
    },
  })
}
