// A crash at every step of archiving, by SIGKILL: the ledger is wholly as before, or wholly as after, and can be archived again.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { archivesOf } from '../../../src/main/ledger/archive.ts'
import { openAudit } from '../../../src/main/ledger/audit.ts'
import { verifyLog } from '../../../src/main/ledger/verify.ts'
import { checkFolder } from '../../../src/main/ledger/offline-verifier.ts'
import { createWork } from '../../../src/main/ledger/work.ts'
import type { ArchiveTask } from './archive-process.ts'
import { keyFromSeed, newFolder, openAt, openLog, resourcesDir } from './ledger-rig.ts'

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

const before = ['written', 'in its place', 'marked', 'signed']
const inside = ['archive row', 'entry 31', 'entry 60', 'checkpoint 40']

describe('a crash while archiving', () => {
  it.each([...before, ...inside, 'committed'])('at “%s” leaves a whole ledger', async (dieAt) => {
    const home = newFolder()
    const made = openLog({
      file: join(home, 'made.sqlite'),
      entries: 60,
      checkpointsAt: [20, 40, 60],
    })
    made.ledger.close()
    const file = join(home, 'ledger.sqlite')
    const folder = join(home, 'archives')
    copyFileSync(join(home, 'made.sqlite'), file)
    expect(archive({ file, folder, dieAt })).toBe('SIGKILL')
    const isAfter = dieAt === 'committed'
    const { found, archives } = await look(file)
    expect(found).toMatchObject({ outcome: 'intact', entries: isAfter ? 1 : 60 })
    expect(archives).toHaveLength(isAfter ? 1 : 0)
    if (!isAfter) {
      // Nothing has to be cleared by hand before the next time.
      expect(archive({ file, folder, dieAt: 'never' })).toBeNull()
      const again = await look(file)
      expect(again.found).toMatchObject({ outcome: 'intact', entries: 1 })
      expect(again.archives).toHaveLength(1)
    }
    const [row] = (await look(file)).archives
    const kept = join(folder, row!.folder)
    expect(existsSync(kept)).toBe(true)
    const work = createWork({ monotonic: () => performance.now() })
    expect(await checkFolder({ folder: kept, size: 60, resourcesDir }, work)).toMatchObject({
      code: 0,
    })
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })
})
