// The fields of a request that is only explained, generated from the operation's row, and the
// checks that can be told at once. Pure. Card data is not asked for: main puts made-up values in
// its place.
import { formatMessage } from '#wording/format-messages.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'
import { brokenRule } from '#shared/gateway/request.ts'
import { exampleOf } from '../../messages/forms/examples.ts'

export interface RequestField {
  name: string
  isRequired: boolean
  /** Empty when anything may be typed. */
  choices: string[]
}

const issuesOf = (id: OperationId, request: Record<string, unknown>) => {
  const read = rowOf(id).request.safeParse(request)
  return read.success ? [] : read.error.issues
}

const isNoCard = (name: string): boolean => !cardFields.has(name)

/** In the row's order; what must be filled in comes first. */
export function fieldsOf(id: OperationId): RequestField[] {
  const row = rowOf(id)
  const names = Object.keys(row.request.shape)
  const required = new Set(issuesOf(id, {}).map((issue) => String(issue.path[0])))
  for (const group of row.atLeastOne ?? []) required.add(group.find(isNoCard) ?? '')
  for (const group of row.together ?? [])
    if (group.some((name) => required.has(name))) for (const name of group) required.add(name)
  // An impossible value, so that every choice names what it would take.
  const refused = issuesOf(id, Object.fromEntries(names.map((name) => [name, '\u0000'])))
  const choices = new Map(
    refused.map((issue) => [
      String(issue.path[0]),
      issue.code === 'invalid_value' ? issue.values.map(String) : [],
    ]),
  )
  return names
    .filter(isNoCard)
    .map((name) => ({
      name,
      isRequired: required.has(name),
      choices: choices.get(name) ?? [],
    }))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

/** Made-up values for what must be filled in. */
export const examplesFor = (fields: readonly RequestField[]): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter((field) => field.isRequired)
      .map((field) => [field.name, exampleOf(field.name, field.choices)]),
  )

/** What would be sent: fields that were filled in. */
export const requestFrom = (typed: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )

/** Every field that needs another look, all at once, by its name. */
export function draftFaultsOf(
  id: OperationId,
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  const request = requestFrom(typed)
  const faults: Record<string, string> = {}
  for (const issue of issuesOf(id, request)) {
    const name = String(issue.path[0])
    if (isNoCard(name)) faults[name] ??= formatMessage(issue.message)
  }
  const row = rowOf(id)
  const broken = brokenRule(row, request)
  if (broken === null) return faults
  const group = row.atLeastOne?.find((names) => names.includes(broken.field)) ?? [broken.field]
  faults[group.find(isNoCard) ?? broken.field] ??= formatMessage(broken.message)
  return faults
}
