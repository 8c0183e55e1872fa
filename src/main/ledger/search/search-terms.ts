// What an order can be found by, and an audit entry; and how that is written into the index. Pure.
// Card numbers are never among it: the last four digits are all Paydesk is ever told. A message is
// searched by its sentence, as a person reads it.
import { formatMessage } from '#wording/format-messages.ts'
import { payeeNamed } from '#wording/payees.ts'
import { actionMessage, doneMessage } from '#shared/audit/audit-labels.ts'
import type { MatchField, OrderMatch } from '#shared/bridge/views.ts'
import { type BankFacts, bankFactsOf, payeeOf } from '#shared/gateway/orders/event-facts.ts'
import { wireAmount, type Money } from '#shared/money.ts'
import { longestNote } from '#shared/note-limits.ts'
import type { AttemptRow } from '../journal/attempt-row.ts'
import type { EntryBody } from '../audit/audit-hash.ts'
import { foldText } from './fold.ts'
import { maskCardNumbers } from '../audit/mask.ts'

export interface Findable {
  orderid: string
  clientOrderid: string
  answer: Readonly<Record<string, string>>
  amounts: readonly (Money | null)[]
  serialNumbers: readonly string[]
  transactionMarks: readonly string[]
  /** What the bank knows each event by: the newest answer tells of the last one only. */
  events: readonly Pick<BankFacts, 'rrn' | 'approvalCode' | 'lastFour'>[]
  notes: readonly string[]
  tags: readonly string[]
  attempts: readonly (Pick<AttemptRow, 'id' | 'operation' | 'comment' | 'serialNumber' | 'amount'> &
    Pick<AttemptRow, 'state' | 'message' | 'request' | 'answer'>)[]
}

const letters: Readonly<Record<MatchField, string>> = {
  orderid: 'o',
  clientOrderid: 'm',
  amount: 'a',
  name: 'n',
  email: 'e',
  phone: 'p',
  description: 'd',
  recipient: 'y',
  approval: 'v',
  lastFour: 'l',
  rrn: 'r',
  transaction: 't',
  serial: 's',
  comment: 'c',
  note: 'w',
  tag: 'g',
  attempt: 'i',
}
const fieldOf = new Map(
  Object.entries(letters).map(([field, letter]) => [letter, field as MatchField]),
)
const longestTerm = 200
/** A note is found by all of its words, and shown by those around what was asked for. */
const longestExcerpt = 120

/** The typed fields of a request by which its order is found. */
const asked: readonly [name: string, field: MatchField][] = [
  ['email', 'email'],
  ['phone', 'phone'],
  ['order_desc', 'description'],
  ['account_name', 'recipient'],
  ['account_number', 'recipient'],
  ['last_name', 'name'],
  ['last-name', 'name'],
]

/**
 * Every folded term with the field it comes from, each once, sorted by the bytes SQLite sorts by.
 */
export function termsOf(order: Findable): { term: string; field: MatchField; text: string }[] {
  const found = new Map<string, { term: string; field: MatchField; text: string }>()
  const add = (field: MatchField, text: string | undefined | null, longest = longestTerm): void => {
    const shown = (text ?? '').slice(0, longest)
    const term = foldText(shown)
    if (term !== '' && !found.has(term)) found.set(term, { term, field, text: shown })
  }
  const { answer } = order
  add('orderid', order.orderid)
  add('clientOrderid', order.clientOrderid)
  add('name', answer.name)
  add('name', answer['cardholder-name'])
  add('email', answer.email)
  add('phone', answer.phone)
  const reported = [bankFactsOf(answer), ...order.events]
  for (const facts of [
    ...reported,
    ...order.attempts.map((one) => bankFactsOf(one.answer ?? {})),
  ]) {
    add('approval', facts.approvalCode)
    add('lastFour', facts.lastFour)
    add('rrn', facts.rrn)
  }
  add('transaction', answer['processor-tx-id'])
  // A mark is the processor's id and a date behind it.
  for (const mark of order.transactionMarks) add('transaction', mark.split(' ')[0])
  add('serial', answer['serial-number'])
  for (const serial of order.serialNumbers) add('serial', serial)
  for (const attempt of order.attempts) {
    add('attempt', attempt.id)
    add('serial', attempt.serialNumber)
    add('comment', maskCardNumbers(attempt.comment))
    for (const [name, field] of asked) add(field, maskCardNumbers(attempt.request[name] ?? ''))
    const payee = payeeOf(attempt.operation, attempt.request)
    if (payee !== null) add('recipient', maskCardNumbers(payeeNamed(payee)))
    if (attempt.state === 'RESOLVED_BY_HAND')
      add('note', maskCardNumbers(formatMessage(attempt.message)))
  }
  for (const note of order.notes) add('note', maskCardNumbers(note), longestNote)
  for (const tag of order.tags) add('tag', tag)
  for (const amount of [...order.amounts, ...order.attempts.map((attempt) => attempt.amount)])
    if (amount !== null) add('amount', `${wireAmount(amount)} ${amount.currency}`)
  return [...found.values()].sort((a, b) => compareBytes(a.term, b.term))
}

