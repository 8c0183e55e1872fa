// What a bank, an auditor or a customer asks of one event of an order: the numbers the bank knows
// it by, the card, and whom money went to. Pure. A newer answer tells of another event, so these
// belong to the event and never to the order.
import { checkAccount } from '../../cards/iban.ts'
import { say } from '../../message.ts'
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
  /**
   * An account, a wallet, a phone, a card reference, a card by its last four digits, or a
   * subscription whose card is paid.
   */
  account: string
  /** What the account is; a number alone does not say. */
  kind: 'account' | 'wallet' | 'phone' | 'card' | 'subscription'
  description: string
}

const places = {
  out: ['account_number', 'phone', 'cardrefid', 'credit_card_number'],
  // The other card of a transfer is the one that pays.
  'between-cards': ['destination-card-no', 'destination_card_recurring_payment_id'],
} as const
/** Fields that only a bank has. */
const bankFields = ['bank_name', 'bank_branch', 'bank_city', 'routing_number']

/**
 * Whom a request pays, by the fields it is sent with; null for one that pays nobody. The number of
 * a card is never in it: fields are redacted first, whoever hands them in.
 */
export function payeeOf(operation: string, request: Fields): Payee | null {
  const way = wayOf(operation)
  if (way === null) return null
  const fields = redact(request)
  const field = (name: string): string => fields[name] ?? ''
  const place = places[way].find((name) => field(name) !== '')
  const account = place === undefined ? '' : field(place)
  const person = [field('first_name'), field('last_name')].filter((part) => part !== '').join(' ')
  const name = field('account_name') || person
  if (account === '' && name === '') return null
  return { name, account, kind: kindOf(place, fields), description: field('order_desc') }
}

/** Banks number accounts by an IBAN or in digits; a wallet may be called by any letters. */
function kindOf(place: string | undefined, fields: Fields): Payee['kind'] {
  if (place === 'phone') return 'phone'
  if (place === 'destination_card_recurring_payment_id') return 'subscription'
  if (place !== undefined && place !== 'account_number') return 'card'
  const number = fields['account_number'] ?? ''
  const isOfBank =
    checkAccount(number).kind !== 'unchecked' ||
    !/\p{L}/u.test(number) ||
    bankFields.some((name) => (fields[name] ?? '') !== '')
  return isOfBank ? 'account' : 'wallet'
}

/** A number alone would pass for a name: it stands behind what it is. */
export function accountMessage({ account, kind }: Pick<Payee, 'account' | 'kind'>): string {
  if (kind === 'card') return say('orders.paid-card', { card: account.replace(/^•••• /, '') })
  if (kind === 'subscription') return say('payouts.subscription-of-number', { id: account })
  if (kind === 'wallet') return say('orders.paid-wallet', { wallet: account })
  if (kind === 'phone') return say('orders.paid-phone', { phone: account })
  return say('orders.paid-account', { account })
}

interface Paying {
  operation: string
  request: Fields
}

/** A checked payout is paid by its order ID alone: its check says to whom. */
export function payeeAmong(
  attempts: readonly Paying[],
  { operation, request }: Paying,
): Payee | null {
  if (operation !== 'payout-pay') return payeeOf(operation, request)
  const check = attempts.findLast((one) => one.operation === 'payout-check')
  return check === undefined ? null : payeeOf(check.operation, check.request)
}

/** Whom an order paid, by the newest request that pays anybody. */
export function payeeOfOrder(attempts: readonly Paying[]): { payee?: Payee } {
  const payees = attempts.map((attempt) => payeeAmong(attempts, attempt))
  const payee = payees.findLast((one) => one !== null)
  return payee === null || payee === undefined ? {} : { payee }
}

/** A check moves nothing and names whom the payout after it pays. */
function wayOf(operation: string): keyof typeof places | null {
  if (operation === 'payout-check') return 'out'
  const moves = isOperationId(operation) ? rowOf(operation).moves : undefined
  return moves === 'out' || moves === 'between-cards' ? moves : null
}
