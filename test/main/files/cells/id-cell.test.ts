// One cell of a column of ids, as spreadsheets leave it.
import { describe, expect, it } from 'vitest'
import { readIdCell } from '../../../../src/main/files/cells/id-cell.ts'

type Cell = Parameters<typeof readIdCell>[0]
const read = (
  text: string,
  kind: Cell['kind'],
  line: number,
  of: Cell['of'],
  takesFormulas = false,
): string | null => {
  const found = readIdCell({ text, kind, line, of, takesFormulas })
  return 'value' in found ? found.value : found.wrong.kind
}

describe('an order ID', () => {
  it.each([
    ['6760150', '6760150'],
    [' 0006760150 ', '6760150'],
    ["'6760150", '6760150'],
    ['="6760150"', '6760150'],
    ['9223372036854775807', '9223372036854775807'],
    ['', null],
    ['67 60150', 'no-id'],
    ['6.76E+18', 'id-scientific'],
    ['6,76e18', 'id-scientific'],
    ['12.11.2026', 'id-date'],
    ['12-Nov', 'id-date'],
    ['Nov-26', 'id-date'],
    ['12345678901234567890', 'no-id'],
    ['6760150.0', 'no-id'],
  ])('is read from %j as %j', (text, value) => {
    expect(read(text, null, 3, 'orderId')).toBe(value)
  })

  it('is lost in a number of more than 15 digits', () => {
    expect(read('676015012345678', 'number', 3, 'orderId')).toBe('676015012345678')
    expect(read('6760150123456780', 'number', 3, 'orderId')).toBe('id-rounded')
    expect(read('6760150123456780', null, 3, 'orderId')).toBe('6760150123456780')
  })
})

describe('an ID that a formula worked out', () => {
  it('is taken when a person says so, and is lost with more than 15 digits', () => {
    expect(read('42', 'formula', 3, 'orderId')).toBe('formula')
    expect(read('INV-42', 'formula', 3, 'merchantOrderId')).toBe('formula')
    expect(read('42', 'formula', 3, 'orderId', true)).toBe('42')
    expect(read('6760150123456789504', 'formula', 3, 'orderId', true)).toBe('id-rounded')
  })
})

describe('a merchant order ID', () => {
  it('keeps its zeros and its letters, and is no day unless the cell is one', () => {
    expect(read('0012-A', null, 3, 'merchantOrderId')).toBe('0012-A')
    expect(read('12-11', null, 3, 'merchantOrderId')).toBe('12-11')
    expect(read('2026-11-12', 'day', 3, 'merchantOrderId')).toBe('id-date')
    expect(read('x'.repeat(129), null, 3, 'merchantOrderId')).toBe('no-id')
  })
})
