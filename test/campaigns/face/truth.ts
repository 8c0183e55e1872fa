// What the sandbox's books hold of an order, and how much of that its gateway has told this
// computer so far.
import { captureRule, returnRule, voidRule } from '../../../src/sandbox/book/rules.ts'
import type { Order, Transaction } from '../../../src/sandbox/book/book.ts'
import type { ActionId } from '#shared/gateway/actions.ts'

export interface Truth {
  order: Order
  moves: readonly Transaction[]
  /** What the gateway last told of a transaction, by its number in the books. */
  reported: ReadonlyMap<number, string>
  /** The serial numbers of this computer’s own requests. */
  own: ReadonlySet<string>
  /** Every transaction was told with the end it has in the books. */
  isAllTold: boolean
  /** What chargebacks and types that are in no table told. */
  heldBack: readonly { type: string; minor: bigint }[]
  /** The gateway told one transaction with two amounts. */
  isContested: boolean
  /** A person said something that the books contradict. */
  isMisled: boolean
}

export const heldBackIn = ({ heldBack }: Truth): bigint =>
  heldBack.reduce((sum, { minor }) => sum + minor, 0n)

type Ended = { status: string }
const isOver = ({ status }: Ended): boolean => status !== 'processing' && status !== 'unknown'
const isLost = ({ status }: Ended): boolean =>
  status === 'declined' || status === 'filtered' || status === 'error'

export const allTold = (
  moves: readonly Transaction[],
  reported: ReadonlyMap<number, string>,
): boolean => moves.every((move) => isOver(move) && reported.get(move.id) === move.status)

const sumOf = (moves: readonly Transaction[], type: string, isMost: boolean): bigint =>
  moves
    .filter((move) => move.type === type && (isMost ? !isLost(move) : move.status === 'approved'))
    .reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)

const original = ({ order, moves }: Truth): Transaction | undefined =>
  moves.find(({ type }) => type === order.kind)

/** `isMost`: what is on its way counts as done. */
export function capturedIn(truth: Truth, isMost = false): bigint {
  if (truth.order.kind !== 'sale') return sumOf(truth.moves, 'capture', isMost)
  return sumOf(truth.moves, 'sale', isMost)
}
/** Without what others captured since the gateway was last asked: nobody here can know of that. */
export const heardCapturedIn = (truth: Truth): bigint =>
  capturedIn({
    ...truth,
    moves: truth.moves.filter(
      ({ id, type, requestSerial }) =>
        type !== 'capture' || truth.reported.has(id) || truth.own.has(requestSerial ?? ''),
    ),
  })

export const returnedIn = ({ moves }: Truth, isMost = false): bigint =>
  sumOf(moves, 'reversal', isMost)

const sumIn = (moves: readonly Transaction[]): bigint =>
  moves.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)

/** Refunds that were told, and not as come to nothing: gone, or on their way. */
export const toldBackIn = ({ moves, reported }: Truth): bigint =>
  sumIn(
    moves.filter(
      ({ id, type }) =>
        type === 'reversal' && reported.has(id) && !isLost({ status: reported.get(id) ?? '' }),
    ),
  )

/**
 * What others asked for, and was last told as in progress. One of ours may be taken for another's
 * that looks the same.
 */
export const othersWaitIn = ({ moves, reported, own }: Truth): bigint =>
  sumIn(
    moves.filter(
      ({ id, type, amountMinor, requestSerial }) =>
        ['reversal', 'capture'].includes(type) &&
        reported.has(id) &&
        !isOver({ status: reported.get(id) ?? '' }) &&
        (!own.has(requestSerial ?? '') ||
          moves.some(
            (other) =>
              other.type === type &&
              other.amountMinor === amountMinor &&
              !own.has(other.requestSerial ?? ''),
          )),
    ),
  )

export const isGoneIn = ({ moves }: Truth): boolean =>
  moves.some(({ type, status }) => (type === 'cancel' || type === 'void') && status === 'approved')

export const isGoodIn = (truth: Truth): boolean => original(truth)?.status === 'approved'

export const heldIn = (truth: Truth): bigint =>
  truth.order.kind !== 'preauth' || !isGoodIn(truth) || isGoneIn(truth)
    ? 0n
    : BigInt(truth.order.amountMinor) - capturedIn(truth)

const limits = { acceptsIdentical: true, checksSums: true }

/** Whether the books would take the action now: its refusal, or null. */
export function refusalOf(
  { order, moves }: Truth,
  action: ActionId,
  minor: bigint | null,
): string | null {
  const asked =
    minor === null
      ? { amountMinor: null, currency: null }
      : { amountMinor: Number(minor), currency: order.currency }
  const checked =
    action === 'void'
      ? voidRule(order, moves)
      : action === 'capture'
        ? captureRule(order, moves, asked, limits)
        : returnRule(order, moves, asked, limits)
  return checked.ok ? null : checked.refusal.message
}
