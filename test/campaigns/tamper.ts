// Tampers with a log, and with one behind archives, in every way at every position and asks every
// verifier; with the tables beside the log, and with whole lives of a ledger; then shows honest
// logs and lives: npm run -s tamper -- [--entries N] [--archived N] [--honest N] [--seed S]
// [--export-every N] [--table-every N]. One JSON line last; exits 1 when anything was missed,
// misnamed or alarmed for nothing.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyLog } from '../../src/main/ledger/audit/verify.ts'
import { makeRandom } from './faults/random.ts'
import { type Attack, attacks as allAttacks } from './tamper/attacks.ts'
import { checkHonest } from './tamper/honest.ts'
import { compareMark, exportLog, newKey, openLog } from './tamper/log.ts'
import { copyWhileWriting } from './tamper/restored.ts'
import { openSweep, type Sweep } from './tamper/sweep.ts'
import { sweepArchived, sweepLog } from './tamper/sweep-archived.ts'
import { sweepExport } from './tamper/sweep-export.ts'
import { type LifeCounts, sweepLives } from './tamper/sweep-lives.ts'
import { type Counts, type Expected, openTally } from './tamper/tally.ts'

export interface TamperSummary extends Counts, LifeCounts {
  entries: number
  /** In the log that goes on behind archives. */
  archivedEntries: number
  attacks: number
  honestLogs: number
  /** Those among them that go on behind archives. */
  honestArchived: number
  seconds: number
}

/** How many honest logs go by between two words of how far it has come. */
const LOGS_A_WORD = 100

/** Files as on a disk, without waiting for one. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export async function runTamper(options: {
  entries: number
  /** How long the log with archives is; as long as the other when left out. */
  archived?: number
  honest: number
  /** Lives of a ledger that nobody touched; as many as honest logs when left out. */
  lives?: number
  seed: number
  /**
   * The ledger that was tampered with is exported at each of so many positions, others for each
   * attack; at all of them when left out.
   */
  exportEvery?: number
  /**
   * Long tables and the running program meet one of so many attacks on tables; all of them when
   * left out.
   */
  tableEvery?: number
  /** These attacks and nothing else, for a look at the tool itself. */
  only?: readonly Attack[]
  say: (line: string) => void
  onPart?: (name: string) => void
}): Promise<TamperSummary> {
  const startedAt = performance.now()
  const { entries, honest, only, onPart = () => undefined } = options
  const plan = { attacks: only ?? allAttacks, isAll: only === undefined, onPart }
  const { exportEvery = 1, tableEvery = 1, archived = entries } = options
  const random = makeRandom(options.seed)
  const home = mkdtempSync(join(scratch, 'paydesk-tamper-'))
  let paths = 0
  let honestArchived = 0
  let lives: LifeCounts = { tableAttacks: 0, lifeAttacks: 0, honestLives: 0 }
  const newPath = (): string => join(home, String((paths += 1)))
  const tally = await openTally(makeRandom(options.seed + 1), options.say)
  try {
    const sweep = await openSweep(entries, random, { tally, newPath, exportEvery })
    await sweepLog(sweep, { ...plan, what: 'the ledger' })
    const [folder, other] = [newPath(), newPath()]
    await exportLog(sweep.log, folder)
    await exportLog(sweep.other, other)
    const piece = { name: 'export', folder, target: sweep.target, before: [], after: [], other }
    await sweepExport({ tally, newPath, log: sweep.log, ...plan }, piece)
    await sweepArchived(archived, random, { tally, newPath, exportEvery, ...plan })
    onPart('restored copies')
    if (plan.isAll) await sweepRestored(sweep, entries, home)
    onPart('lives')
    if (plan.isAll)
      lives = await sweepLives(
        { random, tally, newPath, onPart, tableEvery },
        options.lives ?? honest,
      )
    for (let n = 0; n < honest; n += 1) {
      if (n % LOGS_A_WORD === 0) onPart(`honest logs, ${n} of ${honest}`)
      if (await checkHonest(`honest log ${n}`, { random, tally, newPath })) honestArchived += 1
    }
  } finally {
    await tally.finished()
    rmSync(home, { recursive: true, force: true })
  }
  return {
    entries,
    archivedEntries: archived,
    attacks: plan.attacks.length,
    honestLogs: honest,
    honestArchived,
    ...lives,
    ...tally.counts,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/**
 * Every older copy, opened in the place of the ledger, with what keychain and auditor know of the
 * newest one.
 */
async function sweepRestored(sweep: Sweep, entries: number, home: string): Promise<void> {
  const { random } = sweep.target
  const file = join(home, 'ledger.sqlite')
  const key = newKey()
  const live = openLog({ file, random, key })
  const copyOf = await copyWhileWriting(live, file, entries, home)
  await live.seal()
  const { size, chain } = live.audit.head()
  live.ledger.close()
  for (let reached = 1; reached < entries; reached += 1)
    for (const kind of ['restored backup', 'removed -wal'] as const) {
      const name = `${kind} of entry ${reached}`
      const old = openLog({ file: copyOf(kind, reached), random, key, vault: live.vault })
      const { state, mark } = await compareMark(old)
      sweep.tally.note(`${name} (mark)`, state === 'rolled-back')
      const expect: Expected = { outcomes: ['truncated'], bad: reached + 1 }
      const expectedFingerprint = live.checkpointer.fingerprint
      const monotonic = (): number => performance.now()
      const found = await verifyLog(old.db, old.audit, { monotonic, mark, expectedFingerprint })
      sweep.tally.checkInApp(name, expect, found)
      // Two things an auditor may have kept, in turn: each position meets both.
      const isNoted = (reached % 2 === 0) === (kind === 'removed -wal')
      const witness = live.heads[reached + random.below(size - reached)]!
      const args = isNoted ? ['--reached', `${size}:${chain}`] : ['--witness', witness]
      const folder = sweep.newPath()
      await exportLog(old, folder)
      await sweep.tally.check({ name: `${name}, ${args[0]}`, folder, args, expect })
      old.ledger.close()
    }
}

export const isClean = (summary: TamperSummary): boolean =>
  [summary.missed, summary.wrongVerdicts, summary.disagreements, summary.falseAlarms].every(
    (count) => count === 0,
  )

/** 754,000 as "12:34". */
const minutes = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      entries: { type: 'string', default: '300' },
      archived: { type: 'string' },
      honest: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      'export-every': { type: 'string', default: '5' },
      'table-every': { type: 'string', default: '1' },
    },
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const summary = await runTamper({
    entries: Number(values.entries),
    archived: Number(values.archived ?? values.entries),
    honest: Number(values.honest),
    seed: Number(values.seed),
    exportEvery: Number(values['export-every']),
    tableEvery: Number(values['table-every']),
    say,
    onPart: (name) => void process.stderr.write(`${minutes(performance.now())} ${name} …\n`),
  })
  say(JSON.stringify(summary))
  process.exitCode = isClean(summary) ? 0 : 1
}
