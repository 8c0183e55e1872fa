// Parses the text of the omnibox: an id to look up, an order with an action, or a name of a
// command. Pure; it asks and sends nothing.
import { currencyDigits } from '#shared/currency.ts'

export interface Command {
  id: string
  title: string
  /** Where it leads to, in a word. */
  kind: string
  /** More words it is found by. */
  also?: string
  /** Why it can't be used now; it stays visible with that. */
  why?: string
  /** Keys that do the same, one after the other. */
  keys?: string
}

/** Orders are found by their amount and by the last four digits of their card; an ID is longer. */
export const isShortNumber = (text: string): boolean => /^\d{2,4}$/.test(text.trim())

export interface OrderAsk {
  action: 'give-back' | 'return' | 'capture' | 'void'
  /** The word as it was typed. */
  verb: string
  value: string
  /** Empty for the whole. */
  amount: string
  /** As ISO 4217 writes it; empty when none was typed. */
  currency: string
  /** One of the connection's own; empty when none was typed. */
  reason: string
}

const verbs: Readonly<Record<string, OrderAsk['action']>> = {
  refund: 'return',
  return: 'return',
  release: 'give-back',
  capture: 'capture',
  void: 'void',
}

const mostId = 128

/** One word with a digit in it: names and commands have none. */
export const isId = (text: string): boolean => {
  const typed = text.trim()
  return /^\S+$/.test(typed) && /\d/.test(typed) && typed.length <= mostId
}

/** Signs of one currency alone; "$" and "¥" are signs of several. */
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' }
const sign = new RegExp(`[${Object.keys(signs).join('')}]`, 'g')

/**
 * "refund 6760150 20 EUR damaged": an action, an id and, for a part, an amount with its currency;
 * then the beginning of one of `reasons`. Null for anything else.
 */
export function readAsk(text: string, reasons: Reasons = {}): OrderAsk | null {
  const spelt = text.replace(sign, (one) => ` ${signs[one]} `).trim()
  const [verb = '', value = '', ...rest] = spelt.split(/\s+/)
  const action = Object.hasOwn(verbs, verb.toLowerCase()) ? verbs[verb.toLowerCase()] : undefined
  if (action === undefined || !isId(value)) return null
  const named = (terms: readonly string[]): string | null =>
    terms.length === 0 ? '' : reasonIn(terms, reasons[action] ?? [])
  const { amount, currency, more } = moneyIn(rest, (terms) => named(terms) !== null)
  const reason = named(more)
  return reason === null
    ? null
    : { action, verb: verb.toLowerCase(), value, amount, currency: currency.toUpperCase(), reason }
}

/** The reasons of a connection, by what they are given for. */
export type Reasons = Readonly<Partial<Record<OrderAsk['action'], readonly string[]>>>

/**
 * MONEY: three letters beside an amount are its currency, also one that nobody knows, unless they
 * begin a reason.
 */
function moneyIn(
  terms: readonly string[],
  isReason: (terms: readonly string[]) => boolean,
): { amount: string; currency: string; more: readonly string[] } {
  const isAmount = (word = ''): boolean => /^[\d.,]{1,20}$/.test(word)
  const isCode = (word = ''): boolean => /^[A-Za-z]{3}$/.test(word)
  const [first = '', second = '', ...more] = terms
  if (isAmount(first)) {
    const isCurrency =
      isCode(second) &&
      (Object.hasOwn(currencyDigits, second.toUpperCase()) || !isReason([second, ...more]))
    return isCurrency
      ? { amount: first, currency: second, more }
      : { amount: first, currency: '', more: terms.slice(1) }
  }
  // A sign may stand before its amount.
  if (isCode(first) && isAmount(second)) return { amount: second, currency: first, more }
  return { amount: '', currency: '', more: terms }
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The one reason in which each word that was typed begins a word; null for none, or several. */
function reasonIn(terms: readonly string[], reasons: readonly string[]): string | null {
  const found = reasons.filter((reason) =>
    terms.every((word) => ` ${plain(reason)}`.includes(` ${plain(word)}`)),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * The action that a beginning like "ref" names, before an id is typed; null for anything else, and
 * for a beginning that several terms have.
 */
export function readVerb(text: string): { verb: string; action: OrderAsk['action'] } | null {
  const typed = plain(text.trim())
  if (typed.length < 3) return null
  const found = Object.entries(verbs).filter(([verb]) => verb.startsWith(typed))
  const [only] = found
  return only === undefined || found.length > 1 ? null : { verb: only[0], action: only[1] }
}

/** Lower is better; null where a word is missing. */
function score(command: Command, terms: readonly string[]): number | null {
  const title = plain(command.title)
  const all = `${title} ${plain(command.kind)} ${plain(command.also ?? '')}`
  let sum = 0
  for (const word of terms) {
    // Two letters in the middle of a word are an accident.
    const isThere = word.length < 3 ? ` ${all}`.includes(` ${word}`) : all.includes(word)
    if (!isThere) return null
    const at = title.indexOf(word)
    sum += at === 0 ? 0 : at > 0 && title[at - 1] === ' ' ? 1 : at > 0 ? 2 : 3
  }
  return sum + (command.why === undefined ? 0 : 0.5)
}

/** Best first; of equals the order they came in. Nothing typed names them all. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const terms = plain(text).split(/\s+/).filter(Boolean)
  return commands
    .map((command, at) => ({ command, at, found: score(command, terms) }))
    .filter((one): one is typeof one & { found: number } => one.found !== null)
    .sort((a, b) => a.found - b.found || a.at - b.at)
    .map(({ command }) => command)
}
