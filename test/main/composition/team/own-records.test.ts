// The own records as a team's room asks for them. MONEY: a claim that was forgotten among them is
// never told; one that is told twice says something else.
import { describe, expect, it } from 'vitest'
import { readOwnRecords } from '../../../../src/main/composition/team/own-records.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { openTeamBook } from '../../../../src/main/ledger/team/team-book.ts'
import { openClaims } from '../../../../src/main/team/claims/rules.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { openBook, ownRecordsIn, place } from '../../../fakes/team/record-book.ts'

function joined() {
  const { db, ports } = createTestDesk()
  const book = openTeamBook(db, ports.audit, () => 1)
  const written = openBook()
  const { team, founder } = written.id
  const address = { host: 'db.test', port: 5432, database: 'shop' }
  book.join({ team, desk: 'a', founder, address, ca: 'PEM' }, 'anna')
  return { book, written }
}

describe('the own records', () => {
  it('know their open claims as records come in, as if all were looked through', () => {
    const { book, written } = joined()
    const own = ownRecordsIn(book, 'a')
    const seen: number[] = []
    const look = () => {
      expect(own.openClaims()).toEqual(openClaims(own.all()))
      expect(ownRecordsIn(book, 'a').openClaims()).toEqual(own.openClaims())
      seen.push(own.openClaims().length)
    }
    for (const record of [...[written.claim('a'), written.outcome('a'), written.claim('a')]]) {
      own.add(record)
      look()
      own.markIn(record.n)
      look()
    }
    expect(seen).toEqual([0, 1, 1, 0, 0, 1])
    expect(book.record(2)).toMatchObject({ n: 2, state: 'in' })
    expect(book.record(9)).toBeUndefined()
  })

  it('know what this computer ever claimed, without looking through them', () => {
    const { book, written } = joined()
    const own = ownRecordsIn(book, 'a')
    expect(own.hasClaimed(place)).toBe(false)
    const first = written.claim('a')
    own.add(first)
    expect(own.hasClaimed(place)).toBe(true)
    own.drop(first.n)
    expect(own.hasClaimed(place)).toBe(false)
    own.add(first)
    own.markIn(first.n)
    own.add(written.outcome('a'))
    own.drop(2)
    for (const one of [own, ownRecordsIn(book, 'a')])
      expect([one.hasClaimed(place), one.hasClaimed(`${place} `)]).toEqual([true, false])
  })

  it('are read a page after the other, and others have their turns meanwhile', async () => {
    const { book, written } = joined()
    for (let n = 0; n < 600; n += 1) {
      book.add(written.claim('a').stored)
      book.markIn(2 * n + 1)
      book.add(written.outcome('a').stored)
      book.markIn(2 * n + 2)
    }
    let turns = 0
    let isOver = false
    const others = (): void => {
      turns += 1
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    let ms = 0
    // A millisecond for each record.
    const monotonic = (): number => (ms += 1)
    const own = await readOwnRecords(book, 'a', createTimeSlice({ monotonic }))
    isOver = true
    expect(own.map(({ record }) => record.n)).toEqual(
      Array.from({ length: 1_200 }, (_, n) => n + 1),
    )
    expect(turns).toBeGreaterThan(100)
    const signal = AbortSignal.abort()
    const ended = readOwnRecords(book, 'a', createTimeSlice({ monotonic, signal }))
    await expect(ended).rejects.toThrow(/abort/i)
  })
})
