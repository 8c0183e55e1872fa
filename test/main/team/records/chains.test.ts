import { describe, expect, it } from 'vitest'
import { keyText, type TeamRecord } from '../../../../src/main/team/records/record.ts'
import { deskChainFlaw, readAll, topicChainFlaw } from '../../../../src/main/team/records/chains.ts'
import { teamFlaws } from '../../../../src/main/team/records/verify-team.ts'
import { deskTopic, presentTopic } from '../../../../src/main/team/records/topics.ts'
import { openBook, place, type RecordBook, withBody } from '../../../fakes/team/record-book.ts'

const present = { kind: 'present', facts: {} } as const

/** Four turns: a refunds, b is refused, a again. */
function written() {
  const book = openBook()
  for (const desk of ['a', 'b', 'a']) {
    book.claim(desk)
    book.outcome(desk)
  }
  const ofDesk = (desk: string): TeamRecord[] => book.records.filter((one) => one.desk === desk)
  return { ...book, ofDesk, ofOrder: book.records.filter(({ topic }) => topic === place) }
}

describe('a chain', () => {
  it('holds as it was written', () => {
    const { id, ofDesk, ofOrder, stored } = written()
    for (const desk of ['office', 'a', 'b']) expect(deskChainFlaw(ofDesk(desk))).toBeNull()
    expect(topicChainFlaw(ofOrder)).toBeNull()
    expect(teamFlaws(id, stored())).toEqual([])
  })

  it('of a desk lacks no number, and goes on where it was read before', () => {
    const own = written().ofDesk('a')
    for (const at of [0, 1, 2])
      expect(deskChainFlaw(own.toSpliced(at, 1))).toMatchObject({ flaw: 'gap', desk: 'a' })
    expect(deskChainFlaw(own.toReversed())).toMatchObject({ flaw: 'gap' })
    expect(deskChainFlaw(own.slice(2), { at: 2, digest: own[1]!.digest })).toBeNull()
    expect(deskChainFlaw(own.slice(2), { at: 2, digest: own[0]!.digest })).toMatchObject({
      ...{ flaw: 'prev', n: 3 },
    })
  })

  it('of a topic lacks no version', () => {
    const { ofOrder } = written()
    for (const at of [0, 1, 2, 3, 4])
      expect(topicChainFlaw(ofOrder.toSpliced(at, 1))).toMatchObject({ flaw: 'gap' })
  })

  it('is of one past: a desk that signs a second one is found', () => {
    const book = written()
    const last = book.ofDesk('a').at(-1)!
    const other = book.write('a', {
      ...{ topic: last.topic, kind: 'outcome', facts: { state: 'NOT_SENT' } },
      ...{ n: last.n, prev: '0'.repeat(64), version: last.version, before: last.before },
    })
    expect(deskChainFlaw([...book.ofDesk('a').slice(0, -2), other])).toMatchObject({ flaw: 'prev' })
    const elsewhere = book.write('a', {
      ...{ topic: last.topic, kind: 'outcome', facts: { state: 'NOT_SENT' } },
      ...{ n: last.n, prev: last.prev, version: last.version, before: '0'.repeat(64) },
    })
    const order = [...book.ofOrder.slice(0, -1), elsewhere]
    expect(topicChainFlaw(order)).toMatchObject({ flaw: 'before' })
  })

  it('has records of this team alone, signed by desks that are known', () => {
    const book = written()
    const { id } = book
    const desks = new Map([['a', { key: keyText(book.keys.get('a')!), upTo: null }]])
    const own = book.ofDesk('a').map(({ stored }) => stored)
    expect(readAll(own, { team: id.team, desks })).toHaveLength(4)
    expect(readAll(own, { team: '0'.repeat(32), desks })).toMatchObject({ flaw: 'team', n: 1 })
    const others = book.ofDesk('b').map(({ stored }) => stored)
    expect(readAll(others, { team: id.team, desks })).toMatchObject({ flaw: 'unknown-desk' })
    const forged = withBody(book.ofDesk('a')[0]!, (text) => text.replace('4000', '9000'))
    expect(readAll([forged], { team: id.team, desks })).toMatchObject({ flaw: 'signature' })
  })
})

describe('all records of a team', () => {
  it('do not hold after any one of them is removed, but for the newest of a desk and its order', () => {
    const { id, records } = written()
    const isNewest = (record: TeamRecord): boolean =>
      record === records.findLast(({ desk }) => desk === record.desk) &&
      record === records.findLast(({ topic }) => topic === record.topic)
    for (const record of records) {
      const left = records.filter((one) => one !== record).map(({ stored }) => stored)
      expect(teamFlaws(id, left).length > 0, `${record.desk} ${record.n}`).toBe(!isNewest(record))
    }
  })

  it('do not hold after two of them are exchanged, or one stands in another’s place', () => {
    const { id, records, ofDesk } = written()
    const [first, , third] = ofDesk('a')
    const exchanged = records.map((one) =>
      one === first
        ? { ...third!.stored, n: first.n, version: first.version }
        : one === third
          ? { ...first!.stored, n: third.n, version: third.version }
          : one.stored,
    )
    expect(teamFlaws(id, exchanged)).toContainEqual(expect.objectContaining({ flaw: 'columns' }))
  })

  it('hold a record where its desk may not write, and name the desk', () => {
    const found = (write: (book: RecordBook) => unknown) => {
      const book = openBook()
      write(book)
      return teamFlaws(book.id, book.stored())
    }
    const at = { epoch: '7-00000002-5' }
    const topic = presentTopic(at.epoch, 'b')
    const excused = { ...at, topic, kind: 'excused', facts: { reason: 'x' } } as const
    const notHere = [{ flaw: 'not-here', desk: 'a', n: 1 }]
    expect(found(({ write }) => write<'excused'>('office', excused))).toEqual([])
    expect(found(({ write }) => write<'present'>('b', { ...excused, ...present }))).toEqual([])
    expect(found(({ write }) => write<'excused'>('a', excused))).toEqual(notHere)
    expect(found(({ write }) => write<'present'>('a', { ...excused, ...present }))).toEqual(notHere)
    expect(found(({ write }) => write<'present'>('a', { topic: 'other/x', ...present }))).toEqual(
      notHere,
    )
    expect(
      found(({ write, keys }) =>
        write<'joined'>('a', {
          ...{ topic: deskTopic('zzz'), kind: 'joined' },
          facts: { key: keyText(keys.get('c')!) },
        }),
      ),
    ).toEqual([{ flaw: 'not-the-founder', desk: 'a', n: 1 }])
  })
})
