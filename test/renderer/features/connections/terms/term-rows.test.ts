// The rows of a connection's terms: half-typed ones stay, and a word that was met is offered once.
import { describe, expect, it } from 'vitest'
import {
  linesOfRows,
  rowsOfLines,
  withTerm,
} from '../../../../../src/renderer/features/connections/terms/term-rows.ts'

describe('rows of words', () => {
  it('keep what is half-typed', () => {
    const rows = [
      { of: 'status', term: '', means: '' },
      { of: 'type', term: 'partial refund', means: 'reversal' },
      { of: 'status', term: 'settled', means: '' },
    ] as const
    expect(rowsOfLines(linesOfRows(rows))).toEqual(rows)
  })

  it('never let a typed equals sign end the word', () => {
    const text = linesOfRows([{ of: 'status', term: 'a=approved', means: '' }])
    expect(rowsOfLines(text)).toEqual([{ of: 'status', term: 'aapproved', means: '' }])
  })

  it('offer a word that was met once, without a meaning', () => {
    const once = withTerm('type credit = reversal', 'status', 'settled')
    expect(rowsOfLines(once).at(-1)).toEqual({ of: 'status', term: 'settled', means: '' })
    expect(withTerm(once, 'status', 'settled')).toBe(once)
  })
})
