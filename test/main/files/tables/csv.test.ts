// Rows of texts, cut at every place; a bad line costs no other.
import { describe, expect, it } from 'vitest'
import { readCsv, separatorOf } from '../../../../src/main/files/tables/csv.ts'
import { UnreadableFile } from '../../../../src/main/files/bytes/source-row.ts'

async function read(text: string, cut: number): Promise<string[]> {
  const found: string[] = []
  async function* chunks(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += cut) yield text.slice(at, at + cut)
  }
  try {
    await readCsv(chunks(), ',', {
      row: ({ line, cells }) => found.push(`${line}: ${cells.join('|')}`),
      wrong: ({ kind, line }) => found.push(`${line}! ${kind}`),
    })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    found.push(`${error.wrong.line}!! ${error.wrong.kind}`)
  }
  return found
}

describe.each([1, 2, 3, 7, 1_000])('a text in pieces of %d', (cut) => {
  it.each([
    ['line ends of every kind', 'a,b\r\n1,2\r3,4\n\n5,6', ['1: a|b', '2: 1|2', '3: 3|4', '5: 5|6']],
    ['a cell over lines', 'a,b\r\n1,"x\r\ny"\r\n3,4', ['1: a|b', '2: 1|x\ny', '4: 3|4']],
    ['doubled quotes', 'a\n"say ""no"""\n', ['1: a', '2: say "no"']],
    [
      'bad lines between good ones',
      'a,b\n1,"x"z\n3,4\n5,a"b\n6,7\n',
      ['1: a|b', '2! quote-text', '3: 3|4', '4! quote-text', '5: 6|7'],
    ],
    ['a quote that never closes', 'a,b\n1,"x\n3,4', ['1: a|b', '2!! quote-open']],
    ['a quote that closes lines later', 'a,b\n1,"x\n3,"4"\n', ['1: a|b', '3!! quote-text']],
    ['rows of other lengths', 'a,b\n1\n2,3,4\n', ['1: a|b', '2: 1', '3: 2|3|4']],
  ])('has %s', async (_name, text, rows) => {
    expect(await read(text, cut)).toEqual(rows)
  })
})

describe('a line over the limit', () => {
  it('is named, and the next one is read', async () => {
    const text = `a,b\n${'x'.repeat(70_000)},1\n3,4\n`
    expect(await read(text, 5_000)).toEqual(['1: a|b', '2! long-line', '3: 3|4'])
  })

  it('is an open quote where it holds lines', async () => {
    expect(await read(`a,b\n1,"${'x\n'.repeat(50_000)}`, 5_000)).toEqual([
      '1: a|b',
      '2!! quote-open',
    ])
  })
})

describe('a separator', () => {
  it.each([
    ['a;b;c\n1,5;2;3\n2,5;3;4', ';'],
    ['a\tb\n1,000\t2,50', '\t'],
    ['a,b\n"1;5","2;5"', ','],
    ['sep=|\na;b|c\n', '|'],
    ['6760150\n6760151', '\t'],
  ])('of %j is %j', (text, separator) => {
    expect(separatorOf(text)).toBe(separator)
  })
})
