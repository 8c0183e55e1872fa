// The first screen's figures against a naive oracle over generated ledgers: each figure is the sum
// of the rows it opens, per currency, at day borders of the chosen zone and over both changes of
// the clocks; and they are quick on a long ledger.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FigureId, figureIds, usualPeriod } from '#shared/bridge/today.ts'
import type { Database } from '../../../../src/main/ledger/db/open.ts'
import {
  lastDays,
  readFigure,
  readToday,
  type Whose,
} from '../../../../src/main/ledger/orders/today.ts'
import { openLog } from '../ledger-rig.ts'

interface Made {
  connection: string
  operation: string
  state: string
  handOutcome: string | null
  minor: number | null
  currency: string
  digits: number
  resolvedAt: number
  /** What the answer that settled it was about, or null when no answer did. */
  resolvedAs: string | null
  phase: string
}

const columns = `id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state, amount_minor,
  currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, sent_at, resolved_at, hand_outcome,
  resolved_by, made_number`

function put(db: Database, made: readonly Made[]): void {
  const insert = db.prepare(
    `INSERT INTO attempt (${columns}) VALUES (@id, 's', @connection, '1', @operation, 'money', @order, @order, @id, @state, @minor, @currency,
      @digits, 0, '{}', 'd', 0, 'ana', '', '', '', @at, @at, @at, @handOutcome, @resolvedBy, @n)`,
  )
  const order = db.prepare(
    `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer, first_seen_at, checked_at,
      service) VALUES (@connection, @order, @order, @phase, 'approved', 'sale', '{}', @at, @at, 's')`,
  )
  const answer = db.prepare(
    `INSERT INTO status_snapshot (seq, connection_id, orderid, at, fingerprint, status, transaction_type, stage, transaction_mark, reason,
      serial_number) VALUES (@n, @connection, @order, @at, '', 'approved', @resolvedAs, '', '', '', '')`,
  )
  made.forEach((one, index) => {
    const n = index + 1
    const known = { n, order: `order-${n}`, at: one.resolvedAt }
    const { connection } = one
    order.run({ connection, order: known.order, at: known.at, phase: one.phase })
    if (one.resolvedAs !== null) answer.run({ ...known, connection, resolvedAs: one.resolvedAs })
    insert.run({
      ...known,
      connection,
      id: `attempt-${String(n).padStart(7, '0')}`,
      operation: one.operation,
      state: one.state,
      minor: one.minor,
      currency: one.minor === null ? null : one.currency,
      digits: one.minor === null ? null : one.digits,
      handOutcome: one.handOutcome,
      resolvedBy: one.resolvedAs === null ? null : n,
    })
  })
}

/** What is put in is taken out again: a ledger is opened once for many runs. */
function within<T>(db: Database, made: readonly Made[], read: () => T): T {
  db.exec('BEGIN')
  try {
    put(db, made)
    return read()
  } finally {
    db.exec('ROLLBACK')
  }
}

/** Making a format costs a hundred times more than using one. */
const formats = new Map<string, Intl.DateTimeFormat>()
function dayOf(at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

const counted: Record<FigureId, string[]> = {
  refunded: ['return'],
  'paid-in': [
    'sale',
    'capture',
    'sale-form',
    'payment-form',
    'make-rebill',
    'process-recurring-payment',
  ],
  'paid-out': ['payout', 'payout-pay', 'payout-form'],
}

const isCounted = (one: Made, figure: FigureId): boolean => {
  const happened =
    one.state === 'SUCCEEDED' ||
    (one.state === 'RESOLVED_BY_HAND' && one.handOutcome === 'happened')
  const isRelease =
    one.operation === 'return' &&
    (one.resolvedAs === 'cancel' || one.phase === 'authorised' || one.phase === 'released')
  return counted[figure].includes(one.operation) && happened && !isRelease && one.minor !== null
}

const digitsOf: Record<string, number[]> = { EUR: [2], JPY: [0, 2], KWD: [3] }

const allIds = ['shop', 'second shop', 'trial']
/** All of them, whatever their connection. */
const everything = { connectionIds: [], isWithin: false, allIds: [] }
const period = usualPeriod

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
]
/** Noon after both changes of the clocks in several of these zones, and a plain day. */
const nows = ['2026-03-30', '2026-10-26', '2026-11-02', '2026-04-06', '2026-06-15'].map((day) =>
  Date.parse(`${day}T12:00:00Z`),
)

