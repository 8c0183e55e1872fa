// What the gateway's status shows of a colleague's request whose computer said nothing. MONEY: an
// order is freed by what is surely that request's own transaction, and stays taken else.
import { describe, expect, it } from 'vitest'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import type { Money } from '#shared/money.ts'
import { formatMessages } from '#wording/format-messages.ts'
import {
  knownBefore,
  type KnownOfOrder,
  mayShow,
  unseenIn,
  whatIsShown,
} from '../../../../src/main/composition/team/shown.ts'
import { openBook, place, type RecordBook } from '../../../fakes/team/record-book.ts'

const euros = (minor: bigint): Money => ({ minor, currency: 'EUR', digits: 2 })
let seq = 0
const told = (id: string, more: Partial<StoredSnapshot> = {}): StoredSnapshot => ({
  ...{ seq: (seq += 1), at: 100, status: 'approved', transactionType: 'reversal' },
  ...{ stage: 'reversal_approved', amount: euros(4_000n), reason: '' },
  ...{ transactionMark: `${id} 2026-01-02`.trim(), partialReturn: null, partialCapture: null },
  ...more,
})
const sale = (): StoredSnapshot =>
  told('PTX-1', { transactionType: 'sale', stage: 'sale_approved', amount: euros(12_000n), at: 0 })
const known = ['PTX-1']

/** What is said of a claim of `a` for a refund of 40 euros. */
function saidOf(
  snapshots: readonly StoredSnapshot[],
  {
    claim = { known },
    begin = () => undefined,
    requests = [],
  }: {
    claim?: Parameters<RecordBook['claim']>[1]
    begin?: (book: RecordBook) => void
    requests?: KnownOfOrder['requests']
  } = {},
) {
  const book = openBook()
  begin(book)
  book.claim('a', claim)
  const records = book.records.filter(({ topic }) => topic === place)
  const found = whatIsShown(records, { told: [sale(), ...snapshots], requests }, 200)
  return 'facts' in found ? found.facts : formatMessages(found.why)
}

describe('a transaction that a status shows', () => {
  it('is of the claim where it is new, the only one, done, and of its kind and amount', () => {
    const facts = { at: 200, type: 'reversal', id: 'PTX-2', amount: ['4000', 'EUR'] }
    expect(saidOf([told('PTX-2')])).toEqual(facts)
    const processing = { status: 'processing', stage: 'reversal_processing' }
    expect(saidOf([told('', processing), told('PTX-2', processing), told('PTX-2')])).toEqual(facts)
  })

  it('says nothing where there is none, or none that has a name', () => {
    expect(saidOf([])).toMatch(/shows no new refund for this order/)
    expect(saidOf([told('PTX-1')])).toMatch(/shows no new refund/)
    // What was told once, and is not what the status tells now, may have been there before.
    expect(saidOf([told('PTX-2'), sale()])).toMatch(/shows no new refund/)
    const capture = told('PTX-2', { transactionType: 'capture', stage: 'capture_approved' })
    expect(saidOf([capture])).toMatch(/shows no new refund/)
    const tried = told('PTX-2', { status: 'declined', stage: 'reversal_chain_declined' })
    expect(saidOf([tried])).toMatch(/shows no new refund/)
    expect(saidOf([told('')])).toMatch(/no ID of its own/)
    expect(saidOf([told('PTX-2'), told('', { amount: euros(100n) })])).toMatch(/no ID of its own/)
    expect(saidOf([told('4111111111111111')])).toMatch(/no ID of its own/)
  })

  it('says nothing where another new one is told, whatever its amount and end', () => {
    for (const more of [{}, { amount: euros(100n) }, { status: 'declined', stage: '' }]) {
      const two = saidOf([told('PTX-3', more), told('PTX-2')])
      expect(two).toMatch(/two new transactions, PTX-3 and PTX-2\. Nothing shows/)
    }
  })

  it('says nothing before it is done, or once it is told otherwise', () => {
    for (const more of [
      { status: 'processing', stage: 'reversal_processing' },
      { status: 'declined', stage: 'reversal_declined' },
      { status: 'unknown', stage: '' },
      { stage: 'sale_approved' },
    ])
      expect(saidOf([told('PTX-2'), told('PTX-2', more)])).toMatch(/does not say that it was done/)
  })

  it('says nothing by another amount, or by none that can be read', () => {
    for (const amount of [euros(3_999n), null, { ...euros(4_000n), currency: 'USD' }])
      expect(saidOf([told('PTX-2', { amount })])).toMatch(/of another kind or amount/)
    // Two refunds between two answers leave the difference of both.
    expect(saidOf([told('PTX-2', { isDifference: true })])).toMatch(/of another kind or amount/)
  })

  it('says nothing where a computer may count the digits of a currency otherwise', () => {
    for (const amount of [
      { minor: 4_000n, currency: 'KWD', digits: 3 },
      { minor: 4_000n, currency: 'KWD', digits: 2 },
      { minor: 4_000n, currency: 'JPY', digits: 0 },
    ]) {
      const claim = { known, amount: ['4000', amount.currency] as [string, string] }
      expect(saidOf([told('PTX-2', { amount })], { claim })).toMatch(/of another kind or amount/)
    }
  })

  it('says nothing where it was told here before the claim', () => {
    expect(saidOf([told('PTX-2', { at: 1 }), told('PTX-2')])).toMatch(/known before this request/)
  })

  it('says nothing of a claim that names nothing, no amount, or makes its own order', () => {
    expect(saidOf([told('PTX-2')], { claim: {} })).toMatch(/no ID of its own/)
    expect(saidOf([told('PTX-2')], { claim: { known, amount: null } })).toMatch(/can’t say what/)
    expect(saidOf([told('PTX-2')], { claim: { known, operation: 'payout' } })).toMatch(
      /can’t say what/,
    )
  })

  it('says nothing where an earlier claim may be the one, and stands for one claim alone', () => {
    const begin = (book: RecordBook): void => {
      book.claim('b')
      book.outcome('b')
    }
    expect(saidOf([told('PTX-2')], { begin })).toMatch(/may be of another request/)
    const shown = (book: RecordBook): void => {
      book.claim('a', { known })
      book.shown('b', { id: 'PTX-2' })
    }
    expect(saidOf([told('PTX-2')], { begin: shown })).toMatch(/shows no new refund/)
    expect(saidOf([told('PTX-2'), told('PTX-3')], { begin: shown })).toMatchObject({ id: 'PTX-3' })
  })

  it('says nothing where a request of this computer may be the one', () => {
    type Request = KnownOfOrder['requests'][number]
    const requestOf = (more: Partial<Request>): Request => ({
      ...{ operation: 'return', amount: euros(4_000n), resolvedBy: null },
      state: 'UNKNOWN',
      ...more,
    })
    const own = (more: Partial<Request>) => saidOf([told('PTX-2')], { requests: [requestOf(more)] })
    for (const state of ['UNKNOWN', 'SENDING', 'RESOLVED_BY_HAND', 'DECLINED'] as const)
      expect(own({ state })).toMatch(/may be of another request/)
    expect(own({ amount: null })).toMatch(/may be of another request/)
    for (const state of ['NOT_SENT', 'DRAFT', 'EXPIRED'] as const)
      expect(own({ state })).toMatchObject({ id: 'PTX-2' })
    expect(own({ amount: euros(1n) })).toMatchObject({ id: 'PTX-2' })
    expect(own({ operation: 'capture' })).toMatchObject({ id: 'PTX-2' })
    const first = told('PTX-3')
    const requests = [requestOf({ state: 'SUCCEEDED', resolvedBy: first.seq })]
    expect(saidOf([first, told('PTX-2')], { requests })).toMatchObject({ id: 'PTX-2' })
    expect(saidOf([first], { requests })).toMatch(/shows no new refund/)
  })
})

