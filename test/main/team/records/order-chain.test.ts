import { describe, expect, it } from 'vitest'
import { isOrderChain, orderChain } from '../../../../src/main/team/records/order-chain.ts'
import { openBook, place, type RecordBook } from '../../../fakes/team/record-book.ts'

const read = (book: RecordBook) => orderChain(book.roster(), book.stored(place))
const release = (book: RecordBook, by: string, facts: ReturnType<RecordBook['released']>) =>
  book.write<'released'>(by, { topic: place, kind: 'released', facts })

describe('the records of an order', () => {
  it('say who has it, until there is an outcome', () => {
    const book = openBook()
    expect(read(book)).toEqual({ records: [], held: null })
    const claim = book.claim('a')
    expect(read(book)).toMatchObject({ held: { desk: 'a', digest: claim.digest } })
    book.outcome('a')
    expect(read(book)).toMatchObject({ held: null })
    book.claim('b')
    expect(read(book)).toMatchObject({ held: { desk: 'b' } })
  })

  it('take turns: no claim over a claim, no outcome without one', () => {
    const twice = openBook()
    twice.claim('a')
    twice.claim('b')
    expect(read(twice)).toMatchObject({ flaw: 'turn', desk: 'b' })
    const first = openBook()
    first.outcome('a')
    expect(read(first)).toMatchObject({ flaw: 'turn', desk: 'a' })
    const again = openBook()
    again.claim('a')
    again.outcome('a')
    again.outcome('a')
    expect(read(again)).toMatchObject({ flaw: 'turn' })
  })

  it('take an outcome from the desk that has the order alone', () => {
    const book = openBook()
    book.claim('a')
    book.outcome('b', 'NOT_SENT')
    expect(read(book)).toMatchObject({ flaw: 'not-theirs', desk: 'b' })
  })

  it('are free again when two people of the team signed that', () => {
    const book = openBook()
    const claim = book.claim('a')
    release(book, 'b', book.released(claim))
    expect(read(book)).toMatchObject({ held: null })
    expect(isOrderChain(read(book))).toBe(true)
  })

  it('are not free by one person, by one person twice, or by one whom nobody let in', () => {
    const facts = (
      change: (book: RecordBook, whole: ReturnType<RecordBook['released']>) => void,
    ) => {
      const book = openBook()
      const whole = book.released(book.claim('a'))
      change(book, whole)
      release(book, 'b', whole)
      return read(book)
    }
    expect(facts(() => undefined)).toMatchObject({ held: null })
    const wrong = { flaw: 'not-released', desk: 'b' }
    expect(facts((_, { people }) => (people[1] = people[0]!))).toMatchObject(wrong)
    expect(
      facts((_, { people }) => (people[1] = { ...people[0]!, id: people[1]!.id })),
    ).toMatchObject(wrong)
    expect(
      facts((_, { people }) => (people[1] = { ...people[1]!, id: 'p-00000000000000ff' })),
    ).toMatchObject(wrong)
  })

  it('are not free when one signature of three does not fit', () => {
    const book = openBook()
    const whole = book.released(book.claim('a'))
    whole.people.push({ ...whole.people[1]!, signature: whole.people[0]!.signature })
    release(book, 'b', whole)
    expect(read(book)).toMatchObject({ flaw: 'not-released' })
  })

  it('are not free by signatures for another claim or for another reason', () => {
    const book = openBook()
    const first = book.claim('a')
    book.outcome('a', 'NOT_SENT')
    book.claim('a')
    release(book, 'b', book.released(first))
    expect(read(book)).toMatchObject({ flaw: 'not-released' })
    const other = openBook()
    const claim = other.claim('a')
    release(other, 'b', { ...other.released(claim), reason: 'I want it' })
    expect(read(other)).toMatchObject({ flaw: 'not-released' })
  })

  it('count nothing of a desk that nobody let in', () => {
    const book = openBook()
    book.claim('c')
    expect(read(book)).toMatchObject({ flaw: 'unknown-desk', desk: 'c' })
  })
})

