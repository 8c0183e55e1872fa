// Logs nobody tampered with, as varied as they come: of any length, in every script, with gaps in the clock, signed by one key or by a
// key per run, exported whole and filtered. No verifier may find anything wrong with them.
import type { AuditFilter } from '#shared/bridge.ts'
import { verifyLog } from '../../src/main/ledger/verify.ts'
import type { Random } from '../faults/random.ts'
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

export async function judgeHonest(
  name: string,
  parts: { random: Random; tally: Tally; newPath: () => string },
): Promise<void> {
  const { random, tally, newPath } = parts
  const { log, isOneKey } = await writeHonest(random, newPath)
  const compared = await compareMark(log)
  tally.judgeInApp(name, intact, await verify(log, {}))
  const { mark } = compared
  tally.judgeInApp(name, intact, await verify(log, { mark }))
  const { fingerprint } = log.checkpointer
  if (isOneKey)
    tally.judgeInApp(name, intact, await verify(log, { mark, expectedFingerprint: fingerprint }))
  let reached: string | undefined
  for (let n = 1 + random.below(2); n > 0; n -= 1) {
    const folder = newPath()
    await exportLog(log, folder, random.pick(filters))
    const head = log.audit.head()
    reached ??= `${head.size}:${head.chain}`
    const args = ['--fingerprint', fingerprint, '--reached', reached]
    if (log.heads.length > 0) args.push('--witness', random.pick(log.heads))
    await tally.judge({ name, folder, args, expect: intact })
    log.append()
  }
  log.ledger.close()
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
    const log = openLog({ file, random, key: newKey() })
    for (let n = random.below(most + 1); n > 0; n -= 1) log.append()
    if (run === runs) {
      // The program writes that it exports before it does: an export always signs something new.
      if (!isOneKey) log.append()
      if (random.chance(0.7)) await log.seal()
      return { log, isOneKey }
    }
    await log.seal()
    log.ledger.close()
  }
}
