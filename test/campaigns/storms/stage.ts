// The stage of a storm: one server, what cuts it off, one gateway, and teams with their desks in
// folders. It starts desks, holds them at a step, and ends them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  keyIn,
  openFolder,
  writeMembership,
  writeWhole,
} from '../../../scripts/team/desk-folder.ts'
import { storedIn } from '../../../src/main/team/database/rows.ts'
import type { StoredRecord } from '../../../src/main/team/records/record.ts'
import { teamFlaws } from '../../../src/main/team/records/verify-team.ts'
import { type Postgres, startPostgres } from '../../fakes/postgres/server.ts'
import { makeTeam, type TestTeam } from '../../fakes/postgres/team.ts'
import { startDesk } from '../runner/programs.ts'
import { type Cutter, openCutter } from './cutter.ts'
import type { DeskTask } from './desk.ts'
import { type CountingGateway, startGateway } from './gateway.ts'
import { pause, type Step } from './refund.ts'

export interface StormTeam extends TestTeam {
  /** By the short name of the desk. */
  folders: ReadonlyMap<string, string>
}

export interface Stage {
  server: Postgres
  cutter: Cutter
  gateway: CountingGateway
  /** `through`: the port by which a desk reaches the database, if it is not the cutter's. */
  team(
    name: string,
    desks: readonly string[],
    through?: Readonly<Record<string, number>>,
  ): Promise<StormTeam>
  /** The server that answers now; after a fail-over it is another one. */
  current(): Postgres
  /** `split`: while the server before still answers whoever is led to it. */
  failOver(play: {
    before(): Promise<void>
    lost(): Promise<void>
    split?(): Promise<void>
  }): Promise<void>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'paydesk-storm-'))
  const server = await startPostgres()
  const cutter = await openCutter(server.port)
  const gateway = await startGateway()
  const servers = [server]
  let current = server
  return {
    ...{ server, cutter, gateway },
    current: () => current,
    team: async (name, desks, through = {}) => {
      const folders = new Map(desks.map((desk) => [desk, join(home, name, desk)]))
      mkdirSync(join(home, name), { mode: 0o700 })
      for (const folder of folders.values()) openFolder(folder)
      const keyOf = (desk: string) => keyIn(folders.get(desk)!)
      const team = await makeTeam(current, { name, desks, keyOf })
      team.port.at = cutter.port
      desks.forEach((desk, at) => {
        const { password, desk: user } = team.desks[at]!
        const port = through[desk] ?? cutter.port
        const address = { host: '127.0.0.1', port, user, database: team.database }
        writeWhole(join(folders.get(desk)!, 'password'), password)
        writeMembership(folders.get(desk)!, { id: team.id, desk: user, address, ca: server.ca })
      })
      return { ...team, folders }
    },
    failOver: async ({ before, lost, split }) => {
      const [last, standby] = [current, await current.standby()]
      servers.push(standby)
      await before()
      await standby.stop()
      await lost()
      if (split === undefined) await last.stop('SIGKILL')
      // One that heard of the other server once more would not be behind.
      await standby.start({ isAlone: true })
      await standby.promote()
      current = standby
      cutter.leadTo(standby.port)
      await split?.()
      await last.stop('SIGKILL')
    },
    close: async () => {
      await cutter.close()
      await gateway.close()
      for (const one of servers.toReversed()) await one.stop('SIGQUIT')
      await server.remove()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export type RunningDesk = ReturnType<typeof runDesk>

/** A desk that runs beside this process. */
export function runDesk(
  stage: Pick<Stage, 'gateway'>,
  team: StormTeam,
  desk: string,
  task: Partial<Pick<DeskTask, 'holds' | 'off' | 'isPatient'>> & Pick<DeskTask, 'orders'>,
  timeout = 120_000,
) {
  const waiting = new Map<string, () => void>()
  const reached = new Set<string>()
  const whole: DeskTask = {
    ...{ holds: {}, off: [], isPatient: false, ...task },
    ...{ folder: team.folders.get(desk)!, gatewayPort: stage.gateway.port },
  }
  const program = startDesk('storms/desk.ts', whole, {
    timeout,
    onLine: (line) => {
      if (!line.startsWith('at ')) return
      reached.add(line)
      waiting.get(line)?.()
    },
  })
  const { child, said } = program
  return {
    /** Resolves when it is held there; throws when it ended before. */
    at: async (step: Step, order: string): Promise<void> => {
      const line = `at ${step} ${order}`
      if (reached.has(line)) return
      const { promise, resolve } = Promise.withResolvers<'held'>()
      waiting.set(line, () => resolve('held'))
      const end = program.ended.then(({ complaints }) => complaints)
      const came = await Promise.race([promise, end])
      if (came !== 'held')
        throw new Error(`${desk} did not come to ${line}: ${said.join(' | ')} ${came}`)
    },
    go: () => void child.stdin?.write('go\n'),
    /** Sets its clock of the day off by so much. */
    clock: (offMs: number) => void child.stdin?.write(`clock ${offMs}\n`),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    said,
    /** Resolves with its next line. */
    saysMore: async (): Promise<void> => {
      const before = said.length
      for (let tries = 0; tries < 400 && said.length === before; tries += 1) await pause(50)
    },
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    /** What it said last; it has to end well. */
    ended: async (): Promise<{ left: number; standing: string }> => {
      const { code, complaints } = await program.ended
      const line = said.at(-1) ?? ''
      if (code !== 0 || !line.startsWith('done ')) throw new Error(`${desk} ended: ${complaints}`)
      return JSON.parse(line.slice(5)) as { left: number; standing: string }
    },
    killed: async (): Promise<void> => {
      child.kill('SIGKILL')
      await program.ended
    },
  }
}

export async function recordsIn(stage: Stage, team: TestTeam): Promise<StoredRecord[]> {
  const session = await stage.current().session(team.database)
  const answer = await session.ask(
    'SELECT desk, n, topic, version, body, signature FROM team.record ORDER BY desk, n',
  )
  await session.close()
  if (answer.kind !== 'rows') throw new Error('The records can’t be read.')
  return answer.rows.map(storedIn)
}

export interface Count {
  orders: number
  /** Orders with more than one effect. */
  doubles: string[]
  /** Orders without one. */
  missing: string[]
  /** Orders that a claim holds for ever. */
  stuck: string[]
  /** Records that do not hold. */
  flaws: string[]
}

export const effectsOf = ({ gateway }: Pick<Stage, 'gateway'>, order: string): number =>
  gateway.effects.get(order)?.length ?? 0

/** After everybody went home. */
export async function count(
  stage: Stage,
  team: TestTeam,
  orders: readonly string[],
): Promise<Count> {
  const stored = await recordsIn(stage, team)
  const versions = new Map<string, number>()
  for (const { topic, version } of stored)
    versions.set(topic, Math.max(versions.get(topic) ?? 0, version))
  const isStuck = (order: string): boolean =>
    [...versions].some(([topic, version]) => topic.includes(`"${order}"`) && version % 2 === 1)
  return {
    orders: orders.length,
    doubles: orders.filter((order) => effectsOf(stage, order) > 1),
    missing: orders.filter((order) => effectsOf(stage, order) === 0),
    stuck: orders.filter(isStuck),
    flaws: teamFlaws(team.id, stored).map(({ flaw, desk, n }) => `${flaw} ${desk} ${n}`),
  }
}
