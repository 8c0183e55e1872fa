// Kills a real desk on real files with SIGKILL at random moments, opens the files again and looks
// for what is missing or doubled: npm run -s kill -- --runs N --seed S. With --during copy,
// restore or rebuild the moments lie in that work; --during all shares the runs among them. With
// --team it is two desks of one team on the same orders; --without claims takes away what keeps
// them apart, and then nothing is clean. One JSON line last; exits 1 when anything was lost, sent
// again, broken or told wrong.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { approvalsIn } from './faults/oracle/approvals.ts'
import { openWire, type Wire } from './faults/wire.ts'
import { runBeside } from './kill/beside.ts'
import { ageCopies, lookAtCopies, whenCopying } from './kill/copies.ts'
import { type DuringSummary, runDuring } from './kill/during.ts'
import { lookInto, none, requestsIn, type Sums, take } from './kill/look.ts'
import type { KillTask } from './kill/task.ts'
import { campaign, type Say } from './runner/campaign.ts'
import { killed, startDesk } from './runner/programs.ts'

export interface KillSummary extends Sums {
  runs: number
  acknowledged: number
  requests: number
  /** Approvals that were used up, in the half of the folders that have people. */
  approved: number
}

const killsPerFolder = 5

export async function runKills(options: {
  runs: number
  seed: number
  say: Say
  /** Kills while the daily copy is written, which every life then has to make. */
  isDuringCopy?: boolean
}): Promise<KillSummary> {
  const isDuringCopy = options.isDuringCopy === true
  const random = makeRandom(options.seed)
  const sums = none()
  let lives = 0
  let acknowledged = 0
  let requests = 0
  let approved = 0
  for (let run = 0; run < options.runs;) {
    const home = mkdtempSync(join(tmpdir(), 'paydesk-kill-'))
    const sandbox = await startSandbox({ processingMs: 30, seedDays: 0 })
    const wire = await slowWire(sandbox, random)
    const said = new Map<string, string[]>()
    // Half of the folders have people.
    const hasPeople = !isDuringCopy && lives % (2 * killsPerFolder) < killsPerFolder
    for (let life = 0; life < killsPerFolder && run < options.runs; life += 1, run += 1) {
      const task = {
        ...taskFor(sandbox, wire, home, options.seed + lives),
        hasPeople,
      }
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
    if (hasPeople) approved += approvalsIn(join(home, 'desk', 'ledger.sqlite')).used
    await wire.close()
    await sandbox.close()
    rmSync(home, { recursive: true, force: true })
  }
  return {
    runs: options.runs,
    acknowledged,
    requests,
    approved,
    ...sums,
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

const taskFor = (
  sandbox: Sandbox,
  wire: Wire,
  home: string,
  seed: number,
): Omit<KillTask, 'hasPeople'> => ({
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
  const desk = startDesk('kill/desk.ts', task, {
    onLine: () => {
      if (!isDuringCopy && !isAtSending && desk.said.length >= linesFirst) die()
    },
  })
  let isDying = false
  let left = 0
  const die = (): void => {
    if (isDying) return
    isDying = true
    setTimeout(() => desk.child.kill('SIGKILL'), delayMs)
  }
  wire.onMoney = () => {
    left += 1
    if (isAtSending && left >= requestsFirst) die()
  }
  if (isEarly) die()
  const unwatch = isDuringCopy
    ? whenCopying(task, () => setTimeout(() => desk.child.kill('SIGKILL'), copyDelayMs))
    : null
  return killed(desk).finally(() => unwatch?.())
}

export const works = ['copy', 'restore', 'rebuild'] as const

/** Shares the runs among the named work, or among all. */
export async function runKillsDuring(options: {
  during: string
  runs: number
  seed: number
  say: Say
}) {
  const { during, seed, say } = options
  const chosen = works.filter((work) => during === 'all' || during === work)
  if (chosen.length === 0)
    throw new Error(`--during takes ${works.join(', ')} or all, not “${during}”.`)
  const summaries: Partial<Record<(typeof works)[number], KillSummary | DuringSummary>> = {}
  for (const [nth, work] of chosen.entries()) {
    const isLonger = nth < options.runs % chosen.length
    const runs = Math.floor(options.runs / chosen.length) + (isLonger ? 1 : 0)
    summaries[work] =
      work === 'copy'
        ? await runKills({ runs, seed, say, isDuringCopy: true })
        : await runDuring({ work, runs, seed, say })
  }
  return { runs: options.runs, ...summaries }
}

const mustBeNought = [
  ...['lostRecords', 'doubleEffects', 'sentAgain', 'unrecordedRequests', 'wrongStates'],
  ...[
    'brokenChains',
    'leftBehind',
    'falseStops',
    'brokenCopies',
    'notOpened',
    'notStopped',
    'unapproved',
  ],
  ...['doubleParts', 'lostParts', 'wrongEnds', 'stuck', 'flaws'],
]

/** Of a summary, or of one that has a summary for each work. */
export const isClean = (summary: object): boolean =>
  Object.entries(summary).every(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? isClean(value)
      : !mustBeNought.includes(name) || value === 0,
  )

if (import.meta.main)
  await campaign<
    { runs: number; seed: number; during: string; team: boolean; without: string },
    object
  >({
    options: { runs: 50, seed: 1, during: '', team: false, without: '' },
    run: ({ team, without, ...asked }): Promise<object> => {
      if (without !== '' && without !== 'claims') throw new Error('--without takes claims.')
      if (team) return runBeside({ ...asked, without })
      return asked.during === '' ? runKills(asked) : runKillsDuring(asked)
    },
    isGood: isClean,
  })
