// Kills a real desk on real files with SIGKILL at random moments, opens the files again and looks for what is missing or doubled:
// npm run -s kill -- --runs N --seed S. One JSON line last; exits 1 when anything was lost, sent again or broken.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AttemptState, transitions } from '#shared/attempt.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import { sandboxId } from '../src/main/sandbox-connection.ts'
import { createMemoryVault } from '../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../src/sandbox/start.ts'
import { must, openDeskAt } from './faults/lane.ts'
import { makeRandom } from './faults/random.ts'
import type { KillTask } from './kill/task.ts'

export interface KillSummary {
  runs: number
  acknowledged: number
  requests: number
  lostRecords: number
  doubleEffects: number
  sentAgain: number
  unrecordedRequests: number
  brokenChains: number
  leftBehind: number
  foundUnknown: number
  seconds: number
}

const killsPerFolder = 5
const program = join(import.meta.dirname, 'kill/desk.ts')

export async function runKills(options: {
  runs: number
  seed: number
  say: (line: string) => void
}): Promise<KillSummary> {
  const startedAt = performance.now()
  const random = makeRandom(options.seed)
  const sum = {
    acknowledged: 0,
    requests: 0,
    lostRecords: 0,
    doubleEffects: 0,
    sentAgain: 0,
    unrecordedRequests: 0,
    brokenChains: 0,
    leftBehind: 0,
    foundUnknown: 0,
  }
  for (let run = 0; run < options.runs;) {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-kill-'))
    const sandbox = await startSandbox({ processingMs: 30, seedDays: 0 })
    const orders = sandbox
      .trainingOrders()
      .filter((order) => /5000\.00 EUR|paid sale of 120\.00 EUR/.test(order.about))
    const said = new Map<string, AttemptState[]>()
    for (let life = 0; life < killsPerFolder && run < options.runs; life += 1, run += 1) {
      const seed = options.seed + run
      const { baseUrl, identity } = sandbox
      const lines = await liveAndDie({ folder, baseUrl, identity, orders, seed }, random)
      sum.acknowledged += take(lines, said)
      const problems = await lookInto(folder, sandbox, said, sum)
      if (problems.length > 0) options.say(`seed ${seed}:\n  ${problems.join('\n  ')}`)
    }
    sum.requests += returnsIn(sandbox).length
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    runs: options.runs,
    ...sum,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/**
 * Runs a desk and kills it: mostly a moment after a random line of what it says, so that a slow machine is met at work as well;
 * sometimes while it opens, recovers or migrates. Gives back what it had said.
 */
function liveAndDie(task: KillTask, random: ReturnType<typeof makeRandom>): Promise<string[]> {
  const isEarly = random.chance(0.15)
  const linesFirst = 1 + random.below(14)
  const delayMs = isEarly ? 150 + random.below(500) : random.below(25)
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complaints = ''
    let isDying = false
    const die = (): void => {
      isDying = true
      setTimeout(() => child.kill('SIGKILL'), delayMs)
    }
    if (isEarly) die()
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!isDying && said.split('\n').length > linesFirst) die()
    })
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`it ended by itself (${code}): ${complaints}`))
      // The last line may be cut: what was not said whole was not acknowledged.
      else resolve(said.split('\n').slice(0, -1))
    })
  })
}

function take(lines: readonly string[], said: Map<string, AttemptState[]>): number {
  for (const line of lines) {
    const [what, id = '', state = ''] = line.split(' ')
    if (what === 'open') continue
    const isState = Object.hasOwn(transitions, state)
    said.set(id, [...(said.get(id) ?? []), isState ? (state as AttemptState) : 'DRAFT'])
  }
  return lines.length
}

type Sums = Omit<KillSummary, 'runs' | 'seconds' | 'acknowledged' | 'requests'>

const returnsIn = (sandbox: Sandbox) =>
  sandbox
    .requests()
    .filter((row) => row.operation === 'return')
    .map((row) => new Map(row.fields).get('comment') ?? '')

async function lookInto(
  folder: string,
  sandbox: Sandbox,
  said: ReadonlyMap<string, readonly AttemptState[]>,
  sum: Sums,
): Promise<string[]> {
  const problems: string[] = []
  const before = returnsIn(sandbox)
  const { desk, close } = must(
    await openDeskAt({
      folder,
      baseUrl: sandbox.baseUrl,
      sandbox,
      vault: createMemoryVault(),
      clock: Date.now,
    }),
  )
  const verified = must(await desk['audit:verify']({}))
  if (verified?.outcome !== 'intact') {
    sum.brokenChains += 1
    problems.push(`audit log: ${verified?.words}`)
  }
  const list = async (): Promise<AttemptView[]> =>
    must(await desk['attempt:list']({ isOpen: false }))
  const rows = await list()
  sum.foundUnknown += rows.filter((row) => row.state === 'UNKNOWN').length
  for (const [id, states] of said) {
    const row = rows.find((one) => one.id === id)
    const isKept = row !== undefined && states.every((state) => isAfter(state, row.state))
    if (isKept) continue
    sum.lostRecords += 1
    problems.push(`${id} was ${states.join(', ')} and is ${row?.state ?? 'gone'}`)
  }
  for (const row of rows)
    if (['DRAFT', 'APPROVED', 'SENDING'].includes(row.state)) {
      sum.leftBehind += 1
      problems.push(`${row.id} is still ${row.state}`)
    }
  for (const comment of before)
    if (!rows.some((row) => row.comment === comment && row.sentAt !== null)) {
      sum.unrecordedRequests += 1
      problems.push(`“${comment}” reached the service and is in no row`)
    }
  sandbox.advance(60_000)
  for (const orderid of new Set(rows.map((row) => row.orderid)))
    must(await desk['order:check']({ connectionId: sandboxId, orderid }))
  for (const [comment, count] of effectsByComment(sandbox))
    if (count > 1) {
      sum.doubleEffects += 1
      problems.push(`“${comment}” has ${count} effects`)
    }
  await close()
  const again = returnsIn(sandbox).length - before.length + (before.length - new Set(before).size)
  if (again > 0) {
    sum.sentAgain += again
    problems.push(`${again} requests were sent again`)
  }
  return problems
}

/** Whether a state can be, or have become, another by the arrows of the table. */
function isAfter(from: AttemptState, to: AttemptState): boolean {
  return from === to || transitions[from].some((next) => isAfter(next, to))
}

function effectsByComment(sandbox: Sandbox): Map<string, number> {
  const counts = new Map<string, number>()
  const effects = sandbox.effects().filter((row) => row.operation === 'return')
  for (const orderid of new Set(effects.map((row) => row.orderid)))
    for (const made of sandbox.transactions(orderid)) {
      if (!effects.some((row) => row.requestSerial === made.requestSerial)) continue
      counts.set(made.comment ?? '', (counts.get(made.comment ?? '') ?? 0) + 1)
    }
  return counts
}

export const isClean = (summary: KillSummary): boolean =>
  [
    summary.lostRecords,
    summary.doubleEffects,
    summary.sentAgain,
    summary.unrecordedRequests,
    summary.brokenChains,
    summary.leftBehind,
  ].every((count) => count === 0)

if (import.meta.main) {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const summary = await runKills({ runs: Number(values.runs), seed: Number(values.seed), say })
  say(JSON.stringify(summary))
  process.exitCode = isClean(summary) ? 0 : 1
}
