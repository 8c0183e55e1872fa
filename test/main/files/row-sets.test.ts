// Rows beside each other, and beside the foot of their table.
import { describe, expect, it } from 'vitest'
import { adds, equalLines, footDiffers } from '../../../src/main/files/row-sets.ts'
import { fileRow } from './file-rows.ts'

const eur = (minor: bigint) => ({ minor, currency: 'EUR', digits: 2 })
const rows = [fileRow(2, '1', 2000n), fileRow(3, '2', 500n), fileRow(4, '1', 1500n)]

describe('equal lines', () => {
  it('name both, and are those of one order and amount', () => {
    const found = equalLines([...rows, fileRow(5, '1', 2000n)], 'return')
    expect(found.map(({ line, message }) => [line, message.includes('"a":2')])).toEqual([[5, true]])
  })

  it('are those of one order where no money moves', () => {
    expect(equalLines(rows, null).map(({ line }) => line)).toEqual([4])
  })
})

describe('a foot', () => {
  it('differs, fits, or can’t be compared', () => {
    expect(footDiffers(eur(4001n), rows)?.kind).toBe('foot')
    expect(footDiffers(eur(4000n), rows)).toBeNull()
    expect(adds(eur(4000n), rows)).toBe(true)
    const mixed = [...rows, fileRow(5, '3', 1n, 'USD')]
    expect([footDiffers(eur(1n), mixed), adds(eur(4001n), mixed)]).toEqual([null, false])
  })
})
