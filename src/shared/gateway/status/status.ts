// What a status answer says: which values are final, which transaction types belong to an
// operation, and when two answers tell the same. Pure. It never assumes that an unseen value is
// final.
import { type MessageValue, say } from '../../message.ts'
import { type Money, toText } from '../../money.ts'
import { isOperationId, rowOf } from '../operations/index.ts'
import { foldWord } from './fold-word.ts'

/**
 * The part of a status answer that tells whether something happened; everything else is carried
 * along and shown.
 */
export interface StoredSnapshot {
  seq: number
  at: number
  status: string
  transactionType: string
  stage: string
  /** Null when none was told, or none that could be read. */
  amount: Money | null
  /**
   * The amount as it was told when it could not be read exactly: never rounded, and never the same
   * as none.
   */
  unreadableAmount?: string
  /**
   * Distinguishes one transaction from the next one of the same type and amount: the processor's
   * id, a space, the processing date. Either may be missing: "id" alone, or " date" with the space
   * in front.
   */
  transactionMark: string
  partialReturn: boolean | null
  partialCapture: boolean | null
  reason: string
  /** The gateway's own words, where a setting of the connection gave them their meaning here. */
  reportedStatus?: string
  reportedType?: string
  /** An amount was told that may be the order's first one, told once more. */
  mayBeFirstAmount?: true
  /** The difference of what remained: of all that happened since the answer before. */
  isDifference?: true
}

/** What one answer tells, before it has its place among the others. */
export type StatusSnapshot = Omit<StoredSnapshot, 'seq' | 'at'>

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
  'chargeback reversal',
  'fraud',
  'retrieval',
  'dispute',
  'transfer',
  'payout',
  'payout check',
  'account verification',
]

/**
 * Types of orders that take nothing from a customer: nothing of them can be captured, voided or
 * returned.
 */
export const sideTypes = ['payout', 'payout check', 'transfer', 'account verification'] as const
export type SideType = (typeof sideTypes)[number]

export const isSideType = (type: string): type is SideType =>
  (sideTypes as readonly string[]).includes(type)

/**
 * Declined at one of several gates in turn: the next one is still tried, whatever the status says
 * meanwhile.
 */
export const isStillTried = (stage: string): boolean => foldWord(stage).includes('chain declined')

/**
 * Statuses of interface.md's family; anything else is 'unclear': shown verbatim and treated as not
 * final.
 */
