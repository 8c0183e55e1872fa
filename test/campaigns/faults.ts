// Seeded schedules of faults against the real desk, ledger, transport and sandbox: npm run -s
// faults -- --runs N --seed S. One JSON line last. A run that fails prints its seed, and --seed
// THAT --runs 1 plays it again. With --team each desk belongs to a team, whose colleague wants what
// it works on; --without claims leaves the desk alone, and shows doubles. Exits 1 when anything
// failed. As many runs as there are cells are the full form: then a cell that was never met is a
// failure as well.
import { endRun } from './faults/end.ts'
import { startPostgres } from '../fakes/postgres/server.ts'
import { type Database, openDatabase } from './faults/beside.ts'
import { hostNames, type HostName, hostOf, isHostName } from './faults/hosts.ts'
import { type Fixture, openFixture } from './faults/fixture.ts'
import { type Cell, cellOf, cells, nameOf, stride } from './faults/matrix.ts'
import { type Finding, type Kind, kinds } from './faults/oracle/check.ts'
import { play } from './faults/play.ts'
import { openRun } from './faults/run.ts'
import { type FastTime, runFast } from './faults/time.ts'
import { campaign, type Say } from './runner/campaign.ts'

export interface FaultsSummary {
  runs: number
  failedRuns: number
  findings: Record<Kind, number>
  cells: number
  cellsMet: number
  missed: string[]
  /** Runs that met their cell, by the host at which they did. */
  hosts: Record<HostName, number>
  actions: number
  sent: number
  questions: number
  minutesPlayed: number
  /** How often a colleague was told that a desk of their team has the order. */
  heldBack: number
}

const fixturesAtOnce = 20
/** The sandbox's books grow, and every look at an order reads them. */
const runsPerFixture = 25
/** How often a cell that passed by is tried again before it counts as missed. */
const moreTries = 6
/** Times faster than the wall: a minute of waiting takes two seconds. */
const speed = 30

interface Turn {
  seed: number
  cell: Cell
  host: HostName
}

interface Tally {
  time: FastTime
  team: { database: Database; isAlone: boolean } | null
  met: Set<string>
  summary: Omit<FaultsSummary, 'cells' | 'cellsMet' | 'missed' | 'minutesPlayed'>
  say: Say
}

async function oneRun(tally: Tally, fixture: Fixture, { seed, cell, host }: Turn): Promise<void> {
  const { summary } = tally
  const visits = fixture.beside?.heldVisits() ?? 0
  const run = await openRun(fixture, seed, host)
  let findings: Finding[]
  try {
    findings = await endRun(run, await play(run, cell))
    for (const hit of run.hits) tally.met.add(hit)
    // A colleague who claims first is held back in the midst of what the cell is about.
    if ((fixture.beside?.heldVisits() ?? 0) > visits)
      for (const set of [run.hits, tally.met]) set.add(nameOf(cell))
    if (run.hits.has(nameOf(cell))) summary.hosts[host] += 1
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    findings = [...run.findings, { kind: 'broken-rule', message: `the run broke off: ${message}` }]
  }
  summary.runs += 1
  summary.actions += run.actions.length
  for (const { operation } of fixture.wire.passages)
    if (operation === 'status') summary.questions += 1
    else summary.sent += 1
  for (const { kind } of findings) summary.findings[kind] += 1
  if (findings.length > 0) {
    summary.failedRuns += 1
    const message = findings.map(({ kind, message: one }) => `  ${kind}: ${one}`).join('\n')
    tally.say(`seed ${seed} (${nameOf(cell)}, at ${host}):\n${message}`)
  }
  run.life.discard()
}

/** Plays these, several beside each other. */
async function playAll(tally: Tally, turns: readonly Turn[]): Promise<void> {
  const left = [...turns]
  const work = async (): Promise<void> => {
    while (left.length > 0) {
      const fixture = await openFixture(tally.time, tally.team)
      for (let n = 0; n < runsPerFixture; n += 1) {
        const turn = left.shift()
        if (turn === undefined) break
        await oneRun(tally, fixture, turn)
      }
      tally.summary.heldBack += fixture.beside?.heldBack() ?? 0
      await fixture.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(fixturesAtOnce, turns.length) }, work))
}

export async function runFaults(options: {
  runs: number
  seed: number
  /** Only cells whose name begins with one of these. */
  only?: readonly string[]
  /** Only this host; drawn for each run when left out. */
  host?: HostName
  /** In a team, and whether its desks really claim. */
  team?: '' | 'claims'
  say: Say
}): Promise<FaultsSummary> {
  // It starts by the clock of the wall.
  const server = options.team === undefined ? null : await startPostgres()
  const time = runFast(speed)
  const database = server === null ? null : await openDatabase(server, time)
  const beganAt = time.now()
  const none = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
  const tally: Tally = {
    time,
    team: database === null ? null : { database, isAlone: options.team === 'claims' },
    met: new Set(),
    summary: {
      runs: 0,
      failedRuns: 0,
      findings: none,
      hosts: Object.fromEntries(hostNames.map((name) => [name, 0])) as Record<HostName, number>,
      actions: 0,
      sent: 0,
      questions: 0,
      heldBack: 0,
    },
    say: options.say,
  }
  const { only = [''] } = options
  const chosen = cells.filter((cell) => only.some((begin) => nameOf(cell).startsWith(begin)))
  const seeds = Array.from({ length: options.runs }, (_, place) => options.seed + place)
  const cellFor = (seed: number): Cell =>
    options.only === undefined ? cellOf(seed) : chosen[(seed * stride) % chosen.length]!
  const turnOf = (seed: number, cell: Cell): Turn => ({
    seed,
    cell,
    host: options.host ?? hostOf(seed),
  })
  await playAll(
    tally,
    seeds.map((seed) => turnOf(seed, cellFor(seed))),
  )
  const isFull = options.runs >= chosen.length
  const missed = (): Cell[] => chosen.filter((cell) => !tally.met.has(nameOf(cell)))
  for (let more = 0; more < moreTries && isFull && missed().length > 0; more += 1)
    await playAll(
      tally,
      missed().map((cell, place) =>
        turnOf(options.seed + options.runs + more * cells.length + place, cell),
      ),
    )
  await database?.close()
  await server?.remove()
  return {
    ...tally.summary,
    cells: chosen.length,
    cellsMet: chosen.length - missed().length,
    missed: isFull ? missed().map(nameOf) : [],
    minutesPlayed: Math.round((time.now() - beganAt) / 60_000),
  }
}

/** A long run has to meet every cell asked for, and every host unless only a part was. */
export const isClean = (summary: FaultsSummary, isPart = false): boolean =>
  summary.failedRuns === 0 &&
  (summary.runs < summary.cells ||
    (summary.missed.length === 0 && (isPart || hostNames.every((name) => summary.hosts[name] > 0))))

if (import.meta.main)
  await campaign({
    options: { runs: 500, seed: 1, only: '', host: '', team: false, without: '' },
    run: ({ runs, seed, only, host, team, without, say }) => {
      if (without !== '' && without !== 'claims') throw new Error('--without takes claims.')
      if (host !== '' && !isHostName(host)) throw new Error(`there is no host ${host}`)
      const chosen = host === '' ? {} : { host }
      const beside = team ? ({ team: without } as const) : {}
      return runFaults({
        runs,
        seed,
        say,
        ...chosen,
        ...beside,
        ...(only && { only: only.split(',') }),
      })
    },
    isGood: (summary, { host, only }) => isClean(summary, host !== '' || only !== ''),
  })
