import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import {
  backupsIn,
  type BackupReport,
  mostBackups,
  lastBackupAt,
  makeBackup,
  startBackups,
} from '../../../../src/main/ledger/copies/backup.ts'
import { openLedgerReader } from '../../../../src/main/ledger/db/open.ts'
import { threadReader } from '../../../../src/main/ledger/worker/reader.ts'
import { draft, dropGuards, newFolder, openLog, valueOf } from '../ledger-rig.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 2, 1, 9, 30)
const monotonic = (): number => performance.now()
const evidence = { mark: null }

function rig(entries = 20) {
  const home = newFolder()
  const file = join(home, 'ledger.sqlite')
  const log = openLog({ file, entries })
  const reader = valueOf(openLedgerReader(file))
  const folder = join(home, 'backups')
  const backUp = (at = start) => makeBackup(reader, { folder, at, evidence }, monotonic)
  return { ...log, file, folder, backUp, close: () => reader.close() }
}

describe('a backup', () => {
  it('is a whole, verified copy under its day’s name, readable by its owner only', async () => {
    const desk = rig()
    const made = await desk.backUp()
    expect(made).toMatchObject({
      file: 'ledger-daily-20260301T093000Z.db',
      entries: 20,
      removed: [],
    })
    expect(made.head).toBe(desk.audit.head().chain)
    const copy = valueOf(openLedgerReader(join(desk.folder, made.file)))
    expect(copy.prepare('SELECT count(*) FROM audit_entry').pluck().get()).toBe(20n)
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
    if (process.platform !== 'win32') expect(statSync(desk.folder).mode & 0o077).toBe(0)
    expect(readdirSync(desk.folder)).toEqual([made.file])
    desk.close()
  })
  it('holds what was written until then, though the writer goes on', async () => {
    const desk = rig()
    const copying = desk.backUp()
    desk.append(draft(21))
    expect((await copying).entries).toBe(20)
    expect((await desk.backUp(start + dayMs)).entries).toBe(21)
    desk.close()
  })
  it('keeps the last seven and lets older ones go', async () => {
    const desk = rig(3)
    for (let day = 0; day < 9; day += 1) await desk.backUp(start + day * dayMs)
    const kept = backupsIn(desk.folder)
    expect(kept).toHaveLength(mostBackups)
    expect(kept[0]).toContain('20260303')
    expect(kept.at(-1)).toContain('20260309')
    desk.close()
  })
  it('never touches anything else in the folder', async () => {
    const desk = rig(3)
    await desk.backUp()
    writeFileSync(join(desk.folder, 'ledger-of-yesterday.db'), 'x')
    for (let day = 1; day < 12; day += 1) await desk.backUp(start + day * dayMs)
    expect(existsSync(join(desk.folder, 'ledger-of-yesterday.db'))).toBe(true)
    desk.close()
  })
  it('is refused when the copied log does not verify, and then no good one is let go', async () => {
    const desk = rig(10)
    for (let day = 0; day < mostBackups; day += 1) await desk.backUp(start + day * dayMs)
    const before = readdirSync(desk.folder)
    dropGuards(desk)
    desk.ledger.db.prepare('UPDATE audit_entry SET actor = ? WHERE seq = 5').run('mallory')
    await expect(desk.backUp(start + 30 * dayMs)).rejects.toThrow('not sound')
    expect(readdirSync(desk.folder)).toEqual(before)
    desk.close()
  })
  it('clears away what a crash left half done', async () => {
    const desk = rig(3)
    await desk.backUp()
    writeFileSync(join(desk.folder, 'ledger-daily-20260302T093000Z.db.part'), 'half')
    expect(lastBackupAt(desk.folder)).toBe(start)
    await desk.backUp(start + dayMs)
    expect(readdirSync(desk.folder).filter((name) => name.includes('part'))).toEqual([])
    desk.close()
  })
  it('is made by the reader’s thread while this one keeps turning', async () => {
    const desk = rig(0)
    desk.ledger.db.transaction(() => {
      for (let n = 1; n <= 6_000; n += 1) desk.audit.append(draft(n))
    })()
    const reader = threadReader({
      entry: new URL('../../../../src/main/ledger/worker/reader-worker.ts', import.meta.url),
      place: { file: desk.file, searchFile: null },
      report: (incident, error) => {
        throw new Error(incident, { cause: error })
      },
    })
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const made = await reader.run('backup', { folder: desk.folder, at: start, evidence })
    clearInterval(timer)
    expect(made.entries).toBe(6_000)
    expect(turns).toBeGreaterThan(20)
    await reader.close(2_000)
    desk.close()
  })
})

describe('the daily round', () => {
  const report: BackupReport = { file: 'f', bytes: 1, entries: 1, head: 'h', removed: [] }
  function round(run: (folder: string, at: number) => Promise<BackupReport>) {
    const folder = newFolder()
    const time = { now: start }
    const done: unknown[] = []
    const incidents: string[] = []
    const runs: number[] = []
    const backups = startBackups({
      folder: () => folder,
      clock: () => time.now,
      run: (at) => {
        runs.push(at)
        return run(folder, at)
      },
      onDone: (made) => done.push(made),
      report: (incident) => incidents.push(incident),
    })
    return { folder, time, done, incidents, runs, backups }
  }
  const write = (folder: string, at: number): Promise<BackupReport> => {
    const stamp = new Date(at).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)
    writeFileSync(join(folder, `ledger-daily-${stamp}Z.db`), '')
    return Promise.resolve(report)
  }

  it('makes one when there is none, and the next a day later', async () => {
    const { backups, time, runs, done } = round(write)
    await backups.look()
    time.now += dayMs - 1_000
    await backups.look()
    expect(runs).toEqual([start])
    time.now += 1_000
    await backups.look()
    expect(runs).toEqual([start, start + dayMs])
    expect(done).toEqual([report, report])
    backups.stop()
  })
  it('makes one although the clock was turned back by days', async () => {
    const { backups, time, runs } = round(write)
    await backups.look()
    time.now -= 3 * dayMs
    await backups.look()
    expect(runs).toHaveLength(2)
    backups.stop()
  })
  it('tells of a failure and tries again at the next look', async () => {
    const { backups, runs, done, incidents } = round(() => Promise.reject(new Error('no room')))
    await backups.look()
    await backups.look()
    expect(runs).toHaveLength(2)
    expect(done).toEqual([{ failure: 'no room' }, { failure: 'no room' }])
    expect(incidents).toEqual(['backup', 'backup'])
    backups.stop()
  })
  it.each(['ENOSPC', 'SQLITE_FULL'])('says that the disk is full, not %s', async (code) => {
    const full = Object.assign(new Error(`${code}: write`), { code })
    const { backups, done } = round(() => Promise.reject(full))
    await backups.look()
    expect(done).toEqual([{ failure: say('program.disk-full') }])
    backups.stop()
  })
  it('makes one at a time, and none once it is stopped', async () => {
    const { backups, runs, done } = round(write)
    const both = Promise.all([backups.look(), backups.look()])
    backups.stop()
    await both
    await backups.look()
    expect(runs).toHaveLength(1)
    expect(done).toEqual([])
  })
})
