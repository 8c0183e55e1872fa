// A statement of a bank as its file holds it, whatever its form: what it has to add up to before a
// line of it is believed, and the rows that are made of it. Pure.
// MONEY: opening balance and booked lines make the closing balance, to the minor unit, or nothing
// of the file is used: a line that is missing may be the one that says what happened.
import type { FileRow } from '#shared/files/file-row.ts'
import { batchNamesIn } from '#shared/reconcile/bank.ts'
import type { StatementFacts } from '#shared/reconcile/statement.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { hasGoodCheckDigits } from '#shared/cards/iban.ts'
import { say } from '#shared/message.ts'
import { type DigitsRule, type Money, readWireAmount, toText } from '#shared/money.ts'
import { UnreadableFile } from '../bytes/source-row.ts'
import { short } from '../cells/id-cell.ts'

export interface StatementLine {
  line: number
  /** Negative where the bank took money. */
  money: Money
  /** YYYY-MM-DD, on which it was booked. */
  day: string
  /** The bank's own number of it; '' where it has none. */
  reference: string
  /** All that is written to it. */
  text: string
}

interface Balance {
  line: number
  money: Money
}

/** One of those in a file: an account and the lines between two balances. */
export interface OneStatement {
  line: number
  form: StatementFacts['form']
  account: string
  opening: Balance | null
  closing: Balance | null
  /** It goes on where the one before it ended. */
  isNextPage: boolean
  /** Its next page ends it. */
  goesOn: boolean
  lines: StatementLine[]
  pending: number
}

/** Of more lines a statement is an archive. */
export const mostStatementLines = 200_000

/** Nothing of such a file is mended here: the sentence names its line, and the file is refused. */
export const badStatement = (message: string): UnreadableFile =>
  new UnreadableFile('statement', message)

/** "1250.5" of a bank, and on which side it stands. */
export function moneyAt(
  line: number,
  text: string,
  of: { currency: string; isOut: boolean; rule: DigitsRule },
): Money {
  const read = readWireAmount(text, of.currency, of.rule)
  if (read === undefined)
    throw badStatement(
      say('files.statement-amount', { line, text: short(text), currency: short(of.currency) }),
    )
  return of.isOut ? { ...read, minor: -read.minor } : read
}

export function dayAt(line: number, text: string): string {
  const day = text.trim().slice(0, 10)
  const at = Date.parse(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at) || !isSameDay(at, day))
    throw badStatement(say('files.no-day', { line, text: short(text) }))
  return day
}

const isSameDay = (at: number, day: string): boolean =>
  new Date(at).toISOString().slice(0, 10) === day

/** What the file says as a whole. Throws UnreadableFile for what does not add up. */
export function checkedStatement(all: readonly OneStatement[]): {
  facts: StatementFacts
  rows: FileRow[]
} {
  const [first] = all
  if (first === undefined) throw badStatement(say('files.statement-none'))
  checkCurrencies(all)
  for (const [at, one] of all.entries()) {
    if (one.account !== first.account)
      throw badStatement(say('files.statement-two-accounts', { line: one.line }))
    // Without one nobody knows whether they are of the same account.
    if (one.account === '' && all.length > 1)
      throw badStatement(say('files.statement-no-account', { line: one.line }))
    checkBalance(one)
    checkPage(all[at - 1], one)
    checkNextPage(one, all[at + 1])
  }
  const inOrder = oldestFirst(all)
  checkChain(inOrder)
  const lines = all.flatMap((one) => one.lines)
  if (lines.length === 0) throw badStatement(say('files.statement-no-lines'))
  return {
    rows: lines.map(rowOf),
    facts: {
      ...{ form: first.form, account: first.account.slice(-4), balances: balancesOf(inOrder) },
      pending: all.reduce((sum, { pending }) => sum + pending, 0),
    },
  }
}

/** What is told without balances has none as a whole. */
function balancesOf(all: readonly OneStatement[]): StatementFacts['balances'] {
  const [opening, closing] = [all[0]!.opening, all.at(-1)!.closing]
  if (opening === null || closing === null) return null
  return { opening: toText(opening.money), closing: toText(closing.money) }
}

