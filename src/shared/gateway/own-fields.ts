// An operation's row as a connection's rules about fields make it: which fields it takes, under
// which names they are sent, what goes along by itself. Pure. MONEY: nothing that says how much, of
// which order or to whom ever goes along by itself.
import { say } from '../message.ts'
import { z } from 'zod'
import type { FieldRule } from '../connections/field-rules.ts'
import { cardFields, freeText, optionalText, secretFields } from './operations/parts/fields.ts'
import { flowOf, makesOrder, orderidFieldOf } from './flow.ts'
import type { Operation, Part } from './operations/parts/operation.ts'
import { isOperationId, type OperationId, operationIds, rowOf } from './operations/index.ts'

export type FieldRules = readonly FieldRule[]

const has = (id: OperationId, field: string): boolean =>
  rowOf(id).request.shape[field] !== undefined

/** Those of one operation. */
const rulesOf = (id: OperationId, rules: FieldRules): FieldRules =>
  rules.filter(
    ({ operation, field, isAdded }) =>
      (operation === id || operation === '*') && (isAdded || has(id, field)),
  )

/** The row with what a connection's rules add and demand. */
export function rowOn(id: OperationId, rules: FieldRules): Operation {
  const row = rowOf(id)
  const own = rulesOf(id, rules)
  if (own.length === 0) return row
  const shape: Record<string, z.core.$ZodType> = {}
  for (const { field, isAdded, isRequired } of own) {
    const reported = row.request.shape[field]
    if (isAdded) shape[field] = (isRequired ? freeText : optionalText)(`“${field}”`, 1_024)
    else if (isRequired && reported instanceof z.ZodOptional) shape[field] = reported.unwrap()
  }
  return { ...row, request: row.request.extend(shape) }
}

/** Fields that stand in the control formula beside the row's own, before its key. */
export const signedBeside = (id: OperationId, rules: FieldRules): Part[] =>
  rulesOf(id, rules)
    .filter(({ isSigned }) => isSigned)
    .map(({ field }): Part => `${field}?`)

/** The name a field is sent under. */
export function sentNamesOf(id: OperationId, rules: FieldRules): ReadonlyMap<string, string> {
  const renamed = rulesOf(id, rules).filter(({ sentAs }) => sentAs !== null)
  return new Map(renamed.map(({ field, sentAs }) => [field, sentAs ?? field]))
}

/** Whether the merchant types its own id of what an operation makes; null: Paydesk makes it. */
export function typedId(id: OperationId, rules: FieldRules): 'optional' | 'required' | null {
  const own = makesOrder(id) ? orderidFieldOf(id) : null
  const rule = rulesOf(id, rules).find(({ field, isTyped }) => field === own && isTyped)
  return rule === undefined ? null : rule.isRequired ? 'required' : 'optional'
}

/** What goes along where the field is left empty. */
export const defaultsOf = (id: OperationId, rules: FieldRules): Record<string, string> =>
  Object.fromEntries(
    rulesOf(id, rules)
      .filter(({ value }) => value !== '')
      .map(({ field, value }) => [field, value]),
  )

/** Facts about the shop and texts: a wrong one is seen at the review and costs nobody money. */
const mayGoAlong: readonly string[] = [
  ...['redirect_url', 'server_callback_url', 'ipaddress', 'customer-ip'],
  ...['order_desc', 'purpose', 'comment', 'email', 'first_name', 'last_name', 'first-name'],
  ...['last-name', 'address1', 'city', 'zip_code', 'zip-code', 'country', 'state'],
]

/** Operations whose own screens ask for nothing beyond their row. */
const hasOwnScreen = (id: OperationId): boolean =>
  flowOf(id) === 'read' || flowOf(id) === 'on-order' || id === 'payout-pay'

/** The first rule that can't be, in a sentence; null when all can. */
export function fieldRulesFault(rules: FieldRules): string | null {
  for (const [at, rule] of rules.entries()) {
    const fault = faultOfRule(rule) ?? twiceFault(rule, rules.slice(0, at))
    if (fault !== null)
      return say('connections.a-rule-is-wrong', {
        operation: rule.operation,
        field: rule.field,
        fault,
      })
  }
  for (const id of operationIds) {
    const names = Object.keys(rowOn(id, rules).request.shape)
    const sent = names.map((name) => sentNamesOf(id, rules).get(name) ?? name)
    const double = sent.find((name, at) => sent.indexOf(name) !== at)
    if (double !== undefined) return say('operations.rule-sends-twice', { id, double })
  }
  return null
}

const reserved = (name: string): boolean =>
  name === 'login' || name === 'control' || name.startsWith('oauth_')

function faultOfRule(rule: FieldRule): string | null {
  const { operation, field, sentAs, isAdded, isRequired, isSigned, isTyped } = rule
  const ids = operation === '*' ? operationIds : isOperationId(operation) ? [operation] : []
  if (ids.length === 0) return say('connections.no-such-operation', { id: operation })
  if ([field, sentAs ?? field].some(reserved)) return say('operations.rule-of-own-parameter')
  if (isAdded && operation === '*') return say('operations.rule-without-operation')
  if (isAdded && ids.some((id) => has(id, field))) return say('operations.rule-field-there')
  if (isAdded && (cardFields.has(field) || secretFields.has(field)))
    return say('operations.rule-of-card-field')
  if (!isAdded && !ids.some((id) => has(id, field))) return say('operations.rule-field-absent')
  if (isSigned && (!isAdded || ids.every((id) => rowOf(id).auth.scheme !== 'control')))
    return say('operations.rule-only-added-signed')
  const isOwnId = ids.some((id) => makesOrder(id) && orderidFieldOf(id) === field)
  if (isTyped && !isOwnId) return say('operations.rule-only-new-id')
  if (isOwnId && isRequired && !isTyped && operation !== '*')
    return say('operations.rule-write-typed')
  const isOnOwnScreen = ids.some((id) => (isAdded || has(id, field)) && hasOwnScreen(id))
  if (isRequired && rule.value === '' && field !== 'comment' && isOnOwnScreen) return needsValue
  return rule.value === '' ? null : valueFault(rule, ids)
}

const needsValue = say('operations.rule-not-asked')

function valueFault(
  { field, value, isAdded }: FieldRule,
  ids: readonly OperationId[],
): string | null {
  if (isAdded) {
    const read = freeText('a value', 1_024).safeParse(value)
    return read.success ? null : read.error.issues[0]!.message
  }
  if (!mayGoAlong.includes(field)) return say('operations.rule-never-filled')
  for (const id of ids.filter((one) => has(one, field))) {
    const read = z.safeParse(rowOf(id).request.shape[field]!, value)
    if (!read.success) return read.error.issues[0]!.message
  }
  return null
}

const twiceFault = (rule: FieldRule, earlier: FieldRules): string | null =>
  earlier.some(
    ({ operation, field }) =>
      field === rule.field &&
      (operation === rule.operation || operation === '*' || rule.operation === '*'),
  )
    ? say('operations.rule-twice')
    : null
