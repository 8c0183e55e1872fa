// Two desks on one folder where locks do nothing: npm run -s no-locks -- --rounds N --seed S. Every
// second round also takes the lock probe away, so that the holder file has to do alone. One JSON
// line last; exits 1 when both sent, or one that was probed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../../src/sandbox/start.ts'
import { makeRandom } from './faults/random.ts'
import { openGate } from './restores/gate.ts'
import { campaign, type Say } from './runner/campaign.ts'
import { compileShim, startDesk } from './runner/programs.ts'

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
}

export async function runNoLocks(options: {
  rounds: number
  seed: number
  say: Say
}): Promise<NoLocksSummary> {
  const random = makeRandom(options.seed)
  const home = mkdtempSync(join(tmpdir(), 'paydesk-no-locks-'))
  const sum = { sentByBoth: 0, sentThoughProbed: 0, heldBack: 0, sentByOne: 0 }
  try {
    const shim = compileShim('no-locks/no-locks.c', home)
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
  return { rounds: options.rounds, ...sum }
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
    const first = openDesk(task, parts.shim)
    await new Promise((resolve) => setTimeout(resolve, parts.apartMs))
    const second = openDesk(task, parts.shim)
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

function openDesk(task: object, shim: string) {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  const desk = startDesk('no-locks/desk.ts', task, {
    env: { LD_PRELOAD: shim },
    timeout: 60_000,
    onLine: (line) => {
      if (line === 'ready') isReady()
    },
  })
  const answer = desk.ended.then(() => {
    // One that died sends nothing either; the other must not wait for it.
    isReady()
    return desk.said.find((line) => line.startsWith('said '))?.slice(5) ?? 'it died'
  })
  return { ready, answer, go: () => desk.child.stdin?.end('go\n') }
}

export const isHeld = ({ sentByBoth, sentThoughProbed }: NoLocksSummary): boolean =>
  sentByBoth + sentThoughProbed === 0

if (import.meta.main)
  await campaign({ options: { rounds: 25, seed: 1 }, run: runNoLocks, isGood: isHeld })
