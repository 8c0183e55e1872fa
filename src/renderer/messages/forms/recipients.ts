// Saved recipients in words.
import type { RecipientView } from '#shared/bridge/recipients.ts'
import { destinationOf, type RecipientWay } from '#shared/recipient.ts'
import { labelsOfField } from './operation-fields.ts'

export const wayLabels: Readonly<Record<RecipientWay, string>> = {
  card: 'Card reference',
  account: 'Bank account',
  wallet: 'E-wallet',
  phone: 'Phone number',
}

/** Where the money goes, in a line. */
export function placeOf({ way, fields, lastFour }: RecipientView): string {
  const place = Object.values(destinationOf(way, fields)).join(' · ')
  return lastFour === null ? place : `${place} · card ending in ${lastFour}`
}

export const labelOfDestination = (name: string): string => labelsOfField(name).label
