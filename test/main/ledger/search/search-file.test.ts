import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedgerReader } from '../../../../src/main/ledger/db/open.ts'
import { openSearchFile } from '../../../../src/main/ledger/search/search-file.ts'
import { openSearchIndex } from '../../../../src/main/ledger/search/search-index.ts'
import { draft, newFolder, openLog, valueOf } from '../ledger-rig.ts'
import { tampered } from '../../../fakes/ledger-check.ts'

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

  it('made again behind an archive takes every order from the list of orders, in steps, then the entries that are left', () => {
    tampered('orders and an archive are written without their entries')
    const file = join(newFolder(), 'ledger.db')
    const rig = openLog({ file, entries: 30, checkpointsAt: [20] })
    const insert = rig.ledger.db.prepare(
      `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer, first_seen_at, checked_at)
       VALUES ('c', ?, ?, 'paid', 'approved', 'sale', '{}', 0, 0)`,
    )
    for (let n = 1; n <= 120; n += 1) insert.run(`order-${n}`, `client-${n}`)
    rig.ledger.db.exec(`
      DROP TRIGGER archive_is_named;
      INSERT INTO archive SELECT 20, 1, chain, 'a', '${'0'.repeat(64)}', 0, 0, 0, 30 FROM audit_entry WHERE seq = 20;
      DELETE FROM audit_entry WHERE seq <= 20`)
    const { search, index } = opened(file)
    let steps = 1
    while (index.step(0)) steps += 1
    expect(steps).toBeGreaterThan(2)
    expect(index.left()).toBe(0)
    const count = (sql: string) => Number(search.writer.prepare(sql).pluck().get())
    expect(count('SELECT count(*) FROM search_order')).toBe(120)
    expect(count('SELECT count(*) FROM search_seed')).toBe(0)
    expect(count(`SELECT count(*) FROM search_term WHERE term = 'client-77'`)).toBe(1)
    search.close()
    const again = opened(file)
    expect(again.index.left()).toBe(0)
    again.search.close()
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
