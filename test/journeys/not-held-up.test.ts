// However much is read, the window's process is never held up: the whole desk verifies, exports,
// searches and copies a long log at once, or takes it out for an archive, while the processor time
// of each turn of this thread is taken. (Time on the clock would measure what else the machine
// does.)
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAudit } from '../../src/main/ledger/audit/audit.ts'
import { loadOrCreateAuditKey } from '../../src/main/ledger/audit/audit-key.ts'
import { backupsIn } from '../../src/main/ledger/copies/backup.ts'
import { createCheckpointer } from '../../src/main/ledger/audit/checkpoint.ts'
import { inTransaction } from '../../src/main/ledger/db/open.ts'
import { openLedger } from '../../src/main/ledger/opening/open-ledger.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, must, type OpenDesk, openDesk } from './story.ts'

const entries = 20_000
const mostMs = 50
let home: string
let sandbox: Sandbox
let desk: OpenDesk

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paydesk-turns-'))
  await writeLongLog(join(home, 'ledger.sqlite'))
  sandbox = await startSandbox({ processingMs: 50 })
  desk = await openDesk({
    threads: true,
    folder: home,
    sandbox: handleOf(sandbox),
    backupTiming: { firstAfterMs: 1, lookEveryMs: 60_000 },
  })
}, 60_000)
afterAll(async () => {
  await desk.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

/** Signed when there is a keychain for its key. */
async function writeLongLog(
  file: string,
  {
    count = entries,
    clock = Date.now,
    vault,
  }: { count?: number; clock?: () => number; vault?: Vault } = {},
): Promise<void> {
  const opened = must(openLedger({ file, clock }))
  const audit = openAudit(opened.db, { clock, monotonic: () => 0 })
  const key = vault && must(await loadOrCreateAuditKey(vault, opened.db, { clock }))
  const sign = key && createCheckpointer(audit, opened.db, { key, clock, report: raise })
  inTransaction(opened.db, () => {
    for (let n = 0; n < count; n += 1) {
      audit.append({
        actor: 'maria',
        kind: 'order:look-up',
        outcome: 'approved',
        origin: 'operator',
        subject: `order/sandbox/${n}`,
        details: { orderid: String(n), pattern: 'The gateway took it; its status is asked for.' },
      })
      sign?.maybe('entries')
    }
    sign?.now('close')
  })
  opened.close()
}

function raise(error: unknown): never {
  throw error
}

/**
 * The most processor time this thread took between two turns of its event loop, in milliseconds.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
    // What the work left to this turn counts as well.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  } finally {
    isOver = true
  }
  return longest
}

describe('the window’s process', { timeout: 60_000 }, () => {
  it('is not held up while a long log is verified, exported, searched, indexed and copied at once', async () => {
    const list = (filter: Record<string, string>) => desk.desk['audit:list']({ filter, limit: 100 })
    const searches = async (): Promise<void> => {
      for (let n = 0; n < 30; n += 1) {
        must(await list({ text: String(n * 991) }))
        must(await list({ text: '~~' }))
        must(await desk.desk['order:list']({ text: `${n}`, limit: 100 }))
      }
    }
    const longest = await longestTurn(async () => {
      const [verified, exported] = await Promise.all([
        desk.desk['audit:verify']({}),
        desk.desk['audit:export']({ filter: {} }),
        searches(),
      ])
      expect(must(verified)).toMatchObject({ outcome: 'intact' })
      expect(must(exported)?.entries).toBeGreaterThan(entries)
      await expect.poll(() => backupsIn(join(home, 'backups')).length, { timeout: 20_000 }).toBe(1)
    })
    expect(longest).toBeLessThan(mostMs)
  })

  it('is not held up while all of a long log leaves for an archive', async () => {
    const folder = mkdtempSync(join(home, 'archived-'))
    const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
    const yearAgo = (): number => Date.now() - 366 * 86_400_000
    // Taken out at once, half as many would take several times as long as a turn may.
    const count = entries / 2
    await writeLongLog(join(folder, 'ledger.sqlite'), { count, clock: yearAgo, vault })
    const archiving = await openDesk({ folder, sandbox: handleOf(sandbox), vault, threads: true })
    const longest = await longestTurn(async () => {
      const { made } = must(await archiving.desk['archive:make']({ months: 12 }))
      expect(made).toMatchObject([{ first: 1, size: count }])
    })
    expect(must(await archiving.desk['audit:verify']({}))?.message).toMatch(
      /agree\. .*were archived\./,
    )
    await archiving.close()
    expect(longest).toBeLessThan(mostMs)
  })

  it('would be found to be held up by a log that is read in one go for as long', async () => {
    const file = join(mkdtempSync(join(home, 'other-')), 'ledger.sqlite')
    await writeLongLog(file)
    const opened = must(openLedger({ file, clock: Date.now }))
    const readAll = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      const before = process.threadCpuUsage()
      // A quick machine reads it all sooner than that: it reads it again.
      while (process.threadCpuUsage(before).user < 2_000 * mostMs) {
        const rows = opened.db.prepare('SELECT body FROM audit_entry').pluck().all() as Buffer[]
        expect(rows.map((body) => JSON.parse(body.toString()) as unknown)).toHaveLength(entries)
      }
    }
    expect(await longestTurn(readAll)).toBeGreaterThan(mostMs)
    opened.close()
  })
})