/** Where an opening balance is not what was left before: nothing for those without balances. */
const gapIn = (all: readonly OneStatement[]): number =>
  all.findIndex(({ opening }, at) => {
    const ended = all[at - 1]?.closing
    return (
      opening !== null &&
      ended !== undefined &&
      ended !== null &&
      opening.money.minor !== ended.money.minor
    )
  })

/** Some banks write the newest first. */
function oldestFirst(all: readonly OneStatement[]): readonly OneStatement[] {
  const turned = all.toReversed()
  return gapIn(all) !== -1 && gapIn(turned) === -1 ? turned : all
}

/** MONEY: a statement that is missing between two, or stands there twice, hides what it has. */
function checkChain(all: readonly OneStatement[]): void {
  const at = gapIn(all)
  if (at === -1) return
  const [opening, ended] = [all[at]!.opening!, all[at - 1]!.closing!]
  const values = { line: opening.line, opening: opening.money, ended: ended.money }
  throw badStatement(say('files.statement-gap', values))
}

const placesOf = ({ opening, lines, closing }: OneStatement): Balance[] =>
  [opening, ...lines, closing].filter((place) => place !== null)

function checkCurrencies(all: readonly OneStatement[]): void {
  const places = all.flatMap(placesOf)
  const other = places[0]?.money.currency ?? ''
  const odd = places.find(({ money }) => money.currency !== other)
  if (odd === undefined) return
  const { line, money } = odd
  const values = { line, currency: money.currency, other }
  throw badStatement(say('files.statement-currency', values))
}

function checkBalance({ line, form, opening, closing, lines }: OneStatement): void {
  // A notification tells lines and no balance.
  if (form === 'camt.054') return
  if (opening === null || closing === null)
    throw badStatement(say('files.statement-no-balance', { line }))
  const sum = lines.reduce((all, { money }) => all + money.minor, 0n)
  const lacking = closing.money.minor - opening.money.minor - sum
  if (lacking === 0n) return
  const values = {
    ...{ line: closing.line, opening: opening.money, sum: { ...opening.money, minor: sum } },
    ...{ closing: closing.money, lacking: { ...opening.money, minor: lacking } },
  }
  throw badStatement(say('files.statement-balance', values))
}

function checkPage(before: OneStatement | undefined, { opening, isNextPage }: OneStatement): void {
  if (!isNextPage || opening === null) return
  const { line, money } = opening
  const ended = before?.closing?.money
  if (ended === undefined) throw badStatement(say('files.statement-first-page', { line }))
  if (ended.minor === money.minor) return
  throw badStatement(say('files.statement-page', { line, opening: money, ended }))
}

function checkNextPage({ closing, goesOn }: OneStatement, next: OneStatement | undefined): void {
  if (!goesOn || closing === null || next?.isNextPage === true) return
  throw badStatement(say('files.statement-next-page', { line: closing.line }))
}

/** Names and accounts of others have no business here: words with a digit may name a batch. */
const namedIn = (text: string): string => {
  const named = batchNamesIn(maskCardNumbers(text))
    .filter((word) => /\d/.test(word) && word.length >= 3 && word.length <= 64)
    .filter((word) => !isIban(word.replaceAll(/[_/.]/g, '')))
    .filter((word) => word.split(/[_/.]+/).every((part) => !isIban(part) && !isName(part, word)))
  return named.slice(0, mostNames).join(' ')
}
/** Beside a sign, letters alone are seldom more of a number than “batch” is. */
const isName = (part: string, word: string): boolean =>
  part !== word && part.length > 5 && !/\d/.test(part)
const mostNames = 40

/** A batch may have the letters and digits of one, and seldom its check digits. */
const isIban = (word: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i.test(word) && hasGoodCheckDigits(word.toUpperCase())

const rowOf = ({ line, money, day, reference, text }: StatementLine): FileRow => {
  const batch = namedIn(`${text} ${reference}`)
  return {
    ...{ line, orderId: null, merchantOrderId: null, reason: null, day, email: null },
    ...{ lastFour: null, name: null },
    amount: { ...money, minor: money.minor < 0n ? -money.minor : money.minor },
    moved: {
      ...{ kind: money.minor < 0n ? 'bank-out' : 'bank-in', rrn: '', approvalCode: '' },
      ...{ serialNumber: maskCardNumbers(reference).slice(0, 128) },
      ...{ at: Date.parse(`${day}T12:00:00Z`), isDay: true },
      ...(batch === '' ? {} : { batch }),
    },
  }
}
