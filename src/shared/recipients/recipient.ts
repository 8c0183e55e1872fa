// A saved recipient of payouts: which ways money can go to one, which of the payout's own fields
// each way has, and what may be kept of them. Pure. Never a card number: a card is kept by its
// reference.
import { say } from '../message.ts'
import { z } from 'zod'
import { holdsCardNumber } from '../cards/card-number.ts'
import { cardNumberTyped } from '../card-refusal.ts'
import { type Fault, inputFault } from '../fault.ts'
import { isPhone } from '../gateway/operations/parts/fields.ts'
import { unseenInName } from '../names/unseen.ts'
import { rowOf } from '../gateway/operations/index.ts'

export const recipientWays = {
  card: { needs: 'cardrefid', fields: ['cardrefid'] },
  account: {
    needs: 'account_number',
    fields: [
      'account_number',
      'account_name',
      'bank_name',
      'bank_branch',
      'bank_city',
      'routing_number',
    ],
  },
  wallet: { needs: 'account_number', fields: ['account_number', 'account_name'] },
  phone: { needs: 'phone', fields: ['phone'] },
} as const satisfies Record<string, { needs: string; fields: readonly string[] }>
export type RecipientWay = keyof typeof recipientWays
export const recipientWayIds = Object.keys(recipientWays) as [RecipientWay, ...RecipientWay[]]

/** Kept with every way. */
const recipientPerson = ['first_name', 'last_name'] as const

type Fields = Readonly<Record<string, string>>

export const recipientFieldsOf = (way: RecipientWay): readonly string[] => [
  ...recipientWays[way].fields,
  ...recipientPerson,
]

/** Of a payout's fields those that say where the money goes. */
export const destinationOf = (way: RecipientWay, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    recipientWays[way].fields.flatMap((name) =>
      (fields[name] ?? '') === '' ? [] : [[name, fields[name]!]],
    ),
  )

/** Whether a payout with these fields goes exactly there. */
export const goesTo = (way: RecipientWay, destination: Fields, fields: Fields): boolean =>
  recipientWayIds
    .flatMap((one) => recipientWays[one].fields)
    .every((name) => (destinationOf(way, destination)[name] ?? '') === (fields[name] ?? ''))

export interface DestinationChange {
  name: string
  was: string
  is: string
}

/** Where two destinations differ, field by field; an empty text where one has none. */
export const differencesOf = (was: Fields, is: Fields): DestinationChange[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name, was: was[name] ?? '', is: is[name] ?? '' }))
    .filter((one) => one.was !== one.is)

/** The first field that can't be kept, with why; null when all can. */
export function recipientFault(way: RecipientWay, name: string, fields: Fields): Fault | null {
  if (holdsCardNumber(name)) return inputFault('name', bySaved)
  const code = unseenInName(name)
  if (code !== null) return inputFault('name', say('connections.name-unseen-character', { code }))
  const { needs } = recipientWays[way]
  if ((fields[needs] ?? '') === '') return inputFault(needs, say('operations.this-one-is-needed'))
  const { shape } = rowOf('payout').request
  for (const [field, value] of Object.entries(fields)) {
    if (!recipientFieldsOf(way).includes(field))
      return inputFault(field, say('operations.field-not-of-recipient', { field }))
    if (holdsCardNumber(value) && !(field === 'phone' && isPhone(value)))
      return inputFault(field, bySaved)
    const schema = shape[field]
    const parsed = schema === undefined ? null : z.safeParse(schema, value)
    if (parsed?.success !== true)
      return inputFault(
        field,
        parsed?.error.issues[0]?.message ?? say('operations.look-at-this-field-again'),
      )
  }
  return null
}

const bySaved = say('operations.save-card-by-reference', { cardNumberTyped })