/** The lines of search_order.terms. */
export const linesOf = (terms: ReturnType<typeof termsOf>): string =>
  terms
    .map(
      ({ term, field, text }) =>
        `\n${term}\t${letters[field]}\t${text === term ? '' : oneLine(text)}`,
    )
    .join('')

/**
 * What of these lines an asked (folded) text matched: the whole of a term before its beginning
 * before a part of it.
 */
export function matchIn(lines: string, asked: string): OrderMatch | null {
  let best: { rank: number; line: string } | null = null
  for (const line of lines.split('\n')) {
    const term = line.split('\t', 1)[0] ?? ''
    const rank = term === asked ? 3 : term.startsWith(asked) ? 2 : term.includes(asked) ? 1 : 0
    if (rank > (best?.rank ?? 0)) best = { rank, line }
  }
  if (best === null) return null
  const [term = '', letter = '', text = ''] = best.line.split('\t')
  const field = fieldOf.get(letter)
  return field === undefined
    ? null
    : { field, text: excerptOf(text === '' ? term : text, term.indexOf(asked)) }
}

/** The words around a place in a long text. */
function excerptOf(text: string, at: number): string {
  if (text.length <= longestExcerpt) return text
  const from = Math.max(0, at - longestExcerpt / 3)
  const cut = text.slice(from, from + longestExcerpt).toWellFormed()
  return `${from > 0 ? '…' : ''}${cut}${from + longestExcerpt < text.length ? '…' : ''}`
}

/**
 * What an entry is searched by: who, what, how it ended, the subject and every recorded value that
 * is not a hash. Folded.
 */
export function entryText(body: EntryBody): string {
  const parts = new Set<string>([body.actor, body.kind, body.outcome, body.subject])
  for (const label of [actionMessage(body), doneMessage(body)])
    if (label !== null) parts.add(formatMessage(label))
  for (const amount of amountsOf(body)) parts.add(amount)
  const take = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value !== '' && !isHash(value)) parts.add(formatMessage(value))
    } else if (typeof value === 'number') parts.add(String(value))
    else if (Array.isArray(value)) value.forEach(take)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  take(body.details)
  let text = ''
  for (const part of parts) {
    const folded = foldText(part)
    if (!text.includes(folded)) text += `${folded}\n`
  }
  return text
}

/** As the list shows an amount, and as people write it with a decimal comma. */
function amountsOf({ details }: EntryBody): string[] {
  const { amount, currency } = details
  if (typeof amount !== 'string' || typeof currency !== 'string') return []
  return [`${amount} ${currency}`, `${amount.replace('.', ',')} ${currency}`]
}

const isHash = (text: string): boolean => text.length === 64 && /^[0-9a-f]+$/.test(text)

const oneLine = (text: string): string => text.replace(/[\t\n\r\0]+/g, ' ')

/** SQLite compares UTF-8 bytes, JavaScript UTF-16 units: they differ beyond U+FFFF. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
