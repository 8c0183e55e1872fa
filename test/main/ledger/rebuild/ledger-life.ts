// A ledger with rows in every projected table, written by the program's own ways, and copies of it
// to tamper with.
import BetterSqlite3 from 'better-sqlite3'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import type { Database } from '../../../../src/main/ledger/db/database.ts'
import { plannedAs } from '#shared/reports/plan-methods.ts'
import type { AuditLog } from '../../../../src/main/ledger/audit/audit.ts'
import { openTeamBook } from '../../../../src/main/ledger/team/team-book.ts'
import { openDisputes } from '../../../../src/main/ledger/disputes/disputes.ts'
import { openExportPlans } from '../../../../src/main/ledger/reports/export-plans.ts'
import { openReasonMap } from '../../../../src/main/ledger/settings/reason-map.ts'
import { connection, createTestDesk, placeOf } from '../../../fakes/desk.ts'
import { saleStatus } from '../../../fakes/gateway.ts'
import { recordRows } from '../../../fakes/record-rows.ts'

const place = { connectionId: 'test-1', orderid: '7' }

/** An order with two answers, a note, a tag that went again, and requests. */
export function lifeOf() {
  const desk = createTestDesk()
  const { orders, notes, journal } = desk.ports
  for (const amount of ['10.00', '10.50'])
    orders.storeSnapshot({
      ...{ asked: orders.drawNumber(), ...placeOf('7'), connectionId: 'test-1' },
      ...{ clientOrderid: 'inv-7', serialNumber: 'sn', actor: 'anna', isLookUp: true },
      answer: saleStatus(amount, { 'processor-rrn': `6000185370${amount.slice(-2)}` }),
      snapshot: snapshotOf(saleStatus(amount), connection.settings),
    })
  notes.add(place, 'anna', 'rang the bank')
  notes.tag(place, 'anna', 'vip')
  notes.tag(place, 'anna', 'late')
  notes.untag(place, 'anna', 'late')
  notes.subscriptions.mark({ connectionId: 'test-1', recurringId: 'r-1' }, 'anna', {
    isStopped: true,
    reason: 'asked by mail',
  })
  for (const id of ['a-1', 'a-2'])
    journal.draft({
      ...{ id, ...placeOf('7'), connectionId: 'test-1', endpointId: '1', clientOrderid: `c-${id}` },
      ...{ operation: 'return', risk: 'money', lockKey: 'lock', isFull: false },
      ...{ request: { a: 'b' }, amount: { minor: 2n ** 60n, currency: 'EUR', digits: 2 } },
      ...{ digest: 'd', expiresAt: 9, actor: 'anna', comment: '', seen: '', tokenHash: 'hash' },
    })
  return desk
}

function joinTeam(db: Database, audit: AuditLog): void {
  const book = openTeamBook(db, audit, () => 1)
  const founder = { desk: 'office', key: 'k' }
  const address = { host: 'db.test', port: 5432, database: 'shop' }
  book.join({ team: 'ab'.repeat(16), desk: 'desk-2', founder, address, ca: 'PEM' }, 'anna')
  const [body, signature] = [Buffer.from('{}'), Buffer.alloc(64)]
  book.add({ n: 1, topic: 'order/7', version: 1, body, signature })
  book.use(1, 'a-1')
}

