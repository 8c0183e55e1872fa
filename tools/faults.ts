// Seeded schedules of faults against the real desk, ledger, transport and sandbox: npm run -s faults -- --runs N --seed S.
// One JSON line last. A run that fails prints its seed, and --seed THAT --runs 1 plays it again. Exits 1 when anything failed.
import { parseArgs } from 'node:util'
import { judgeRun, settleAll } from './faults/oracle.ts'
import { type Lane, openLane } from './faults/lane.ts'
import { cells, nameOf } from './faults/matrix.ts'
import { play } from './faults/play.ts'
import { openRun } from './faults/run.ts'

export interface FaultsSummary {
  runs: number
  failedRuns: number
  doubleEffects: number
  lostIntents: number
  closedWithoutEvidence: number
  cells: number
  cellsHit: number
  missed: string[]
  intents: number
  sent: number
  seconds: number
}

const lanesAtOnce = 12
/** The sandbox's books grow, and every look at them reads them whole. */
const runsPerLane = 40

export async function runFaults(options: {
  runs: number
  seed: number
  say: (line: string) => void
}): Promise<FaultsSummary> {
  const startedAt = performance.now()
  const hits = new Set<string>()
  const sum = {
    failedRuns: 0,
    doubleEffects: 0,
    lostIntents: 0,
    closedWithoutEvidence: 0,
    intents: 0,
    sent: 0,
  }
  let next = 0

  async function oneRun(lane: Lane, seed: number): Promise<void> {
    const run = await openRun(lane, seed)
    try {
      await play(run)
      await settleAll(run)
      const found = await judgeRun(run)
      for (const hit of run.hits) hits.add(hit)
      sum.doubleEffects += found.doubleEffects
      sum.lostIntents += found.lostIntents
      sum.closedWithoutEvidence += found.closedWithoutEvidence
      sum.intents += run.intents.length
      sum.sent += lane.wire.requests.filter((made) => made.operation !== 'status').length
      if (found.problems.length > 0) throw new Error(found.problems.join('\n  '))
    } catch (error) {
      sum.failedRuns += 1
      const words = error instanceof Error ? (found(error) ?? error.message) : String(error)
      options.say(`seed ${seed} (${nameOf(cells[seed % cells.length]!)}):\n  ${words}`)
    }
    run.discard()
  }
  async function work(): Promise<void> {
    while (next < options.runs) {
      const lane = await openLane()
      for (let n = 0; n < runsPerLane && next < options.runs; n += 1) {
        const seed = options.seed + next
        next += 1
        await oneRun(lane, seed)
      }
      await lane.close()
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanesAtOnce, options.runs) }, work))
  const missed = cells.map(nameOf).filter((name) => !hits.has(name))
  return {
    runs: options.runs,
    ...sum,
    cells: cells.length,
    cellsHit: cells.length - missed.length,
    missed,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** A thrown bug is told with its place, findings without. */
const found = (error: Error): string | undefined =>
  error.message.includes('\n') || error.stack === undefined ? undefined : error.stack

if (import.meta.main) {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const summary = await runFaults({ runs: Number(values.runs), seed: Number(values.seed), say })
  say(JSON.stringify(summary))
  process.exitCode = summary.failedRuns === 0 ? 0 : 1
}
