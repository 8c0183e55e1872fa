import { describe, expect, it } from 'vitest'
import type { PileView, ReconciledRow } from '#shared/reconcile/reconcile-methods.ts'
import {
  openPileOf,
  pileLooks,
  whyText,
} from '../../../../../src/renderer/features/reconcile/piles/reconcile-labels.ts'

const money = (amount: string) => ({ amount, currency: 'EUR' })
const known = (amount: string): ReconciledRow['known'][number] => ({
  ...{ orderid: '1', clientOrderid: 'a', kind: 'refunded', amount: money(amount), at: 0 },
  ...{ isCertain: true, rrn: '', approvalCode: '', lastFour: '', batch: '' },
})
const row = (other: Partial<ReconciledRow>): ReconciledRow => ({
  ...{
    line: 1,
    isDay: false,
    pile: 'differs',
    rule: 'equal',
    kind: 'refunded',
    orderid: '1',
    clientOrderid: 'a',
  },
  ...{ amount: money('5.00'), at: 0, rrn: '', approvalCode: '', serialNumber: '', lastFour: '' },
  ...{ batch: '', fee: null },
  ...{
    witnesses: [],
    known: [],
    difference: null,
    opens: '1',
    decided: null,
    about: '',
    also: [],
    competing: [],
    ...other,
  },
})

describe('why a line differs', () => {
  it('says that the amount is the same only where a movement has it', () => {
    const same = row({ known: [known('7.00'), known('5.00')] })
    expect(whyText(same)).toMatch(/^The amount matches/)
    const other = row({ known: [known('7.00'), known('6.00')] })
    expect(whyText(other)).toBe('No remaining movement has this amount.')
  })

  it('says both of a line that is one too many and of another amount', () => {
    const one = row({ pile: 'unexplained', known: [known('7.00')], difference: money('2.00') })
    expect(whyText(one)).toBe(
      'The reports have more such lines of this order than movements here that can be them. The amounts differ by 2.00 EUR.',
    )
  })
})

describe('the list that a result begins with', () => {
  const pile = (name: PileView['pile'], count: number): PileView => ({
    ...{ pile: name, count, sums: [] },
  })

  it('is the first with lines that somebody has to look into', () => {
    const piles = [pile('unexplained', 0), pile('differs', 2), pile('matched', 40)]
    expect(openPileOf(piles)?.pile).toBe('differs')
    expect(openPileOf([pile('unexplained', 1), ...piles])?.pile).toBe('unexplained')
  })

  it('is none where every line is matched or explained', () => {
    expect(
      openPileOf([pile('unexplained', 0), pile('explained', 1), pile('matched', 3)]),
    ).toBeNull()
  })

  it('is told apart from every other list in the bar', () => {
    const looks = Object.values(pileLooks).map(({ tone, fill }) => `${tone} ${fill}`)
    const shared = looks.filter((look, at) => looks.indexOf(look) !== at)
    // Those of batches stand in the result of a bank statement alone.
    expect(shared).toEqual(['warn solid', 'warn striped'])
  })
})
