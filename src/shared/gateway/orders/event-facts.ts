// What a bank, an auditor or a customer asks of one event of an order: the numbers the bank knows
// it by, the card, and whom money went to. Pure. A newer answer tells of another event, so these
// belong to the event and never to the order.
import { redact } from '../operations/parts/fields.ts'
import { isOperationId, rowOf } from '../operations/index.ts'

export interface BankFacts {
  rrn: string
  approvalCode: string
  /** The processor's own id of the transaction, and when it was processed, as it was told. */
  processorTxId: string
  processingDate: string
  /** Brand of the card, and its last four digits. */
  card: string
  lastFour: string
}

const keys: Readonly<Record<keyof BankFacts, readonly string[]>> = {
  rrn: ['processor-rrn'],
  approvalCode: ['approval-code'],
  processorTxId: ['processor-tx-id'],
  processingDate: ['paynet-processing-date', 'acquirer-processing-date'],
  card: ['card-type'],
  lastFour: ['last-four-digits'],
}

export const bankFactNames = Object.keys(keys) as (keyof BankFacts)[]

type Fields = Readonly<Record<string, string>>

/** Only what was told: no empty text stands for a number. */
export const bankFactsOf = (answer: Fields): Partial<BankFacts> =>
  Object.fromEntries(
    bankFactNames.flatMap((name) => {
      const reported = keys[name].map((key) => answer[key] ?? '').find((value) => value !== '')
      return reported === undefined ? [] : [[name, reported]]
    }),
  )

/** ISO 8583, field 37: one in ten such numbers would pass for the number of a card. */
export const isRrn = (value: string): boolean => /^[\dA-Z]{12}$/i.test(value)

export interface Payee {
  name: string
  /** An account, a wallet, a phone, a card reference, or a card by its last four digits. */
  account: string
  description: string
}

const places = {
  out: ['account_number', 'phone', 'cardrefid', 'credit_card_number'],
  // The other card of a transfer is the one that pays.
  'between-cards': ['destination-card-no', 'destination_card_recurring_payment_id'],
} as const

/**
 * Whom a request pays, by the fields it is sent with; null for one that pays nobody. The number of
 * a card is never in it: fields are redacted first, whoever hands them in.
 */
export function payeeOf(operation: string, request: Fields): Payee | null {
  const way = wayOf(operation)
  if (way === null) return null
  const fields = redact(request)
  const field = (name: string): string => fields[name] ?? ''
  const account = places[way].map(field).find((value) => value !== '') ?? ''
  const person = [field('first_name'), field('last_name')].filter((part) => part !== '').join(' ')
  const name = field('account_name') || person
  return account === '' && name === '' ? null : { name, account, description: field('order_desc') }
}

/** A check moves nothing and names whom the payout after it pays. */
function wayOf(operation: string): keyof typeof places | null {
  if (operation === 'payout-check') return 'out'
  const moves = isOperationId(operation) ? rowOf(operation).moves : undefined
  return moves === 'out' || moves === 'between-cards' ? moves : null
}
