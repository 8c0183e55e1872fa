// Where a gateway's fields differ from the operation table: a field it has beside them, another
// name, one it demands, a value that goes along by itself, an id that the merchant types. They are
// settings of a connection, and lines that a person types. Pure; gateway/own-fields.ts applies
// them.
import { say } from '../message.ts'
import { z } from 'zod'

const wireName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, {
  error: say('connections.a-fields-name-has-letters'),
})

export const fieldRule = z.strictObject({
  /** An operation's id, or `*` for every operation that has the field. */
  operation: z.string().min(1).max(64),
  /** As the operation table names it. */
  field: wireName,
  /** The name under which it is sent; null: its own. */
  sentAs: wireName.nullable().default(null),
  /** Not in the operation's row. */
  isAdded: z.boolean().default(false),
  isRequired: z.boolean().default(false),
  /** Part of the control checksum, before the key. With OAuth every field is signed. */
  isSigned: z.boolean().default(false),
  /** The merchant's own id of a new order: it may be typed, and is made here where it is not. */
  isTyped: z.boolean().default(false),
  /** Sent where the field is left empty; empty: nothing is. */
  value: z.string().max(1_024).default(''),
})
export type FieldRule = z.output<typeof fieldRule>

/** “sale redirect_url required = https://shop.example/back” */
export const lineOfRule = (rule: FieldRule): string =>
  [
    rule.operation,
    rule.field,
    ...(rule.sentAs === null ? [] : ['as', rule.sentAs]),
    ...(rule.isAdded ? ['added'] : []),
    ...(rule.isRequired ? ['required'] : []),
    ...(rule.isSigned ? ['signed'] : []),
    ...(rule.isTyped ? ['typed'] : []),
    ...(rule.value === '' ? [] : ['=', rule.value]),
  ].join(' ')

export const textOfRules = (rules: readonly FieldRule[]): string => rules.map(lineOfRule).join('\n')

/** The rules of a text, a line each, or the first line that is none with the reason. */
export function rulesIn(text: string): { rules: FieldRule[] } | { fault: string } {
  const rules: FieldRule[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const rule = ruleOf(line.trim())
    if (typeof rule === 'string')
      return { fault: say('connections.a-line-is-wrong', { line: at + 1, fault: rule }) }
    rules.push(rule)
  }
  return { rules }
}

const marks = {
  added: 'isAdded',
  required: 'isRequired',
  signed: 'isSigned',
  typed: 'isTyped',
} as const

function ruleOf(line: string): FieldRule | string {
  const [, head = line, value = ''] = /^(.*?)\s*=\s*(.*)$/.exec(line) ?? []
  const [operation = '', field = '', ...rest] = head.split(/\s+/)
  if (field === '') return say('connections.rule-form')
  const read: Record<string, unknown> = { operation, field, value }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === 'as') read['sentAs'] = rest.shift() ?? ''
    else if (Object.hasOwn(marks, word)) read[marks[word as keyof typeof marks]] = true
    else return say('connections.word-is-none-of', { word })
  }
  const rule = fieldRule.safeParse(read)
  return rule.success ? rule.data : rule.error.issues[0]!.message
}