describe('what a claim names as told before', () => {
  it('are all transactions of the order by their names, each once', () => {
    expect(knownBefore('return', [sale(), told('PTX-0'), told('PTX-0')])).toEqual([
      'PTX-0',
      'PTX-1',
    ])
    expect(knownBefore('return', [sale(), told(''), told('PTX-0')])).toEqual(['PTX-0', 'PTX-1'])
  })

  it('is left out where the gateway does not tell all of them apart', () => {
    expect(knownBefore('return', [])).toBeNull()
    expect(knownBefore('payout', [sale()])).toBeNull()
    expect(knownBefore('return', [sale(), told('')])).toBeNull()
    expect(knownBefore('return', [told('', { transactionType: '' })])).toBeNull()
    expect(knownBefore('return', [told('', { amount: euros(1n) }), told('PTX-0')])).toBeNull()
    expect(knownBefore('return', [told('Ä-1')])).toBeNull()
    expect(knownBefore('return', [told('4111111111111111')])).toBeNull()
    const many = (count: number) => Array.from({ length: count }, (_, n) => told(`PTX-${n}`))
    expect(knownBefore('return', many(100))).toHaveLength(100)
    expect(knownBefore('return', many(101))).toBeNull()
  })
})

describe('the word of a colleague that frees an order', () => {
  const after = (
    snapshots: readonly StoredSnapshot[],
    more: (book: RecordBook) => void = () => undefined,
    own = 'c',
  ) => {
    const book = openBook()
    book.claim('a', { known })
    book.shown('b', { id: 'PTX-2' })
    more(book)
    const records = book.records.filter(({ topic }) => topic === place)
    return unseenIn(records, own, snapshots)?.facts.id ?? null
  }

  it('is taken by who was told the same, and by who said it', () => {
    expect(after([sale(), told('PTX-2')])).toBeNull()
    expect(after([sale()], undefined, 'b')).toBeNull()
  })

  it('is taken by nobody else alone', () => {
    for (const snapshots of [
      [],
      [sale()],
      [told('PTX-3')],
      [told('PTX-2', { status: 'declined' })],
    ])
      expect(after(snapshots)).toBe('PTX-2')
    expect(after([sale()], undefined, 'a')).toBe('PTX-2')
  })

  it('is enough once somebody else sent by it, and not where that was not sent', () => {
    const sends = (desk: string, state: 'SUCCEEDED' | 'NOT_SENT') => (book: RecordBook) => {
      book.claim(desk, { known })
      book.outcome(desk, state)
    }
    expect(after([], sends('a', 'SUCCEEDED'))).toBeNull()
    expect(after([], sends('a', 'NOT_SENT'))).toBe('PTX-2')
    expect(after([], sends('b', 'SUCCEEDED'))).toBe('PTX-2')
  })
})

it('asks the team only where the last status may say something', () => {
  expect(mayShow([])).toBe(false)
  expect(mayShow([told('PTX-2'), sale()])).toBe(false)
  expect(mayShow([told('')])).toBe(false)
  expect(mayShow([told('PTX-2', { status: 'processing' })])).toBe(false)
  expect(mayShow([sale(), told('PTX-2')])).toBe(true)
})
