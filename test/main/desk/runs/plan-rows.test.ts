// The check of a run reads its orders in pages. The oracle plans each order by itself, over the
// single statements that were asked for each row before there were pages.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { fail, ok } from '#shared/fault.ts'
import { canonicalOrder, orderLock, type OrderPlace } from '#shared/order-place.ts'
import {
  type AskedOrder,
  type OrderRun,
  type PageReads,
  planRows,
} from '../../../../src/main/desk/runs/plan-rows.ts'
import { chooseRows } from '../../../../src/main/desk/runs/check-run.ts'
import { createRuns } from '../../../../src/main/desk/runs/runs.ts'
import { orderNotRead } from '../../../../src/main/desk/base/faults.ts'
import { attemptOf, type SqlRow } from '../../../../src/main/ledger/journal/attempt-row.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import type { RunRowRecord } from '../../../../src/main/ledger/runs/run-record.ts'
import { connection, createTestDesk, placeOf } from '../../../fakes/desk.ts'
import { saleStatus } from '../../../fakes/gateway.ts'
import { must } from '../../../journeys/story.ts'

type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never
type Desk = ReturnType<typeof createTestDesk>
const { service } = placeOf('1')
const by = { actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'log' } as const

/** Numbers of few orders in many spellings, and ids that are none. */
const orderids = ['7123', '07123', '+7123', '0', '00', '7124', '007124', 'abc', '0abc', '7125', '7126', '7127'] // prettier-ignore
const clientIds = ['inv-1', 'inv-2', 'inv-3', '']
const answers = [
  { 'transaction-type': 'sale' },
  { 'transaction-type': 'preauth' },
  { 'transaction-type': 'sale', status: 'declined' },
  { 'transaction-type': 'reversal', amount: '10.00' },
  { 'transaction-type': 'capture', amount: '30.00' },
]
const states = ['ACCEPTED', 'SUCCEEDED', 'DECLINED', 'UNKNOWN', 'NOT_SENT', 'RESOLVED_BY_HAND'] as const // prettier-ignore

const anOrderid = fc.constantFrom(...orderids)
const told = fc.record({
  orderid: anOrderid,
  clientOrderid: fc.constantFrom(...clientIds),
  answers: fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 3 }),
})
const sent = fc.record({
  orderid: anOrderid,
  lock: anOrderid,
  state: fc.constantFrom(...states),
  minor: fc.constantFrom(1_000, 2_000),
  wasSent: fc.boolean(),
  /** Of a run before this one, its row at this place. */
  at: fc.option(fc.nat({ max: 9 })),
})
const asked = fc.record({
  orderId: fc.option(anOrderid, { freq: 4 }),
  merchantOrderId: fc.option(fc.constantFrom('inv-1', 'inv-2', 'inv-3'), { freq: 2 }),
  minor: fc.constantFrom(1_000n, 2_000n, null),
})

function tell(desk: Desk, { orderid, clientOrderid, answers: all }: Drawn<typeof told>): void {
  for (const one of all) {
    const answer = saleStatus('50.00', { ...one, 'paynet-order-id': orderid })
    desk.ports.orders.storeSnapshot({
      ...{ asked: desk.ports.orders.drawNumber(), service, connectionId: connection.id },
      ...{ orderid, clientOrderid, snapshot: snapshotOf(answer, connection.settings), answer },
      ...{ serialNumber: '', actor: 'ana', isLookUp: true },
    })
  }
}

/** As the tables hold it, whatever way it got there. */
function send(desk: Desk, runId: string, one: Drawn<typeof sent>, n: number): void {
  const { orderid, lock, state, minor, wasSent, at } = one
  const isHand = state === 'RESOLVED_BY_HAND'
  const isOpen = state === 'ACCEPTED' || state === 'UNKNOWN'
  const cells = {
    ...{ id: `a-${n}`, made_number: n + 1, service, connection_id: connection.id },
    ...{ endpoint_id: '1144', operation: 'return', risk: 'money', orderid, client_orderid: '' },
    // One open request an order: the others are told apart by their locks.
    lock_key: isOpen ? `${n}` : orderLock({ service, orderid: lock }),
    ...{ state, amount_minor: minor, currency: 'EUR', digits: 2, is_full: 0, request: {} },
    ...{ digest: 'd', expires_at: 0, actor: 'ana', comment: '', seen: '', message: 'w' },
    ...{ created_at: desk.time.now, ...(wasSent ? { sent_at: desk.time.now } : {}) },
    ...(isHand ? { hand_outcome: n % 2 === 0 ? 'happened' : 'did-not-happen' } : {}),
    ...(at === null || n % 3 > 0 ? {} : { run_id: runId, run_at: at }),
  }
  try {
    inTransaction(desk.db, () => {
      desk.ports.audit.append({ ...by, kind: 'attempt:succeeded', details: {} }, [
        ['add', 'attempt', cells],
      ])
    })
  } catch (error) {
    // A row of a run is claimed once.
    if (!String(error).includes('UNIQUE')) throw error
  }
}

