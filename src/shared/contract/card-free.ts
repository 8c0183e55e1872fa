// The door of the bridge: no text of any method may hold a card number, unless it is named here.
// What is asked is refused with the field's name before main does anything with it; the page keeps
// what was typed.
import type { z } from 'zod'
import { holdsCardNumber } from '../cards/card-number.ts'
import { cardNumberTyped } from '../card-refusal.ts'
import { listHoldsCardNumber, pastedForm } from '../look-up-list.ts'

/**
 * Ids that main finds in its ledger or refuses, one-use tokens, and what is sealed: they may look
 * like a card number by chance.
 */
const ofAny: ReadonlySet<string> = new Set([
  'connectionId',
  'connectionIds',
  'orderid',
  'attemptId',
  'recipientId',
  'before',
  'token',
  'card',
  'heldCard',
])

/**
 * By method: fields that another door looks at, with what it knows; and keys, which only the vault
 * ever sees.
 */
const ofMethod: Readonly<Record<string, readonly string[]>> = {
  // An id that is known here is one, whatever it looks like (desk/orders/typed-ids.ts).
  'order:look-up': ['value'],
  // Line by line, so that one bad line doesn't cost the others (look-up-list.ts).
  'look-ups:start': ['text'],
  // Column by column, as an id may have the form (main/files/card-watch.ts); a file with one is
  // kept nowhere.
  'file:paste': ['text'],
  'file:again': ['choices'],
  // Field by field, by the operation's row (parts/fields.ts) and desk/orders/typed-ids.ts.
  'attempt:review': ['request'],
  'operation:read': ['request'],
  'signature:explain': ['request'],
  // Field by field (recipient.ts).
  'recipient:save': ['fields'],
  // Nothing keeps it, and a payout to a card names no account.
  'recipient:paid-before': ['fields'],
  // Masked field by field, as the gateway may have written one (desk/api/callbacks.ts).
  'callback:check': ['text'],
  // Nothing keeps a search, and an order whose id looks like a card number must be found.
  'order:list': ['text'],
  'shop:orders': ['text'],
  'shop:save': ['text'],
  // What the screen shows already.
  'clipboard:copy': ['text'],
  'key:set-control': ['key'],
  'key:import-rsa': ['pem', 'passphrase'],
}

type Path = readonly (string | number)[]

/**
 * Where texts of this value, names of its fields included, hold a card number. In a list of ids
 * each line is a text.
 */
export function cardNumbersAt(value: unknown, path: Path = [], isList = false): Path[] {
  if (typeof value === 'string')
    return (isList ? listHoldsCardNumber : holdsCardNumber)(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((one, at) => cardNumbersAt(one, [...path, at], isList))
  const isPasted = isList || ('form' in value && value.form === pastedForm)
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
    holdsCardNumber(name) ? [path] : cardNumbersAt(one, [...path, name], isPasted),
  )
}

/** Every method's schema with the door before it. */
export function cardFree<M extends Readonly<Record<string, z.ZodType>>>(methods: M): M {
  const guarded = Object.entries(methods).map(([method, schema]) => {
    const open = ofMethod[method] ?? []
    return [
      method,
      schema.superRefine((input, context) => {
        for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
          if (ofAny.has(name) || open.includes(name)) continue
          for (const path of cardNumbersAt(value, [name]))
            context.addIssue({ code: 'custom', path: [...path], message: cardNumberTyped })
        }
      }),
    ]
  })
  return Object.fromEntries(guarded) as M
}
