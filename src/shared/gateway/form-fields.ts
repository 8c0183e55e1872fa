// What a form of an operation asks for, derived from its row: which fields, which of them must be there, what may be chosen. Pure; it
// leaves out what nobody types: the merchant's own id that main makes, and card data.
import { z } from 'zod'
import { cardFields } from './fields.ts'
import { flowOf, orderidFieldOf } from './flow.ts'
import { type OperationId, operationIds, rowOf } from './operations/index.ts'
import { brokenRule } from './request.ts'

export interface FormField {
  /** As the service spells it. */
  name: string
  isRequired: boolean
  /** What may be chosen, or null for a field to type in. */
  choices: readonly string[] | null
  longest: number | null
}

const mayBeLeftOut = (schema: z.core.$ZodType): boolean => z.safeParse(schema, undefined).success

/** Whether an operation can't be asked for without typing card data. */
export const needsCardEntry = (id: OperationId): boolean =>
  Object.entries(rowOf(id).request.shape).some(
    ([name, schema]) => cardFields.has(name) && !mayBeLeftOut(schema),
  )

export const cardEntryIds: readonly OperationId[] = operationIds.filter(needsCardEntry)

/** Whether a card number can be part of an operation at all. */
export const takesCard = (id: OperationId): boolean =>
  rowOf(id).request.shape['credit_card_number'] !== undefined

export interface CardAsk {
  name: string
  isRequired: boolean
}

/** What of a card an operation's row takes, in its order. */
export const cardFieldsOf = (id: OperationId): CardAsk[] =>
  Object.entries(rowOf(id).request.shape)
    .filter(([name]) => cardFields.has(name))
    .map(([name, schema]) => ({ name, isRequired: !mayBeLeftOut(schema) }))

/** In the row's order. */
export function formFieldsOf(id: OperationId): FormField[] {
  const minted = flowOf(id) === 'new' ? orderidFieldOf(id) : null
  return Object.entries(rowOf(id).request.shape)
    .filter(([name]) => name !== minted && !cardFields.has(name))
    .map(([name, schema]) => {
      const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
      return {
        name,
        isRequired: !mayBeLeftOut(schema),
        choices: inner instanceof z.ZodEnum ? inner.options.map(String) : null,
        longest: inner instanceof z.ZodString ? inner.maxLength : null,
      }
    })
}

/** Every field that needs another look, all at once, in the row's own sentences. Main checks everything again. */
export function fieldFaultsOf(
  id: OperationId,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  const { shape } = rowOf(id).request
  const faults: Record<string, string> = {}
  for (const { name } of formFieldsOf(id)) {
    const schema = shape[name]
    const parsed = schema === undefined ? null : z.safeParse(schema, fields[name])
    if (parsed !== null && !parsed.success)
      faults[name] = parsed.error.issues[0]?.message ?? 'Look at this field again.'
  }
  if (Object.keys(faults).length > 0) return faults
  const broken = brokenRule(rowOf(id), fields)
  return broken === null ? {} : { [broken.field]: broken.message }
}
