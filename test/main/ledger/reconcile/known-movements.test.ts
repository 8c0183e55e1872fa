// A movement that was told twice is one movement: two would take two lines of a report, and the
// second line may be a double refund.
import { describe, expect, it } from 'vitest'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { knownMovements } from '../../../../src/main/ledger/reconcile/known-movements.ts'
import { openLog } from '../ledger-rig.ts'

const work = createTimeSlice({ monotonic: () => performance.now() })
const place = { service: 'gateway', connection: 'shop', orderid: '700150' }

interface Told {
  type?: string
  minor?: bigint
  mark: string
  serial?: string
}
interface Asked {
  minor?: bigint
  /** A person's finding; without one, the answer that resolved it. */
  hand?: 'happened' | 'did-not-happen'
  by?: number
  sentAfter?: number
}

/** "request 50" or "answer 50" for each refund that is known. */
async function refunds(told: readonly Told[], asked: readonly Asked[]): Promise<string[]> {
  const { db } = openLog().ledger
  db.exec('BEGIN')
  try {
    db.prepare(
      `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer, first_seen_at,
         checked_at, service) VALUES (@connection, @orderid, 'a-1', 'unclear', 'approved', 'sale', '{}', 1, 1, @service)`,
    ).run(place)
    const snapshot = db.prepare(
      `INSERT INTO status_snapshot (seq, connection_id, orderid, at, fingerprint, status, transaction_type, stage, amount_minor,
         currency, digits, transaction_mark, reason, serial_number, service)
       VALUES (@seq, @connection, @orderid, 1, @seq, 'approved', @type, '', @minor, 'EUR', 2, @mark, '', @serial, @service)`,
    )
    told.forEach(({ type = 'reversal', minor = 5_000n, mark, serial = '' }, at) =>
      snapshot.run({ ...place, seq: at + 1, type, minor, mark, serial }),
    )
    const attempt = db.prepare(
      `INSERT INTO attempt (id, service, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state,
         amount_minor, currency, digits, is_full, request, digest, expires_at, actor, comment, seen, message, created_at, sent_at,
         resolved_at, resolved_by, made_number, hand_outcome, snapshot)
       VALUES (@id, @service, @connection, '1', 'return', 'money', @orderid, 'a-1', @id, @state, @minor, 'EUR', 2, 0,
         '{}', 'd', 0, 'ana', '', '', '', 1, 1, 2, @by, @n, @hand, @snapshot)`,
    )
    asked.forEach(({ minor = 5_000n, hand = null, by = null, sentAfter = 0 }, at) =>
      attempt.run({
        ...{ ...place, id: `attempt-${at}`, n: at + 1, minor, hand, by },
        state: hand === null ? 'SUCCEEDED' : 'RESOLVED_BY_HAND',
        snapshot: sentAfter === 0 ? null : JSON.stringify({ seq: sentAfter }),
      }),
    )
    const { events } = await knownMovements(db, place.service, work)
    return events
      .filter(({ kind }) => kind === 'refunded')
      .map(({ id, minor }) => `${id.split(' ')[0]} ${minor / 100n}`)
  } finally {
    db.exec('ROLLBACK')
  }
}

const sale: Told = { type: 'sale', minor: 12_000n, mark: 'T1 2030-01-01' }
const refund: Told = { mark: 'T2 2030-01-02' }

describe('a refund that a person found to have happened', () => {
  it('is the answer that told it, and counts once', async () => {
    expect(await refunds([sale, refund], [{ hand: 'happened', sentAfter: 1 }])).toEqual([
      'request 50',
    ])
  })

  it('is one answer only: another one is another refund', async () => {
    const other: Told = { mark: 'T3 2030-01-03' }
    expect(await refunds([sale, refund, other], [{ hand: 'happened', sentAfter: 1 }])).toEqual([
      ...['request 50', 'answer 50'],
    ])
  })

  it.each<[string, Told[], Asked]>([
    ['of another amount', [sale, { ...refund, minor: 4_000n }], { hand: 'happened', sentAfter: 1 }],
    ['from before it was sent', [sale, refund], { hand: 'happened', sentAfter: 2 }],
  ])('is no answer %s', async (_, told, asked) => {
    expect(await refunds(told, [asked])).toHaveLength(2)
  })

  it('hides no answer where it did not happen', async () => {
    const asked = { hand: 'did-not-happen', sentAfter: 1 } as const
    expect(await refunds([sale, refund], [asked])).toEqual(['answer 50'])
  })
})

describe('one transaction whose date moved on', () => {
  it('counts once, told by answers alone or of a request', async () => {
    const later: Told = { mark: 'T2 2030-01-05' }
    expect(await refunds([sale, refund, later], [])).toEqual(['answer 50'])
    expect(await refunds([sale, refund, later], [{ by: 2 }])).toEqual(['request 50'])
  })

  it('is no other one of another amount whose host tells one id for all refunds', async () => {
    const all = [1_000n, 1_500n].map((minor, at) => ({ minor, mark: `R1 2030-01-0${at + 2}` }))
    expect(await refunds([sale, ...all], [])).toEqual(['answer 10', 'answer 15'])
  })

  it.each<[string, string[]]>([
    ['without an id at another date', ['2030-01-02', '2030-01-05']],
    ['without an id at first', ['2030-01-02', 'T2 2030-01-05']],
    ['without its id later', ['T2 2030-01-02', '2030-01-05']],
    ['with the id of the order alone', ['PN-700150 2030-01-02', 'PN-700150 2030-01-05']],
  ])('counts once where it is told %s', async (_, marks) => {
    const named = marks.some((mark) => mark.startsWith('PN-'))
    const paid = { ...sale, mark: named ? 'PN-700150 2030-01-01' : sale.mark }
    const all = marks.map((mark) => ({ mark }))
    expect(await refunds([paid, ...all], [])).toEqual(['answer 50'])
    expect(await refunds([paid, ...all], [{ by: 2, sentAfter: 1 }])).toEqual(['request 50'])
    expect(await refunds([paid, ...all], [{ by: 3, sentAfter: 1 }])).toEqual(['request 50'])
  })

  it('is no other one that a bank’s number or an id of its own tells apart', async () => {
    const all = ['2030-01-02', '2030-01-05'].map((mark, at) => ({ mark, serial: `${at + 1}` }))
    expect(await refunds([sale, ...all], [])).toEqual(['answer 50', 'answer 50'])
    const ids = ['2030-01-02', 'T2 2030-01-05', 'T3 2030-01-05'].map((mark) => ({ mark }))
    expect(await refunds([sale, ...ids], [])).toEqual(['answer 50', 'answer 50'])
  })

  it('is no other one that was told before the request was sent', async () => {
    const all = ['2030-01-02', '2030-01-05'].map((mark) => ({ mark }))
    const known = await refunds([sale, ...all], [{ by: 3, sentAfter: 2 }])
    expect(known).toEqual(['request 50', 'answer 50'])
  })
})
