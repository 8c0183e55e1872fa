import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openLedger, type OpenLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { restore } from '../../../../scripts/restore.ts'
import { draft, newFolder, openAt, openLog, tickingClock, valueOf } from '../ledger-rig.ts'
import { formatMessages } from '#wording/format-messages.ts'

const clock = tickingClock()
const start = (file: string): OpenLedger => valueOf(openLedger({ file, clock }))
const sizeOf = ({ db }: OpenLedger) =>
  Number(db.prepare('SELECT max(seq) FROM audit_entry').pluck().get())
const aside = (folder: string) => readdirSync(folder).filter((name) => name.includes('.replaced-'))

/** A ledger of six entries, closed, and a copy of it from when there were three. */
function ledgerAndCopy() {
  const folder = newFolder()
  const file = join(folder, 'ledger.sqlite')
  const copy = join(folder, 'copy.db')
  const rig = openLog({ file, entries: 3 })
  rig.ledger.db.prepare('VACUUM INTO ?').run(copy)
  for (let n = 4; n <= 6; n += 1) rig.append(draft(n))
  rig.ledger.witness.write({
    ...rig.audit.head(),
    logId: rig.audit.logId,
    isTrusted: true,
    isClosed: true,
  })
  return { folder, file, copy, rig }
}
const ask = (file: string, copy: string): void => {
  const ledger = start(file)
  ledger.restore.ask({ copy, by: 'ana' })
  ledger.close()
}

describe('a copy that was asked for', () => {
  it('takes the place of the ledger at the next start, which keeps the ledger and stops money', () => {
    const { folder, file, copy, rig } = ledgerAndCopy()
    rig.ledger.restore.ask({ copy, by: 'ana' })
    rig.ledger.close()
    const before = readFileSync(file)
    const opened = start(file)
    expect(sizeOf(opened)).toBe(3)
    expect(opened.restored).toEqual({ copy, by: 'ana', quarantinedAs: aside(folder)[0] })
    expect(formatMessages(opened.findings)).toMatchObject([
      {
        kind: 'quarantine',
        message: expect.stringMatching(/copy\.db replaced the ledger.*kept as ledger/),
      },
    ])
    expect(opened.restore.asked()).toBeNull()
    opened.close()
    expect(readFileSync(join(folder, aside(folder)[0]!)).equals(before)).toBe(true)
    const again = start(file)
    expect({ size: sizeOf(again), restored: again.restored }).toEqual({ size: 3, restored: null })
    again.close()
  })
  it('stays what it is: the copy itself is not touched', () => {
    const { file, copy, rig } = ledgerAndCopy()
    rig.ledger.close()
    const before = readFileSync(copy)
    ask(file, copy)
    const opened = start(file)
    opened.db.exec("INSERT INTO meta (key, value) VALUES ('mine', '7')")
    opened.close()
    expect(readFileSync(copy).equals(before)).toBe(true)
  })
  it('is put in place by the next start when the power was cut in the middle', () => {
    const { folder, file, copy, rig } = ledgerAndCopy()
    rig.ledger.close()
    ask(file, copy)
    const lock = readFileSync(`${file}-lock`)
    start(file).close()
    // As if the lock file had not come to know that it was done.
    writeFileSync(`${file}-lock`, lock)
    const opened = start(file)
    expect(sizeOf(opened)).toBe(3)
    opened.close()
    expect(aside(folder)).toHaveLength(2)
  })
  it('can be taken back', () => {
    const { file, copy, rig } = ledgerAndCopy()
    rig.ledger.restore.ask({ copy, by: 'ana' })
    rig.ledger.restore.ask(null)
    rig.ledger.close()
    const opened = start(file)
    expect({ size: sizeOf(opened), findings: opened.findings }).toEqual({ size: 6, findings: [] })
    opened.close()
  })

  const bad: Record<string, (copy: string) => void> = {
    'is gone': (copy) => writeFileSync(`${copy}.other`, ''),
    'is empty': (copy) => writeFileSync(copy, ''),
    'is no database': (copy) => writeFileSync(copy, 'some text that is no ledger '.repeat(400)),
    'is damaged': (copy) => {
      const bytes = readFileSync(copy)
      bytes.fill(0xff, 4096, 3 * 4096)
      writeFileSync(copy, bytes)
    },
    'belongs to another program': (copy) => {
      const db = new BetterSqlite3(copy)
      db.pragma('application_id = 77')
      db.close()
    },
    'was made by a newer Paydesk': (copy) => {
      const db = new BetterSqlite3(copy)
      db.pragma('user_version = 9999')
      db.close()
    },
  }
  it.each(Object.keys(bad))('that %s changes nothing and is told of', (what) => {
    const { folder, file, copy, rig } = ledgerAndCopy()
    rig.ledger.close()
    const asked = what === 'is gone' ? `${copy}-not-there` : copy
    bad[what]!(copy)
    ask(file, asked)
    const opened = start(file)
    expect(sizeOf(opened)).toBe(6)
    expect(opened.restored).toBeNull()
    expect(formatMessages(opened.findings)).toMatchObject([
      {
        message: expect.stringMatching(/could not replace the ledger.*The ledger is as it was\.$/),
      },
    ])
    opened.close()
    expect(aside(folder)).toEqual([])
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([])
    const next = start(file)
    expect(next.restore.asked()).toBeNull()
    next.close()
  })
})

describe('npm run restore', () => {
  it('puts a copy in place and says which entries it lacks', async () => {
    const { folder, file, copy, rig } = ledgerAndCopy()
    rig.ledger.close()
    const { isDone, message } = await restore(copy, folder)
    expect(isDone).toBe(true)
    expect(message).toEqual([
      expect.stringMatching(/copy\.db replaced the ledger/),
      expect.stringMatching(/Entries 4 to 6 are missing\.$/),
    ])
    const opened = openAt(file)
    expect(sizeOf(opened)).toBe(3)
    expect(opened.findings).toHaveLength(1)
  })
  it('refuses while Paydesk is open, and names what is missing', async () => {
    const { folder, copy, rig } = ledgerAndCopy()
    expect(await restore(copy, folder)).toMatchObject({
      isDone: false,
      message: [expect.stringMatching(/Another Paydesk/)],
    })
    rig.ledger.close()
    expect(await restore(`${copy}x`, folder)).toMatchObject({ isDone: false })
    expect(await restore(copy, newFolder())).toMatchObject({
      isDone: false,
      message: [expect.stringMatching(/never a ledger/)],
    })
  })
})
