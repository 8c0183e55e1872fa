// What is a card number in a file, and what only has its form.
import { describe, expect, it } from 'vitest'
import { createCardWatch } from '../../../src/main/files/card-watch.ts'
import type { CellKind } from '../../../src/main/files/bytes/source-row.ts'

const card = '4111111111111111'
const found = (cells: readonly string[], isId: boolean, kind?: CellKind): number | null => {
  const watch = createCardWatch()
  for (const [at, cell] of cells.entries())
    watch.see({
      ...{ line: at + 1, cells: [cell] },
      ...(kind === undefined ? {} : { kinds: new Map([[0, kind]]) }),
    })
  return watch.foundIn(() => isId)
}
/** Ids of 16 digits without the form. */
const ids = (start: string, count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `${start}${String(at * 7).padStart(16 - start.length, '0')}`,
  )

describe('a number with the form of a card number', () => {
  it('is one where it stands alone, and where all others are cards', () => {
    expect(found([card], true)).toBe(1)
    expect(found(['5555555555554444', card, '4012888888881881'], true)).toBe(1)
    expect(found(['5555555555554444', '4012888888881882', card], true)).toBe(1)
  })

  it('is one in a text', () => {
    expect(found(['late', `card ${card}`], true)).toBe(2)
  })

  it('is an ID beside one of its column that begins alike', () => {
    expect(found(['4111111111111112', card], true)).toBeNull()
    expect(found(['4222111111111112', card], true)).toBe(2)
  })

  it('is an ID beside two of its length, in a column of IDs alone', () => {
    expect(found([...ids('9', 2), card], true)).toBeNull()
    expect(found([...ids('9', 2), card], false)).toBe(3)
    expect(found([...ids('9', 9), card], false)).toBeNull()
  })

  it('is none beside ids of another length', () => {
    expect(found(['6760150', '6760151', '6760152', card], true)).toBe(4)
  })

  it('is a rounded ID where a spreadsheet made it, but in no other column', () => {
    expect(found([card], true, 'number')).toBeNull()
    expect(found([card], false, 'number')).toBe(1)
  })
})