/** The same, and rows of every other table. */
export function wholeLife(): Database {
  const { db, ports } = lifeOf()
  const list = ports.shop.create({
    ...{ id: 'l-1', service: placeOf('7').service, connectionId: 'test-1', rows: 1, actor: 'anna' },
    source: { name: 'x.csv', bytesSha256: 'b', meaning: 'm', mended: 0, leftOut: null },
  })
  const said = { amount: { minor: 100n, currency: 'EUR', digits: 2 }, reason: null, day: null }
  const row = { ...said, line: 2, orderId: '8', merchantOrderId: 'o-8', email: 'a@x.test' }
  ports.shop.addRows(list, [{ ...row, lastFour: '1881', name: 'Ana' }], new Set())
  const report = { id: 'report-1', service: list.service, connectionId: 'test-1', actor: 'anna' }
  const period = { from: 0, until: 86_400_000 }
  ports.reconciliations.create({
    ...{ ...report, rows: 1 },
    source: {
      ...{ name: 'june.csv', bytesSha256: 'b', meaning: 'm', mended: 0, leftOut: null },
      ...{ sumLine: null, kindNames: {}, period },
    },
  })
  const ids = { orderId: '7', merchantOrderId: '', rrn: '', approvalCode: '', serialNumber: '' }
  const line = { line: 2, kind: 'refunded' as const, minor: 100n, currency: 'EUR', digits: 2 }
  ports.reconciliations.addLines(report.id, [{ ...line, ...ids, lastFour: '', at: 1 }], 'anna')
  const result = { piles: [], digest: 'd', upToEntry: 1 }
  ports.reconciliations.keepResult(report.id, result, 'anna')
  const says = { line: 2, about: 'a', reason: 'made by the bank', actor: 'anna', at: 1 }
  const byTwo = { ...says, decision: 'elsewhere' as const, byTwo: true }
  ports.reconciliations.decide(report.id, byTwo, 'unexplained')
  ports.reconciliations.agree(report.id, 2, { actor: 'bo', at: 2 })
  const mistake = { actor: 'anna', at: 3, reason: 'of the test account' }
  ports.reconciliations.setAside(report.id, true, mistake)
  ports.shop.setAsking({ connectionId: 'test-1', state: 'PAUSED', why: null, actor: 'anna' })
  const plans = openExportPlans(db, ports.audit, { clock: () => 1, program: 'paydesk' })
  const of = plannedAs.parse({
    report: 'moved',
    every: 'day',
    as: 'csv',
    zone: 'UTC',
    kind: 'test',
  })
  const plan = { id: 'p-1', of, folder: '/x', firstDay: '2026-11-01', actor: 'anna', at: 1 }
  plans.add(plan)
  const day = { from: '2026-11-01', to: '2026-11-01', file: '/x/y.csv', sha256: 'ab' }
  plans.placing(plan, { ...day, state: 'placing' })
  openDisputes(db, ports.audit, () => 1).setDue(
    { service: placeOf('7').service, connectionId: 'test-1', orderid: '7' },
    '2026-12-01',
    'anna',
  )
  ports.orders.seeFound(
    { ...placeOf('7'), connectionId: 'test-1' },
    { seq: 2, actor: 'anna', reason: 'made at the till' },
  )
  openReasonMap(db, ports.audit, () => 1).map('Came late', 'late', 'anna')
  joinTeam(db, ports.audit)
  const own = { connection_id: 'test-1' }
  recordRows(db, ports.audit, [
    ['add', 'connection', { id: 'test-1', record: connection, created_at: 1, updated_at: 1 }],
    ['add', 'secret', { slot: 'test-1/key', fingerprint: 'f', created_at: 1 }],
    ['add', 'update_memory', { name: 'seen', value: '{}' }],
    [
      'add',
      'unknown_term',
      { ...own, operation: 'status', kind: 'key', name: 'n', first_seen_at: 1, serial_number: 's' },
    ],
    ['add', 'person_statement', { seq: 1, body: '{}', signature: 'x' }],
    ['add', 'person_failure', { person_id: 'p', failures: 1 }],
    [
      'add',
      'approval',
      {
        ...{ id: 'ap', connection_id: 'test-1', operation: 'return', orderid: '1', place: '1' },
        ...{ service: 's', endpoint_id: '1', has_own_id: 0 },
        ...{ client_orderid: '', request: { orderid: '1' }, is_full: 0, digest: 'd', author: 'p' },
        ...{ seen: '', asked_at: 1, expires_at: 2, state: 'WAITING', signatures: [] },
      },
    ],
    [
      'add',
      'recipient_version',
      {
        ...{ ...own, seq: 1, recipient_id: 'r', at: 1, actor: 'anna', name: 'Ana', way: 'phone' },
        ...{ fields: { phone: '1' }, is_removed: 0 },
      },
    ],
    [
      'add',
      'order_clearance',
      {
        ...{ ...own, seq: 1, service: placeOf('7').service, orderid: '7', at: 1, actor: 'anna' },
        ...{ kind: 'chargeback', about: 'x', reported_seq: 1, reason: 'the bank gave it back' },
      },
    ],
    [
      'add',
      'run',
      {
        ...{ ...own, id: 'run-1', made_number: 1, service: placeOf('7').service },
        ...{ operation: 'return', source: null, rows: 1, state: 'CHECKED', depth: 'known' },
        ...{ digest: null, rows_in: null, reason: '', why: null, actor: 'anna', created_at: 1 },
        ...{ checked_at: 2, confirmed_at: null, ended_at: null, continues: null },
      },
    ],
    [
      'add',
      'run_row',
      {
        ...{ run_id: 'run-1', at: 0, line: 1, orderid: '7', client_orderid: 'inv-7' },
        ...{ amount_minor: 100, currency: 'EUR', digits: 2, reason: 'damaged', meaning: 'm' },
        ...{
          grp: 'ready',
          finding: null,
          way: 'refund',
          known_orderid: '7',
          known_own_id: 'inv-7',
        },
        ...{ moves_minor: 100, moves_currency: 'EUR', moves_digits: 2, left_minor: 900 },
        ...{ was_made: 0, asked_at: null, is_in: 1, skip: null, comment: 'damaged' },
      },
    ],
  ])
  return db
}

/** A copy in memory that another program has in its hands: nothing of the schema holds it back. */
export function inOtherHands(db: Database): Database {
  const copy = new BetterSqlite3(db.serialize())
  copy.defaultSafeIntegers(true)
  copy.pragma('foreign_keys = OFF')
  copy.pragma('ignore_check_constraints = ON')
  return copy
}

/** Writes past the triggers, which are there again afterwards. */
export function tamper(db: Database, write: (db: Database) => void): void {
  const guards = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string
    sql: string
  }[]
  for (const { name } of guards) db.exec(`DROP TRIGGER ${name}`)
  write(db)
  for (const { sql } of guards) db.exec(sql)
}
