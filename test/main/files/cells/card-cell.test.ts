// The reference of a saved card in a list: what a spreadsheet may have changed is no reference.
import { describe, expect, it } from 'vitest'
import type { WrongKind } from '../../../../src/shared/files/file-row.ts'
import { readCardRef } from '../../../../src/main/files/cells/card-cell.ts'

function read(text: string, kind?: 'number' | 'formula' | 'day', formulas?: 'stored') {
  const wrong: WrongKind[] = []
  const value = readCardRef(
    {
      line: 2,
      cells: { cardRef: text },
      ...(kind === undefined ? {} : { kinds: { cardRef: kind } }),
    },
    formulas === undefined ? {} : { formulas },
    (found) => {
      wrong.push(found)
      return null
    },
  )
  return value ?? wrong[0]
}

describe('the reference of a saved card', () => {
  it.each([
    ['1020301', '1020301'],
    [' 0001020301 ', '0001020301'],
    ["'0042", '0042'],
    ['="0042"', '0042'],
    ['tok_1Nv0FG2eZ-v', 'tok_1Nv0FG2eZ-v'],
    ['', 'card-reference'],
    ['see file', 'card-reference'],
    ['1.02E+17', 'card-reference'],
    ['4111111111111111', 'card-reference'],
    ['x'.repeat(65), 'card-reference'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })
  it('is none where a spreadsheet made something of it', () => {
    expect(read('1234567890123456', 'number')).toBe('card-reference')
    expect(read('2026-03-01', 'day')).toBe('card-reference')
    expect(read('1020301', 'formula')).toBe('formula')
    expect(read('1020301', 'formula', 'stored')).toBe('1020301')
    expect(read('1020301', 'number')).toBe('1020301')
  })
})
