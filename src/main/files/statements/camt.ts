// Reads a camt.053 statement or a camt.054 notification (ISO 20022) of any version, by local names.
// The file comes from a bank's portal by way of anybody: it declares no document type and no
// entities, its depth and the length of its texts are bounded, and each fault names its line.
import { SaxesParser } from 'saxes'
import { say } from '#shared/message.ts'
import type { DigitsRule } from '#shared/money.ts'
import { badStatement, dayAt, moneyAt, mostStatementLines, type OneStatement } from './statement.ts'
import { short } from '../cells/id-cell.ts'

const mostDepth = 40
const longestText = 20_000
/** Of one line, all texts together. */
const longestLine = 60_000
/** A tag with its attributes, or a comment. */
const longestPart = 64_000
/** Of one line with all payments in it; as many stand before the first. */
const mostParts = 500_000

const containers: Readonly<Record<string, OneStatement['form']>> = {
  Stmt: 'camt.053',
  Ntfctn: 'camt.054',
}
/** A movement of an account during the day: what it says may be taken back by the evening. */
const interim = 'BkToCstmrAcctRpt'

interface OpenElement {
  name: string
  currency: string
  text: string
  line: number
}

/** Cells of an entry or a balance by their path in it, each with its line. */
type Cells = Map<string, { text: string; currency: string; line: number }>

interface OpenStatement {
  one: OneStatement
  depth: number
  stated: { count: number; line: number } | null
  /** By what is summed. */
  sums: { of: Summed; text: string; line: number }[]
}

type Summed = 'all' | 'credits' | 'debits'
const summedAt: Readonly<Record<string, Summed>> = {
  'TxsSummry/TtlNtries/Sum': 'all',
  'TxsSummry/TtlCdtNtries/Sum': 'credits',
  'TxsSummry/TtlDbtNtries/Sum': 'debits',
}

