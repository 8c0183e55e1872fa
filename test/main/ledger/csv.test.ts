import { describe, expect, it } from 'vitest'
import { csvText, tableText } from '../../../src/main/ledger/csv.ts'

describe('a table for a spreadsheet', () => {
  it('is a file with every cell quoted and nothing that runs', () => {
    const rows = [
      ['id', 'words'],
      ['=1+1', 'He said "no"'],
    ]
    expect(csvText(rows)).toBe('\ufeff"id","words"\r\n"\'=1+1","He said ""no"""\r\n')
  })

  it('is text for the clipboard: tabs between cells, none in them, guarded as well', () => {
    const rows = [
      ['a', '@SUM(A1)'],
      ['b\tc', 'd\r\ne'],
    ]
    expect(tableText(rows)).toBe("a\t'@SUM(A1)\nb c\td e")
  })
})
