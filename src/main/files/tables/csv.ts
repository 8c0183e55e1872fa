// Rows of a text with separators (RFC 4180), as it comes. The reading goes on behind a bad line, so
// that all bad lines of a file are known at once; a quote that swallows lines ends it, since nobody
// knows what the rest means.
import { type CsvError, Parser } from 'csv-parse'
import { say } from '#shared/message.ts'
import { mostColumns, type RowTaker, UnreadableFile } from '../bytes/source-row.ts'

/** In bytes. */
const longestRow = 65_536
const separators = ['\t', ';', ',', '|'] as const

/**
 * The separator that most lines of the beginning have equally often, outside quotes; the one that
 * makes more columns of two. A first line "sep=;" says it. A tab for a text of one column.
 */
export function separatorOf(head: string): string {
  const said = /^sep=(.)\r?\n/.exec(head)?.[1]
  if (said !== undefined) return said
  const lines = linesOf(head)
  let best = { separator: '\t', width: 1, share: 0 }
  for (const separator of separators) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const width = line.split(separator).length
      counts.set(width, (counts.get(width) ?? 0) + 1)
    }
    for (const [width, count] of counts) {
      const share = count / lines.length
      if (width > 1 && share >= 0.5 && (share > best.share || width > best.width))
        if (share >= best.share - 0.2) best = { separator, width, share }
    }
  }
  return best.separator
}

/** Up to 60 lines, without what stands in quotes and without empty lines. */
const linesOf = (head: string): string[] =>
  head
    .replace(/"[^"]*"/g, 'q')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 60)

/** Gives the rows of a text that comes in chunks. Throws UnreadableFile. */
export async function readCsv(
  chunks: AsyncIterable<string>,
  separator: string,
  taker: RowTaker,
): Promise<void> {
  const reader = createLineReader(separator, taker)
  let endsInReturn = false
  for await (const chunk of chunks) {
    // One line end, cut between two chunks.
    const text: string = endsInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    if (text === '') continue
    endsInReturn = text.endsWith('\r')
    await reader.write(text.replace(/\r\n?/g, '\n'))
  }
  await reader.end()
}

interface Failed {
  code: string
  /** Of the error. */
  line: number
}

/**
 * A parser ends at its first error in quotes. The next one begins behind the line that was wrong.
 */
function createLineReader(
  separator: string,
  taker: RowTaker,
): { write: (text: string) => Promise<void>; end: () => Promise<void> } {
  // Lines before those that this parser saw, and the line behind the last row.
  let base = 0
  let nextLine = 1
  // The rest of a bad line comes with the next chunk.
  let skipsLine = false
  let firstLineOfChunk = 1
  const start = (): Parser =>
    parserOf(separator, (cells, lines) => {
      const last = base + lines
      const line = last - cells.reduce((sum, cell) => sum + lineEndsIn(cell), 0)
      nextLine = last + 1
      if (line === 1 && /^sep=.$/.test(cells.join(separator))) return
      const isWide = cells.length > mostColumns
      taker.row(
        isWide
          ? { line, cells: cells.slice(0, mostColumns), width: cells.length }
          : { line, cells },
      )
    })
  let parser = start()

  const fail = ({ code, line }: Failed): void => {
    const swallowed = line > nextLine
    if (code === 'CSV_QUOTE_NOT_CLOSED' || (swallowed && code === 'CSV_MAX_RECORD_SIZE'))
      throw new UnreadableFile(
        'quote-open',
        say('files.quote-not-closed', { line: nextLine }),
        nextLine,
      )
    if (code === 'CSV_MAX_RECORD_SIZE')
      return taker.wrong({ kind: 'long-line', line, message: say('files.line-too-long', { line }) })
    const message =
      code === 'CSV_INVALID_CLOSING_QUOTE'
        ? say('files.text-after-quote', { line })
        : say('files.quote-inside', { line })
    // It may have opened lines before: what is behind it can't be told apart.
    if (swallowed) throw new UnreadableFile('quote-text', message, line)
    taker.wrong({ kind: 'quote-text', line, message })
  }
  const feed = async (text: string): Promise<void> => {
    const failed = await writeTo(parser, text)
    const error = failed === null ? null : { code: failed.code, line: base + (failed.lines ?? 1) }
    if (error === null) {
      firstLineOfChunk += lineEndsIn(text)
      return
    }
    fail(error)
    const rest = restBehind(text, error.line - firstLineOfChunk)
    base = error.line
    nextLine = error.line + 1
    firstLineOfChunk = error.line + 1
    parser = start()
    if (rest === null) {
      skipsLine = true
      return
    }
    await feed(rest)
  }
  return {
    write: async (text) => {
      if (!skipsLine) return feed(text)
      const rest = restBehind(text, 0)
      if (rest === null) return
      skipsLine = false
      await feed(rest)
    },
    end: async () => {
      const failed = await endOf(parser)
      if (failed !== null) fail({ code: failed.code, line: base + (failed.lines ?? 1) })
    },
  }
}

/** `lines`: how many it has seen, the last of this row included. */
function parserOf(separator: string, onRow: (cells: string[], lines: number) => void): Parser {
  const parser = new Parser({
    ...{ delimiter: separator, record_delimiter: '\n', max_record_size: longestRow },
    ...{ relax_column_count: true, skip_empty_lines: true },
    // Nothing is pushed on: rows go straight to who takes them.
    on_record: (cells: string[], { lines }) => {
      onRow(cells, lines)
      return null
    },
  })
  // Each write hears of its own error.
  parser.on('error', () => undefined)
  return parser
}

type ParserError = CsvError & { lines?: number }

const writeTo = (parser: Parser, text: string): Promise<ParserError | null> =>
  new Promise((resolve) => {
    parser.write(text, (error) => resolve((error ?? null) as ParserError | null))
  })

const endOf = (parser: Parser): Promise<ParserError | null> =>
  new Promise((resolve) => {
    parser.once('error', (error) => resolve(error as ParserError))
    parser.once('end', () => resolve(null))
    parser.end()
    parser.resume()
  })

const lineEndsIn = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** What stands behind the line with this number, from 0; null where it has no end here. */
function restBehind(text: string, line: number): string | null {
  let at = -1
  for (let count = 0; count <= line; count += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return null
  }
  return text.slice(at + 1)
}
