// Cuts the power after every recorded write of a desk: npm run -s power-cuts -- --points N --seed
// S. The disk then holds what was synced and as much of the rest as was drawn; the program opens
// those files. With --during rebuild it cuts the writes of a start that makes a ledger again. One
// JSON line last; exits 1 when anything was lost, half made or stopped for nothing. Needs a C
// compiler; says so where there is none.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AttemptView } from '#shared/bridge/views.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { openDeskAt } from './faults/fixture.ts'
import { must } from './faults/must.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { runCutsInRebuild } from './power-cut/during-rebuild.ts'
import { layDown, losses, openDisk, readRecording, type Step } from './power-cut/recording.ts'
import { openGate } from './restores/gate.ts'
import { scratch } from './restores/story.ts'
import { campaign, type Say } from './runner/campaign.ts'
import { compileShim, ended, startDesk } from './runner/programs.ts'

export interface PowerCutsSummary {
  points: number
  stories: number
  steps: number
  /** Requests that had left before a cut and are in no row after it. */
  lost: number
  /** Rows that an opened ledger left as being sent. */
  leftBehind: number
  /** Ledgers that could not be opened, or were taken for damaged or for old copies. */
  falseAlarms: number
}

export async function runPowerCuts(options: {
  points: number
  seed: number
  say: Say
}): Promise<PowerCutsSummary> {
  const home = mkdtempSync(join(scratch, 'paydesk-power-'))
  const shim = compileShim('power-cut/record-writes.c', home)
  const sum = { points: 0, stories: 0, steps: 0, lost: 0, leftBehind: 0, falseAlarms: 0 }
  try {
    while (sum.points < options.points) {
      const seed = options.seed + sum.stories
      const random = makeRandom(seed)
      const folder = join(home, `desk-${seed}`)
      const story = await recordStory({ folder, shim, seed, random })
      sum.stories += 1
      sum.steps += story.steps.length
      const disk = openDisk()
      const ports = new Set<number>()
      for (const [at, step] of story.steps.entries()) {
        disk.take(step)
        if (step.kind === 'connect') ports.add(step.port)
        if (ports.size === 0 || sum.points === options.points) continue
        const loss = losses[(at + seed) % losses.length]!
        sum.points += 1
        const files = disk.cut(loss, random)
        const problems = await openAfter(story, { files, ports, to: join(home, 'opened') }, sum)
        for (const problem of problems) options.say(`seed ${seed}, step ${at}, ${loss}: ${problem}`)
      }
      await story.sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  return sum
}

interface Recorded {
  folder: string
  sandbox: Sandbox
  steps: Step[]
  /** Own ports of the connections over which money requests left, with the comment of each. */
  money: { port: number; comment: string }[]
}

async function recordStory(parts: {
  folder: string
  shim: string
  seed: number
  random: Random
}): Promise<Recorded> {
  const { folder, random } = parts
  mkdirSync(folder, { mode: 0o700 })
  const sandbox = await startSandbox({ processingMs: 10, seedDays: 0 })
  const gate = await openGate(sandbox.baseUrl, ({ operation }) => {
    if (operation !== 'status') gate.next = random.pick(['answered', 'answer-lost', 'kept-back'])
  })
  const orders = sandbox
    .trainingOrders()
    .filter((order) => /5000\.00 EUR|paid sale of 120\.00 EUR/.test(order.about))
  const task = {
    ...{ folder, baseUrl: gate.baseUrl, identity: sandbox.identity, seed: parts.seed },
    orders: Array.from({ length: 6 }, () => random.pick(orders)),
  }
  const log = `${folder}.log`
  const env = { LD_PRELOAD: parts.shim, PAYDESK_RECORD_UNDER: folder, PAYDESK_RECORD_TO: log }
  await ended(startDesk('power-cut/desk.ts', task, { env, timeout: 60_000 }), 'the recorded desk')
  await gate.close()
  const steps = readRecording(log)
  rmSync(log)
  const money = gate.money.map(({ port, fields }) => ({ port, comment: fields['comment'] ?? '' }))
  return { folder, sandbox, steps, money }
}

async function openAfter(
  story: Recorded,
  cut: { files: ReadonlyMap<string, Buffer>; ports: ReadonlySet<number>; to: string },
  sum: Pick<PowerCutsSummary, 'lost' | 'leftBehind' | 'falseAlarms'>,
): Promise<string[]> {
  const left = story.money.filter(({ port }) => cut.ports.has(port))
  layDown(cut.files, story.folder, cut.to)
  const problems: string[] = []
  const opened = await openDeskAt({
    folder: cut.to,
    baseUrl: 'http://127.0.0.1:9/paynet',
    sandbox: story.sandbox,
    vault: createMemoryVault(),
    clock: Date.now,
  })
  try {
    if (!opened.ok) {
      sum.falseAlarms += 1
      return [`not opened: ${JSON.stringify(opened.fault)}`]
    }
    const { desk } = opened.value
    const state = must(await desk['app:state']({}))
    const stops = state.moneyStops.filter((stop) => stop.reach === 'all')
    if (stops.length > 0) {
      sum.falseAlarms += 1
      problems.push(`stopped: ${stops.map((stop) => stop.message).join(' ')}`)
    }
    const rows: AttemptView[] = must(await desk['attempt:list']({ isOpen: false }))
    for (const { comment } of left) {
      if (rows.some((row) => row.comment === comment && row.sentAt !== null)) continue
      sum.lost += 1
      problems.push(`“${comment}” had left and is in no row`)
    }
    for (const row of rows.filter((one) => ['DRAFT', 'APPROVED', 'SENDING'].includes(one.state))) {
      sum.leftBehind += 1
      problems.push(`${row.id} is still ${row.state}`)
    }
    return problems
  } finally {
    if (opened.ok) await opened.value.close()
    rmSync(cut.to, { recursive: true, force: true })
  }
}

const mustBeNought = [
  ...['lost', 'leftBehind', 'falseAlarms'],
  ...['notOpened', 'half', 'notStopped', 'falseStops'],
]

export const isWhole = (summary: object): boolean =>
  Object.entries(summary).every(([name, value]) => !mustBeNought.includes(name) || value === 0)

if (import.meta.main)
  await campaign<{ points: number; seed: number; during: string }, object>({
    options: { points: 2_000, seed: 1, during: '' },
    run: (asked) => (asked.during === 'rebuild' ? runCutsInRebuild(asked) : runPowerCuts(asked)),
    isGood: isWhole,
  })
