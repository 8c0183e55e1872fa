// What of a run leaves under an approval: the very rows that its digest was worked out over.
import { describe, expect, it } from 'vitest'
import {
  openApprovedRows,
  openRowHashes,
} from '../../../../src/main/desk/approvals/approved-rows.ts'
import { runAmounts } from '../../../../src/main/desk/approvals/run-approval.ts'

const lines = ['["a",1]\n', '["b",2]\n', '["c",3]\n']
const rowsOf = (digest: string) => {
  const [rows, hashes] = [openApprovedRows(), openRowHashes()]
  for (const line of lines) hashes.add(line)
  rows.keep('run', digest, hashes)
  return rows
}

describe('a row', () => {
  it('is approved at its own place, as it was', () => {
    const rows = rowsOf('d')
    expect(lines.map((line, at) => rows.isOf('run', 'd', at, line))).toEqual([true, true, true])
  })

  it.each([
    ['changed', 'run', 'd', 1, '["b",3]\n'],
    ['at the place of another', 'run', 'd', 0, lines[1] ?? ''],
    ['behind the last', 'run', 'd', 3, lines[2] ?? ''],
    ['of another digest', 'run', 'e', 1, lines[1] ?? ''],
    ['of another run', 'other', 'd', 1, lines[1] ?? ''],
  ] as const)('%s is not', (_what, run, digest, at, line) => {
    expect(rowsOf('d').isOf(run, digest, at, line)).toBe(false)
  })

  it('counts under the digest of the last start alone', () => {
    const rows = rowsOf('d')
    rows.keep('run', 'e', openRowHashes())
    expect([rows.has('run', 'd'), rows.has('run', 'e')]).toEqual([false, true])
    expect(rows.isOf('run', 'd', 0, lines[0] ?? '')).toBe(false)
  })
})

describe('what a run comes to', () => {
  const group = {
    group: 'ready',
    way: 'refund',
    isIn: true,
    wasMade: false,
    rows: 2,
    look: null,
  } as const
  const eur = (minor: bigint) => ({ minor, currency: 'EUR', digits: 2 })
  it('is summed up by currency, without what is left out', () => {
    const usd = { minor: 5n, currency: 'USD', digits: 2 }
    expect(
      runAmounts([
        { ...group, sum: eur(100n) },
        { ...group, way: 'release', sum: eur(50n) },
        { ...group, isIn: false, sum: eur(9_999n) },
        { ...group, sum: usd },
        { ...group, sum: null },
      ]),
    ).toEqual([
      { amount: eur(150n), rows: 4 },
      { amount: usd, rows: 2 },
      { amount: null, rows: 2 },
    ])
  })
})
