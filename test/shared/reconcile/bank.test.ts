import { describe, expect, it } from 'vitest'
import { type BankLine, matchBankLines, type ReportGroup } from '#shared/reconcile/bank.ts'

const group = (name: string, netMinor: bigint, currency = 'EUR'): ReportGroup => ({
  ...{ name, netMinor, currency },
})
const bank = (line: number, minor: bigint, text = ''): BankLine => ({
  ...{ line, minor, text, currency: 'EUR' },
})

describe('a line of a bank statement', () => {
  it('is the batch whose number it names', () => {
    expect(matchBankLines([bank(1, 500n, 'PAYOUT batch-214')], [group('batch-214', 500n)])).toEqual(
      [{ line: 1, kind: 'by-number', group: 'batch-214' }],
    )
  })

  it('is not the batch whose number only begins like its own', () => {
    expect(matchBankLines([bank(1, 500n, 'PAYOUT 2145')], [group('214', 600n)])).toEqual([
      { line: 1, kind: 'none' },
    ])
  })

  it.each([
    ['S_214', 'PAYOUT S_214'],
    ['2026/11/4', 'ref 2026/11/4.'],
    ['214.7', 'batch 214.7, of the acquirer'],
  ])('is the batch %s, whose number has signs in it', (name, text) => {
    const groups = [group(name, 500n), group(`${name}1`, 900n)]
    expect(matchBankLines([bank(1, 500n, text)], groups)).toEqual([
      { line: 1, kind: 'by-number', group: name },
    ])
  })

  it('is open where a number with signs names one batch, and a part of it another', () => {
    const groups = [group('S/214', 500n), group('214', 500n)]
    expect(matchBankLines([bank(1, 500n, 'S/214')], groups)).toMatchObject([{ kind: 'several' }])
  })

  it('says by how much it differs from the batch that it names', () => {
    expect(matchBankLines([bank(1, 450n, 'batch-214')], [group('batch-214', 500n)])).toEqual([
      { line: 1, kind: 'differs', group: 'batch-214', differenceMinor: -50n },
    ])
    expect(matchBankLines([bank(1, 500n, 'B-7')], [group('B-7', 500n, 'USD')])).toMatchObject([
      { kind: 'differs' },
    ])
  })

  it('is the one group with its sum, where no number is named', () => {
    const groups = [group('3 Nov', 500n), group('4 Nov', 700n)]
    expect(matchBankLines([bank(1, 700n)], groups)).toEqual([
      { line: 1, kind: 'by-sum', group: '4 Nov' },
    ])
  })

  it('is open where two groups, or two lines, have its sum', () => {
    const twins = [group('3 Nov', 500n), group('4 Nov', 500n)]
    expect(matchBankLines([bank(1, 500n)], twins)).toMatchObject([{ kind: 'several' }])
    const found = matchBankLines([bank(1, 500n), bank(2, 500n)], [group('3 Nov', 500n)])
    expect(found.map(({ kind }) => kind)).toEqual(['several', 'several'])
  })

  it('is never the sum of several groups', () => {
    expect(matchBankLines([bank(1, 900n)], [group('a', 400n), group('b', 500n)])).toEqual([
      { line: 1, kind: 'none' },
    ])
  })
})

it('names the batch of its own currency, where a batch has two', () => {
  const groups = [group('B-7', 900n, 'USD'), group('B-7', 500n)]
  expect(matchBankLines([bank(1, 500n, 'B-7')], groups)).toEqual([
    { line: 1, kind: 'by-number', group: 'B-7' },
  ])
})
