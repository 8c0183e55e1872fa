// Words of a gateway that mean one of the family's: a status or a transaction type under a name of
// its own. They are settings of a connection, and lines that the form writes. Pure;
// gateway/orders/status-snapshot.ts applies them.
import { say } from '../message.ts'
import { z } from 'zod'
import { knownStatuses, knownTransactionTypes } from '../gateway/status/status.ts'
import { foldWord } from '../gateway/status/fold-word.ts'

export const termKinds = ['status', 'type'] as const
export type TermKind = (typeof termKinds)[number]

/** What a status can be taught to mean: how far the request got. */
export const statusMeanings = ['approved', 'processing', 'declined', 'failed'] as const

const term = z
  .string()
  .trim()
  .min(1, say('connections.enter-the-gateways-word'))
  .max(60, say('operations.at-most-60-characters'))
  .regex(/^[^\p{C}=]*$/u, say('connections.term-without-equals'))

const termRule = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('status'), term, means: z.enum(statusMeanings) }),
  z.strictObject({ of: z.literal('type'), term, means: z.enum(knownTransactionTypes) }),
])
export type TermRule = z.output<typeof termRule>

export const termRules = z.array(termRule).max(100)

/**
 * Why these words can't be taught, or null. MONEY: a word of the family keeps its meaning, or
 * anybody could make a declined refund look refunded. A final status may only be taught to be not
 * final, for a gateway that goes back on it.
 */
export function termRulesFault(rules: readonly TermRule[]): string | null {
  const seen = new Set<string>()
  for (const { of, term: reported, means } of rules) {
    const folded = foldWord(reported)
    if (seen.has(`${of} ${folded}`))
      return say('connections.the-word-is-there-twice', { word: reported })
    seen.add(`${of} ${folded}`)
    const isKnown = (of === 'status' ? knownStatuses : knownTransactionTypes).some(
      (known) => foldWord(known) === folded,
    )
    if (isKnown && !(of === 'status' && means === 'processing'))
      return say('connections.the-word-has-its-meaning', { word: reported })
  }
  return null
}

/** “type partial refund = reversal” */
export const lineOfTerm = ({ of, term: reported, means }: TermRule): string =>
  `${of} ${reported} = ${means}`

export const textOfTerms = (rules: readonly TermRule[]): string => rules.map(lineOfTerm).join('\n')

/** The words of a text, a line each, or the first line that is none with the reason. */
export function termsIn(text: string): { rules: TermRule[] } | { fault: string } {
  const rules: TermRule[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const [, of = '', reported = '', means = ''] =
      /^\s*(\S+)\s+(.*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    const rule = termRule.safeParse({ of, term: reported, means })
    if (!rule.success)
      return { fault: say('connections.a-line-teaches-no-word', { line: String(at + 1) }) }
    rules.push(rule.data)
  }
  const fault = termRulesFault(rules)
  return fault === null ? { rules } : { fault }
}