const anAttempt = (now: number) =>
  fc
    .record({
      connection: fc.constantFrom('shop', 'shop', 'second shop', 'trial', 'gone'),
      operation: fc.constantFrom(
        'return',
        'return',
        'capture',
        'payout',
        'payout-pay',
        'sale',
        'sale-form',
        'make-rebill',
        'process-recurring-payment',
        'preauth',
        'transfer',
        'void',
      ),
      state: fc.constantFrom('SUCCEEDED', 'SUCCEEDED', 'RESOLVED_BY_HAND', 'DECLINED', 'ACCEPTED'),
      handOutcome: fc.constantFrom('happened', 'did-not-happen'),
      minor: fc.option(fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.constant(10 ** 15)), {
        freq: 12,
      }),
      kind: fc.constantFrom(
        ...Object.entries(digitsOf).flatMap(([c, all]) => all.map((d) => [c, d])),
      ),
      // Quarters of an hour on the dot and a moment beside it: every border of a day is one of
      // them.
      quarters: fc.integer({ min: 0, max: 15 * 96 }),
      beside: fc.constantFrom(-1, 0, 0, 1),
      resolvedAs: fc.constantFrom(null, 'reversal', 'cancel', 'capture'),
      phase: fc.constantFrom('captured', 'partly-returned', 'released', 'authorised'),
    })
    .map(({ kind: [currency, digits], quarters, beside, ...one }): Made => ({
      ...one,
      currency: String(currency),
      digits: Number(digits),
      handOutcome: one.state === 'RESOLVED_BY_HAND' ? one.handOutcome : null,
      resolvedAt: now + 12 * 3_600_000 - quarters * 900_000 + beside,
    }))

/** Whose figures are asked for: some connections, or all that none of them is. */
const asks: Whose[] = [
  { connectionIds: ['shop', 'second shop'], isWithin: true },
  { connectionIds: ['trial'], isWithin: true },
  { connectionIds: allIds, isWithin: false },
  { connectionIds: [], isWithin: true },
]
const isAsked = ({ connection }: Made, { connectionIds, isWithin }: Whose): boolean =>
  connectionIds.includes(connection) === isWithin

const aLedger = fc.tuple(fc.constantFrom(...zones), fc.constantFrom(...nows)).chain(([zone, now]) =>
  fc.record({
    zone: fc.constant(zone),
    whose: fc.constantFrom(...asks),
    period: fc.constantFrom(7, 14),
    /** How many days before today the last one lies. */
    ago: fc.constantFrom(0, 0, 3),
    now: fc.constant(now),
    made: fc.array(anAttempt(now), { minLength: 12, maxLength: 40 }),
  }),
)

/** Exactly, in the smallest of all units. */
const inThousandths = (minor: bigint, digits: number): bigint => minor * 10n ** BigInt(3 - digits)

