// The precondition rules of interface.md ("States and transitions", 1-5 and 7), as pure functions
// over an order and its transactions. MONEY: each decides whether money moves; every refusal has
// its test.
import { toMajor } from '../http/currency.ts'
import { accept, type Checked, refuse } from '../http/refusal.ts'

export type TransactionType =
  | 'sale'
  | 'preauth'
  | 'capture'
  | 'cancel'
  | 'reversal'
  | 'void'
  | 'account verification'
  | 'payout'
  | 'payout check'
  | 'transfer'
  | 'chargeback'
  | 'chargeback reversal'

export type Status = 'processing' | 'approved' | 'declined' | 'filtered' | 'error' | 'unknown'

export interface Held {
  kind: string
  amountMinor: number
  currency: string
}

export interface Moved {
  type: TransactionType
  amountMinor: number
  status: Status
}

/** What the merchant's contract leaves to the gateway to refuse. */
export interface Limits {
  /** A second return of the same amount is carried out. */
  acceptsIdentical: boolean
  /**
   * Off: the gateway moves what it is asked for, also more than there is. Only the client's own
   * sums protect then.
   */
  checksSums: boolean
}

/** What a request asks for; null where it sent nothing. */
export interface Asked {
  amountMinor: number | null
  currency: string | null
}

export interface Allowed {
  type: TransactionType
  amountMinor: number
}

/** Money that moved or may still move: everything but what has failed for good. */
const counts = (status: Status): boolean =>
  status === 'approved' || status === 'processing' || status === 'unknown'

const sum = (moves: readonly Moved[], types: readonly TransactionType[], only?: Status): number =>
  moves.reduce(
    (total, move) =>
      types.includes(move.type) && (only === undefined ? counts(move.status) : move.status === only)
        ? total + move.amountMinor
        : total,
    0,
  )

const isGone = (moves: readonly Moved[]): boolean =>
  moves.some((move) => (move.type === 'cancel' || move.type === 'void') && counts(move.status))

/** Money taken from the customer for good, as far as it is final. */
export const capturedOf = (order: Held, moves: readonly Moved[]): number => {
  if (order.kind === 'sale') return originalStatus(moves) === 'approved' ? order.amountMinor : 0
  return sum(moves, ['capture'], 'approved')
}
export const returnedOf = (moves: readonly Moved[]): number => sum(moves, ['reversal'])
/** Charged back, and not given back by a reversal of that. */
export const chargedBackOf = (moves: readonly Moved[]): number =>
  sum(moves, ['chargeback']) - sum(moves, ['chargeback reversal'])

const originalStatus = (moves: readonly Moved[]): Status => moves[0]?.status ?? 'error'

export function captureRule(
  order: Held,
  moves: readonly Moved[],
  asked: Asked,
  { checksSums }: Pick<Limits, 'checksSums'>,
): Checked<Allowed> {
  if (order.kind !== 'preauth')
    return refuse(
      'NOT_A_PREAUTH',
      `orderid names a ${order.kind}; only a preauth can be captured`,
      'orderid',
    )
  const status = originalStatus(moves)
  if (status !== 'approved')
    return refuse('NOT_APPROVED', `orderid names a preauth whose status is ${status}`, 'orderid')
  if (isGone(moves))
    return refuse('HOLD_RELEASED', 'orderid names a preauth whose hold is released', 'orderid')
  const wrong = wrongCurrency(order, asked)
  if (wrong !== null) return wrong
  const left = order.amountMinor - sum(moves, ['capture'])
  if (left <= 0 && (checksSums || asked.amountMinor === null))
    return refuse('NOTHING_LEFT', 'orderid names a preauth that is captured in full', 'orderid')
  const amountMinor = asked.amountMinor ?? left
  if (!checksSums) return accept({ type: 'capture', amountMinor })
  return withinRemainder(order, amountMinor, left, 'held and not captured', 'capture')
}

export function voidRule(order: Held, moves: readonly Moved[]): Checked<Allowed> {
  if (order.kind !== 'preauth')
    return refuse(
      'ALREADY_SETTLED',
      `orderid names a ${order.kind}, which is captured at once; use return`,
      'orderid',
    )
  const status = originalStatus(moves)
  if (status !== 'approved')
    return refuse('NOT_APPROVED', `orderid names a preauth whose status is ${status}`, 'orderid')
  if (isGone(moves))
    return refuse('HOLD_RELEASED', 'orderid names a preauth whose hold is released', 'orderid')
  if (sum(moves, ['capture']) > 0)
    return refuse(
      'ALREADY_SETTLED',
      'orderid names a preauth that is captured already; use return',
      'orderid',
    )
  return accept({ type: 'void', amountMinor: order.amountMinor })
}