/** One statement for each look and row, word for word as it was. */
function single(desk: Desk, runId: string): PageReads {
  const all = (sql: string, ...values: unknown[]): SqlRow[] =>
    desk.db.prepare<unknown[], SqlRow>(sql).all(...values)
  const ofOrder = ({ orderid }: OrderPlace) =>
    all('SELECT * FROM attempt WHERE service = ? AND orderid = ? ORDER BY made_number', service, orderid).map(attemptOf) // prettier-ignore
  return {
    clock: desk.ports.clock,
    orders: desk.ports.orders,
    journal: {
      ofOrder,
      sentAs: ({ orderid }) => {
        const plain = canonicalOrder(orderid)
        const forms = [
          ...all(`SELECT orderid FROM attempt WHERE lock_key = ? AND sent_at IS NOT NULL AND orderid <> ? AND orderid <> ''`, orderLock({ service, orderid }), orderid), // prettier-ignore
          ...all(`SELECT orderid FROM attempt WHERE service = ? AND orderid <> ? AND sent_at IS NOT NULL AND (orderid = ?
              OR (orderid >= '0' AND orderid < '1' AND ltrim(orderid, '0') = ?))`, service, orderid, plain, plain), // prettier-ignore
        ]
        return forms.length === 0 ? null : String(forms[0]!.orderid)
      },
    },
    madeBefore: (meaning) => {
      const [row] = all(
        `SELECT r.run_id, r.line, a.actor, a.sent_at FROM run_row r
         JOIN attempt a ON a.run_id = r.run_id AND a.run_at = r.at
         WHERE r.meaning = ? AND r.run_id <> ? AND a.sent_at IS NOT NULL
           AND a.state NOT IN ('NOT_SENT', 'REJECTED', 'DECLINED', 'FAILED')
           AND a.hand_outcome IS NOT 'did-not-happen'
         ORDER BY a.made_number DESC LIMIT 1`,
        ...[meaning, runId],
      )
      return row === undefined
        ? null
        : {
            ...{ runId: String(row.run_id), line: Number(row.line), actor: String(row.actor) },
            at: Number(row.sent_at),
          }
    },
  }
}

type Asked = Drawn<typeof asked>
const rowsOf = (all: readonly Asked[]) =>
  all.map(({ minor, ...ids }, nth) => ({
    ...{ ...ids, line: nth + 2, reason: 'damaged' },
    orderId: ids.orderId ?? (ids.merchantOrderId === null ? '7123' : null),
    amount: minor === null ? null : { minor, currency: 'EUR', digits: 2 },
  }))

async function checked(desk: Desk, all: readonly Asked[]): Promise<OrderRun> {
  const runs = createRuns(desk.ports)
  const of = { connectionId: connection.id, operation: 'return', depth: 'known' } as const
  const { id } = must(await runs.createRun(rowsOf(all), null, of))
  await expect.poll(() => desk.ports.runs.stateOf(id)).toBe('CHECKED')
  runs.close()
  return desk.ports.runs.get(id) as OrderRun
}

/** Rows of one order as a list names it, by whichever of its ids, and what is known of it. */
function ordersOf(
  { ports: { orders } }: Desk,
  rows: readonly RunRowRecord[],
): { own: RunRowRecord[]; order: AskedOrder }[] {
  const named = Map.groupBy(rows, ({ orderid, clientOrderid }) =>
    orderid === '' ? `own ${clientOrderid}` : canonicalOrder(orderid),
  )
  const found = new Map<string, { own: RunRowRecord[]; order: AskedOrder }>()
  for (const [key, own] of named) {
    const orderid = own[0]!.orderid || orders.orderidOf(service, own[0]!.clientOrderid)
    const seen = orderid === '' ? null : orders.get(connection.id, orderid)
    const order: AskedOrder =
      seen === null
        ? fail(orderNotRead)
        : ok({ orderid, clientOrderid: seen.clientOrderid, askedAt: null })
    const place = seen === null ? `unread ${key}` : canonicalOrder(orderid)
    const all = [...(found.get(place)?.own ?? []), ...own].sort((a, b) => a.at - b.at)
    found.set(place, { own: all, order })
  }
  return [...found.values()]
}

describe('a check that reads in pages', () => {
  it('finds of each row what reading its order by itself finds', async () => {
    const found = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(told, { minLength: 4, maxLength: 16 }),
        fc.array(sent, { maxLength: 30 }),
        fc.array(asked, { minLength: 10, maxLength: 10 }),
        fc.array(asked, { minLength: 20, maxLength: 60 }),
        async (tales, requests, earlier, all) => {
          const desk = createTestDesk()
          tales.forEach((one) => tell(desk, one))
          const before = await checked(desk, earlier)
          requests.forEach((one, n) => send(desk, before.id, one, n))
          const run = await checked(desk, all)
          const rows = desk.ports.runs.rows(run.id, 0, all.length)
          for (const { own, order } of ordersOf(desk, rows)) {
            const unread = own.map((row) => ({ ...row, check: null }))
            const plan = planRows(single(desk, run.id), connection, run, unread, order)
            expect(own.map(({ at, check }) => ({ at, ...check }))).toEqual(plan)
            for (const { group, finding } of plan)
              found.add(`${group} ${/"code":"([^"]*)"/.exec(finding ?? '')?.[1]}`)
          }
          desk.close()
        },
      ),
      { numRuns: 60 },
    )
    expect([...found]).toEqual(
      expect.arrayContaining([
        'ready undefined',
        'look runs.equal-line',
        'look runs.made-before',
        'look runs.sent-before',
        'look runs.told-before',
        'impossible requests.order-sent-as',
        'impossible program.order-not-looked-up-yet',
      ]),
    )
  }, 600_000)
})

it('reads no rows to choose one whose order was not found', async () => {
  const desk = createTestDesk()
  const unknown = { orderId: null, merchantOrderId: 'inv-1', minor: 1_000n } as const
  const run = await checked(desk, [unknown, unknown])
  expect(desk.ports.runs.rows(run.id, 0, 2).map(({ check }) => check?.orderid)).toEqual(['', ''])
  const read: string[] = []
  const { ofOrders } = desk.ports.runs
  desk.ports.runs.ofOrders = (id, orderids) => {
    read.push(...orderids)
    return ofOrders(id, orderids)
  }
  expect(chooseRows(desk.ports, run, [0], true).ok).toBe(true)
  expect(read).toEqual([])
  desk.close()
})
