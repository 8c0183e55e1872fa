// Ledgers of requests and answers drawn at random, and what a plain count finds in them: it shares
// nothing with the columns that reports are summed from.
import fc from 'fast-check'
import type { Database } from '../../../../src/main/ledger/db/open.ts'

export interface MadeRequest {
  connection: string
  operation: string
  state: string
  hand: string | null
  minor: bigint | null
  currency: string
  digits: number
  actor: string
  comment: string
  /** Of the connection's list; empty for a text alone. */
  code: string
  sentAt: number
  resolvedAt: number | null
}

export const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
  ...['Australia/Eucla', 'America/St_Johns', 'Pacific/Apia', 'Africa/Casablanca'],
]
/** Noon after changes of the clocks in several of these zones, and plain days. */
export const noons = ['2026-03-30', '2026-10-26', '2026-11-02', '2026-04-06', '2026-06-15'].map(
  (day) => Date.parse(`${day}T12:00:00Z`),
)
const QUARTER_MS = 900_000
const OPEN = ['UNKNOWN', 'ACCEPTED']
const largest = 10n ** 17n

const kinds: readonly [string, number][] = [
  ['EUR', 2],
  ['EUR', 2],
  ['JPY', 0],
  ['JPY', 2],
  ['KWD', 3],
]

const aRequest = (noon: number) =>
  fc
    .record({
      connection: fc.constantFrom('shop', 'shop', 'second shop', 'trial'),
      operation: fc.constantFrom('return', 'return', 'capture', 'payout', 'void', 'sale'),
      state: fc.constantFrom(
        ...['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED', 'RESOLVED_BY_HAND', 'DECLINED'],
        ...['REJECTED', 'NOT_SENT', 'UNKNOWN', 'ACCEPTED'],
      ),
      hand: fc.constantFrom('happened', 'did-not-happen'),
      minor: fc.option(
        fc.oneof(
          fc.bigInt({ min: 1n, max: 90_000n }),
          fc.bigInt({ min: largest - 9n, max: largest }),
        ),
        { freq: 12 },
      ),
      kind: fc.constantFrom(...kinds),
      actor: fc.constantFrom('ana', 'ben', 'ana\nben'),
      code: fc.constantFrom('', '', 'damaged', 'wish'),
      comment: fc.constantFrom('Damaged', 'Customer request', '', 'Damaged\n'),
      // Quarters of an hour on the dot and a moment beside: every border of a day is one of them.
      quarters: fc.integer({ min: 0, max: 12 * 96 }),
      beside: fc.constantFrom(-1, 0, 0, 1),
      took: fc.integer({ min: 0, max: 90_000 }),
    })
    .map(({ kind: [currency, digits], quarters, beside, took, ...one }): MadeRequest => {
      const at = noon - quarters * QUARTER_MS + beside
      const isOpen = OPEN.includes(one.state)
      return {
        ...{ ...one, currency, digits, sentAt: isOpen ? at : at - took },
        hand: one.state === 'RESOLVED_BY_HAND' ? one.hand : null,
        resolvedAt: isOpen ? null : at,
      }
    })

export interface MadeLedger {
  noon: number
  zone: string
  made: MadeRequest[]
}

export const aLedger: fc.Arbitrary<MadeLedger> = fc
  .tuple(fc.constantFrom(...zones), fc.constantFrom(...noons))
  .chain(([zone, noon]) =>
    fc.record({
      noon: fc.constant(noon),
      zone: fc.constant(zone),
      made: fc.array(aRequest(noon), { minLength: 5, maxLength: 40 }),
    }),
  )

const columns = `id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
  amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, sent_at,
  resolved_at, hand_outcome, made_number, reason_code`

export function putRequests(db: Database, made: readonly MadeRequest[], from = 0): void {
  const insert = db.prepare(
    `INSERT INTO attempt (${columns}) VALUES (@id, 's', @connection, '1', @operation, 'money', @order, @order, @id, @state,
      @minor, @currency, @digits, 0, '{}', 'd', 0, @actor, @comment, '', '', @sentAt, @sentAt, @resolvedAt, @hand, @n, @reasonCode)`,
  )
  made.forEach((one, index) => {
    const n = from + index + 1
    const isKnown = one.minor !== null
    insert.run({
      reasonCode: one.code === '' ? null : one.code,
      ...{ ...one, n, order: `order-${n}`, id: `attempt-${String(n).padStart(7, '0')}` },
      ...{ currency: isKnown ? one.currency : null, digits: isKnown ? one.digits : null },
    })
  })
}

export const putMapping = (db: Database, text: string, code: string): void =>
  void db
    .prepare(`INSERT INTO reason_mapping (text, code, at, actor) VALUES (?, ?, 1, 'ana')`)
    .run(text, code)

/** What is put in is taken out again: a ledger is opened once for many runs. */
export async function within<T>(
  db: Database,
  made: readonly MadeRequest[],
  read: () => Promise<T>,
): Promise<T> {
  db.exec('BEGIN')
  try {
    putRequests(db, made)
    return await read()
  } finally {
    db.exec('ROLLBACK')
  }
}

export const endOf = (one: MadeRequest): number => one.resolvedAt ?? one.sentAt

/** As an accountant would say it. */
export function outcomeIn({ state, hand }: MadeRequest): string {
  if (state === 'SUCCEEDED' || (state === 'RESOLVED_BY_HAND' && hand === 'happened')) return 'done'
  const others: Record<string, string> = {
    NOT_SENT: 'not-sent',
    UNKNOWN: 'unknown',
    ACCEPTED: 'processing',
  }
  return others[state] ?? 'declined'
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** By the system's calendar alone. */
export function dayOf(at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

/** The first day of the piece that a day is in; weeks begin on Monday. */
export function pieceOf(day: string, cut: string, first: string): string {
  if (cut === 'day') return day
  if (cut === 'whole') return first
  const at = new Date(`${day}T12:00:00Z`)
  if (cut === 'month') at.setUTCDate(1)
  else at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  const piece = at.toISOString().slice(0, 10)
  return piece < first ? first : piece
}
