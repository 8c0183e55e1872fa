// Orders drawn at random, and what an accountant finds in them at a moment: it folds no answer, and
// shares nothing with what a day close is read by.
import fc from 'fast-check'
import type { Database } from '../../../../src/main/ledger/db/open.ts'
import { openFolded } from '../../../../src/main/ledger/orders/folded.ts'
import { openRetelling } from '../../../../src/main/ledger/orders/retell.ts'

interface MadeMove {
  /** Quarters of an hour before noon of the last day. */
  quarters: number
  /** Thousandths of what is there. */
  part: number
  took: number
  by: 'here' | 'others' | 'open'
}

export interface MadeOrder {
  connection: string
  kind: readonly [currency: string, digits: number]
  minor: bigint
  isHold: boolean
  seenAt: number
  /** Of a hold: so much was captured here, at that moment. */
  capture: { at: number; minor: bigint } | null
  refunds: { sentAt: number; at: number | null; minor: bigint; by: MadeMove['by'] }[]
}

const QUARTER_MS = 900_000
const DAYS = 12

const aMove: fc.Arbitrary<MadeMove> = fc.record({
  quarters: fc.integer({ min: 0, max: DAYS * 96 }),
  part: fc.integer({ min: 1, max: 300 }),
  took: fc.integer({ min: 0, max: 8 * QUARTER_MS }),
  by: fc.constantFrom('here', 'here', 'others', 'open'),
})

/** Moments are on the quarters: every border of a day is one of them. */
export const anOrder = (noon: number): fc.Arbitrary<MadeOrder> =>
  fc
    .record({
      connection: fc.constantFrom('shop', 'shop', 'trial'),
      kind: fc.constantFrom(['EUR', 2] as const, ['JPY', 0] as const, ['KWD', 3] as const),
      minor: fc.oneof(
        fc.bigInt({ min: 10_000n, max: 900_000n }),
        fc.bigInt({ min: 10n ** 16n, max: 10n ** 17n }),
      ),
      isHold: fc.boolean(),
      quarters: fc.integer({ min: 0, max: DAYS * 96 }),
      capture: fc.option(aMove),
      moves: fc.array(aMove, { maxLength: 3 }),
    })
    .map(({ quarters, capture, moves, ...one }): MadeOrder => {
      const atOf = (move: { quarters: number }): number => noon - move.quarters * QUARTER_MS
      const seenAt = atOf({ quarters })
      const isCaptured = one.isHold && capture !== null
      const captured = isCaptured
        ? { at: Math.max(seenAt, atOf(capture)), minor: (one.minor * BigInt(capture.part)) / 300n }
        : null
      const from = captured?.at ?? seenAt
      const all = captured?.minor ?? (one.isHold ? 0n : one.minor)
      const later = moves.toSorted((a, b) => b.quarters - a.quarters)
      // An order has one open request, and nothing is asked for beside it.
      const open = later.findIndex(({ by }) => by === 'open')
      return {
        ...{ ...one, seenAt, capture: captured },
        refunds:
          all < 1_000n
            ? []
            : (open < 0 ? later : later.slice(0, open + 1)).map(({ part, took, by, ...move }) => {
                const at = Math.max(from, atOf(move))
                const minor = (all * BigInt(part)) / 1_000n
                return {
                  minor,
                  by,
                  sentAt: by === 'here' ? Math.max(from, at - took) : at,
                  at: by === 'open' ? null : at,
                }
              }),
      }
    })

/** What is refundable and held before a moment, as an accountant adds it up. */
export function booksOf(order: MadeOrder, moment: number): { refundable: bigint; held: bigint } {
  if (order.seenAt >= moment) return { refundable: 0n, held: 0n }
  const captured = order.isHold
    ? order.capture !== null && order.capture.at < moment
      ? order.capture.minor
      : 0n
    : order.minor
  const spent = order.refunds
    .filter(({ at, sentAt, by }) => (by === 'others' ? (at ?? 0) : sentAt) < moment)
    .reduce((sum, { minor }) => sum + minor, 0n)
  return { refundable: captured - spent, held: order.isHold ? order.minor - captured : 0n }
}

export function putOrders(db: Database, orders: readonly MadeOrder[]): void {
  const order = db.prepare(
    `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer, first_seen_at,
       checked_at, service) VALUES (?, ?, ?, 'unclear', 'approved', 'sale', '{}', ?, ?, ?)`,
  )
  const snapshot = db.prepare(
    `INSERT INTO status_snapshot (seq, connection_id, orderid, at, fingerprint, status, transaction_type, stage, amount_minor,
       currency, digits, transaction_mark, reason, serial_number, service)
     VALUES (@seq, @connection, @orderid, @at, @mark, 'approved', @type, '', @minor, @currency, @digits, @mark, '', '', @service)`,
  )
  const attempt = db.prepare(
    `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
       amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, sent_at,
       resolved_at, resolved_by, made_number)
     VALUES (@id, @service, @connection, '1', @operation, 'money', @orderid, @orderid, @id, @state, @minor, @currency, @digits, 0,
       '{}', 'd', 0, 'ana', '', '', '', @sentAt, @sentAt, @at, @by, @n)`,
  )
  const folded = openFolded(
    db,
    openRetelling(db, () => undefined),
  )
  let seq = 0
  let n = 0
  orders.forEach((one, index) => {
    const [currency, digits] = one.kind
    const { connection } = one
    const place = { connection, orderid: `order-${index}`, service: `gateway of ${connection}` }
    const told = (type: string, at: number, minor: bigint): number => {
      seq += 1
      snapshot.run({ ...place, currency, digits, seq, type, at, minor, mark: `mark-${seq}` })
      return seq
    }
    const asked = (operation: string, more: Record<string, unknown>): void => {
      n += 1
      attempt.run({ ...place, ...{ currency, digits, n, id: `attempt-${n}`, operation }, ...more })
    }
    const { seenAt, capture } = one
    order.run(connection, place.orderid, place.orderid, seenAt, seenAt, place.service)
    told(one.isHold ? 'preauth' : 'sale', seenAt, one.minor)
    if (capture !== null) {
      const by = told('capture', capture.at, capture.minor)
      const { at, minor } = capture
      asked('capture', { state: 'SUCCEEDED', minor, sentAt: at, at, by })
    }
    for (const { sentAt, at, minor, by } of one.refunds) {
      if (by === 'open') asked('return', { state: 'UNKNOWN', minor, sentAt, at: null, by: null })
      else {
        const answer = told('reversal', at ?? sentAt, minor)
        if (by === 'here') asked('return', { state: 'SUCCEEDED', minor, sentAt, at, by: answer })
      }
    }
    folded.refresh({ service: place.service, orderid: place.orderid })
  })
}
