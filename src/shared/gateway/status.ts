// What a status answer says: which values are final, which transaction types belong to an operation, and when two answers tell the
// same. Pure. It never assumes that an unseen value is final.
import type { Money } from '../money.ts'

/** The part of a status answer that tells whether something happened; everything else is carried along and shown. */
export interface Observation {
  seq: number
  at: number
  status: string
  transactionType: string
  stage: string
  amount: Money | null
  /** Distinguishes one transaction from the next one of the same type and amount, where the service sends it. */
  transactionMark: string
  partialReturn: boolean | null
  partialCapture: boolean | null
  reason: string
}

export type Outcome = 'approved' | 'declined' | 'failed' | 'processing' | 'unclear'

/** Every status met in the family's public documents; 'unknown' is one, and is not final. */
export const knownStatuses: readonly string[] = [
  'approved',
  'declined',
  'filtered',
  'error',
  'processing',
  'unknown',
]

export const knownTransactionTypes: readonly string[] = [
  'sale',
  'preauth',
  'capture',
  'cancel',
  'reversal',
  'refund',
  'void',
  'chargeback',
  'fraud',
  'retrieval',
  'dispute',
  'transfer',
  'payout',
  'payout check',
  'account verification',
]

/** Types of orders that take nothing from a customer: nothing of them can be captured, voided or returned. */
export const sideTypes = ['payout', 'payout check', 'transfer', 'account verification'] as const
export type SideType = (typeof sideTypes)[number]

export const isSideType = (type: string): type is SideType =>
  (sideTypes as readonly string[]).includes(type)

/** Statuses of interface.md's family; anything else is 'unclear': shown verbatim and treated as not final. */
export function outcomeOf(status: string): Outcome {
  switch (status) {
    case 'approved':
      return 'approved'
    case 'declined':
    case 'filtered':
      return 'declined'
    case 'error':
      return 'failed'
    case 'processing':
      return 'processing'
    default:
      return 'unclear'
  }
}

export const isFinalStatus = (status: string): boolean =>
  ['approved', 'declined', 'failed'].includes(outcomeOf(status))

const checked3ds = ['sale', 'preauth', 'account verification']

/** Which transaction types an operation shows up as in status. */
export const typesOf: Readonly<Record<string, readonly string[]>> = {
  sale: ['sale'],
  preauth: ['preauth'],
  capture: ['capture'],
  void: ['void', 'cancel'],
  return: ['reversal', 'refund', 'cancel'],
  'account-verification': ['account verification'],
  'account-verification-form': ['account verification'],
  'make-rebill': ['sale'],
  'sale-form': ['sale'],
  'preauth-form': ['preauth'],
  'payment-form': ['sale', 'preauth'],
  payout: ['payout'],
  'payout-form': ['payout'],
  'payout-check': ['payout check'],
  'payout-pay': ['payout'],
  transfer: ['transfer'],
  'process-recurring-payment': ['sale'],
  // Only for an upload whose answer was lost: once the payment it belongs to is final, nothing waits for it any more.
  'upload-method-url-result': checked3ds,
  'upload-cres-result': checked3ds,
  'upload-pares-result': checked3ds,
}

/** Equal for two answers exactly when nothing that matters changed between them. */
export const fingerprintOf = (seen: Omit<Observation, 'seq' | 'at'>): string =>
  JSON.stringify([
    seen.status,
    seen.transactionType,
    seen.stage,
    seen.amount === null ? null : [seen.amount.minor.toString(), seen.amount.currency],
    seen.transactionMark,
  ])

/** Whether two answers speak of one transaction: the processor's id, or the whole mark where it sends none. */
export function isSameTransaction(
  a: Pick<Observation, 'transactionMark' | 'transactionType'>,
  b: Pick<Observation, 'transactionMark' | 'transactionType'>,
): boolean {
  if (a.transactionType !== b.transactionType || a.transactionMark === '') return false
  return a.transactionMark === b.transactionMark || idOf(a) === idOf(b)
}

/** The date that follows the id may move on with the status; a mark that is only a date is taken whole. */
const idOf = ({ transactionMark }: Pick<Observation, 'transactionMark'>): string =>
  /^(\S+) \d{4}-\d\d-\d\d/.exec(transactionMark)?.[1] ?? transactionMark
