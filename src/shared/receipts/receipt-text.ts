// The paragraph that tells a customer of their refund, from a template with [names] in it. Pure. A
// sentence that has something nobody here knows is left out: nothing is guessed, and no gap shows.
import { z } from 'zod'
import { holdsCardNumber } from '../cards/card-number.ts'
import { cardNumberTyped } from '../card-refusal.ts'
import { say } from '../message.ts'

const receiptNames = ['amount', 'card', 'date', 'order', 'reference'] as const
type ReceiptName = (typeof receiptNames)[number]

/** Texts as people read them; empty where nobody here knows. */
export type ReceiptValues = Readonly<Record<ReceiptName, string>>

const name = /\[([^\][]*)\]/g
const namesIn = (template: string): string[] =>
  [...template.matchAll(name)].map(([, found]) => found ?? '')
const isName = (text: string): text is ReceiptName =>
  (receiptNames as readonly string[]).includes(text)

const longestReceiptText = 1_000

/** Empty: Paydesk's own words. */
export const receiptText = z
  .string()
  .trim()
  .max(longestReceiptText)
  .refine((text) => namesIn(text).every(isName), {
    error: say('receipts.unknown-name', { names: { or: receiptNames.map((one) => `[${one}]`) } }),
  })
  .refine((text) => !holdsCardNumber(text), { error: cardNumberTyped })

export const receiptFrom = z
  .string()
  .trim()
  .max(300)
  .refine((text) => !holdsCardNumber(text), { error: cardNumberTyped })

// A full stop before a name in brackets or a small letter is that of an abbreviation, as in “by
// ref. [reference]”: a sentence that is torn there would leave a gap.
const sentenceEnd =
  /(?<=[!?…])\s+|(?<=\.)(?<!(?<!\p{L})(?:[Rr]ef|[Nn]o|[Nn]r)\.)(?:[^\S\n]*\n\s*|[^\S\n]+(?![\s[(\p{Ll}]))/u

export const fillReceipt = (template: string, values: ReceiptValues): string =>
  template
    .split(sentenceEnd)
    .filter((sentence) => namesIn(sentence).every((one) => isName(one) && values[one] !== ''))
    .map((sentence) => sentence.replace(name, (_, one: ReceiptName) => values[one]))
    .join(' ')
