// Saved recipients in words.
import type { RecipientView } from '#shared/bridge/recipients.ts'
import { ibanGroups } from '#shared/cards/iban.ts'
import { destinationOf, type RecipientWay } from '#shared/recipients/recipient.ts'
import { labelsOfField } from './operation-fields.ts'
import { cardNamed } from './payer.ts'
import { t } from '../message.ts'

export const wayLabels: Readonly<Record<RecipientWay, string>> = {
  card: t('everywhere.card-reference'),
  account: t('operations.bank-account'),
  wallet: t('operations.e-wallet'),
  phone: t('operations.phone-number'),
}

/** Where the money goes, in a line. */
export function placeOf({ way, fields, lastFour }: RecipientView): string {
  const place = Object.values(destinationOf(way, fields)).join(' · ')
  return lastFour === null ? place : `${cardNamed('', lastFour)} · ${place}`
}

/** The same where nothing but text may stand. */
export const placeInGroups = (recipient: RecipientView): string =>
  placeOf(recipient)
    .split(' · ')
    .map((part) => ibanGroups(part).join(' '))
    .join(' · ')

export const labelOfDestination = (name: string): string => labelsOfField(name).label
