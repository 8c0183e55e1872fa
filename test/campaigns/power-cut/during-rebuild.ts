// Cuts the power while a start makes a ledger again that another program changed: writes all of it
// anew and swaps the files, or puts rows right from the log. Whatever the disk kept of that, the
// next start has to finish it.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import { statement } from '../../../src/main/ledger/db/statements.ts'
import { differencesOf } from '../../fakes/ledger-check.ts'
import { makeRandom, type Random } from '../faults/random.ts'
import { must } from '../faults/must.ts'
import { live, lookAfter, prepare, type Report } from '../kill/during.ts'
import { type Laid, layLedger } from '../kill/laid.ts'
import type { OpeningTask } from '../kill/task.ts'
import { scratch } from '../restores/story.ts'
import type { Say } from '../runner/campaign.ts'
import { compileShim } from '../runner/programs.ts'
import { filesBelow, layDown, losses, openDisk, readRecording, type Step } from './recording.ts'

export interface RebuildCuts {
  points: number
  stories: number
  steps: number
  /** Cuts around the change of the files' names. */
  inSwap: number
  notOpened: number
  /** Requests, or entries of the log from before, that are gone; requests in another state. */
  lost: number
  /**
   * Tables that are not what the log makes of them, files that were begun and stayed, and files
   * that had the ledger's name before they were whole.
   */
  half: number
  /** Made again, and nobody is told. */
  notStopped: number
  /** Stops that a start without a cut does not have. */
  falseStops: number
}

const none = (): RebuildCuts => ({
  ...{ points: 0, stories: 0, steps: 0, inSwap: 0 },
  ...{ notOpened: 0, lost: 0, half: 0, notStopped: 0, falseStops: 0 },
})

/** Such a step changes what is durable. */
const isEdge = (step: Step | undefined): boolean =>
  step !== undefined && ['sync', 'rename', 'remove'].includes(step.kind)

export async function runCutsInRebuild(options: {
  points: number
  seed: number
  say: Say
}): Promise<RebuildCuts> {
  const home = mkdtempSync(join(scratch, 'paydesk-power-'))
  const sum = none()
  const laid = await layLedger({ entries: 20, under: home })
  try {
    const shim = compileShim('power-cut/record-writes.c', home)
    const least = Math.ceil(options.points / 2)
    while (sum.points < options.points) {
      const seed = options.seed + sum.stories
      const most = Math.min(least, options.points - sum.points)
      await cutStory({ laid, shim, seed, most, say: options.say }, sum)
      sum.stories += 1
    }
  } finally {
    await laid.sandbox.close()
    rmSync(home, { recursive: true, force: true })
  }
  return sum
}

interface Parts {
  laid: Laid
  shim: string
  seed: number
  most: number
  say: Say
}

async function cutStory({ laid, shim, seed, most, say }: Parts, sum: RebuildCuts): Promise<void> {
  const random = makeRandom(seed)
  const task = prepare(laid, 'rebuild', seed % 2 === 1)
  const { folder } = task
  const disk = openDisk(filesBelow(folder))
  const log = `${folder}.log`
  const env = { LD_PRELOAD: shim, PAYDESK_RECORD_UNDER: folder, PAYDESK_RECORD_TO: log }
  await live(task, null, env)
  const steps = readRecording(log)
  sum.steps += steps.length
  const usual = await lookAt(laid, task, null, fail)
  // So says a start that finishes the swap of another one.
  if (task.spoilt === 'column') usual.add('ledger.restored')
  const chosen = placesIn(steps, most, random)
  for (const [at, step] of steps.entries()) {
    disk.take(step)
    keepKeychain(disk, step, task)
    if (!chosen.has(at)) continue
    const loss = losses[(at + seed) % losses.length]!
    const files = disk.cut(loss, random)
    rmSync(folder, { recursive: true, force: true })
    layDown(files, folder, folder)
    sum.points += 1
    if (isInSwap(steps, at)) sum.inSwap += 1
    const report = (kind: Kind, message: string): void => {
      sum[kind] += 1
      say(`seed ${seed}, step ${at}, ${loss}: ${kind}: ${message}`)
    }
    const fault = faultByName(folder)
    if (fault !== null) report('half', fault)
    await lookAt(laid, task, usual, report)
  }
  rmSync(folder, { recursive: true, force: true })
}

