// What a review shows of colleagues' payments. MONEY: whatever is not known not to have paid is
// shown.
import { expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { paidSince, twinsIn } from '../../../../src/main/composition/team/paid-by-colleagues.ts'
import type { FinalState } from '../../../../src/main/team/claims/team-port.ts'
import { paymentKeyOf, payTopic } from '../../../../src/main/team/records/topics.ts'
import { newKey } from '../../../fakes/postgres/team.ts'
import { openBook } from '../../../fakes/team/record-book.ts'

const topic = payTopic(paymentKeyOf(newKey(), 'ab'.repeat(16)), 'a payment')

/** `null`: released by two people; left out: nobody said a word. */
function paidBy(...paid: [desk: string, end?: FinalState | null][]) {
  const book = openBook()
  for (const [at, [desk, end]] of paid.entries()) {
    const claim = book.write<'claim'>(desk, {
      ...{ topic, kind: 'claim' },
      facts: { at, by: 'anna', operation: 'payout', amount: ['2500', 'EUR'] },
    })
    if (end === null)
      book.write<'released'>('b', { topic, kind: 'released', facts: book.released(claim) })
    else if (end !== undefined)
      book.write<'outcome'>(desk, { topic, kind: 'outcome', facts: { state: end } })
  }
  return book.records.filter((record) => record.topic === topic)
}

it.each<[FinalState, number]>([
  ['SUCCEEDED', 1],
  ['RESOLVED_BY_HAND', 1],
  ['REJECTED', 1],
  ['NOT_SENT', 0],
  ['DECLINED', 0],
  ['FAILED', 0],
])('a payment that ended as %s is shown %i times', (end, times) => {
  expect(twinsIn(paidBy(['a', end]), 'b')).toHaveLength(times)
})

it('what this computer paid is not shown, and the newest of others stands first', () => {
  const found = twinsIn(paidBy(['a', 'SUCCEEDED'], ['b', 'SUCCEEDED'], ['a', null], ['a']), 'b')
  expect(found.map(({ at, isReleased }) => [at, isReleased])).toEqual([
    [3, false],
    [2, true],
    [0, false],
  ])
  expect(new Set(found.map(({ claim }) => claim)).size).toBe(3)
})

it('what came since the review is named with its outcome', () => {
  const records = paidBy(['a', 'SUCCEEDED'], ['a', 'DECLINED'])
  const fault = formatMessages(paidSince(records.slice(2)))
  expect(fault).toMatchObject({ reason: 'twin', sent: 'no' })
  expect(fault.message).toMatch(/a: payout of .*25\.00.* by anna since .*: declined\./)
})