export function outcomeOf(status: string, stage = ''): Outcome {
  if (isStillTried(stage)) return 'processing'
  switch (foldWord(status)) {
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

export const isKnownStatus = (status: string): boolean => knownStatuses.includes(foldWord(status))

export const isFinalStatus = (status: string): boolean => isFinalAnswer({ status, stage: '' })

export const isFinalAnswer = ({
  status,
  stage,
}: Pick<StoredSnapshot, 'status' | 'stage'>): boolean =>
  ['approved', 'declined', 'failed'].includes(outcomeOf(status, stage))

/**
 * The word of the table that a transaction type is, however it is written; one that is not in the
 * table stays as it was told.
 */
export function typeWord(reported: string): string {
  const folded = foldWord(reported)
  return knownTransactionTypes.includes(folded) ? folded : reported
}

/** How a stage ends after the name of its transaction type. */
const stageEnds: readonly string[] = [
  'approved',
  'declined',
  'filtered',
  'failed',
  'error',
  'processing',
  'unknown',
  'chain declined',
  '3d validating',
]

/**
 * The transaction type that an order-stage names ("sale_approved"); empty for a stage that is not
 * known word for word.
 */
export function typeOfStage(stage: string): string {
  const text = foldWord(stage)
  for (const type of [...knownTransactionTypes, 'auth']) {
    const name = `${type} `
    if (text.startsWith(name) && stageEnds.includes(text.slice(name.length)))
      return type === 'auth' ? 'preauth' : type
  }
  return ''
}

export const isKnownType = (type: string): boolean => knownTransactionTypes.includes(type)

/** Types by which hosts name one and the same transaction. */
const sameKinds: readonly (readonly string[])[] = [
  ['reversal', 'refund', 'cancel'],
  ['void', 'cancel'],
  ['payout', 'payout check'],
]

/**
 * MONEY: the stage names another type than the type does; which of the two is true nobody here
 * knows.
 */
export function contradictsStage({
  transactionType: type,
  stage,
}: Pick<StoredSnapshot, 'transactionType' | 'stage'>): boolean {
  const other = typeOfStage(stage)
  if (type === '' || other === '' || other === type) return false
  return !sameKinds.some((kind) => kind.includes(type) && kind.includes(other))
}

/** Which transaction types an operation shows up as in status; none for what is no operation. */
export const statusTypesOf = (operation: string): readonly string[] =>
  isOperationId(operation) ? (rowOf(operation).statusTypes ?? []) : []

/** Equal for two answers exactly when nothing that matters changed between them. */
export const fingerprintOf = (seen: StatusSnapshot): string =>
  JSON.stringify([
    seen.status,
    seen.transactionType,
    seen.stage,
    seen.amount === null ? null : [seen.amount.minor.toString(), seen.amount.currency],
    seen.transactionMark,
    ...(seen.unreadableAmount === undefined ? [] : [seen.unreadableAmount]),
  ])

/** Of these an order has one: told at another date, it is the same. */
const isSingle = (type: string): boolean =>
  type === 'sale' || type === 'preauth' || isSideType(type)

type Printed = [
  status: string,
  type: string,
  stage: string,
  amount: [minor: string, currency: string] | null,
  mark: string,
  unreadable?: string,
]

/**
 * What is told otherwise than it was when the fingerprint was taken, in words; empty when nothing
 * moved. MONEY: a date that moves alone moves nothing where an id, or the type, says that it is the
 * same transaction; otherwise it may be another one of the same amount.
 */
export function movedSince(fingerprint: string, now: StatusSnapshot): string[] {
  const was = JSON.parse(fingerprint) as Printed
  const is = JSON.parse(fingerprintOf(now)) as Printed
  const [idWas, idIs] = [was[4], is[4]].map((mark) => transactionIdOf({ transactionMark: mark }))
  const id = idIs ?? ''
  const isOtherDate = was[4] !== is[4] && idWas === id && id === '' && !isSingle(is[1])
  const pairs: [what: string, before: MessageValue, after: MessageValue][] = [
    [say('requests.moved-status'), was[0], is[0]],
    [say('requests.moved-type'), was[1], is[1]],
    [say('requests.moved-stage'), was[2], is[2]],
    [say('requests.moved-amount'), amountIn(was, now), amountIn(is, now)],
    [say('requests.moved-transaction-id'), idWas ?? '', id],
    [say('requests.moved-date'), isOtherDate ? was[4].trim() : '', isOtherDate ? is[4].trim() : ''],
  ]
  return pairs
    .filter(([, before, after]) => JSON.stringify(before) !== JSON.stringify(after))
    .map(([what, before, after]) =>
      say('requests.moved', { what, before: before || '-', after: after || '-' }),
    )
}

function amountIn(
  [, , , amount, , unreadable]: Printed,
  { amount: known }: StatusSnapshot,
): MessageValue {
  if (amount === null) return unreadable ?? ''
  const [minor, currency] = amount
  return toText({ minor: BigInt(minor), currency, digits: known?.digits ?? 2 })
}

type Transaction = Pick<StatusSnapshot, 'transactionMark' | 'transactionType'>

/**
 * The processor's id of a transaction; empty when the gateway sends none. The date behind it moves
 * on with the status.
 */
export function transactionIdOf({ transactionMark }: Pick<Transaction, 'transactionMark'>): string {
  const [id = ''] = transactionMark.split(' ')
  return /^\d{4}-\d\d-\d\d$/.test(id) ? '' : id
}

/**
 * Whether two answers speak of one transaction: the processor's id, or the whole mark where an
 * answer has none.
 */
export function isSameTransaction(a: Transaction, b: Transaction): boolean {
  if (a.transactionType !== b.transactionType || a.transactionMark === '') return false
  const [idOfA, idOfB] = [transactionIdOf(a), transactionIdOf(b)]
  return idOfA !== '' && idOfB !== '' ? idOfA === idOfB : a.transactionMark === b.transactionMark
}

/**
 * MONEY: whether two answers may tell one transaction of an operation, however its date, stage or
 * status moved on. Ids decide where both answers have one; otherwise the amounts do, and an amount
 * that is missing, or was read by another rule, tells nothing apart.
 */
export function mayBeSameTransaction(
  operation: string,
  a: StatusSnapshot,
  b: StatusSnapshot,
): boolean {
  const types = statusTypesOf(operation)
  if (![a, b].every(({ transactionType: type }) => type === '' || types.includes(type)))
    return false
  const [idOfA, idOfB] = [transactionIdOf(a), transactionIdOf(b)]
  if (idOfA !== '' && idOfB !== '') return idOfA === idOfB
  return !isOtherAmount(a.amount, b.amount)
}

const isOtherAmount = (a: Money | null, b: Money | null): boolean =>
  a !== null &&
  b !== null &&
  (a.currency !== b.currency || (a.digits === b.digits && a.minor !== b.minor))