export async function readCamt(
  pieces: AsyncIterable<string>,
  rule: DigitsRule,
): Promise<OneStatement[]> {
  const taker = createTaker(rule)
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  let failed: Error | null = null
  const guarded = (act: () => void): void => {
    if (failed !== null) return
    try {
      act()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      failed = error
    }
  }
  const refuse = (message: (line: number) => string): void =>
    guarded(() => {
      throw badStatement(message(parser.line))
    })
  // Entities are made in one.
  let partFrom = 0
  /** What the parser holds until its end is bounded, too. */
  const measure = (until: number): void =>
    guarded(() => {
      if (until - partFrom > longestPart)
        throw badStatement(say('files.statement-long', { line: parser.line }))
    })
  const onPart = (act: () => void): void => {
    measure(parser.position)
    partFrom = parser.position
    guarded(act)
  }
  parser.on('doctype', () => refuse((line) => say('files.statement-doctype', { line })))
  parser.on('error', () =>
    refuse((line) =>
      taker.depth() > 0 && isAtEnd
        ? say('files.statement-cut', { line })
        : say('files.statement-no-xml', { line }),
    ),
  )
  parser.on('opentag', ({ name, attributes }) =>
    onPart(() => taker.open(localName(name), String(attributes['Ccy'] ?? ''), parser.line)),
  )
  parser.on('closetag', () => onPart(() => taker.close()))
  const text = (piece: string): void => onPart(() => taker.text(piece, parser.line))
  parser.on('text', text)
  parser.on('cdata', text)
  let isAtEnd = false
  let written = 0
  for await (const piece of pieces) {
    parser.write(piece)
    written += piece.length
    measure(written)
    if (failed !== null) throw failed as Error
  }
  isAtEnd = true
  parser.close()
  if (failed !== null) throw failed as Error
  return taker.found
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function createTaker(rule: DigitsRule) {
  const found: OneStatement[] = []
  const stack: OpenElement[] = []
  let statement: OpenStatement | null = null
  let cells: Cells | null = null
  let cellsAt = 0
  let length = 0
  let parts = 0
  const own = (at: number): string =>
    stack
      .slice(at)
      .map(({ name }) => name)
      .join('/')
  return {
    found,
    depth: () => stack.length,
    open(name: string, currency: string, line: number): void {
      if (stack.length >= mostDepth) throw badStatement(say('files.statement-deep', { line }))
      if (name === interim) throw badStatement(say('files.statement-interim', { line }))
      parts += 1
      if (parts > mostParts) throw badStatement(say('files.statement-many', { line }))
      stack.push({ name, currency, text: '', line })
      const form = containers[name]
      if (form !== undefined && statement === null) {
        const balances = { opening: null, closing: null }
        const one = {
          line,
          form,
          account: '',
          ...balances,
          ...{ isNextPage: false, goesOn: false },
          lines: [],
          pending: 0,
        }
        statement = { one, depth: stack.length, stated: null, sums: [] }
      } else if (statement !== null && stack.length === statement.depth + 1)
        if (name === 'Ntry' || name === 'Bal') {
          cells = new Map()
          cellsAt = stack.length
          length = 0
          parts = 0
        }
    },
    text(piece: string, line: number): void {
      const top = stack.at(-1)
      if (top === undefined) return
      top.text += piece
      length += cells === null ? 0 : piece.length
      if (top.text.length > longestText || length > longestLine)
        throw badStatement(say('files.statement-long', { line }))
    },
    close(): void {
      const { name, currency, text, line } = stack.at(-1)!
      const cell = { text: text.trim(), currency, line }
      if (cells !== null && stack.length > cellsAt) {
        length += addCell(cells, own(cellsAt), cell)
        if (length > longestLine) throw badStatement(say('files.statement-long', { line }))
      } else if (cells !== null && stack.length === cellsAt) {
        take(statement!.one, name, { cells, line, rule })
        cells = null
      } else if (statement !== null && stack.length > statement.depth)
        ofHead(statement, own(statement.depth), cell)
      if (statement !== null && stack.length === statement.depth) {
        checkCount(statement)
        checkSums(statement, rule)
        found.push(statement.one)
        statement = null
      }
      stack.pop()
    },
  }
}

/** An entry of many transactions names each of their numbers. The length that is new by it. */
function addCell(
  cells: Cells,
  path: string,
  cell: { text: string; currency: string; line: number },
): number {
  const before = cells.get(path)
  if (before === undefined) {
    cells.set(path, cell)
    return path.length
  }
  if (cell.text !== '') before.text += ` ${cell.text}`
  return 0
}

function ofHead(
  statement: OpenStatement,
  path: string,
  { text, line }: { text: string; line: number },
): void {
  if (path === 'Acct/Id/IBAN' || path === 'Acct/Id/Othr/Id') statement.one.account = text
  if (path === 'TxsSummry/TtlNtries/NbOfNtries' && /^\d{1,15}$/.test(text))
    statement.stated = { count: Number(text), line }
  const of = summedAt[path]
  if (of !== undefined) statement.sums.push({ of, text, line })
}

/** What the file says of itself: a line that was taken out of it is missed. */
function checkCount({ one, stated }: OpenStatement): void {
  const count = one.lines.length + one.pending
  if (stated === null || stated.count === count) return
  const { line } = stated
  throw badStatement(say('files.statement-count', { line, stated: stated.count, found: count }))
}

/** A notification has no balance: its sums are what a line that was changed contradicts. */
function checkSums({ one, sums }: OpenStatement, rule: DigitsRule): void {
  const money = one.lines[0]?.money
  // The sums have what is not booked, too.
  if (one.form !== 'camt.054' || one.pending > 0 || money === undefined) return
  const all = one.lines.map((line) => line.money.minor)
  const credits = all.filter((minor) => minor > 0n).reduce((sum, minor) => sum + minor, 0n)
  const debits = all.filter((minor) => minor < 0n).reduce((sum, minor) => sum - minor, 0n)
  const net = credits > debits ? credits - debits : debits - credits
  // Of all together some banks write the sum of both sides, and some what is left of them.
  const fits = { all: [credits + debits, net], credits: [credits], debits: [debits] }
  for (const { of, text, line } of sums) {
    const { currency } = money
    const stated = moneyAt(line, text.replace(/^-/, ''), { currency, isOut: false, rule })
    if (fits[of].includes(stated.minor)) continue
    const found = { ...money, minor: fits[of][0]! }
    throw badStatement(say('files.statement-sum', { line, stated, found }))
  }
}

interface Part {
  cells: Cells
  line: number
  rule: DigitsRule
}

function take(one: OneStatement, name: string, part: Part): void {
  if (name === 'Bal') takeBalance(one, part)
  else takeEntry(one, part)
}

function takeBalance(one: OneStatement, part: Part): void {
  const code = part.cells.get('Tp/CdOrPrtry/Cd')?.text
  if (code === 'OPBD' || (code === 'PRCD' && one.opening === null))
    one.opening = { line: part.line, money: moneyOf(part) }
  if (code === 'CLBD') one.closing = { line: part.line, money: moneyOf(part) }
}

function moneyOf({ cells, line, rule }: Part) {
  const side = cells.get('CdtDbtInd')?.text
  if (side !== 'CRDT' && side !== 'DBIT') throw badStatement(say('files.statement-side', { line }))
  const { text = '', currency = '', line: at = line } = cells.get('Amt') ?? {}
  return moneyAt(at, text, { currency, isOut: side === 'DBIT', rule })
}

/** As it was booked: a reversal's own sign is that of the line, not of what it takes back. */
function takeEntry(one: OneStatement, part: Part): void {
  const { cells, line } = part
  const state = cells.get('Sts/Cd')?.text ?? cells.get('Sts')?.text ?? 'BOOK'
  if (state !== 'BOOK' && state !== 'PDNG' && state !== 'INFO' && state !== 'FUTR')
    throw badStatement(say('files.statement-state', { line, text: short(state) }))
  if (state !== 'BOOK') {
    one.pending += 1
    return
  }
  const day = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'].flatMap(
    (path) => cells.get(path) ?? [],
  )[0]
  one.lines.push({
    ...{ line, money: moneyOf(part), day: dayAt(day?.line ?? line, day?.text ?? '') },
    reference: cells.get('AcctSvcrRef')?.text ?? '',
    text: [...cells].flatMap(([path, { text }]) => (isText(path) ? [text] : [])).join(' '),
  })
  if (one.lines.length > mostStatementLines)
    throw badStatement(say('files.too-big', { most: mostStatementLines }))
}

/** Where a bank or whoever pays writes the number of a batch. */
const isText = (path: string): boolean =>
  /(?:^|\/)(?:NtryRef|MsgId|PmtInfId|InstrId|EndToEndId|TxId|Ustrd|Ref|AddtlNtryInf|AddtlTxInf)$/.test(
    path,
  )
