// Kills a real desk on real files with SIGKILL at random moments, opens the files again and looks
// for what is missing or doubled: npm run -s kill -- --runs N --seed S. With --during copy
// or restore the moments lie in that work; --during all shares the runs among both. One JSON line
// last; exits 1 when anything was lost, sent again, broken or told wrong.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { openWire, type Wire } from './faults/wire.ts'
import { ageCopies, lookAtCopies, whenCopying } from './kill/copies.ts'
import { type DuringSummary, isWhole, runDuring } from './kill/during.ts'
import { lookInto, none, requestsIn, type Sums, take } from './kill/look.ts'
import type { KillTask } from './kill/task.ts'

export interface KillSummary extends Sums {
  runs: number
  acknowledged: number
  requests: number
  seconds: number
}

const killsPerFolder = 5
const program = join(import.meta.dirname, 'kill/desk.ts')

export async function runKills(options: {
  runs: number
  seed: number
  say: (line: string) => void
  /** Kills while the daily copy is written, which every life then has to make. */
  isDuringCopy?: boolean
}): Promise<KillSummary> {
  const isDuringCopy = options.isDuringCopy === true
  const startedAt = performance.now()
  const random = makeRandom(options.seed)
  const sums = none()
  let lives = 0
  let acknowledged = 0
  let requests = 0
  for (let run = 0; run < options.runs;) {
    const home = mkdtempSync(join(tmpdir(), 'paydesk-kill-'))
    const sandbox = await startSandbox({ processingMs: 30, seedDays: 0 })
    const wire = await slowWire(sandbox, random)
    const said = new Map<string, string[]>()
    for (let life = 0; life < killsPerFolder && run < options.runs; life += 1, run += 1) {
      const task = taskFor(sandbox, wire, home, options.seed + lives)
      lives += 1
      if (isDuringCopy) ageCopies(task)
      const lines = await liveAndDie(task, wire, random, isDuringCopy)
      // A life whose copy was finished before the kill counts for no run.
      if (isDuringCopy && !lookAtCopies(task, sums, options.say)) run -= 1
      acknowledged += take(lines, said)
      const problems = await lookInto(task, sandbox, wire, said, sums)
      if (problems.length > 0) options.say(`seed ${task.seed}:\n  ${problems.join('\n  ')}`)
    }
    requests += requestsIn(sandbox).length
    await wire.close()
    await sandbox.close()
    rmSync(home, { recursive: true, force: true })
  }
  return {
    runs: options.runs,
    acknowledged,
    requests,
    ...sums,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/**
 * Every request and every answer takes its time, so that a request is under way long enough to be
 * met by a kill.
 */
async function slowWire(sandbox: Sandbox, random: Random): Promise<Wire> {
  let passed = 0
  const wire = await openWire({
    place: 'main',
    target: sandbox.baseUrl,
    next: () => (passed += 1),
    now: () => performance.now(),
  })
  wire.delayMs = () => random.below(60)
  return wire
}

const taskFor = (sandbox: Sandbox, wire: Wire, home: string, seed: number): KillTask => ({
  folder: join(home, 'desk'),
  vaultFile: join(home, 'keychain.json'),
  baseUrl: wire.baseUrl,
  identity: sandbox.identity,
  orders: sandbox
    .trainingOrders()
    .filter((order) => /5000\.00 EUR|paid sale of 120\.00 EUR/.test(order.about)),
  seed,
})

/**
 * Runs a desk and kills it: half of the time around a request that is under way, else a moment
 * after a random line of what it says, so that a slow machine is met at work as well; sometimes
 * while it opens or recovers. Gives back what it had said.
 */
function liveAndDie(
  task: KillTask,
  wire: Wire,
  random: Random,
  isDuringCopy: boolean,
): Promise<string[]> {
  const luck = random.below(100)
  const isEarly = !isDuringCopy && luck < 15
  const isAtSending = !isDuringCopy && luck >= 50
  const linesFirst = 1 + random.below(14)
  const requestsFirst = 1 + random.below(3)
  const delayMs = isEarly ? 150 + random.below(500) : random.below(isAtSending ? 140 : 25)
  const copyDelayMs = random.below(20)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complaints = ''
    let isDying = false
    let left = 0
    const die = (): void => {
      if (isDying) return
      isDying = true
      setTimeout(() => child.kill('SIGKILL'), delayMs)
    }
    wire.onMoney = () => {
      left += 1
      if (isAtSending && left >= requestsFirst) die()
    }
    if (isEarly) die()
    const unwatch = isDuringCopy
      ? whenCopying(task, () => setTimeout(() => child.kill('SIGKILL'), copyDelayMs))
      : null
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!isDuringCopy && !isAtSending && said.split('\n').length > linesFirst) die()
    })
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    child.once('close', (code, signal) => {
      unwatch?.()
      if (signal !== 'SIGKILL') reject(new Error(`it ended by itself (${code}): ${complaints}`))
      // The last line may be cut: what was not said whole was not acknowledged.
      else resolve(said.split('\n').slice(0, -1))
    })
  })
}

export const works = ['copy', 'restore'] as const

/** Shares the runs among the named work, or among both. */
export async function runKillsDuring(options: {
  during: string
  runs: number
  seed: number
  say: (line: string) => void
}) {
  const { during, seed, say } = options
  const chosen = works.filter((work) => during === 'all' || during === work)
  if (chosen.length === 0)
    throw new Error(`--during takes ${works.join(', ')} or all, not “${during}”.`)
  const runsOf = (work: (typeof works)[number]): number =>
    Math.floor(options.runs / chosen.length) +
    (chosen.indexOf(work) < options.runs % chosen.length ? 1 : 0)
  const summaries: Partial<Record<(typeof works)[number], KillSummary | DuringSummary>> = {}
  let isGood = true
  for (const work of chosen) {
    const runs = runsOf(work)
    if (work === 'copy') {
      const summary = await runKills({ runs, seed, say, isDuringCopy: true })
      isGood &&= isClean(summary)
      summaries[work] = summary
    } else {
      const summary = await runDuring({ runs, seed, say })
      isGood &&= isWhole(summary)
      summaries[work] = summary
    }
  }
  return { runs: options.runs, isGood, ...summaries }
}

export const isClean = (summary: KillSummary): boolean =>
  [
    summary.lostRecords,
    summary.doubleEffects,
    summary.sentAgain,
    summary.unrecordedRequests,
    summary.wrongStates,
    summary.brokenChains,
    summary.leftBehind,
    summary.falseStops,
    summary.brokenCopies,
  ].every((count) => count === 0)

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      during: { type: 'string', default: 'anything' },
    },
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const asked = { runs: Number(values.runs), seed: Number(values.seed), say }
  if (values.during === 'anything') {
    const summary = await runKills(asked)
    say(JSON.stringify(summary))
    process.exitCode = isClean(summary) ? 0 : 1
  } else {
    const { isGood, ...summary } = await runKillsDuring({ ...asked, during: values.during })
    say(JSON.stringify(summary))
    process.exitCode = isGood ? 0 : 1
  }
}
