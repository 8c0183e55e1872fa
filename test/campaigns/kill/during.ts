// Kills a desk with SIGKILL while it puts a copy in the ledger's place, writes the ledger anew or
// puts it right from its log, at a random moment of that time, and looks at what the next start
// makes of it.
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import { readLedger, type Row } from '../faults/oracle/ledger.ts'
import { tamperWith } from '../tamper/table-attack.ts'
import { makeRandom } from '../faults/random.ts'
import type { Say } from '../runner/campaign.ts'
import { killed, startDesk } from '../runner/programs.ts'
import { openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import { fileVault } from './file-vault.ts'
import { type Laid, layLedger } from './laid.ts'
import { untilStopped } from './stopped.ts'
import type { OpeningTask } from './task.ts'

export interface DuringSummary {
  runs: number
  /** Killed before it had finished: as many as runs. */
  killedInside: number
  /** Killed when it had finished already: these count for no run. */
  killedTooLate: number
  /** Runs after which the copy stood in the ledger's place, or it was made right again. */
  changed: number
  /** Ledgers that could not be opened afterwards. */
  notOpened: number
  /** Acknowledged requests that neither the ledger nor the one that was kept beside it knows. */
  lostRecords: number
  /** Requests in another state than before: an unknown one has to stay unknown. */
  wrongStates: number
  brokenChains: number
  /** Ledgers that had forgotten something, and money was not stopped. */
  notStopped: number
  falseStops: number
  /** Copies with a copy's name that are no whole ledger. */
  brokenCopies: number
}

type Counted = Exclude<keyof DuringSummary, 'runs' | 'killedInside' | 'killedTooLate' | 'changed'>
export type Report = (kind: Counted, message: string) => void

/** Nothing answers there: no question of the next start changes a state. */
const nowhere = 'http://127.0.0.1:9/paynet'

export async function runDuring(options: {
  work: 'restore' | 'rebuild'
  runs: number
  seed: number
  say: Say
}): Promise<DuringSummary> {
  const random = makeRandom(options.seed)
  const laid = await layLedger()
  const sum = {
    ...{
      killedInside: 0,
      killedTooLate: 0,
      changed: 0,
      notOpened: 0,
      lostRecords: 0,
      wrongStates: 0,
    },
    ...{ brokenChains: 0, notStopped: 0, falseStops: 0, brokenCopies: 0 },
  }
  try {
    // How long it takes when nobody kills it: the moments are drawn from that time.
    let { tookMs } = await live(prepare(laid, options.work, random.chance(0.5)), null)
    for (let run = 0; run < options.runs;) {
      const task = prepare(laid, options.work, random.chance(0.5))
      const end = await live(task, random.below(Math.ceil(tookMs)))
      // One that was faster is looked at all the same, and the kill is tried again.
      if (end.isOpen) tookMs = end.tookMs
      else run += 1
      sum[end.isOpen ? 'killedTooLate' : 'killedInside'] += 1
      const problems: string[] = []
      const report: Report = (kind, message) => {
        sum[kind] += 1
        problems.push(`${kind}: ${message}`)
      }
      const { isChanged } = await lookAfter(laid, task, report)
      if (isChanged) sum.changed += 1
      if (problems.length > 0)
        options.say(`seed ${options.seed}, run ${run}:\n  ${problems.join('\n  ')}`)
      rmSync(task.folder, { recursive: true, force: true })
    }
  } finally {
    await laid.sandbox.close()
    rmSync(laid.home, { recursive: true, force: true })
  }
  return { runs: options.runs, ...sum }
}

/**
 * A folder of its own for one run. A restore is asked for on the screen, or by the command; what is
 * made again is all of the ledger, or a row.
 */
export function prepare(laid: Laid, work: 'restore' | 'rebuild', isFirst: boolean): OpeningTask {
  const folder = mkdtempSync(join(laid.home, 'run-'))
  cpSync(laid.folder, folder, { recursive: true })
  const vaultFile = join(folder, 'keychain.json')
  copyFileSync(laid.vaultFile, vaultFile)
  const copy = join(folder, 'backups', laid.copy)
  const isCommand = work === 'restore' && isFirst
  const spoilt = work === 'restore' ? null : isFirst ? 'column' : 'row'
  const file = join(folder, 'ledger.sqlite')
  if (spoilt !== null) spoil(file, spoilt)
  else if (!isCommand) {
    const ledger = must(openLedger({ file, clock: Date.now }))
    ledger.restore.ask({ copy, by: 'anna' })
    ledger.close()
  }
  return {
    ...{ folder, vaultFile, baseUrl: nowhere, identity: laid.sandbox.identity },
    ...{ command: isCommand ? copy : null, spoilt },
  }
}

/** As another program does it; the outcome that is unknown looks like a success. */
const spoil = (file: string, what: 'column' | 'row'): void =>
  tamperWith(file, {
    name: what,
    run: (tool) => {
      if (what === 'column') tool.exec('ALTER TABLE attempt ADD COLUMN mine TEXT')
      tool.exec("UPDATE attempt SET state = 'SUCCEEDED' WHERE state = 'UNKNOWN'")
    },
  })

/**
 * Kills it so long after it began to open; null lets it finish. `tookMs`: from then until it was
 * open.
 */
export async function live(
  task: OpeningTask,
  killAfterMs: number | null,
  env?: Record<string, string>,
): Promise<{ isOpen: boolean; tookMs: number }> {
  let beganAt = 0
  let tookMs = 0
  const desk = startDesk('kill/opening-desk.ts', task, {
    ...(env === undefined ? {} : { env }),
    onLine: (line) => {
      if (line === 'opening') {
        beganAt = performance.now()
        if (killAfterMs !== null) setTimeout(() => desk.child.kill('SIGKILL'), killAfterMs)
      } else if (line === 'open') {
        tookMs = performance.now() - beganAt
        if (killAfterMs === null) desk.child.kill('SIGKILL')
      }
    },
  })
  const said = await killed(desk)
  return { isOpen: said.at(-1) === 'open', tookMs }
}

/**
 * Opens what was left, twice: what the first start finishes, the second must find. Whether the
 * ledger was changed in the end, and what stops money then.
 */
export async function lookAfter(
  laid: Laid,
  task: OpeningTask,
  report: Report,
): Promise<{ isChanged: boolean; told: string[] }> {
  let isRestored = false
  let told: string[] = []
  for (const start of ['first', 'second']) {
    const opened = await openDeskAt({
      ...{ folder: task.folder, baseUrl: nowhere, sandbox: laid.sandbox, clock: Date.now },
      vault: fileVault(task.vaultFile),
    })
    if (!opened.ok) {
      report('notOpened', `at the ${start} start: ${JSON.stringify(opened.fault)}`)
      return { isChanged: false, told }
    }
    const { desk } = opened.value
    const isSpoilt = task.spoilt !== null
    if (isSpoilt) await untilStopped(desk)
    const rows = must(await desk['attempt:list']({ isOpen: false }))
    // What a rebuild forgot is lost.
    isRestored = !isSpoilt && rows.length < laid.rows.length
    const stops = must(await desk['app:state']({})).moneyStops
    told = stops.map(({ message }) => message)
    if ((isRestored || isSpoilt) && !stops.some(({ reach }) => reach === 'all'))
      report('notStopped', `at the ${start} start the ledger is another, and money is not stopped`)
    if (!isRestored && !isSpoilt) for (const { message } of stops) report('falseStops', message)
    const expected = isRestored ? laid.knownToCopy : laid.rows
    compareStates(expected, rows, report)
    await opened.value.close()
  }
  if (isRestored) lookForKept(laid, task, report)
  lookIntoFiles(task, report)
  return { isChanged: isRestored || task.spoilt !== null, told }
}

function compareStates(
  expected: readonly Pick<Row, 'id' | 'state'>[],
  found: readonly { id: string; state: string }[],
  report: Report,
): void {
  for (const { id, state } of expected) {
    const row = found.find((one) => one.id === id)
    if (row === undefined) report('lostRecords', `${id} was ${state} and is gone`)
    else if (row.state !== state) report('wrongStates', `${id} was ${state}, is ${row.state}`)
  }
}

/** The ledger from before is beside the copy that took its place, with everything in it. */
function lookForKept(laid: Laid, { folder }: OpeningTask, report: Report): void {
  const kept = readdirSync(folder).filter((name) =>
    /^ledger\.sqlite\.replaced-[\dTZ]+(-\d+)?$/.test(name),
  )
  const known = kept.flatMap((name) => readLedger(join(folder, name)).rows)
  for (const { id, state } of laid.rows)
    if (!known.some((row) => row.id === id && row.state === state))
      report('lostRecords', `${id} is in no ledger that was kept (${kept.join(', ')})`)
}

/** The chain as an outsider reckons it, and every copy that bears a copy's name. */
function lookIntoFiles({ folder }: OpeningTask, report: Report): void {
  const { chainFault } = readLedger(join(folder, 'ledger.sqlite'))
  if (chainFault !== null) report('brokenChains', chainFault)
  const backups = join(folder, 'backups')
  if (!existsSync(backups)) return
  for (const name of readdirSync(backups).filter((one) => one.endsWith('.db'))) {
    try {
      const copy = readLedger(join(backups, name))
      if (copy.chainFault !== null || copy.rows.length === 0) report('brokenCopies', name)
    } catch (error) {
      report('brokenCopies', `${name}: ${String(error)}`)
    }
  }
}
