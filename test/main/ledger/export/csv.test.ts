import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText, tableText } from '../../../../src/main/ledger/export/csv.ts'

describe('a table for a spreadsheet', () => {
  it('is a file with every cell quoted and nothing that runs', () => {
    const rows = [
      ['id', 'message'],
      ['=1+1', 'He said "no"'],
    ]
    expect(csvText(rows)).toBe('\ufeff"id","message"\r\n"\'=1+1","He said ""no"""\r\n')
  })

  it('is text for the clipboard: tabs between cells, none in them, guarded as well', () => {
    const rows = [
      ['a', '@SUM(A1)'],
      ['b\tc', 'd\r\ne'],
    ]
    expect(tableText(rows)).toBe("a\t'@SUM(A1)\nb c\td e")
  })
})

/** As other programs in other countries read it: Python's csv module, with each list separator. */
const script = `
import csv, io, json, sys
read = lambda text, mark: list(csv.reader(io.StringIO(text, newline=''), delimiter=mark))
print(json.dumps([[read(text, mark) for mark in ',;\\t|'] for text in json.load(sys.stdin)]))`
/** All in one start of the program: for each text what is read with each separator. */
const readEverywhere = (texts: string[]): string[][][][] =>
  JSON.parse(
    execFileSync('python3', ['-c', script], {
      input: JSON.stringify(texts),
      maxBuffer: 1e9,
    }).toString(),
  ) as string[][][][]
const runs = (cell: string): boolean =>
  /^["\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(cell)

describe('a formula that hides in a cell', () => {
  const attacks = [
    "x;=cmd|'/C calc'!A0;y",
    "x,=cmd|'/C calc'!A0",
    'x\t=1+1',
    'x|=1+1',
    'line\n=1+1',
    'line\r\n+1+1',
    'x;"=1+1',
    'x; "  @SUM(A1)',
    'x;-2+3',
    '\uff1d1+1',
    'x;\uff0b1',
    '\uff20SUM(A1)',
    ' =1+1',
    '\t=1+1',
    '\r=1+1',
    '\0=1+1',
    'x;\0=1+1',
    '\u200b=1+1',
    '\u0085=1+1',
    '\u0001=1+1',
    'x;\u200b\u0001 =1+1',
    '\u2066@SUM(A1)',
    'x\t\ufeff\u00ad-2+3',
    ';=1',
    '";=1',
    '"";"=1"',
  ]
  const tables = readEverywhere(
    attacks.map((attack) =>
      csvText([
        ['id', 'message', 'more'],
        ['1', attack, attack],
        [attack, '2', 'end'],
      ]),
    ),
  )
  const copies = readEverywhere(attacks.map((attack) => tableText([['1', attack, attack]])))
  it.each(attacks.map((attack, nth) => [attack, nth] as const))(
    'is text with every list separator: %j',
    (attack, nth) => {
      const table = tables[nth]!
      for (const rows of table) expect(rows.flat().filter(runs)).toEqual([])
      const [, , copied = []] = copies[nth]!
      expect(copied.flat().filter(runs)).toEqual([])
      // With its own separator nothing is lost but what the apostrophes add.
      const [own = []] = table
      expect(own[1]?.[1]?.replaceAll("'", '')).toBe(attack.replaceAll("'", ''))
    },
  )

  it('is text in any text that a gateway can send', () => {
    const part = fc.constantFrom(
      ';',
      ',',
      '\t',
      '|',
      '\n',
      '\r',
      '"',
      '=',
      '+',
      '-',
      '@',
      '\uff1d',
      ' ',
      'x',
      "'",
      '\0',
      '\u200b',
      '\u0085',
      '\u0001',
    )
    const cell = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
    const rows = fc.sample(fc.array(cell, { minLength: 3, maxLength: 3 }), {
      numRuns: 2_000,
      seed: 9,
    })
    for (const found of readEverywhere([csvText(rows)])[0]!)
      expect(found.flat().filter(runs)).toEqual([])
  })

  it('leaves ordinary text as it is', () => {
    for (const text of ['refund, 2 of 3', 'a-b', 'x = 1', 'me@shop.example', '12.50', "it's; fine"])
      expect(csvText([[text]])).toBe(`\ufeff"${text}"\r\n`)
  })

  it('takes in no other cells of a copied table', () => {
    const pasted = [
      ['"1', 'a'],
      ['2', 'refund failed'],
      ['"3', 'c'],
    ]
    const [[, , byTabs] = []] = readEverywhere([tableText(pasted)])
    expect(byTabs).toEqual(pasted)
  })
})
