// However much is read, the window's process is never held up: the whole desk verifies, exports, searches and copies a long log at once,
// while the processor time of each turn of this thread is taken. (Time on the clock would measure what else the machine does.)
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAudit } from '../../src/main/ledger/audit.ts'
import { backupsIn } from '../../src/main/ledger/backup.ts'
import { inTransaction, openLedger } from '../../src/main/ledger/open.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, must, type OpenDesk, openDesk } from './story.ts'

const entries = 20_000
const mostMs = 50
const root = new URL('../../', import.meta.url).pathname
let home: string
let sandbox: Sandbox
let desk: OpenDesk

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paydesk-turns-'))
  writeLongLog(join(home, 'ledger.sqlite'))
  sandbox = await startSandbox({ processingMs: 50 })
  desk = await openDesk({
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

function writeLongLog(file: string): void {
  const migrationsDir = join(root, 'src/main/ledger/migrations')
  const opened = must(openLedger({ file, migrationsDir, clock: Date.now }))
  const audit = openAudit(opened.db, { clock: Date.now, monotonic: () => 0 })
  inTransaction(opened.db, () => {
    for (let n = 0; n < entries; n += 1)
      audit.append({
        actor: 'maria',
        kind: 'order:look-up',
        outcome: 'approved',
        origin: 'operator',
        subject: `order/sandbox/${n}`,
        details: { orderid: String(n), words: 'The service took it; its status is asked for.' },
      })
  })
  opened.close()
}

/** The most processor time this thread took between two turns of its event loop, in milliseconds. */
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

  it('would be found to be held up by a log that is read in one go for as long', async () => {
    const migrationsDir = join(root, 'src/main/ledger/migrations')
    const file = join(mkdtempSync(join(home, 'other-')), 'ledger.sqlite')
    writeLongLog(file)
    const opened = must(openLedger({ file, migrationsDir, clock: Date.now }))
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
