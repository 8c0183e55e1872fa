import { describe, expect, it } from 'vitest'
import { keyText } from '../../../../src/main/team/records/record.ts'
import { countsAt, desksOf, missingIn, rosterOf } from '../../../../src/main/team/records/roster.ts'
import { deskTopic, personTopic, presentTopic } from '../../../../src/main/team/records/topics.ts'
import { epoch, openBook, type RecordBook } from '../../../fakes/team/record-book.ts'

const next = '7-00000002-5'
const about = (book: RecordBook) =>
  book.stored().filter(({ topic }) => /^(desk|person)\//.test(topic))
const answers = (book: RecordBook) =>
  book.stored().filter(({ topic }) => topic.startsWith('present/'))
const read = (book: RecordBook) => rosterOf(book.id, about(book))
const keyOf = (book: RecordBook, name: string) => keyText(book.keys.get(name)!)

const present = (book: RecordBook, desk: string, of = desk) =>
  book.write<'present'>(desk, {
    ...{ topic: presentTopic(next, of), kind: 'present', facts: {}, epoch: next },
  })

describe('who belongs to a team', () => {
  it('is whom the founder let in', () => {
    const book = openBook()
    const roster = book.roster()
    expect([...roster.desks.keys()]).toEqual(['office', 'a', 'b'])
    expect(roster.desks.get('a')).toEqual({
      ...{ key: keyOf(book, 'a'), joinedIn: epoch, upTo: null },
    })
    expect([...roster.people.values()].map(({ name }) => name)).toEqual(['anna', 'bob'])
  })

  it('is nobody whom a desk let in, and stays whom the founder let in', () => {
    const book = openBook()
    const before = book.roster()
    const facts = { key: keyOf(book, 'c') }
    const joined = { topic: deskTopic('c'), kind: 'joined', facts } as const
    const { stored } = book.write<'joined'>('a', joined)
    book.write<'person'>('c', {
      ...{ topic: personTopic('p-00000000000000ff'), kind: 'person' },
      facts: { ...facts, name: 'x' },
    })
    expect(read(book)).toEqual(before)
    // Also bytes that are no record, by whoever has a login.
    const garbage = { ...stored, topic: deskTopic('zzz'), body: Buffer.from('{}') }
    expect(rosterOf(book.id, [...about(book), garbage])).toEqual(before)
    // In the founder's name only the founder's key counts.
    expect(rosterOf(book.id, [...about(book), { ...garbage, desk: 'office' }])).toMatchObject({
      ...{ flaw: 'form', desk: 'office' },
    })
  })

  it('has one founder', () => {
    const book = openBook()
    const facts = { key: keyOf(book, 'c') }
    book.write<'founded'>('office', { topic: deskTopic('c'), kind: 'founded', facts })
    expect(read(book)).toMatchObject({ flaw: 'not-the-founder' })
    const other = openBook()
    const strange = { ...other.id, founder: { ...other.id.founder, key: keyOf(other, 'c') } }
    expect(rosterOf(strange, about(other))).toMatchObject({ flaw: 'signature' })
  })

  it('changes no key, has no weak one, and no record in another’s place', () => {
    const changed = openBook()
    const facts = { key: keyOf(changed, 'c') }
    changed.write<'joined'>('office', { topic: deskTopic('a'), kind: 'joined', facts })
    expect(read(changed)).toMatchObject({ flaw: 'not-here' })
    const weak = openBook()
    const key = Buffer.alloc(32).toString('base64')
    weak.write<'joined'>('office', { topic: deskTopic('c'), kind: 'joined', facts: { key } })
    expect(read(weak)).toMatchObject({ flaw: 'weak-key' })
    const person = openBook()
    person.write<'person'>('office', {
      ...{ topic: personTopic('p-00000000000000ff'), kind: 'person' },
      facts: { key, name: 'x' },
    })
    expect(read(person)).toMatchObject({ flaw: 'weak-key' })
    const misplaced = openBook()
    misplaced.write<'present'>('office', { topic: deskTopic('c'), kind: 'present', facts: {} })
    expect(read(misplaced)).toMatchObject({ flaw: 'not-here' })
    const deskAsPerson = openBook()
    const topic = personTopic('c')
    deskAsPerson.write<'joined'>('office', { topic, kind: 'joined', facts })
    expect(read(deskAsPerson)).toMatchObject({ flaw: 'not-here', n: 6 })
    const personAsDesk = openBook()
    personAsDesk.write<'person'>('office', {
      ...{ topic: deskTopic('p-00000000000000ff'), kind: 'person', facts: { ...facts, name: 'x' } },
    })
    expect(read(personAsDesk)).toMatchObject({ flaw: 'not-here', n: 6 })
  })
})

describe('who left', () => {
  it('is of the roster up to a record, and no longer among its desks', () => {
    const book = openBook()
    book.claim('a')
    book.left({ desk: 'a' })
    expect(book.roster().desks.get('a')).toMatchObject({ upTo: 1 })
    expect(desksOf(book.roster())).toEqual(['b', 'office'])
    // A desk that wrote nothing.
    book.left({ desk: 'b' })
    expect(book.roster().desks.get('b')).toMatchObject({ upTo: 0 })
  })

  it('of two words the later one counts', () => {
    const book = openBook()
    const upTo = () => book.roster().people.get('p-0000000000000000')?.upTo
    expect(upTo()).toBeNull()
    book.claim('a')
    book.left({ person: 'anna' })
    expect(upTo()?.get('a')).toBe(1)
    book.outcome('a')
    book.left({ person: 'anna' })
    expect(upTo()?.get('a')).toBe(2)
    const record = book.claim('b')
    expect(countsAt(book.roster().people.get('p-0000000000000000')!, record)).toBe(false)
    expect(countsAt(book.roster().people.get('p-0000000000000001')!, record)).toBe(true)
  })

  it('of two words in the wrong order none counts', () => {
    const book = openBook()
    const [first, second] = [book.left({ desk: 'a' }), book.left({ desk: 'a' })]
    const others = about(book).slice(0, -2)
    expect(rosterOf(book.id, [...others, second.stored, first.stored])).toMatchObject({
      flaw: 'before',
    })
  })
})

describe('the roll call', () => {
  it('waits for each desk that was let in in an earlier epoch', () => {
    const book = openBook()
    expect(missingIn(next, book.roster(), [])).toEqual(['office', 'a', 'b'])
    present(book, 'a')
    expect(missingIn(next, book.roster(), answers(book))).toEqual(['office', 'b'])
    present(book, 'b')
    present(book, 'office')
    expect(missingIn(next, book.roster(), answers(book))).toEqual([])
  })

  it('waits for nobody in the epoch the team began in', () => {
    expect(missingIn(epoch, openBook().roster(), [])).toEqual([])
  })

  it('waits for none that left', () => {
    const book = openBook()
    book.left({ desk: 'b' })
    expect(missingIn(next, book.roster(), [])).toEqual(['office', 'a'])
  })

  it('takes nobody’s answer for another desk, but the founder’s', () => {
    const book = openBook()
    present(book, 'a', 'b')
    expect(missingIn(next, book.roster(), answers(book))).toMatchObject({ flaw: 'not-here' })
    const late = openBook()
    late.write<'present'>('a', { topic: presentTopic(next, 'a'), kind: 'present', facts: {} })
    expect(missingIn(next, late.roster(), answers(late))).toMatchObject({ flaw: 'not-here' })
    const excused = openBook()
    const said = {
      topic: presentTopic(next, 'b'),
      facts: { reason: 'stolen' },
      epoch: next,
    } as const
    excused.write<'excused'>('office', { ...said, kind: 'excused' })
    expect(missingIn(next, excused.roster(), answers(excused))).toEqual(['office', 'a'])
    const again = openBook()
    present(again, 'a')
    present(again, 'a')
    expect(missingIn(next, again.roster(), answers(again))).toMatchObject({
      flaw: 'not-here',
      desk: 'a',
    })
    const forged = openBook()
    forged.write<'excused'>('a', { ...said, kind: 'excused' })
    expect(missingIn(next, forged.roster(), answers(forged))).toMatchObject({ flaw: 'not-here' })
  })
})
