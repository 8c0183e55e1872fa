// What heartbeats say against the records that are there, after a fail-over too. MONEY: a desk that
// exchanged a record of its own is named.
import { describe, expect, it } from 'vitest'
import { beatFlaws, digestsOf } from '../../../../src/main/team/records/beats.ts'
import { beatTopic, presentTopic } from '../../../../src/main/team/records/topics.ts'
import { epoch, openBook, type RecordBook } from '../../../fakes/team/record-book.ts'

const later = '7-00000002-5'
const found = ({ records }: RecordBook) =>
  beatFlaws(records, digestsOf(records.map(({ stored }) => stored))).map(
    ({ flaw, desk, n }) => `${flaw} ${desk} ${n}`,
  )
const beat = (book: RecordBook, desk: string) => {
  const seen = book.records.findLast((record) => record.desk !== desk)!
  const heads: [string, number, string][] = [[seen.desk, seen.n, seen.digest]]
  book.write<'beat'>(desk, { topic: beatTopic(desk), kind: 'beat', facts: { heads } })
}
const present = (book: RecordBook, desk: string, at = later) =>
  book.write<'present'>(desk, {
    ...{ topic: presentTopic(at, desk), kind: 'present', facts: {}, epoch: at },
  })
/** The newest record of a desk is gone, as after a fail-over. */
const lose = ({ records }: RecordBook, desk: string) =>
  records.splice(
    records.findLastIndex((record) => record.desk === desk),
    1,
  )

describe('what a heartbeat saw', () => {
  it('is there, or is missed', () => {
    const book = openBook()
    book.claim('a')
    beat(book, 'b')
    expect(found(book)).toEqual([])
    lose(book, 'a')
    expect(found(book)).toEqual(['withheld a 1'])
  })

  it('may be lost by a fail-over before its desk had an answer, which goes on in that place', () => {
    const book = openBook()
    book.claim('a')
    beat(book, 'b')
    lose(book, 'a')
    present(book, 'a')
    expect(found(book)).toEqual([])
  })

  it('is a fork where the other record is of that epoch, or of one before it', () => {
    const same = openBook()
    same.claim('a')
    beat(same, 'b')
    lose(same, 'a')
    present(same, 'a', epoch)
    expect(found(same)).toEqual(['fork a 1'])
    const before = openBook()
    present(before, 'a', '7-00000000-5')
    beat(before, 'b')
    lose(before, 'a')
    present(before, 'a', '6-00000000-5')
    // It went on in the epoch of the heartbeat.
    before.claim('a')
    expect(found(before)).toEqual(['fork a 1'])
  })
})
