// When a request that makes something new may be the same payment as another one. Pure. MONEY: the gateway takes a second payout, rebill
// or charge as readily as the first, so a person has to say that a second one is meant.
import type { Money } from '../money.ts'

/** Operations that do the same to somebody’s money, and the fields that name whose it is. */
interface Family {
  operations: readonly string[]
  /** Fields of which one in common is enough. */
  parties: readonly string[]
}

const families: readonly Family[] = [
  {
    operations: ['payout', 'payout-pay', 'payout-form'],
    parties: ['account_number', 'cardrefid', 'credit_card_number', 'phone', 'email'],
  },
  {
    operations: ['transfer'],
    parties: ['destination-card-no', 'destination_card_recurring_payment_id'],
  },
  { operations: ['sale', 'preauth'], parties: ['credit_card_number'] },
  { operations: ['make-rebill'], parties: ['cardrefid'] },
  { operations: ['create-recurring-payment'], parties: ['cardrefid', 'credit_card_number'] },
  { operations: ['process-recurring-payment'], parties: ['recurring-payment-id'] },
]

export interface MoneyRequest {
  operation: string
  /** Redacted: card numbers by their last four. */
  goesTo: Readonly<Record<string, string>>
  /** Null when the gateway knows the amount and this computer does not. */
  amount: Money | null
}

const familyOf = (operation: string): Family | undefined =>
  families.find(({ operations }) => operations.includes(operation))

/** Operations among which a twin of this one would be; none when a second one moves nothing. */
export const twinOperations = (operation: string): readonly string[] =>
  familyOf(operation)?.operations ?? []

export function mayBeTwins(a: MoneyRequest, b: MoneyRequest): boolean {
  const family = familyOf(a.operation)
  return (
    family?.operations.includes(b.operation) === true &&
    isSameAmount(a.amount, b.amount) &&
    family.parties.some((name) => {
      const party = plain(name, a.goesTo[name] ?? '')
      return party !== '' && party === plain(name, b.goesTo[name] ?? '')
    })
  )
}

/** However it was typed: an IBAN with or without spaces, a phone number with + or 00. */
const plain = (name: string, value: string): string =>
  name === 'phone'
    ? value.replaceAll(/\D/g, '').replace(/^0+/, '')
    : value.toLowerCase().replaceAll(/[\s-]/g, '')

const isSameAmount = (a: Money | null, b: Money | null): boolean =>
  a === null ||
  b === null ||
  (a.minor === b.minor && a.currency === b.currency && a.digits === b.digits)
