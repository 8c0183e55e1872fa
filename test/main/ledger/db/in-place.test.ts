import { copyFileSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { draft, newFolder, openAt, openLog, tickingClock } from '../ledger-rig.ts'
import { formatMessages } from '#wording/format-messages.ts'

const away: Record<string, (path: string) => void> = {
  deleted: (path) => unlinkSync(path),
  moved: (path) => renameSync(path, `${path}.moved`),
  'replaced by a copy of itself': (path) => {
    copyFileSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
  },
}

describe('the files of an open ledger', () => {
  it('are in their place while it is written, carried over and read by others', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    const rig = openLog({ file, entries: 5 })
    rig.ledger.db.pragma('wal_checkpoint(TRUNCATE)')
    rig.append(draft(6))
    expect(rig.ledger.misplaced()).toBeNull()
  })
  it.each(
    ['', '-wal', '-shm'].flatMap((ending) =>
      Object.keys(away).map((what) => [`ledger.sqlite${ending}`, what] as const),
    ),
  )('are not when %s is %s', (name, what) => {
    const folder = newFolder()
    const rig = openLog({ file: join(folder, 'ledger.sqlite'), entries: 2 })
    away[what]!(join(folder, name))
    expect(formatMessages(rig.ledger.misplaced())).toMatch(
      `The file ${name} was moved, replaced or deleted`,
    )
    // SQLite notices nothing of it: what is written goes nowhere.
    rig.append(draft(3))
  })
  it('are not when their folder is gone', () => {
    const folder = join(newFolder(), 'inner')
    const rig = openLog({ file: join(folder, 'ledger.sqlite'), entries: 1 })
    rmSync(folder, { recursive: true })
    expect(rig.ledger.misplaced()).not.toBeNull()
  })
})

describe('an entry of another program', () => {
  it('is found as the newest one, and also after more were appended behind it', () => {
    const rig = openLog({ entries: 3 })
    const { db } = rig.ledger
    expect(rig.audit.foreignAt()).toBeNull()
    const other = openAudit(db, { clock: tickingClock(), monotonic: () => 0 })
    inTransaction(db, () => other.append(draft(4)))
    expect(rig.audit.foreignAt()).toBe(4)

    const later = openAudit(db, { clock: tickingClock(), monotonic: () => 0 })
    inTransaction(db, () => other.append(draft(5)))
    inTransaction(db, () => later.append(draft(6)))
    expect(later.foreignAt()).toBe(5)
    expect(other.foreignAt()).toBe(6)
  })
  it('is none that was found at the start, nor one of its own after others were rolled back', () => {
    const file = join(newFolder(), 'ledger.sqlite')
    openLog({ file, entries: 3 }).ledger.close()
    const ledger = openAt(file)
    const audit = openAudit(ledger.db, { clock: tickingClock(), monotonic: () => 0 })
    expect(audit.foreignAt()).toBeNull()
    for (let n = 0; n < 3; n += 1) {
      inTransaction(ledger.db, () => audit.append(draft(n)))
      expect(() =>
        inTransaction(ledger.db, () => {
          audit.append(draft(n))
          throw new Error('disk full')
        }),
      ).toThrow('disk full')
      expect(audit.foreignAt()).toBeNull()
    }
  })
})
