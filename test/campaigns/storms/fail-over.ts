// A fail-over to a server that was behind: what a desk claimed, sent and finished meanwhile is
// lost, and a colleague wants the same orders of the new server. Several teams go through the same
// one. Of one team a desk still reaches the server before; of two, the server was told not to wait
// for its standby, and the desk is gone for good.
import { say } from '../../fakes/postgres/team.ts'
import { openCutter } from './cutter.ts'
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
  /** Its first desk still works at the server before, when another one is there. */
  isSplit?: true
  /** Its first desk claims while a synchronous standby is away, and never comes back. */
  isGone?: true
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
  { name: 'split', off: [], isSplit: true },
  { name: 'heard', off: [], isGone: true },
  { name: 'unheard', off: ['notices'], isGone: true, isDoubled: true },
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
  const apart = await openCutter(stage.current().port)
  const teams: Played[] = []
  for (const way of played) {
    const through = way.isSplit === true ? { a: apart.port } : {}
    const team = await stage.team(way.name, ['a', 'b'], through)
    if (way.without !== undefined) await dropped(stage, team, way.without)
    const orders = [1, 2, 3].map((n) => `${way.name}-${n}`)
    teams.push({ way, team, orders: way.isGone === true ? orders.slice(0, 1) : orders })
  }
  const before = new Map<string, number>()
  const first = ({ team, way, orders }: Played): RunningDesk =>
    runDesk(stage, team, 'a', { orders, off: way.isGone === true ? way.off : [] })
  const later = new Map<string, RunningDesk>()
  await stage.failOver({
    before: async () => {
      // Whoever waits for a standby later waits with its claim, not with its first word.
      const gone = teams.filter(({ way }) => way.isGone === true)
      await Promise.all(gone.map(({ team }) => runDesk(stage, team, 'a', { orders: [] }).ended()))
    },
    lost: async () => {
      const here = teams.filter(({ way }) => way.isGone !== true && way.isSplit !== true)
      await Promise.all(here.map((one) => first(one).ended()))
      const gone = teams.filter(({ way }) => way.isGone === true)
      if (gone.length > 0) await toldNotToWait(stage, gone, first)
      for (const { team, way } of teams) before.set(way.name, await recordsOf(stage, team))
    },
    split: async () => {
      for (const one of teams.filter(({ way }) => way.isSplit === true)) {
        const { team, way, orders } = one
        const early = runDesk(stage, team, 'b', { orders, isPatient: true })
        later.set(way.name, early)
        await early.saysMore()
        await first(one).ended()
      }
    },
  })
  apart.leadTo(stage.current().port)
  const after = await Promise.all(
    teams.map(async (one) => {
      const { way, team } = one
      const lost = before.get(way.name)! - (await recordsOf(stage, team))
      const counted = await (way.isGone === true
        ? afterGone(stage, one)
        : afterwards(stage, one, later.get(way.name)))
      return [way.name, { ...counted, lost }] as const
    }),
  )
  await apart.close()
  return Object.fromEntries(after)
}

/** Each claims, waits for the standby, and hears that nobody waits any more. */
async function toldNotToWait(
  stage: Stage,
  gone: readonly Played[],
  first: (one: Played) => RunningDesk,
): Promise<void> {
  const admin = await stage.current().session()
  const ask = async (text: string): Promise<number> => {
    const answer = await admin.ask(text)
    if (answer.kind !== 'rows') throw new Error(`The server does not do this: ${text}`)
    return answer.rows.length
  }
  const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  const allWait = async (): Promise<void> => {
    for (let tries = 0; tries < 400 && (await ask(waiting)) < gone.length; tries += 1)
      await pause(50)
  }
  await ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await ask('SELECT pg_reload_conf()')
  const desks = gone.map(first)
  await allWait()
  await ask(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
  // What they say next waits as well.
  await pause(500)
  await allWait()
  await ask('ALTER SYSTEM RESET synchronous_standby_names')
  await ask('SELECT pg_reload_conf()')
  await Promise.all(desks.map((desk) => desk.ended()))
  await admin.close()
}

/** The founder says that the desk is gone; its colleague goes on. */
async function afterGone(stage: Stage, { team, orders }: Played): Promise<Count> {
  await team.founder.team.standing()
  await say(team.founder, { kind: 'excused', desk: team.desks[0]!.desk, reason: 'burnt' })
  await homeIn([runDesk(stage, team, 'b', { orders, isPatient: true })], 60_000)
  return count(stage, team, orders)
}

const recordsOf = async (stage: Stage, team: StormTeam): Promise<number> => {
  const session = await stage.current().session(team.database)
  const answer = await session.ask('SELECT count(*) AS count FROM team.record')
  await session.close()
  return answer.kind === 'rows' ? Number(answer.rows[0]?.['count']) : Number.NaN
}

/** The colleague is there first; then the one who lost, and the founder. */
async function afterwards(
  stage: Stage,
  { way, team, orders }: Played,
  there: RunningDesk | undefined,
): Promise<Count> {
  const patient = (desk: string): RunningDesk =>
    runDesk(stage, team, desk, { orders, off: way.off, isPatient: true })
  const early = there ?? patient('b')
  if (there === undefined) await early.saysMore()
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
