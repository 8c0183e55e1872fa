// Two desks on one folder where locks do nothing: npm run -s no-locks -- --rounds N --seed S. Every
// second round also takes the lock probe away, so that the holder file has to do alone. One JSON
// line last; exits 1 when both sent, or one that was probed.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startSandbox } from '../../src/sandbox/start.ts'
import { makeRandom } from './faults/random.ts'
import { openGate } from './restores/gate.ts'

export interface NoLocksSummary {
  rounds: number
  /** Rounds in which the same refund left both programs. */
  sentByBoth: number
  /** Rounds with the probe in which anything left at all. */
  sentThoughProbed: number
  /** Programs that opened the folder and were held back when they were about to send. */
  heldBack: number
  /**
   * Rounds without the probe in which the newest program sent: what a holder file can't and need
   * not prevent.
   */
  sentByOne: number
  seconds: number
}

/** Compiles the shim into the folder; throws where there is no C compiler. */
export function compileShim(folder: string): string {
  const shim = join(folder, 'no-locks.so')
  const source = join(import.meta.dirname, 'no-locks/no-locks.c')
  const compiled = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', shim, source, '-ldl'])
  if (compiled.status !== 0)
    throw new Error(`gcc could not compile the shim: ${String(compiled.stderr)}`)
  return shim
}

export async function runNoLocks(options: {
  rounds: number
  seed: number
  say: (line: string) => void
}): Promise<NoLocksSummary> {
  const startedAt = performance.now()
  const random = makeRandom(options.seed)
  const home = mkdtempSync(join(tmpdir(), 'paydesk-no-locks-'))
  const sum = { sentByBoth: 0, sentThoughProbed: 0, heldBack: 0, sentByOne: 0 }
  try {
    const shim = compileShim(home)
    for (let round = 0; round < options.rounds; round += 1) {
      const isProbed = round % 2 === 0
      const folder = join(home, `desk-${round}`)
      mkdirSync(folder, { mode: 0o700 })
      const { left, answers } = await playRound({
        ...{ folder, shim, isProbed },
        apartMs: random.below(400),
      })
      if (left > 1) sum.sentByBoth += 1
      if (left === 1 && !isProbed) sum.sentByOne += 1
      if (left > 0 && isProbed) sum.sentThoughProbed += 1
      sum.heldBack += answers.filter((message) => heldBackMessage.test(message)).length
      if (left > 1 || (left > 0 && isProbed))
        options.say(`round ${round}: ${left} left: ${answers.join(' | ')}`)
      rmSync(folder, { recursive: true, force: true })
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { rounds: options.rounds, ...sum, seconds }
}

const heldBackMessage = /does not lock files|Another Paydesk opened this ledger/

async function playRound(parts: {
  folder: string
  shim: string
  isProbed: boolean
  apartMs: number
}): Promise<{ left: number; answers: string[] }> {
  const { folder, isProbed } = parts
  const sandbox = await startSandbox({ processingMs: 10, seedDays: 0 })
  const gate = await openGate(sandbox.baseUrl, () => undefined)
  try {
    const orders = sandbox.trainingOrders().filter(({ about }) => /5000\.00 EUR/.test(about))
    const task = { folder, baseUrl: gate.baseUrl, identity: sandbox.identity, orders, isProbed }
    const first = startDesk(task, parts.shim)
    await new Promise((resolve) => setTimeout(resolve, parts.apartMs))
    const second = startDesk(task, parts.shim)
    // Both have the folder open; now both send.
    await Promise.all([first.ready, second.ready])
    first.go()
    second.go()
    const answers = await Promise.all([first.answer, second.answer])
    return { left: gate.money.length, answers }
  } finally {
    await gate.close()
    await sandbox.close()
  }
}

function startDesk(task: object, shim: string) {
  const program = join(import.meta.dirname, 'no-locks/desk.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    env: { ...process.env, LD_PRELOAD: shim },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 60_000,
  })
  const lines: string[] = []
  let isReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (line === 'ready') isReady()
  })
  const answer = new Promise<string>((resolve) => {
    child.once('close', () => {
      // One that died sends nothing either; the other must not wait for it.
      isReady()
      resolve(lines.find((line) => line.startsWith('said '))?.slice(5) ?? 'it died')
    })
  })
  child.stdin.on('error', () => undefined)
  return { ready, answer, go: () => child.stdin.end('go\n') }
}

export const isHeld = ({ sentByBoth, sentThoughProbed }: NoLocksSummary): boolean =>
  sentByBoth + sentThoughProbed === 0

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '25' }, seed: { type: 'string', default: '1' } },
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const summary = await runNoLocks({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    say,
  })
  say(JSON.stringify(summary))
  process.exitCode = isHeld(summary) ? 0 : 1
}
