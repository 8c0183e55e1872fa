// Parses the text of the omnibox: an id to look up, an order with an action, or a name of a
// command. Pure; it asks and sends nothing.
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

export interface OrderAsk {
  action: 'give-back' | 'return' | 'capture' | 'void'
  /** The word as it was typed. */
  verb: string
  value: string
  /** Empty for the whole. */
  amount: string
  /** As ISO 4217 writes it; empty when none was typed. */
  currency: string
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
 * "refund 6760150 20 EUR": an action, an id and, for a part, an amount with its currency. Null for
 * anything else.
 */
export function readAsk(text: string): OrderAsk | null {
  const spelt = text.replace(sign, (one) => ` ${signs[one]} `).trim()
  const [verb = '', value = '', ...rest] = spelt.split(/\s+/)
  // A sign stands before or behind its amount.
  const isBefore = /^[A-Za-z]{3}$/.test(rest[0] ?? '') && rest.length === 2
  const [amount = '', currency = '', ...more] = isBefore ? rest.reverse() : rest
  const action = Object.hasOwn(verbs, verb.toLowerCase()) ? verbs[verb.toLowerCase()] : undefined
  if (action === undefined || !isId(value) || more.length > 0) return null
  if (amount !== '' && !/^[\d.,]{1,20}$/.test(amount)) return null
  if (currency !== '' && !/^[A-Za-z]{3}$/.test(currency)) return null
  return { action, verb: verb.toLowerCase(), value, amount, currency: currency.toUpperCase() }
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The action that a beginning like "ref" names, before an id is typed; null for anything else, and
 * for a beginning that several words have.
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