const fail = (kind: string, message: string): never => {
  throw new Error(`without any cut: ${kind}: ${message}`)
}

/** First the swap, then the edges and the places before them, drawn, then the rest. */
function placesIn(steps: readonly Step[], most: number, random: Random): Set<number> {
  const drawn = steps.map((step, at) => {
    const isNearEdge = isEdge(step) || isEdge(steps[at + 1])
    return {
      at,
      rank: random.below(1_000) + (isNearEdge ? 0 : 1_000) - (isInSwap(steps, at) ? 1_000 : 0),
    }
  })
  const chosen = drawn.sort((one, other) => one.rank - other.rank).slice(0, most)
  return new Set(chosen.map(({ at }) => at))
}

/** From before the first file of the ledger's gets another name to behind the last. */
function isInSwap(steps: readonly Step[], at: number): boolean {
  const isSwap = (step: Step): boolean => step.kind === 'rename' && /ledger\.sqlite/.test(step.to)
  const first = steps.findIndex(isSwap)
  return first !== -1 && at >= first - 1 && at <= steps.findLastIndex(isSwap) + 1
}

/**
 * A file bears the ledger's name only once it is whole, whatever the next start would make of it.
 * Looked at as a copy with its log, as SQLite carries one over into the other.
 */
function faultByName(folder: string): string | null {
  const file = join(folder, 'ledger.sqlite')
  if (!existsSync(file)) return null
  const copy = `${folder}.look`
  for (const ending of ['', '-wal'])
    if (existsSync(file + ending)) copyFileSync(file + ending, copy + ending)
  const db = new BetterSqlite3(copy)
  try {
    const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
    const check = String(db.pragma('quick_check(1)', { simple: true }))
    return tables === 0 || check !== 'ok' ? `what bears the ledger’s name: ${check}` : null
  } catch (error) {
    return `what bears the ledger’s name: ${String(error)}`
  } finally {
    db.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(copy + ending, { force: true })
  }
}

/** The system's keychain lies on no file of the program: what it was given, it has. */
function keepKeychain(disk: ReturnType<typeof openDisk>, step: Step, task: OpeningTask): void {
  if (step.kind === 'rename' && step.to === task.vaultFile)
    disk.take({ kind: 'sync', path: task.vaultFile })
}

type Kind = 'notOpened' | 'lost' | 'half' | 'notStopped' | 'falseStops'

const kinds: Record<Parameters<Report>[0], Kind> = {
  ...{ notOpened: 'notOpened', lostRecords: 'lost', wrongStates: 'lost', brokenChains: 'lost' },
  ...{ notStopped: 'notStopped', falseStops: 'falseStops', brokenCopies: 'lost' },
}

/**
 * What stops money in the end, by the codes of its sentences; `usual`: what may. Where the ledger
 * from before was kept already, a start that finishes the swap has nothing more to keep.
 */
async function lookAt(
  laid: Laid,
  task: OpeningTask,
  usual: ReadonlySet<string> | null,
  report: (kind: Kind, message: string) => void,
): Promise<Set<string>> {
  const { told } = await lookAfter(laid, task, (kind, message) => report(kinds[kind], message))
  const codes = told.map((message) => /"code":"([^"]*)"/.exec(message)?.[1] ?? message)
  const stops = new Set(codes.map((code) => code.replace(/-and-kept$/, '')))
  if (usual !== null) for (const stop of stops) if (!usual.has(stop)) report('falseStops', stop)
  for (const name of readdirSync(task.folder))
    if (/-anew|\.restoring/.test(name)) report('half', `${name} is still there`)
  const file = join(task.folder, 'ledger.sqlite')
  const { db, close } = must(openLedger({ file, clock: Date.now }))
  for (const line of differencesOf(db)) report('half', line)
  const chain = statement<[number], string>(
    db,
    'SELECT hex(chain) FROM audit_entry WHERE seq = ?',
    { as: 'value' },
  ).get(laid.log.entries)
  if (chain?.toLowerCase() !== laid.log.head) report('lost', 'the log from before is another')
  close()
  return stops
}
