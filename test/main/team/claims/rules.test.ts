import { describe, expect, it } from 'vitest'
import type { OwnRecord } from '../../../../src/main/team/claims/own-records.ts'
import {
  isFresh,
  openClaims,
  owedAfter,
  shownAs,
  silentAfterMs,
  turnOf,
} from '../../../../src/main/team/claims/rules.ts'
import { isOrderChain, orderChain } from '../../../../src/main/team/records/order-chain.ts'
import { openBook, place, type RecordBook } from '../../../fakes/team/record-book.ts'

const at = (steadyMs: number, wallMs = steadyMs) => ({ steadyMs, wallMs })

describe('an answer', () => {
  it('is fresh for less than two seconds by both clocks', () => {
    expect(isFresh(at(1_000), at(1_000))).toBe(true)
    expect(isFresh(at(1_000), at(2_999))).toBe(true)
    expect(isFresh(at(1_000), at(3_000))).toBe(false)
    // The steady clock stood still while the computer slept.
    expect(isFresh(at(1_000), at(1_001, 9_000))).toBe(false)
    expect(isFresh(at(1_000), at(9_000, 1_001))).toBe(false)
  })

  it('is not believed when the clock of the day was set back', () => {
    expect(isFresh(at(1_000), at(1_100, 500))).toBe(false)
  })
})

describe('a desk', () => {
  const on = { kind: 'on', at: 1_000 } as const
  it('is on until two signs of life did not come and the third is late', () => {
    expect(shownAs(on, 1_000 + silentAfterMs)).toEqual({ state: 'on', since: null })
    expect(shownAs(on, 1_001 + silentAfterMs)).toEqual({ state: 'silent', since: 1_000 })
    // Its clock is ahead of this one.
    expect(shownAs(on, 0)).toEqual({ state: 'on', since: null })
  })

  it('that was closed in order is off, and never silent', () => {
    const off = { kind: 'off', at: 1_000 } as const
    expect(shownAs(off, 1_000)).toEqual({ state: 'off', since: 1_000 })
    expect(shownAs(off, 1_000 + 100 * silentAfterMs)).toEqual({ state: 'off', since: 1_000 })
  })

  it('that never said anything is not heard of', () => {
    expect(shownAs(null, 1_000)).toEqual({ state: 'unheard', since: null })
  })
})

describe('a turn', () => {
  const chainOf = (book: RecordBook) => {
    const chain = orderChain(book.roster(), book.stored(place))
    if (!isOrderChain(chain)) throw new Error(chain.flaw)
    return chain
  }

  it('is nobody’s while somebody has the order', () => {
    const book = openBook()
    expect(turnOf(chainOf(book), 0)).toBeNull()
    book.claim('a')
    expect(turnOf(chainOf(book), 1)).toMatchObject({ kind: 'held', by: { desk: 'a' } })
  })

  it('is not for whoever does not know what a colleague did', () => {
    const book = openBook()
    book.claim('a')
    book.outcome('a')
    expect(turnOf(chainOf(book), 0)).toMatchObject({ kind: 'moved' })
    expect(turnOf(chainOf(book), 2)).toBeNull()
  })
})

describe('a start', () => {
  it('owes an outcome for each claim of its own that has none', () => {
    const book = openBook()
    const [first, answer, second] = [book.claim('a'), book.outcome('a'), book.claim('a')]
    const own = (records: readonly OwnRecord['record'][], state: OwnRecord['state'] = 'in') =>
      records.map((record) => ({ record, state }))
    expect(openClaims(own([first]))).toEqual([first])
    expect(openClaims(own([first, answer]))).toEqual([])
    expect(openClaims(own([first, answer, second]))).toEqual([second])
    // Of a record that is out, nobody knows yet.
    expect(openClaims([...own([first, answer]), ...own([second], 'out')])).toEqual([])
    expect(openClaims([...own([first]), ...own([answer], 'out')])).toEqual([first])
  })

  it('knows that nothing was sent where nothing was being sent, and asks otherwise', () => {
    for (const state of ['DRAFT', 'APPROVED', 'EXPIRED', 'UNDONE', 'NOT_SENT'] as const)
      expect(owedAfter(state)).toBe('NOT_SENT')
    for (const state of ['SENDING', 'UNKNOWN', 'ACCEPTED'] as const)
      expect(owedAfter(state)).toBe('open')
    for (const state of [
      ...(['SUCCEEDED', 'DECLINED', 'FAILED', 'REJECTED', 'RESOLVED_BY_HAND'] as const),
    ])
      expect(owedAfter(state)).toBe(state)
  })
})
