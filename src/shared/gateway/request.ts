// From what was typed to what may be signed: the row's schema, its rules across fields and the one
// amount parser. Pure. It refuses by field name and never drops or corrects anything but
// surrounding spaces and an amount's trailing zeros; it fills in only what the connection's rules
// say.
import { say } from '../message.ts'
import { fail, inputFault, ok, type Result } from '../fault.ts'
import {
  type AmountUnit,
  digitsOf,
  type DigitsRule,
  type Money,
  parseAmount,
  sentAmount,
  wireAmount,
} from '../money.ts'
import type { Operation } from './operations/parts/operation.ts'
import type { OperationId } from './operations/index.ts'
import { defaultsOf, type FieldRules, rowOn } from './own-fields.ts'

export interface ParsedRequest {
  /** In the row's order, trimmed, with `amount` in its wire form. */
  fields: Record<string, string>
  money: Money | null
}

/**
 * Faults: input, naming the field as the row spells it; with readings when an amount can be read in
 * two ways.
 */
export function parseRequest(
  id: OperationId,
  input: unknown,
  rule: DigitsRule,
  own: FieldRules = [],
): Result<ParsedRequest> {
  const row = rowOn(id, own)
  const fields = parseFields(row, id, withDefaults(input, defaultsOf(id, own)))
  if (!fields.ok) return fields
  const broken = brokenRule(row, fields.value)
  if (broken !== null) return fail(inputFault(broken.field, broken.message))
  const { amount, currency } = fields.value
  if (currency !== undefined && digitsOf(currency, rule) === undefined)
    return fail(inputFault('currency', say('connections.not-a-currency', { input: currency })))
  if (amount === undefined) return ok({ fields: fields.value, money: null })
  if (currency === undefined) return fail(inputFault('currency', say('operations.currency-absent')))
  const money = parseAmount(amount, currency, rule)
  if (!money.ok) return money
  // MONEY: from here on there is one amount: the text that is sent is written from the integer that
  // is signed.
  return ok({ fields: { ...fields.value, amount: wireAmount(money.value) }, money: money.value })
}

/**
 * The fields as they are signed and sent. MONEY: the amount is written from the integer of the
 * formula, in the unit the host counts in.
 */
export const sentFieldsOf = (
  { fields, money }: ParsedRequest,
  unit: AmountUnit,
): Record<string, string> =>
  money === null ? fields : { ...fields, amount: sentAmount(money, unit) }

/** A field that is left empty takes what the connection sends by itself. */
function withDefaults(input: unknown, defaults: Readonly<Record<string, string>>): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const typed = Object.entries(input).filter(
    ([name, value]) => defaults[name] === undefined || (value !== undefined && value !== ''),
  )
  return { ...defaults, ...Object.fromEntries(typed) }
}

function parseFields(row: Operation, id: string, input: unknown): Result<Record<string, string>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return fail(inputFault('request', say('operations.request-form')))
  const parsed = row.request.safeParse(input)
  if (parsed.success) {
    const sent = Object.entries(parsed.data).filter(([, value]) => value !== undefined)
    return ok(Object.fromEntries(sent) as Record<string, string>)
  }
  const issue = parsed.error.issues[0]!
  if (issue.code === 'unrecognized_keys') {
    const name = issue.keys[0]!
    return fail(inputFault(name, say('operations.field-not-of-operation', { name, id })))
  }
  return fail(inputFault(String(issue.path[0] ?? 'request'), issue.message))
}

type Rules = Pick<Operation, 'together' | 'atLeastOne'>

/** The first rule across fields that the request breaks, or null. */
export function brokenRule(
  row: Rules,
  fields: Readonly<Record<string, string>>,
): { field: string; message: string } | null {
  const isSent = (name: string): boolean => fields[name] !== undefined
  for (const names of row.together ?? []) {
    const missing = names.find((name) => !isSent(name))
    if (missing !== undefined && names.some(isSent))
      return {
        field: missing,
        message: say('operations.field-goes-with', { missing, names }),
      }
  }
  for (const names of row.atLeastOne ?? [])
    if (!names.some(isSent))
      return {
        field: names[0]!,
        message: say('operations.one-of-fields', { names }),
      }
  return null
}
