// Makes the request of an operation from its typed fields, and finds the faults that can be found
// at once. Main checks everything again. No value is filled in, dropped or corrected; main makes
// the merchant's own id of something new.
import { ownWording } from '#wording/patterns.ts'
import { formatMessages } from '#wording/format-messages.ts'
import { fail, inputFault, type Result } from '#shared/fault.ts'
import { cardFields, secretFields } from '#shared/gateway/operations/parts/fields.ts'
import {
  type CardAsk,
  cardFieldsOf,
  fieldFaultsOf,
  type FormField,
  formFieldsOf,
} from '#shared/gateway/form-fields.ts'
import { orderidFieldOf } from '#shared/gateway/flow.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { FieldRules } from '#shared/gateway/own-fields.ts'
import { type DigitsRule, parseAmount } from '#shared/money.ts'
import { formatMoney } from '#wording/amounts.ts'
import {
  type Alternative,
  alternativesOf,
  labelsOfField,
  shownFirst,
} from '../messages/forms/operation-fields.ts'
import { t } from '../messages/message.ts'

/**
 * Values known here for a field, offered while it is typed: references and subscriptions made here.
 */
export interface Suggestion {
  value: string
  label: string
  /** What it is called in two lines, where one would be broken. */
  lines?: { first: string; second: string }
  /** Of a saved card: its name, and the order that it was saved from. */
  card?: { name: string; orderid: string }
  /** The label says whose it is: the value stands among the facts. */
  isWhole?: boolean
  /** What is known of it, below its field once it is taken. */
  note?: string
}
export type Suggestions = Readonly<Record<string, readonly Suggestion[]>>

export type Typed = Readonly<Record<string, string>>

/** Where the chosen alternative is kept among the typed fields; no wire field is called so. */
export const wayField = '@way'

/**
 * Whether a draft may hold the field. Proofs of authentication and card data are forgotten with the
 * form.
 */
export const maySave = (name: string): boolean => !secretFields.has(name) && !cardFields.has(name)

export function wayOf(operation: OperationId, typed: Typed): Alternative | null {
  const ways = alternativesOf[operation]?.ways
  return ways === undefined ? null : (ways.find((way) => way.id === typed[wayField]) ?? ways[0])
}

/** The way that one of the two answers leads to; the other stays where there is such a way. */
export function wayAt(
  ways: readonly Alternative[],
  now: Alternative,
  place: 0 | 1,
  end: string,
): Alternative | undefined {
  const other = place === 0 ? 1 : 0
  const led = ways.filter(({ ends }) => ends?.[place] === end)
  return led.find(({ ends }) => ends?.[other] === now.ends?.[other]) ?? led[0]
}

/** The fields of the form as it stands: of several ways only the chosen one's. */
export function shownFieldsOf(
  operation: OperationId,
  typed: Typed,
  own: FieldRules = [],
): FormField[] {
  const way = wayOf(operation, typed)
  const ofWays = new Set(
    (alternativesOf[operation]?.ways ?? []).flatMap((one) => [
      ...one.fields,
      ...Object.keys(one.sets ?? {}),
    ]),
  )
  const isOfWay = (name: string): boolean =>
    way?.fields.includes(name) === true || way?.also?.includes(name) === true
  return formFieldsOf(operation, own)
    .filter(({ name }) => !ofWays.has(name) || isOfWay(name))
    .map((field) => ({
      ...field,
      isRequired: field.isRequired || way?.needs.includes(field.name) === true,
    }))
}

/**
 * What of a typed card goes with the form as it stands. Where card data can't be typed, what may be
 * left out is not asked for.
 */
export function cardAsksOf(
  operation: OperationId,
  typed: Typed,
  mayTypeCards: boolean,
  own: FieldRules = [],
): CardAsk[] {
  const way = wayOf(operation, typed)
  const all = cardFieldsOf(operation, own)
  const asks =
    way === null
      ? all
      : all
          .filter(({ name }) => way.fields.includes(name))
          .map(({ name, isRequired }) => ({
            name,
            isRequired: isRequired || way.needs.includes(name),
          }))
  return mayTypeCards || asks.some(({ isRequired }) => isRequired) ? asks : []
}

