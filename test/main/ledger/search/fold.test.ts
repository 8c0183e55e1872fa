import { describe, expect, it } from 'vitest'
import { foldText, trigramQuery } from '../../../../src/main/ledger/search/fold.ts'

describe('folding', () => {
  it('makes case, accents and runs of spaces equal', () => {
    expect(foldText('  Zoë\t LINDQVIST\n')).toBe('zoe lindqvist')
    expect(foldText('INV-1')).toBe('inv-1')
    expect(foldText('ŁÓDŹ')).toBe('łodz')
    expect(foldText('فاطِمة')).toBe('فاطمة')
    expect(foldText('a\0b\ud800')).toBe('a b\ufffd')
    expect(foldText(' \n ')).toBe('')
  })
})

describe('the question to the index', () => {
  it('is not asked below three characters', () => {
    expect(trigramQuery('ab')).toBeNull()
    expect(trigramQuery('😀b')).toBeNull()
  })
  it('asks for trigrams of the text only, and for few', () => {
    expect(trigramQuery('abc')).toBe('"abc"')
    expect(trigramQuery('a"b')).toBe('"a""b"')
    const asked = trigramQuery('00000000-0000-0000-0000-000002d9b22a')!.split(' AND ')
    expect(asked.length).toBeLessThanOrEqual(3)
    expect(asked).toContain('"d9b"')
    expect(asked).not.toContain('"000"')
  })
})
