// What a form of an operation asks for, derived from its row: which fields, which of them must be
// there, what may be chosen. Pure; it leaves out what nobody types: card data, and the merchant's
// own id unless the connection says that the merchant types it.
import { say } from '../message.ts'
import { z } from 'zod'
import { cardFields } from './operations/parts/fields.ts'
import { flowOf, orderidFieldOf } from './flow.ts'
import { type OperationId, rowOf } from './operations/index.ts'
import { type FieldRules, rowOn, typedId } from './own-fields.ts'
import { brokenRule } from './request.ts'

export interface FormField {
  /** As the gateway spells it. */
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

/** Whether card data can be part of an operation at all. */
export const takesCard = (id: OperationId): boolean => cardFieldsOf(id).length > 0

export interface CardAsk {
  name: string
  isRequired: boolean
}

/** What of a card an operation's row takes, in its order. */
export const cardFieldsOf = (id: OperationId, own: FieldRules = []): CardAsk[] =>
  Object.entries(rowOn(id, own).request.shape)
    .filter(([name]) => cardFields.has(name))
    .map(([name, schema]) => ({ name, isRequired: !mayBeLeftOut(schema) }))

/** In the row's order. */
export function formFieldsOf(id: OperationId, own: FieldRules = []): FormField[] {
  const ownId = ownIdOf(id)
  const typed = typedId(id, own)
  return Object.entries(rowOn(id, own).request.shape)
    .filter(([name]) => (name !== ownId || typed !== null) && !cardFields.has(name))
    .map(([name, schema]) => {
      const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
      return {
        name,
        isRequired: name === ownId ? typed === 'required' : !mayBeLeftOut(schema),
        choices: inner instanceof z.ZodEnum ? inner.options.map(String) : null,
        longest: inner instanceof z.ZodString ? inner.maxLength : null,
      }
    })
}

const ownIdOf = (id: OperationId): string | null =>
  flowOf(id) === 'new' ? orderidFieldOf(id) : null

/**
 * Every field that needs another look, all at once, in the row's own sentences. Main checks
 * everything again.
 */
export function fieldFaultsOf(
  id: OperationId,
  fields: Readonly<Record<string, string>>,
  own: FieldRules = [],
): Record<string, string> {
  const { shape } = rowOn(id, own).request
  const faults: Record<string, string> = {}
  for (const { name, isRequired } of formFieldsOf(id, own)) {
    if (name === ownIdOf(id) && !isRequired && fields[name] === undefined) continue
    const schema = shape[name]
    const parsed = schema === undefined ? null : z.safeParse(schema, fields[name])
    if (parsed !== null && !parsed.success)
      faults[name] = parsed.error.issues[0]?.message ?? say('operations.look-at-this-field-again')
  }
  if (Object.keys(faults).length > 0) return faults
  const broken = brokenRule(rowOf(id), fields)
  return broken === null ? {} : { [broken.field]: broken.message }
}
