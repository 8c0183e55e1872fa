// What a reader believes of the requests that lie in a team's database: each computer's own word,
// the newest one, and of whatever else stands there nothing. Then on a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newestIn } from '../../../../src/main/team/claims/approvals.ts'
import { nextRecord } from '../../../../src/main/team/claims/enter.ts'
import { put } from '../../../../src/main/team/database/put.ts'
import { signRecord } from '../../../../src/main/team/records/record.ts'
import {
  approvalRange,
  approvalsFrom,
  approvalTopic,
  orderTopic,
} from '../../../../src/main/team/records/topics.ts'
import { type Postgres, startPostgres } from '../../../fakes/postgres/server.ts'
import { facts, makeTeam, newKey, type TestDesk } from '../../../fakes/postgres/team.ts'
import { openBook } from '../../../fakes/team/record-book.ts'

const place = {
  ...{ until: 1_800_000_000_000, log: 'cd'.repeat(16), approval: `ap-${'e'.repeat(16)}` },
  desk: 'a',
}
const box = (fill: number): string => Buffer.alloc(40, fill).toString('base64')
const approval = (by: string, sealed: string | null, of = place) => ({
  ...{ topic: approvalTopic(of, by), kind: 'approval' as const, facts: { sealed } },
})

describe('what computers said of a request', () => {
  it('is the newest word of each in a topic of its own', () => {
    const book = openBook()
    book.write<'approval'>('a', approval('a', box(1)))
    book.write<'approval'>('b', approval('b', box(2)))
    book.write<'approval'>('a', approval('a', null))
    const { approvals, isCut } = newestIn(book.stored(), book.roster())
    expect(approvals.map(({ desk, facts: said }) => [desk, said.sealed])).toEqual([
      ['a', null],
      ['b', box(2)],
    ])
    expect(isCut).toBe(false)
  })

  it('is not what another computer wrote there, what it signed with another key, or a record of another kind', () => {
    const book = openBook()
    const own = book.write<'approval'>('a', approval('a', box(1)))
    book.write<'approval'>('b', approval('a', null))
    book.write<'on'>('a', { topic: own.topic, kind: 'on', facts: { at: 1 } })
    const { stored: _stored, digest: _digest, ...draft } = own
    const { v: _v, ...body } = draft as typeof draft & { v: unknown }
    const forged = signRecord({ ...body, version: 9, facts: { sealed: null } }, newKey()).stored
    const odd = { ...own.stored, version: 10 }
    const foreign = signRecord(
      { ...body, team: 'ef'.repeat(16), version: 11, facts: { sealed: null } },
      book.keys.get('a')!,
    ).stored
    const all = [...book.stored(own.topic), forged, odd, foreign]
    expect(newestIn(all, book.roster()).approvals).toEqual([own])
  })

  it('is not what a computer says that has left', () => {
    const book = openBook()
    const before = book.write<'approval'>('a', approval('a', box(1)))
    book.left({ desk: 'a' })
    expect(newestIn(book.stored(), book.roster()).approvals).toEqual([before])
    book.write<'approval'>('a', approval('a', box(2)))
    expect(newestIn(book.stored(), book.roster()).approvals).toEqual([before])
  })

  it('is read of two hundred topics, those that end first, and says that there are more', () => {
    const book = openBook()
    const many = Array.from({ length: 201 }, (_, nth) => ({ ...place, until: place.until + nth }))
    for (const one of many) book.write<'approval'>('a', approval('a', box(1), one))
    const stored = book.stored().filter(({ topic }) => topic.startsWith('approval/'))
    const { approvals, isCut } = newestIn(stored, book.roster())
    expect([approvals.length, isCut]).toEqual([200, true])
    expect(approvals.at(-1)?.topic).toBe(approvalTopic(many[199]!, 'a'))
  })
})

describe('on a server', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await startPostgres()
  }, 180_000)
  afterAll(() => server.remove())

  it('a request is there for all until it is over, and none waits for another’s record', async () => {
    const team = await makeTeam(server, { name: 'approvals', desks: ['a', 'b'] })
    const [a, b] = team.desks as [TestDesk, TestDesk]
    const asked = { ...place, desk: a.desk }
    const own = approvalTopic(asked, a.desk)
    const read = async (one: TestDesk, from = place.until - 1) => {
      const found = await one.team.approvalsThere(approvalsFrom(from))
      if ('kind' in found) throw new Error(JSON.stringify(found))
      return found.approvals.map(({ desk, version, facts: said }) => [desk, version, said.sealed])
    }
    expect(await a.team.sayApproval(own, box(1))).toBe('in')
    expect(await b.team.sayApproval(approvalTopic(asked, b.desk), box(2))).toBe('in')
    expect(await a.team.sayApproval(own, box(3))).toBe('in')
    const there = [
      [a.desk, 2, box(3)],
      [b.desk, 1, box(2)],
    ]
    expect(await read(b)).toEqual(there)
    expect(await read(b, place.until + 1)).toEqual([])
    const one = await b.team.approvalsThere(approvalRange(asked))
    expect('approvals' in one && one.approvals).toHaveLength(2)
    // Another computer writes where this one would: it says so, and its other records go on.
    const at = { epoch: a.parts.own.all().at(-1)!.record.epoch, topic: own }
    const before = a.parts.own.all().findLast(({ record }) => record.topic === own)!.record
    const squat = nextRecord<'approval'>(b.parts, {
      ...{ ...at, version: 3, before: before.digest, kind: 'approval', facts: { sealed: null } },
    })
    const session = await b.parts.open()
    if ('unreached' in session) throw new Error(session.unreached)
    b.parts.own.add(squat)
    expect(await put(session, squat)).toBe('in')
    b.parts.own.markIn(squat.n)
    await session.close()
    expect(await a.team.sayApproval(own, null)).toBe('taken')
    expect(await read(b)).toEqual(there)
    const order = orderTopic({ service: 'https://g.test x', orderid: '1' })
    expect(await a.team.claim(order, facts(), 0)).toMatchObject({ kind: 'mine' })
    for (const desk of [team.founder, a, b]) await desk.team.close()
  })
})
