// A fail-over to a server that was behind: what a desk claimed, sent and finished meanwhile is
// lost, and a colleague wants the same orders of the new server. Several teams go through the same
// one.
import type { DeskRule } from './off.ts'
import { dropped, homeIn } from './plays.ts'
import { pause } from './refund.ts'
import {
  type Count,
  count,
  effectsOf,
  runDesk,
  type RunningDesk,
  type Stage,
  type StormTeam,
} from './stage.ts'

interface Way {
  name: string
  off: readonly DeskRule[]
  /** Whether orders are refunded twice; else both desks have to be held back for good. */
  isDoubled?: boolean
  /** A constraint that the database lacks. */
  without?: string
}

export const ways: readonly Way[] = [
  { name: 'whole', off: [] },
  { name: 'rollcall', off: ['roll-call'], isDoubled: true },
  // The database itself refuses whoever begins a session without putting back.
  { name: 'fenced', off: ['put-back'], isDoubled: false },
  { name: 'fenceless', off: ['put-back'], without: 'record_own', isDoubled: true },
]

interface Played {
  way: Way
  team: StormTeam
  orders: string[]
}

/** By the name of the way: what was counted, and how many records were lost. */
export async function failedOver(
  stage: Stage,
  played: readonly Way[] = ways,
): Promise<Record<string, Count & { lost: number }>> {
  const teams: Played[] = []
  for (const way of played) {
    const team = await stage.team(way.name, ['a', 'b'])
    if (way.without !== undefined) await dropped(stage, team, way.without)
    const orders = [1, 2, 3].map((n) => `${way.name}-${n}`)
    teams.push({ way, team, orders })
  }
  const before = new Map<string, number>()
  await stage.failOver({
    before: async () => {
      // Everybody was there, so that everybody is waited for.
      await Promise.all(
        teams.flatMap(({ team }) =>
          [...team.folders.keys()].map((desk) =>
            runDesk(stage, team, desk, { orders: [] }).ended(),
          ),
        ),
      )
    },
    lost: async () => {
      await Promise.all(
        teams.map(({ team, orders }) => runDesk(stage, team, 'a', { orders }).ended()),
      )
      for (const { team, way } of teams) before.set(way.name, await recordsOf(stage, team))
    },
  })
  const after = await Promise.all(
    teams.map(async ({ way, team, orders }) => {
      const lost = before.get(way.name)! - (await recordsOf(stage, team))
      return [way.name, { ...(await afterwards(stage, { way, team, orders })), lost }] as const
    }),
  )
  return Object.fromEntries(after)
}

const recordsOf = async (stage: Stage, team: StormTeam): Promise<number> => {
  const session = await stage.current().session(team.database)
  const answer = await session.ask('SELECT count(*) AS count FROM team.record')
  await session.close()
  return answer.kind === 'rows' ? Number(answer.rows[0]?.['count']) : Number.NaN
}

/** The colleague is there first; then the one who lost, and the founder. */
async function afterwards(stage: Stage, { way, team, orders }: Played): Promise<Count> {
  const patient = (desk: string): RunningDesk =>
    runDesk(stage, team, desk, { orders, off: way.off, isPatient: true })
  const early = patient('b')
  await early.saysMore()
  // Without putting back, everybody answers the roll call at once.
  await team.founder.team.standing()
  const late = patient('a')
  if (way.isDoubled !== undefined) {
    const isDone = (): boolean =>
      way.isDoubled === true
        ? orders.every((order) => effectsOf(stage, order) > 1)
        : [early, late].every((desk) => desk.said.some((line) => line.startsWith('waits ')))
    for (let tries = 0; tries < 400 && !isDone(); tries += 1) await pause(50)
    await pause(way.isDoubled ? 0 : 500)
  }
  // One that can't say what became of its claims goes on for ever, and sends nothing.
  await homeIn([early, late], way.isDoubled === undefined ? 60_000 : 0)
  return count(stage, team, orders)
}