export function returnRule(
  order: Held,
  moves: readonly Moved[],
  asked: Asked,
  { acceptsIdentical, checksSums }: Limits,
): Checked<Allowed> {
  if (order.kind !== 'sale' && order.kind !== 'preauth')
    return refuse(
      'NOT_RETURNABLE',
      `orderid names a ${order.kind}; it can't be returned`,
      'orderid',
    )
  const status = originalStatus(moves)
  if (status !== 'approved')
    return refuse(
      'NOT_APPROVED',
      `orderid names a ${order.kind} whose status is ${status}`,
      'orderid',
    )
  const wrong = wrongCurrency(order, asked)
  if (wrong !== null) return wrong
  if (order.kind === 'preauth' && sum(moves, ['capture']) === 0)
    return cancelRule(order, moves, asked)
  const captured = capturedOf(order, moves)
  if (captured === 0)
    return refuse(
      'NOT_APPROVED',
      'orderid names a preauth whose capture is not final yet',
      'orderid',
    )
  const chargedBack = chargedBackOf(moves)
  const left = captured - returnedOf(moves) - chargedBack
  if (left <= 0 && (checksSums || asked.amountMinor === null))
    return refuse(
      'NOTHING_LEFT',
      chargedBack > 0
        ? 'orderid names an order whose money was charged back'
        : 'orderid names an order that is returned in full',
      'orderid',
    )
  const amountMinor = asked.amountMinor ?? left
  const isTwin = moves.some(
    (move) => move.type === 'reversal' && counts(move.status) && move.amountMinor === amountMinor,
  )
  if (!acceptsIdentical && isTwin)
    return refuse('IDENTICAL_RETURN', 'amount: an identical return was made already', 'amount')
  if (!checksSums) return accept({ type: 'reversal', amountMinor })
  return withinRemainder(order, amountMinor, left, 'captured and not returned', 'reversal')
}

/** A return of an uncaptured hold releases it as a whole. */
function cancelRule(order: Held, moves: readonly Moved[], asked: Asked): Checked<Allowed> {
  if (isGone(moves))
    return refuse('HOLD_RELEASED', 'orderid names a preauth whose hold is released', 'orderid')
  if (asked.amountMinor !== null && asked.amountMinor !== order.amountMinor)
    return refuse(
      'PARTIAL_NOT_POSSIBLE',
      'amount: a hold is released as a whole; leave amount out or send the held amount',
      'amount',
    )
  return accept({ type: 'cancel', amountMinor: order.amountMinor })
}

/** MONEY: one payout per check, whatever became of it; after a decline a new check is needed. */
export function payRule(order: Held, moves: readonly Moved[]): Checked<Allowed> {
  const first = moves[0]
  if (first?.type !== 'payout check')
    return refuse(
      'NOT_CHECKED',
      `orderid names a ${order.kind} that no payout-check registered`,
      'orderid',
    )
  if (first.status !== 'approved')
    return refuse(
      'NOT_CHECKED',
      `orderid names a payout check whose status is ${first.status}`,
      'orderid',
    )
  if (moves.some(({ type }) => type === 'payout'))
    return refuse('ALREADY_PAID', 'orderid names a payout that was executed already', 'orderid')
  return accept({ type: 'payout', amountMinor: order.amountMinor })
}

function wrongCurrency(order: Held, asked: Asked): Checked<Allowed> | null {
  return asked.currency === null || asked.currency === order.currency
    ? null
    : refuse('CURRENCY_MISMATCH', `currency must be ${order.currency}, as in the order`, 'currency')
}

function withinRemainder(
  order: Held,
  amountMinor: number,
  left: number,
  what: string,
  type: TransactionType,
): Checked<Allowed> {
  return amountMinor > left
    ? refuse(
        'ABOVE_REMAINDER',
        `amount is more than what is ${what}: ${toMajor(left, order.currency)} ${order.currency}`,
        'amount',
      )
    : accept({ type, amountMinor })
}
