// A crash at every step of archiving, by SIGKILL, inside and between the slices in which entries
// are taken out: the log is the one before, or the one behind the archive; it verifies, and what is
// left of the work can be done.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archivesOf } from '../../../../src/main/ledger/archive/archive.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { hasPurgeable, purge } from '../../../../src/main/ledger/archive/purge.ts'
import { verifyLog } from '../../../../src/main/ledger/audit/verify.ts'
import { checkFolder } from '../../../../src/main/ledger/export/offline-verifier.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import type { ArchiveTask } from './archive-process.ts'
import { keyFromSeed, openAt, openLog, resourcesDir } from '../ledger-rig.ts'

const now = Date.UTC(2027, 5, 1)
const program = join(import.meta.dirname, 'archive-process.ts')
const key = keyFromSeed(1).export({ format: 'pem', type: 'pkcs8' }).toString()

function archive(task: Omit<ArchiveTask, 'key' | 'now'>): NodeJS.Signals | null {
  const { signal, status, stderr } = spawnSync(
    process.execPath,
    [program, JSON.stringify({ ...task, key, now })],
    { encoding: 'utf8' },
  )
  if (signal === null && status !== 0) throw new Error(stderr)
  return signal
}

async function look(file: string) {
  const { db, close } = openAt(file)
  const audit = openAudit(db, { clock: () => now, monotonic: () => 0 })
  const found = await verifyLog(db, audit, { monotonic: () => performance.now() })
  const archives = archivesOf(db)
  close()
  return { found, archives }
}

// Files as on a disk, without waiting for one: a process that dies takes nothing of them with it.
const scratch = mkdtempSync(
  join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'paydesk-archive-'),
)
beforeAll(() => {
  const file = join(scratch, 'made.sqlite')
  openLog({ file, entries: 60, checkpointsAt: [20, 40, 60] }).ledger.close()
})
afterAll(() => rmSync(scratch, { recursive: true }))

/**
 * Where it dies, in slices of eight; how many of the 60 entries and the one that names the archive
 * are still there, if it was named.
 */
const steps: [dieAt: string, here: number, isNamed: boolean][] = [
  ['written', 60, false],
  ['in its place', 60, false],
  ['read back', 60, false],
  ['marked', 60, false],
  ['named', 60, false],
  ['signed', 60, false],
  ['archive row', 60, false],
  ['entry 1', 61, true],
  ['entry 31', 37, true],
  ['slice 4', 29, true],
  ['checkpoint 40', 29, true],
  ['slice 5', 21, true],
  ['entry 60', 5, true],
  ['committed', 1, true],
]

describe('a crash while archiving', () => {
  it.each(steps)('at “%s” leaves a whole log', async (dieAt, here, isNamed) => {
    const home = mkdtempSync(join(scratch, 'step-'))
    const file = join(home, 'ledger.sqlite')
    const folder = join(home, 'archives')
    copyFileSync(join(scratch, 'made.sqlite'), file)
    expect(archive({ file, folder, dieAt })).toBe('SIGKILL')
    const { found, archives } = await look(file)
    expect(found).toMatchObject({ outcome: 'intact', entries: here })
    expect(archives).toHaveLength(isNamed ? 1 : 0)
    // Nothing has to be cleared by hand before the next time.
    if (isNamed) {
      const { db, close } = openAt(file)
      expect(hasPurgeable(db)).toBe(here > 1)
      await purge(db)
      expect(hasPurgeable(db)).toBe(false)
      close()
    } else expect(archive({ file, folder, dieAt: 'never' })).toBeNull()
    const after = await look(file)
    expect(after.found).toMatchObject({ outcome: 'intact', entries: 1 })
    const [row, ...more] = after.archives
    expect(more).toEqual([])
    const kept = join(folder, row!.folder)
    expect(existsSync(kept)).toBe(true)
    const work = createTimeSlice({ monotonic: () => performance.now() })
    expect(await checkFolder({ folder: kept, size: 60, resourcesDir }, work)).toMatchObject({
      code: 0,
    })
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })
})
