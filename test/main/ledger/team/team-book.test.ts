// What the ledger keeps of a team, and that a record which stands in the team's database stays.
// That the log makes the same tables again is looked at after each test (test/check-ledgers.ts).
import { describe, expect, it } from 'vitest'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { openTeamBook } from '../../../../src/main/ledger/team/team-book.ts'
import { createTestDesk } from '../../../fakes/desk.ts'

const membership = {
  ...{ team: 'ab'.repeat(16), desk: 'desk-2', founder: { desk: 'office', key: 'k' } },
  ...{ address: { host: 'db.test', port: 5432, database: 'shop' }, ca: 'PEM' },
}
const record = (n: number) => ({
  ...{ n, topic: `order/${n}`, version: 1 },
  ...{ body: Buffer.from(`body ${n}`), signature: Buffer.alloc(64, n) },
})

function joined() {
  const { db, ports, time } = createTestDesk()
  const open = () => openTeamBook(db, ports.audit, () => time.now)
  const book = open()
  book.join(membership, 'anna')
  const note = (kind: AuditKind): void =>
    inTransaction(db, () => {
      const by = { actor: 'anna', outcome: 'ok', origin: 'desk', subject: 'ledger' } as const
      ports.audit.append({ ...by, kind, details: {} }, [])
    })
  return { db, book, open, note }
}

describe('the book of a team', () => {
  it('knows no team before one is joined, nor after it was left', () => {
    const { db, ports } = createTestDesk()
    const book = openTeamBook(db, ports.audit, () => 1)
    expect(book.membership()).toBeNull()
    book.join(membership, 'anna')
    expect(book.membership()).toEqual(membership)
    book.leave('anna')
    expect(book.membership()).toBeNull()
    expect(() => book.add(record(1))).toThrow(/belongs to no team/)
  })

  it('keeps each record byte for byte, and what became of it', () => {
    const { book, open } = joined()
    book.add(record(1))
    book.markIn(1)
    book.add(record(2))
    book.drop(2)
    book.add(record(2))
    book.markIn(2)
    book.use(1, 'a-1')
    book.leaveUnsaid(2, 'contradicted')
    const rest = { attemptId: null, isUnsaid: false }
    expect(open().recordsAfter(0, 9)).toEqual([
      { ...record(1), state: 'in', ...rest, attemptId: 'a-1' },
      { ...record(2), state: 'in', ...rest, isUnsaid: true },
    ])
  })

  it('knows since which record nothing was found about this ledger', () => {
    for (const kind of ['ledger:found', 'ledger:restored', 'money:resumed'] as const) {
      const { book, note } = joined()
      book.add(record(1))
      expect(book.isSameSince(1)).toBe(true)
      note(kind)
      book.add(record(2))
      expect([1, 2].map(book.isSameSince)).toEqual([false, true])
      // The newer of two of one number counts: the older one is of another team.
      book.leave('anna')
      book.join({ ...membership, desk: 'desk-3' }, 'anna')
      book.add(record(1))
      expect(book.isSameSince(1)).toBe(true)
    }
  })

  it('lets no record that stands in the database go, or become another one', () => {
    const { db, book } = joined()
    book.add(record(1))
    book.markIn(1)
    expect(() => book.drop(1)).toThrow(/stays/)
    for (const sql of ["UPDATE team_record SET body = ''", "UPDATE team_record SET state = 'out'"])
      expect(() => db.exec(sql)).toThrow(/stays/)
  })

  it('knows under which record a request was sent, also of an earlier run, and of this team alone', () => {
    const { db, book, open } = joined()
    book.add(record(1))
    book.markIn(1)
    expect(book.ofRequest('a-1')).toBeUndefined()
    expect(() =>
      inTransaction(db, () => {
        book.use(1, 'a-1')
        throw new Error('the disk is full')
      }),
    ).toThrow('the disk is full')
    expect(book.ofRequest('a-1')).toBeUndefined()
    book.use(1, 'a-1')
    for (const one of [book, open()]) expect(one.ofRequest('a-1')).toMatchObject({ n: 1 })
    book.leave('anna')
    book.join({ ...membership, desk: 'desk-3' }, 'anna')
    for (const one of [book, open()]) expect(one.ofRequest('a-1')).toBeUndefined()
  })

  it('knows the claim of its order, also where it claimed a payment as well', () => {
    const { book, open } = joined()
    for (const one of [record(1), { ...record(2), topic: `pay/${'a'.repeat(64)}` }]) {
      book.add(one)
      book.markIn(one.n)
      book.use(one.n, 'a-1')
    }
    for (const one of [book, open()]) expect(one.ofRequest('a-1')).toMatchObject({ n: 1 })
    expect(book.record(2)).toMatchObject({ attemptId: 'a-1' })
  })

  it('finds it among twenty thousand records in one read', () => {
    const { db, book } = joined()
    const add = db.prepare<[number, string, string]>(
      `INSERT INTO team_record (membership, n, topic, version, body, signature, state, attempt_id)
       VALUES (1, ?, ?, 1, '${'A'.repeat(800)}', 'AA==', 'in', ?)`,
    )
    const took: number[] = []
    const back = new Error('these rows are of no log')
    expect(() =>
      inTransaction(db, () => {
        for (let n = 1; n <= 20_000; n += 1) add.run(n, `order/${n}`, `a-${n}`)
        for (let times = 0; times < 30; times += 1) {
          const began = performance.now()
          expect(book.ofRequest('a-20000')).toMatchObject({ n: 20_000 })
          took.push(performance.now() - began)
        }
        throw back
      }),
    ).toThrow(back)
    // A search of all of them takes five milliseconds and more.
    expect(Math.min(...took)).toBeLessThan(2)
  }, 180_000)

  it('begins anew with each team', () => {
    const { book } = joined()
    book.add(record(1))
    book.leave('anna')
    book.join({ ...membership, desk: 'desk-3' }, 'anna')
    expect(book.recordsAfter(0, 9)).toEqual([])
    book.add(record(1))
    expect(book.recordsAfter(0, 9)).toHaveLength(1)
  })
})
