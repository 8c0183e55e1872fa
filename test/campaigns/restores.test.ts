import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { statesOf } from './restores/wal.ts'
import { runRestores } from './restores.ts'

describe('the commits in a write-ahead log', () => {
  it('are each a ledger of their own, from none of them to all', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-wal-'))
    const path = join(folder, 'a.sqlite')
    const db = new BetterSqlite3(path)
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE t (n INTEGER)')
    db.pragma('wal_checkpoint(TRUNCATE)')
    for (const n of [1, 2, 3]) db.prepare('INSERT INTO t VALUES (?)').run(n)
    const states = statesOf({ file: readFileSync(path), wal: readFileSync(`${path}-wal`) })
    db.close()
    rmSync(folder, { recursive: true })
    expect(states).toHaveLength(4)
    expect(states[0]?.wal).toHaveLength(0)
  })
})

describe('copies of every commit, put back at a later moment', () => {
  it(
    'stop money whenever a request had left that they know nothing of',
    { timeout: 240_000 },
    async () => {
      const said: string[] = []
      const summary = await runRestores({ runs: 5, seed: 1, say: (line) => said.push(line) })
      expect(said).toEqual([])
      expect(summary).toMatchObject({ undetected: 0, doubleRequests: 0, lost: 0, falseAlarms: 0 })
      expect(summary.forgetful).toBeGreaterThan(50)
      expect(summary.missed).toEqual([])
    },
  )
})
