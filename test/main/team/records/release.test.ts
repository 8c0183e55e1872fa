// Who counts as having signed a release. MONEY: each line here would free an order that somebody
// has, if its check were missing.
import { sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { releaseText } from '../../../../src/main/team/records/order-chain.ts'
import type { FactsOf } from '../../../../src/main/team/records/record.ts'
import { signaturesOn } from '../../../../src/main/team/records/release.ts'
import { releaseTopic } from '../../../../src/main/team/records/topics.ts'
import { openBook } from '../../../fakes/team/record-book.ts'

const reason = 'its computer is off'
const personOf = { anna: 'p-0000000000000000', bob: 'p-0000000000000001' } as const

function begun() {
  const book = openBook()
  const claim = book.claim('a')
  const facts = (
    name: keyof typeof personOf,
    { by = name, of = claim, why = reason } = {},
  ): FactsOf<'signed'> => ({
    ...{ reason, id: personOf[name] },
    signature: sign(null, releaseText(of, why), book.keys.get(by)!).toString('base64'),
  })
  const write = (desk: string, said: FactsOf<'signed'>, topic = releaseTopic(claim.digest)) =>
    book.write<'signed'>(desk, { topic, kind: 'signed', facts: said })
  const names = () =>
    signaturesOn(claim, book.stored(releaseTopic(claim.digest)), book.roster()).map(
      ({ name }) => name,
    )
  return { book, claim, facts, write, names }
}

describe('the signatures on a release', () => {
  it('are of people of the team, each once, with the reason', () => {
    const { book, claim, facts, write, names } = begun()
    write('b', facts('anna'))
    expect(names()).toEqual(['anna'])
    write('b', facts('anna'))
    expect(names()).toEqual(['anna'])
    write('a', facts('bob'))
    expect(names()).toEqual(['anna', 'bob'])
    const stored = book.stored(releaseTopic(claim.digest))
    expect(signaturesOn(claim, stored, book.roster())[0]).toMatchObject({
      reason,
      id: personOf.anna,
    })
  })

  it.each([
    ['of somebody else', () => ({ by: 'bob' as const })],
    ['for another reason', () => ({ why: 'I want it' })],
  ])('%s counts for nothing', (_what, how) => {
    const { facts, write, names } = begun()
    write('b', facts('anna', how()))
    expect(names()).toEqual([])
  })

  it('of who has left counts no more, whenever it was given', () => {
    const { book, facts, write, names } = begun()
    write('b', facts('anna'))
    write('b', facts('bob'))
    book.left({ person: 'anna' })
    expect(names()).toEqual(['bob'])
  })

  it('for another claim counts for nothing, wherever it stands', () => {
    const { book, claim, facts, write, names } = begun()
    book.outcome('a', 'NOT_SENT')
    const later = book.claim('a')
    write('b', facts('anna', { of: later }))
    write('b', facts('bob', { of: later }), releaseTopic(later.digest))
    expect(names()).toEqual([])
    expect(signaturesOn(claim, book.stored(), book.roster())).toEqual([])
  })

  it('of nobody in the team, or by a computer that nobody let in, counts for nothing', () => {
    const { facts, write, names } = begun()
    write('b', { ...facts('anna'), id: 'p-00000000000000ff' })
    write('c', facts('anna'))
    expect(names()).toEqual([])
  })

  it('is stopped by nothing that stands beside it', () => {
    const { book, claim, facts, write } = begun()
    write('b', facts('anna'))
    const [good] = book.stored(releaseTopic(claim.digest))
    const bad = { ...good!, body: Buffer.from('{}') }
    const forged = { ...good!, signature: Buffer.alloc(64, 1) }
    expect(signaturesOn(claim, [bad, forged, good!], book.roster())).toHaveLength(1)
    expect(signaturesOn(claim, [bad, forged], book.roster())).toEqual([])
  })
})
