// Logs nobody tampered with, as varied as they come: of any length, in every script, with gaps in
// the clock, signed by one key or by a key per run, behind archives or not, exported whole and
// filtered. No verifier may find anything wrong with them.
import { cpSync } from 'node:fs'
import type { AuditFilter } from '#shared/bridge/lists.ts'
import { verifyLog } from '../../../src/main/ledger/audit/verify.ts'

import type { Random } from '../faults/random.ts'
import { archive } from './archived.ts'
import { manifestIn } from './export-folder.ts'
import { compareMark, exportLog, type Log, newKey, openLog } from './log.ts'
import { intact, type Tally } from './tally.ts'

const filters: AuditFilter[] = [
  {},
  { kind: 'order:look-up' },
  { outcome: 'SENDING' },
  { subject: 'order/sandbox/3' },
  { text: 'zoë' },
  { text: 'no such text' },
  { from: '2030-01-01' },
  { until: '2029-12-31', kind: 'Ö:ß' },
]

/** Whether it goes on behind archives. */
export async function checkHonest(
  name: string,
  parts: { random: Random; tally: Tally; newPath: () => string },
): Promise<boolean> {
  const { random, tally, newPath } = parts
  const { log, isOneKey } = await writeHonest(random, newPath)
  const archives = random.chance(0.4) ? await archiveSome(log, newPath()) : []
  const compared = await compareMark(log)
  tally.checkInApp(name, intact, await verify(log, {}))
  const { mark } = compared
  tally.checkInApp(name, intact, await verify(log, { mark }))
  const { fingerprint } = log.checkpointer
  if (isOneKey)
    tally.checkInApp(name, intact, await verify(log, { mark, expectedFingerprint: fingerprint }))
  let reached: string | undefined
  for (let n = 1 + random.below(2); n > 0; n -= 1) {
    const folder = newPath()
    await exportLog(log, folder, random.pick(filters), (await compareMark(log)).mark)
    const head = log.audit.head()
    reached ??= `${head.size}:${head.chain}`
    const args = ['--fingerprint', fingerprint, '--reached', reached]
    // From any archive on, or what stayed by itself; a witness has to be of what is there.
    const before = archives.slice(random.below(archives.length + 1))
    const { first } = manifestIn(before[0] ?? folder)
    const heads = head.size < first ? [] : log.heads.slice(first - 1 - head.size)
    if (heads.length > 0) args.push('--witness', random.pick(heads))
    await tally.check({ name, folder, before, args, expect: intact })
    log.append()
  }
  const newest = archives.at(-1)
  if (newest !== undefined) {
    const folder = newPath()
    cpSync(newest, folder, { recursive: true })
    await tally.check({ name: `${name}, its newest archive`, folder, expect: intact })
  }
  log.ledger.close()
  return archives.length > 0
}

/** Old entries leave, once or several times; now and then the program ends while they do. */
async function archiveSome(log: Log, folder: string): Promise<string[]> {
  const { random } = log
  const made: string[] = []
  for (let n = 1 + random.below(3); n > 0; n -= 1) {
    log.checkpointer.now('entries')
    const one = await archive(log, folder, {
      ...(random.chance(0.3) ? { mostEntries: 1 + random.below(100) } : {}),
      ...(random.chance(0.3) ? { atOnce: 1 + random.below(30), slices: 1 + random.below(3) } : {}),
    })
    if (one === null) break
    made.push(one)
    for (let more = random.below(random.pick([1, 9, 90])); more > 0; more -= 1) log.append()
  }
  return made
}

const verify = (log: Log, more: Partial<Parameters<typeof verifyLog>[2]>) =>
  verifyLog(log.db, log.audit, { monotonic: () => performance.now(), ...more })

async function writeHonest(
  random: Random,
  newPath: () => string,
): Promise<{ log: Log; isOneKey: boolean }> {
  const isOneKey = random.chance(0.8)
  const file = isOneKey ? ':memory:' : newPath()
  const runs = isOneKey ? 1 : 2 + random.below(2)
  const most = random.pick([1, 3, 64, 65, 130, 300])
  for (let run = 1; ; run += 1) {
    const log = openLog({ file, random, key: newKey(), isLeaping: true })
    for (let n = random.below(most + 1); n > 0; n -= 1) log.append()
    if (run === runs) {
      // The program writes that it exports before it does: an export always signs something new.
      if (!isOneKey) log.append()
      if (random.chance(0.7)) await log.mark()
      return { log, isOneKey }
    }
    await log.seal()
    log.ledger.close()
  }
}
