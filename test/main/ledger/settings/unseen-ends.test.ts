// Which ends of requests wait for a person to see them, over restarts too.
import { expect, it } from 'vitest'
import { attemptStates } from '#shared/attempt.ts'
import { noteEnd, openUnseenEnds } from '../../../../src/main/ledger/settings/unseen-ends.ts'
import { openLog } from '../ledger-rig.ts'

it('wait for a person where a refund, a capture or a payout ended otherwise than asked', () => {
  const { db } = openLog().ledger
  const ends = openUnseenEnds(db)
  const note = noteEnd(ends)
  for (const operation of ['return', 'capture', 'void', 'payout', 'sale', 'sale-form'])
    for (const state of attemptStates) note({ id: `${operation} ${state}`, operation, state })
  const otherwise = ['NOT_SENT', 'REJECTED', 'DECLINED', 'FAILED']
  expect(ends.all()).toEqual(
    ['return', 'capture', 'void', 'payout'].flatMap((operation) =>
      otherwise.map((state) => `${operation} ${state}`),
    ),
  )
})

it('stay over a restart until each was seen, and the oldest of very many give way', () => {
  const { db } = openLog().ledger
  const ends = openUnseenEnds(db)
  for (let n = 0; n < 250; n += 1) ends.add(String(n))
  expect([ends.all().length, ends.all()[0]]).toEqual([200, '50'])
  ends.forget('100')
  expect(openUnseenEnds(db).all()).not.toContain('100')
  expect(openUnseenEnds(db).all()).toHaveLength(199)
})
