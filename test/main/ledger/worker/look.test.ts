// The look at the pages in its thread: it sees what the look in this thread sees, and this thread
// goes on meanwhile.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { fail, inputFault } from '#shared/fault.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { beginLedger, lookAtPages } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { lookAside } from '../../../../src/main/ledger/worker/look.ts'
import { spoilFirstPage } from '../audit/spoil-log.ts'
import { faultOf, newFolder, openAt, valueOf } from '../ledger-rig.ts'

const entry = new URL('../../../../src/main/ledger/worker/look-worker.ts', import.meta.url)

function closedLedger(rows: number): string {
  const file = join(newFolder(), 'ledger.db')
  const { db, close } = openAt(file)
  const insert = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)')
  inTransaction(db, () => {
    for (let n = 0; n < rows; n += 1) insert.run(`k${n}`, 'x'.repeat(200))
  })
  close()
  return file
}
const begin = (file: string) => beginLedger({ file, clock: Date.now })

describe('a look at the pages in a thread', () => {
  it('opens a sound ledger, which is locked from before it', async () => {
    const begun = valueOf(begin(closedLedger(0)))
    expect(faultOf(begin(begun.file))).toMatch(/has this ledger open/)
    const looked = await lookAside(entry, begun)
    expect(looked).toEqual({ ok: true, value: { state: 'sound' } })
    const opened = valueOf(begun.finish(looked))
    expect(opened.findings).toEqual([])
    opened.close()
  })

  it('finds the damage that a look in this thread finds, and the ledger is set aside', async () => {
    const file = closedLedger(500)
    spoilFirstPage(file, 'meta')
    const begun = valueOf(begin(file))
    const looked = await lookAside(entry, begun)
    expect(looked).toEqual(lookAtPages(begun))
    const opened = valueOf(begun.finish(looked))
    expect(opened.findings).toMatchObject([{ kind: 'quarantine' }])
    opened.close()
  })

  it('refuses another program’s file, and lets go of the lock', async () => {
    const file = join(newFolder(), 'ledger.db')
    new BetterSqlite3(file).exec('CREATE TABLE t (a)').close()
    for (let round = 0; round < 2; round += 1) {
      const begun = valueOf(begin(file))
      expect(faultOf(begun.finish(await lookAside(entry, begun)))).toMatch(/another program/)
    }
  })

  it('is not trusted by the next start once it has begun, whatever becomes of it', async () => {
    const file = closedLedger(0)
    const first = openAt(file)
    first.noteOpened()
    first.close()
    const begun = valueOf(begin(file))
    expect(begun.part).toBe('all but the log')
    begun.doubt()
    // As a start that ends in the middle of its look leaves it.
    expect(faultOf(begun.finish(fail(inputFault('ledger', 'cut off'))))).toBe('cut off')
    const next = valueOf(begin(file))
    expect(next.part).toBe('whole')
    valueOf(next.finish(await lookAside(entry, next))).close()
  })

  it('leaves this thread to others', async () => {
    const begun = valueOf(begin(closedLedger(60_000)))
    let turns = 0
    const count = setInterval(() => (turns += 1), 1)
    await lookAside(entry, begun)
    clearInterval(count)
    expect(turns).toBeGreaterThan(3)
    valueOf(begun.finish(lookAtPages(begun))).close()
  })

  it('rejects when the thread ends without a word', async () => {
    const mute = join(newFolder(), 'mute.mjs')
    writeFileSync(mute, '')
    const unread = { file: 'none', part: 'whole' } as const
    await expect(lookAside(pathToFileURL(mute), unread)).rejects.toThrow('without a word')
  })
})
