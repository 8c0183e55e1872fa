// Reads an MT940 statement (SWIFT): its tags with their lines. Amounts have a comma and no sign; D,
// C, RD and RC say the side, and a reversal of a credit took money.
import { say } from '#shared/message.ts'
import type { DigitsRule, Money } from '#shared/money.ts'
import {
  badStatement,
  dayAt,
  moneyAt,
  mostStatementLines,
  type OneStatement,
  type StatementLine,
} from './statement.ts'
import { short } from '../cells/id-cell.ts'

/** Lines of the form have 65 characters; banks write more, and nobody a thousand. */
const longestLine = 1_000
const longestText = 20_000

interface Field {
  tag: string
  line: number
  text: string
  /** Lines below it that belong to it. */
  more: string
}

export async function readMt940(
  pieces: AsyncIterable<string>,
  rule: DigitsRule,
): Promise<OneStatement[]> {
  const found: OneStatement[] = []
  let open: OneStatement | null = null
  let field: Field | null = null
  let last = 0
  const endField = (): void => {
    if (field !== null) open = takeField(found, open, field, rule)
    field = null
  }
  for await (const { line, text } of linesOf(pieces)) {
    last = line
    const tag = /^:(\d{2}[A-Z]?|[A-Z]{2}):/.exec(text)
    if (tag !== null) {
      endField()
      field = { tag: tag[1]!, line, text: text.slice(tag[0].length), more: '' }
    } else if (/^-\}?\s*$/.test(text)) endField()
    else if (field === null) {
      if (!/^\s*$/.test(text) && !/^\{\d:/.test(text) && !/^\s*\{?4?:?\s*$/.test(text))
        throw badStatement(say('files.statement-tag', { line, text: short(text) }))
    } else {
      const known: Field = field
      known.more += `${known.more === '' ? '' : ' '}${text.trimEnd()}`
      if (known.more.length > longestText) throw badStatement(say('files.statement-long', { line }))
    }
  }
  endField()
  if (open !== null) throw badStatement(say('files.statement-cut', { line: last }))
  return found
}

async function* linesOf(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ line: number; text: string }> {
  let [rest, line] = ['', 0]
  const next = (text: string) => {
    line += 1
    if (text.length > longestLine) throw badStatement(say('files.statement-long', { line }))
    // The first block of a file may stand in front of its first tag.
    return { line, text: text.replace(/\r$/, '').replace(/^\{1:.*\{4:/, '') }
  }
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop()!
    for (const text of lines) yield next(text)
    if (rest.length > longestLine) next(rest)
  }
  if (rest !== '') yield next(rest)
}

/** The statement that is open behind this field; its closing balance ends it. */
function takeField(
  found: OneStatement[],
  open: OneStatement | null,
  field: Field,
  rule: DigitsRule,
): OneStatement | null {
  const { tag, line, text } = field
  if (tag === '20') {
    if (open !== null) throw badStatement(say('files.statement-cut', { line }))
    const balances = { opening: null, closing: null }
    return {
      ...{ line, form: 'mt940', account: '', ...balances, isNextPage: false, goesOn: false },
      ...{ lines: [], pending: 0 },
    }
  }
  // What stands behind the closing balance: later balances and a last word of the bank.
  if (open === null) {
    if (tag === '61' || tag.startsWith('60') || tag.startsWith('62'))
      throw badStatement(say('files.statement-tag', { line, text: short(`:${tag}:${text}`) }))
    return null
  }
  if (tag === '25' || tag === '25P') open.account = text.trim()
  else if (tag === '60F' || tag === '60M') {
    open.opening = { line, money: balanceOf(field, rule) }
    open.isNextPage = tag === '60M'
  } else if (tag === '61') takeLine(open, field, rule)
  else if (tag === '86') withText(open, field)
  else if (tag === '62F' || tag === '62M') {
    open.closing = { line, money: balanceOf(field, rule) }
    open.goesOn = tag === '62M'
    found.push(open)
    return null
  }
  return open
}

function balanceOf({ tag, line, text }: Field, rule: DigitsRule): Money {
  const match = /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,3})\s*$/.exec(text)
  if (match === null)
    throw badStatement(say('files.statement-tag', { line, text: short(`:${tag}:${text}`) }))
  const [, side, day = '', currency = '', amount = ''] = match
  dayOf(line, day)
  return moneyAt(line, plain(amount), { currency, isOut: side === 'D', rule })
}

const plain = (amount: string): string => amount.replace(',', '.').replace(/\.$/, '')

/** A year has two digits: from 80 on it is of the last century. */
const dayOf = (line: number, text: string): string => {
  const century = Number(text.slice(0, 2)) >= 80 ? '19' : '20'
  return dayAt(line, `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)
}

const form =
  /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d{1,15},\d{0,3})([A-Z][A-Z0-9]{3})(.*?)(?:\/\/(.*))?$/

function takeLine(open: OneStatement, { line, text, more }: Field, rule: DigitsRule): void {
  const match = form.exec(text.trimEnd())
  if (match === null || open.opening === null)
    throw badStatement(say('files.statement-tag', { line, text: short(`:61:${text}`) }))
  const [, value = '', entry, side = '', , amount = '', , own = '', bank = ''] = match
  const { currency } = open.opening.money
  const isOut = side === 'D' || side === 'RC'
  const money = moneyAt(line, plain(amount), { currency, isOut, rule })
  // Expected, and not booked.
  if (side.startsWith('E')) {
    open.pending += 1
    return
  }
  const day = bookedOn(line, dayOf(line, value), entry)
  const found: StatementLine = { line, money, day, reference: bank.trim(), text: `${own} ${more}` }
  open.lines.push(found)
  if (open.lines.length > mostStatementLines)
    throw badStatement(say('files.too-big', { most: mostStatementLines }))
}

/** The entry's day has no year: it is the one that lies nearest to its value. */
function bookedOn(line: number, value: string, entry: string | undefined): string {
  if (entry === undefined) return value
  const far = Number(value.slice(5, 7)) - Number(entry.slice(0, 2))
  const year = Number(value.slice(0, 4)) + (far > 6 ? 1 : far < -6 ? -1 : 0)
  return dayAt(line, `${year}-${entry.slice(0, 2)}-${entry.slice(2)}`)
}

function withText(open: OneStatement, { text, more }: Field): void {
  const last = open.lines.at(-1)
  // Its parts begin with a mark each: ?20.
  if (last !== undefined)
    last.text += ` ${`${text} ${more}`.replace(/^\d{3}(?=\?)/, '').replaceAll(/\?\d\d/g, ' ')}`
}