/** Whether a field stands in the open part of the form. */
export function isShownFirst(operation: OperationId, typed: Typed, field: FormField): boolean {
  const way = wayOf(operation, typed)
  const isOfWay = way?.fields.includes(field.name) === true
  return (
    field.isRequired ||
    shownFirst[operation]?.includes(field.name) === true ||
    (isOfWay && way?.later?.includes(field.name) !== true)
  )
}

export const isOfDestination = ({ name }: Pick<FormField, 'name'>): boolean =>
  labelsOfField(name).group === 'destination'

/**
 * MONEY: what is filled in stays folded, but for a fault, and for what says where money goes.
 */
export const opensMore = (
  more: readonly Pick<FormField, 'name'>[],
  { typed, faults }: { typed: Typed; faults: Readonly<Record<string, string>> },
): boolean =>
  more.some(
    (field) =>
      faults[field.name] !== undefined ||
      (isOfDestination(field) && (typed[field.name] ?? '') !== ''),
  )

/** Empty fields are not sent. */
export function requestFrom(
  operation: OperationId,
  typed: Typed,
  own: FieldRules = [],
): Record<string, string> {
  const entries = shownFieldsOf(operation, typed, own)
    .map(({ name }) => [name, (typed[name] ?? '').trim()] as const)
    .filter(([, value]) => value !== '')
  return { ...Object.fromEntries(entries), ...wayOf(operation, typed)?.sets }
}

/**
 * The fields of a request that was sent, as its form holds them: without the merchant order id,
 * which main knows, and without card data, which nobody kept.
 */
export function typedFrom(operation: OperationId, request: Typed): Typed {
  const own = orderidFieldOf(operation)
  const fields = Object.entries(request).filter(([name]) => maySave(name) && name !== own)
  const covered = ({ fields: names, sets }: Alternative): number =>
    [...names, ...Object.keys(sets ?? {})].filter((name) => request[name] !== undefined).length
  const [way] = (alternativesOf[operation]?.ways ?? []).toSorted((a, b) => covered(b) - covered(a))
  return { ...Object.fromEntries(fields), ...(way === undefined ? {} : { [wayField]: way.id }) }
}

/** What the typed amount says, or why it can't be read. */
export function readTypedAmount(
  amount: string,
  currency: string,
  rule: DigitsRule,
): Result<{ label: string }> {
  if (!/^[A-Z]{3}$/.test(currency))
    return fail(inputFault('currency', t('operations.currency-form')))
  const money = parseAmount(amount, currency, rule)
  return money.ok ? { ok: true, value: { label: formatMoney(money.value) } } : formatMessages(money)
}

export function faultsFrom(
  operation: OperationId,
  typed: Typed,
  rule: DigitsRule,
  own: FieldRules = [],
): Record<string, string> {
  const request = requestFrom(operation, typed, own)
  const shown = shownFieldsOf(operation, typed, own)
  // A rule over several ways is said by the chosen one's own fields.
  const isShown = (name: string): boolean => shown.some((field) => field.name === name)
  const faults = Object.fromEntries(
    Object.entries(formatMessages(fieldFaultsOf(operation, request, own)))
      .filter(([name]) => isShown(name))
      .map(([name, fault]) => [name, ownWording(fault)]),
  )
  for (const { name, isRequired } of shown)
    if (isRequired && request[name] === undefined)
      faults[name] ??= t('frame.labels-of-field-is-needed', {
        labelsOfField: labelsOfField(name).label,
      })
  const { amount, currency } = request
  if (amount === undefined || faults['amount'] !== undefined) return faults
  const read = readTypedAmount(amount, currency ?? '', rule)
  if (!read.ok && read.fault.kind === 'input') faults[read.fault.field] ??= read.fault.message
  return faults
}
