// What the ledger has twice is in a report once: a hold that two connections to one account read, a
// payment that was told before it was final, and a refund that a person found to have happened.
import { describe, expect, it } from 'vitest'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import type { Database } from '../../../../src/main/ledger/db/open.ts'
import { openMoneyFacts } from '../../../../src/main/ledger/reports/money-facts.ts'
import { readReport, type ReportQuery } from '../../../../src/main/ledger/reports/report.ts'
import { openLog } from '../ledger-rig.ts'
import { type MadeOrder, putOrders } from './made-orders.ts'

const work = createTimeSlice({ monotonic: () => performance.now() })
const day = 86_400_000
const one: MadeOrder = {
  ...{ connection: 'shop', kind: ['EUR', 2], minor: 10_000n, isHold: false, seenAt: day + 5 },
  ...{ capture: null, refunds: [] },
}

async function read(
  order: MadeOrder,
  more: Partial<ReportQuery>,
  also: (db: Database) => void = () => undefined,
) {
  const { db } = openLog().ledger
  db.exec('BEGIN')
  try {
    putOrders(db, [order])
    also(db)
    const whose = { connectionIds: ['shop', 'second shop'], isWithin: true }
    const query = { ...whose, borders: [day, 2 * day], split: [], ...more }
    return await readReport(db, openMoneyFacts(db), query, work)
  } finally {
    db.exec('ROLLBACK')
  }
}

/** The other connection looked the order up later. */
const readByAnother = (db: Database): void => {
  db.exec(`INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type,
      original_minor, returned_minor, returnable_minor, currency, digits, answer, first_seen_at, checked_at, service)
    SELECT 'second shop', orderid, client_orderid, phase, status, transaction_type, original_minor, returned_minor,
      returnable_minor, currency, digits, answer, first_seen_at + ${2 * day}, checked_at, service FROM payment_order`)
}

describe('a hold that two connections to one account read', () => {
  const holds = async (more: Partial<ReportQuery>) => {
    const hold = { ...one, isHold: true, seenAt: day }
    const { open } = await read(hold, { openAt: 3 * day + 1, ...more }, readByAnother)
    return open.map(({ of, bands }) => [of, bands.map(({ count, total }) => [count, total.amount])])
  }
  const none = [0, '0.00']

  it('is one open item, as old as it is known', async () => {
    expect(await holds({})).toEqual([['hold', [none, [1, '100.00'], none, none]]])
  })
  it('is one of each of them alone', async () => {
    const own = await holds({ connectionIds: ['second shop'] })
    expect(own).toEqual([['hold', [[1, '100.00'], none, none, none]]])
  })
})

describe('a payment that is told again', () => {
  const again = (stage: string) => async () => {
    const { figures } = await read(one, {}, (db) => {
      db.exec(`INSERT INTO status_snapshot (seq, connection_id, orderid, at, fingerprint, status, transaction_type, stage,
          amount_minor, currency, digits, transaction_mark, reason, serial_number, service)
        SELECT seq + 100, connection_id, orderid, at + 5, fingerprint, status, transaction_type, stage,
          amount_minor, currency, digits, transaction_mark, reason, serial_number, service FROM status_snapshot`)
      db.prepare('UPDATE status_snapshot SET stage = ? WHERE seq < 100').run(stage)
    })
    expect(figures.map(({ key, count, total }) => [key.source, count, total.minor])).toEqual([
      ['gateway', 1, 10_000n],
    ])
  }
  it('is in the figures once', again('sale_approved'))
  it.each(['sale_chain_declined', 'SALE-Chain-Declined'])(
    'is in them once it is final, told at first while another gate was tried (%s)',
    (stage) => again(stage)(),
  )
})

describe('a refund that a person found to have happened', () => {
  const found = `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key,
      state, amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at,
      sent_at, resolved_at, made_number, hand_outcome, snapshot)
    SELECT 'by hand', service, connection_id, '1', 'return', 'money', orderid, '', 'by hand', 'RESOLVED_BY_HAND', @minor, 'EUR',
      2, 0, '{}', 'd', 0, 'ana', '', '', '', @at, @at, @at, 1, @hand, '{"seq":1}' FROM payment_order`
  const told = `INSERT INTO status_snapshot (seq, connection_id, orderid, at, fingerprint, status, transaction_type, stage,
      amount_minor, currency, digits, transaction_mark, reason, serial_number, service)
    SELECT @seq, connection_id, orderid, @at, @mark, 'approved', @type, '', 5000, 'EUR', 2, @mark, '', '', service
      FROM payment_order`
  const refunds = async (
    minor: bigint,
    hand: string,
    marks: readonly string[],
    types: readonly string[] = [],
  ): Promise<[source: string, count: number, minor: bigint][]> => {
    const { figures } = await read(one, {}, (db) => {
      db.prepare(found).run({ minor, hand, at: day + 10 })
      marks.forEach((mark, nth) =>
        db
          .prepare(told)
          .run({ seq: 200 + nth, at: day + 20 + nth, mark, type: types[nth] ?? 'reversal' }),
      )
    })
    return figures
      .filter(({ total }) => total.minor !== 10_000n)
      .map(({ key, count, total }) => [key.source, count, total.minor])
  }

  it('is in the figures once, and takes one answer only', async () => {
    expect(await refunds(5_000n, 'happened', ['T2 1970-01-02'])).toEqual([['here', 1, 5_000n]])
    const other = await refunds(5_000n, 'happened', ['T2 1970-01-02', 'T3 1970-01-03'])
    expect(other).toEqual([
      ['here', 1, 5_000n],
      ['gateway', 1, 5_000n],
    ])
  })

  it('is in them beside an answer of another amount, and hides none where it did not happen', async () => {
    expect(await refunds(4_000n, 'happened', ['T2 1970-01-02'])).toHaveLength(2)
    const none = await refunds(5_000n, 'did-not-happen', ['T2 1970-01-02'])
    expect(none).toContainEqual(['gateway', 1, 5_000n])
  })

  it('is one where the date of a transaction moved on', async () => {
    const moved = await refunds(4_000n, 'did-not-happen', ['T2 1970-01-02', 'T2 1970-01-05'])
    expect(moved).toContainEqual(['gateway', 1, 5_000n])
  })

  it('is one where it was told without an id at first, and by another word for it', async () => {
    const [marks, types] = [
      ['1970-01-02', 'T2 1970-01-05'],
      ['reversal', 'refund'],
    ]
    const told = await refunds(4_000n, 'did-not-happen', marks, types)
    expect(told.filter(([source]) => source === 'gateway')).toEqual([['gateway', 1, 5_000n]])
  })
})