describe('the figures of the first screen', () => {
  it('are each the sum of the rows they open, and of what a plain count finds, in 500 ledgers', () => {
    const { db } = openLog().ledger
    let sums = 0
    fc.assert(
      fc.property(aLedger, ({ zone, now, made, whose, period, ago }) => {
        const dayOfEach = new Map(made.map((one) => [one, dayOf(one.resolvedAt, zone)]))
        within(db, made, () => {
          const until = lastDays(now, zone, ago + 1)[0]
          const asked = ago === 0 ? {} : { until }
          const today = readToday(db, { zone, now, period, ...asked, allIds, ...whose })
          expect(today.days.at(-1)).toBe(until)
          expect([...today.daysBefore, ...today.days]).toEqual(
            lastDays(now, zone, 2 * period + ago).slice(0, 2 * period),
          )
          for (const [day, name] of today.days.entries())
            for (const figure of figureIds)
              for (const currency of Object.keys(digitsOf)) {
                const ofDay = (name: string | undefined) =>
                  made.filter(
                    (one) =>
                      isCounted(one, figure) &&
                      isAsked(one, whose) &&
                      one.currency === currency &&
                      dayOfEach.get(one) === name,
                  )
                const sumOfDay = (isBefore: boolean) =>
                  today.sums.find(
                    (sum) =>
                      sum.figure === figure &&
                      sum.day === day &&
                      sum.isBefore === isBefore &&
                      sum.money.currency === currency,
                  )
                const own = ofDay(name)
                const shown = sumOfDay(false)
                expect(shown?.count ?? 0).toBe(own.length)
                const counted = ofDay(today.daysBefore[day])
                const before = sumOfDay(true)
                expect(before?.count ?? 0).toBe(counted.length)
                if (counted.length > 0) sums += 1
                expect(
                  before === undefined
                    ? 0n
                    : inThousandths(before.money.minor, before.money.digits),
                ).toBe(
                  counted.reduce(
                    (all, { minor, digits }) => all + inThousandths(BigInt(minor ?? 0), digits),
                    0n,
                  ),
                )
                // A day without anything opens no rows; of today that is asked as well.
                if (own.length === 0 && day < period - 1) continue
                const { rows, total } = readFigure(db, {
                  figure,
                  currency,
                  day: name,
                  zone,
                  ...whose,
                })
                expect(rows.length).toBe(own.length)
                const exact = (money: { minor: bigint; digits: number } | null | undefined) =>
                  money === null || money === undefined
                    ? 0n
                    : inThousandths(money.minor, money.digits)
                const plain = own.reduce(
                  (sum, { minor, digits }) => sum + inThousandths(BigInt(minor ?? 0), digits),
                  0n,
                )
                expect(exact(shown?.money)).toBe(plain)
                expect(exact(total)).toBe(plain)
                expect(rows.reduce((sum, { amount }) => sum + exact(amount), 0n)).toBe(plain)
                if (own.length > 0) sums += 1
              }
        })
      }),
      { numRuns: 500 },
    )
    // A check over empty days would pass.
    expect(sums).toBeGreaterThan(500)
  }, 600_000)

  it('begin and end a day where the clocks of its zone do, 23 and 25 hours long', () => {
    const { db } = openLog().ledger
    const at = (time: string): Made => ({
      connection: 'c',
      operation: 'return',
      state: 'SUCCEEDED',
      handOutcome: null,
      minor: 100,
      currency: 'EUR',
      digits: 2,
      resolvedAt: Date.parse(time),
      resolvedAs: null,
      phase: 'captured',
    })
    // In Berlin 25 October 2026 has 25 hours: from 22:00 UTC of the day before to 23:00 UTC.
    const made = ['2026-10-24T21:59:59.999Z', '2026-10-24T22:00Z', '2026-10-25T22:59:59.999Z'].map(
      at,
    )
    within(db, [...made, at('2026-10-25T23:00Z')], () => {
      const zone = 'Europe/Berlin'
      const rowsOf = (day: string) =>
        readFigure(db, { figure: 'refunded', currency: 'EUR', day, zone, ...everything }).rows
          .length
      expect(['2026-10-24', '2026-10-25', '2026-10-26'].map(rowsOf)).toEqual([1, 2, 1])
      expect(lastDays(Date.parse('2026-10-25T22:30Z'), zone).at(-1)).toBe('2026-10-25')
    })
  })

  it('say whether something belongs to a connection that is no more', () => {
    const { db } = openLog().ledger
    const now = Date.parse('2026-06-15T12:00:00Z')
    const one = {
      ...fc.sample(anAttempt(now), { numRuns: 1, seed: 3 })[0]!,
      resolvedAt: now - 1_000,
    }
    const made = { ...one, state: 'SUCCEEDED', connection: 'gone' }
    within(db, [made], () => {
      const query = { zone: 'UTC', now, period, connectionIds: [], isWithin: true }
      expect(readToday(db, { ...query, allIds }).hasRemoved).toBe(true)
      expect(readToday(db, { ...query, allIds: [...allIds, 'gone'] }).hasRemoved).toBe(false)
    })
  })

  it('leave out what has no known amount, and count it', () => {
    const { db } = openLog().ledger
    const now = Date.parse('2026-06-15T12:00:00Z')
    const one: Made = {
      connection: 'c',
      operation: 'capture',
      state: 'SUCCEEDED',
      handOutcome: null,
      minor: null,
      currency: 'EUR',
      digits: 2,
      resolvedAt: now - 1_000,
      resolvedAs: 'capture',
      phase: 'captured',
    }
    within(db, [one, { ...one, minor: 250 }], () => {
      const { sums, unstated } = readToday(db, { zone: 'UTC', now, period, ...everything })
      expect(unstated).toBe(1)
      expect(sums).toMatchObject([{ figure: 'paid-in', count: 1, money: { minor: 250n } }])
    })
  })

  it('stand beside the latest activity, by the moment of its outcome', () => {
    const { db } = openLog().ledger
    const now = Date.parse('2026-06-15T12:00:00Z')
    const ofMinute = (minute: number): Made => ({
      ...{ connection: 'c', operation: 'capture', state: 'SUCCEEDED', handOutcome: null },
      ...{ minor: 100, currency: 'EUR', digits: 2, resolvedAs: null, phase: 'captured' },
      resolvedAt: now + minute * 60_000,
    })
    const activityOf = (made: Made[]) =>
      within(db, made, () =>
        readToday(db, { zone: 'UTC', now, period, ...everything }).activity.map(({ id }) =>
          Number(id.replace('attempt-', '')),
        ),
      )
    expect(activityOf([ofMinute(3), ofMinute(1), ofMinute(2)])).toEqual([1, 3, 2])
    expect(activityOf([ofMinute(1), ofMinute(1)])).toEqual([2, 1])
    // The first of many that were made since has its outcome last.
    const many = Array.from({ length: 80 }, (_, n) => ofMinute(n))
    expect(activityOf([ofMinute(90), ...many])).toEqual([1, 81, 80, 79, 78, 77, 76, 75])
  })

  it('are read from their own index, and quickly on 200,000 requests', () => {
    const { db } = openLog().ledger
    const now = Date.parse('2026-06-15T12:00:00Z')
    const made = Array.from({ length: 200_000 }, (_, n): Made => ({
      connection: 'c',
      operation: ['return', 'capture', 'sale-form', 'payout', 'make-rebill', 'void'][n % 6]!,
      state: n % 7 === 0 ? 'DECLINED' : 'SUCCEEDED',
      handOutcome: null,
      minor: 100 + n,
      currency: n % 3 === 0 ? 'USD' : 'EUR',
      digits: 2,
      // A million log entries of a year: some two thousand requests of them in these two weeks a
      // figure.
      resolvedAt: now - Math.floor((n / 200_000) * 365 * 86_400_000),
      resolvedAs: null,
      phase: 'captured',
    }))
    within(db, made, () => {
      readToday(db, { zone: 'UTC', now, period, ...everything })
      const took = Array.from({ length: 10 }, () => {
        // Processor time: other programs may keep the machine busy.
        const before = process.threadCpuUsage()
        readToday(db, {
          ...{ zone: 'Europe/Berlin', now, period, allIds: ['a', 'b', 'c'] },
          ...{ connectionIds: ['c', 'b'], isWithin: true },
        })
        const { user, system } = process.threadCpuUsage(before)
        return (user + system) / 1000
      })
      // Other programs only add to it.
      expect(Math.min(...took)).toBeLessThan(50)
    })
  }, 600_000)
})
