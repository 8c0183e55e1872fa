import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedgerReader } from '../../../src/main/ledger/open.ts'
import { openSearchFile } from '../../../src/main/ledger/search-file.ts'
import { openSearchIndex } from '../../../src/main/ledger/search-index.ts'
import { draft, newFolder, openLog, valueOf } from './ledger-rig.ts'

const monotonic = (): number => performance.now()

function opened(file: string) {
  const search = openSearchFile(valueOf(openLedgerReader(file)), `${file}-search`)
  return { search, index: openSearchIndex(search, monotonic) }
}

describe('the search file', () => {
  it('is made, read on from where it was, and made again when it is gone or damaged', () => {
    const file = join(newFolder(), 'ledger.db')
    const rig = openLog({ file, entries: 30 })
    const first = opened(file)
    expect(first.index.left()).toBe(30)
    first.index.step(1000)
    expect(first.index.left()).toBe(0)
    first.search.close()
    rig.append(draft(31))
    const again = opened(file)
    expect(again.index.left()).toBe(1)
    again.search.close()
    writeFileSync(`${file}-search`, 'no database at all, just some text '.repeat(400))
    const remade = opened(file)
    expect(remade.index.left()).toBe(31)
    remade.search.close()
  })

  it('of another log, or of a longer one, is made again', () => {
    const folder = newFolder()
    const file = join(folder, 'ledger.db')
    const rig = openLog({ file, entries: 30 })
    const { search, index } = opened(file)
    index.step(1000)
    // What an old copy of the ledger put back looks like to the search.
    search.writer.exec('UPDATE search_reach SET seq = 99')
    search.close()
    const shorter = opened(file)
    expect(shorter.index.left()).toBe(30)
    shorter.index.step(1000)
    shorter.search.writer.prepare('UPDATE search_reach SET chain = ?').run(Buffer.alloc(32, 1))
    shorter.search.close()
    const changed = opened(file)
    expect(changed.index.left()).toBe(30)
    changed.index.step(1000)
    changed.search.writer.exec(`UPDATE search_reach SET log_id = 'another'`)
    changed.search.close()
    const other = opened(file)
    expect(other.index.left()).toBe(30)
    other.search.close()
    rig.ledger.close()
  })

  it('is never written by the connection that reads, and the ledger by neither', () => {
    const file = join(newFolder(), 'ledger.db')
    openLog({ file, entries: 3 })
    const { search } = opened(file)
    expect(existsSync(`${file}-search`)).toBe(true)
    expect(() => search.reader.exec('DELETE FROM search_day')).toThrow(/readonly/)
    expect(() => search.reader.exec('DELETE FROM audit_entry')).toThrow(/readonly/)
    expect(() => search.writer.exec('DELETE FROM audit_entry')).toThrow(/no such table/)
    search.close()
  })
})