describe('what a gateway’s status showed another desk', () => {
  const known = ['PTX-1']
  /** A claim of `a`, and then what `b` says of it. */
  const after = (
    claim: Parameters<RecordBook['claim']>[1],
    more?: Parameters<RecordBook['shown']>[1],
    begin: (book: RecordBook) => void = () => undefined,
  ) => {
    const book = openBook()
    begin(book)
    book.claim('a', claim)
    book.shown('b', more)
    return read(book)
  }
  const refused = { flaw: 'not-shown', desk: 'b' }

  it('frees the order where it is new and of the claim’s kind and amount', () => {
    expect(after({ known })).toMatchObject({ held: null })
    expect(after({ known: [] }, { type: 'refund' })).toMatchObject({ held: null })
    const void_ = { known, operation: 'void' }
    expect(after(void_, { type: 'void' })).toMatchObject({ held: null })
    expect(after({ known, operation: 'capture' }, { type: 'capture' })).toMatchObject({
      held: null,
    })
  })

  it('is no word of the desk that has the order', () => {
    const book = openBook()
    book.claim('a', { known })
    book.shown('a')
    expect(read(book)).toMatchObject({ flaw: 'not-shown', desk: 'a' })
  })

  it('says nothing of a claim that does not name what stood before it', () => {
    expect(after({})).toMatchObject(refused)
  })

  it('says nothing by a transaction that was there before', () => {
    expect(after({ known: ['PTX-1', 'PTX-2'] })).toMatchObject(refused)
  })

  it('says nothing by another amount, currency or kind, or of a claim without an amount', () => {
    expect(after({ known }, { amount: ['4001', 'EUR'] })).toMatchObject(refused)
    expect(after({ known }, { amount: ['4000', 'USD'] })).toMatchObject(refused)
    expect(after({ known, amount: null })).toMatchObject(refused)
    // A cancel may be the rest of a hold that was let go.
    for (const type of ['sale', 'capture', 'void', 'chargeback', 'cancel'])
      expect(after({ known }, { type })).toMatchObject(refused)
    for (const operation of ['payout', 'sale', 'transfer', 'toString'])
      expect(after({ known, operation }, { type: 'payout' })).toMatchObject(refused)
  })

  it('says nothing where an earlier claim may be the one', () => {
    const earlier = (state: 'SUCCEEDED' | 'NOT_SENT', more?: Parameters<RecordBook['claim']>[1]) =>
      after({ known }, {}, (book) => {
        book.claim('b', more)
        book.outcome('b', state)
      })
    expect(earlier('SUCCEEDED')).toMatchObject(refused)
    expect(earlier('SUCCEEDED', { amount: null })).toMatchObject(refused)
    expect(earlier('SUCCEEDED', { operation: 'void' })).toMatchObject({ held: null })
    expect(earlier('SUCCEEDED', { amount: ['1', 'EUR'] })).toMatchObject({ held: null })
    expect(earlier('NOT_SENT')).toMatchObject({ held: null })
    const released = (book: RecordBook) =>
      release(book, 'b', book.released(book.claim('a', { known })))
    expect(after({ known }, {}, released)).toMatchObject(refused)
  })

  it('stands for one claim alone', () => {
    const first = (book: RecordBook): void => {
      book.claim('a', { known })
      book.shown('b')
    }
    expect(after({ known }, { id: 'PTX-3' }, first)).toMatchObject({ held: null })
    expect(after({ known }, { id: 'PTX-2' }, first)).toMatchObject(refused)
  })

  it('follows a claim, and no outcome', () => {
    const book = openBook()
    book.claim('a', { known })
    book.outcome('a')
    book.shown('b')
    expect(read(book)).toMatchObject({ flaw: 'turn', desk: 'b' })
  })
})
