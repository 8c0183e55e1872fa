// A ledger with rows in every table that entries change, and what is done to them: each column of
// each row, rows taken out and put in.
import { connectionRecord } from '#shared/connections/connection.ts'
import { mostDestinationKeys } from '#shared/gateway/twins.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import { openFolded } from '../../../src/main/ledger/orders/folded.ts'
import { openRetelling } from '../../../src/main/ledger/orders/retell.ts'
import type { Cells, Change } from '../../../src/main/ledger/projections/changes.ts'
import { type ProjectedTable, projectionOf } from '../../../src/main/ledger/projections/tables.ts'
import { settingsIn } from '../../../src/main/ledger/rebuild/derived.ts'
import type { Life } from './life.ts'
import { attackBy, otherValue, type TableAttack } from './table-attack.ts'

const rowOfEach = (id: string): Change[] => {
  const record = connectionRecord.parse({
    ...{ id, isEmbedded: id === 'sandbox', name: `Desk ${id}`, environment: 'test' },
    ...{ baseUrl: `https://${id}.example`, endpointId: '1', login: 'shop', settings: {} },
  })
  const place = { connection_id: id, orderid: '7' }
  const by = { at: 1, actor: 'ana' }
  return [
    ['add', 'connection', { id, record, created_at: 1, updated_at: 1 }],
    ['add', 'secret', { slot: `connection/${id}/merchant_control_key`, fingerprint: 'ab'.repeat(32), created_at: 1 }],
    ['add', 'person_failure', { person_id: `p-${id}`, failures: 1 }],
    ['add', 'unknown_term', { connection_id: id, operation: 'status', kind: 'key', name: 'colour', first_seen_at: 1, serial_number: 's' }],
    ['add', 'stopped_subscription', { connection_id: id, recurring_id: '3', ...by, reason: 'asked to' }],
    ['add', 'payment_order', { ...place, service: 'shop', client_orderid: 'pd-7', status: 'approved', transaction_type: 'sale', answer: {}, first_seen_at: 1, phase: 'paid', checked_at: 1 }],
    ...['late', 'vip'].map((tag): Change => ['add', 'order_tag', { ...place, tag, ...by }]),
    ['add', 'run', { id: `run-${id}`, made_number: id.length, service: `of-${id}`, connection_id: id, operation: 'return', source: { bytesSha256: `b-${id}`, meaning: `m-${id}` }, rows: 2, state: 'RUNNING', depth: 'known', actor: 'ana', created_at: 1, counted_by: 'ana', counted_at: 1, counted_number: 1, counted_sums: [] }],
    ['add', 'approval', { id: `ap-${id}`, service: `of-${id}`, connection_id: id, endpoint_id: '1', has_own_id: 0, replaces: 'a', run_id: `run-${id}`, amounts: [{ rows: 1, amount: null }], operation: 'return', orderid: '7', client_orderid: 'pd-7', place: id, request: { orderid: '7' }, amount_minor: 5000, currency: 'EUR', digits: 2, is_full: 0, digest: 'd', author: 'p-1', seen: 's', asked_at: 1, expires_at: 2, state: 'WAITING', signatures: [], reason: 'r' }],
    ['add', 'approval', { id: `ap-${id}-ended`, service: `of-${id}`, connection_id: id, endpoint_id: '1', has_own_id: 0, replaces: 'a', run_id: `run-${id}`, amounts: [{ rows: 1, amount: null }], operation: 'return', orderid: '7', client_orderid: 'pd-7', place: id, request: { orderid: '7' }, amount_minor: 5000, currency: 'EUR', digits: 2, is_full: 0, digest: 'd', author: 'p-1', seen: 's', asked_at: 1, expires_at: 2, state: 'WITHDRAWN', ended_at: 3, signatures: [], reason: 'r' }],
    ...[0, 1].map((at): Change => ['add', 'run_row', { run_id: `run-${id}`, at, line: at + 2, orderid: `${at}`, client_orderid: '', reason: 'r', meaning: `m-${at}`, way: 'payout', known_own_id: `pd-${id}-${at}`, skip: 'why' }]),
    ['add', 'shop_list', { id: `list-${id}`, made_number: id.length, service: `of-${id}`, connection_id: id, source: { meaning: `m-${id}` }, rows: 2, taken: 2, added: 2, changed: 0, actor: 'ana', created_at: 1, ended_at: 2 }],
    ...[1, 2].map((n): Change => ['add', 'shop_order', { number: n * 100 - id.length, said_number: n * 100 - id.length, service: `of-${id}`, connection_id: id, orderid: `${n}`, client_orderid: `shop-${n}`, amount_minor: 1990, currency: 'EUR', digits: 2, day: '2026-03-01', email: 'ana@shop.example', last_four: '1881', name: 'Ana', list_id: `list-${id}`, line: n + 1, answer: 'read', answered_at: 3 }]),
    ['add', 'reconciliation', { id: `r-${id}`, made_number: id.length, service: `of-${id}`, connection_id: id, source: { meaning: `m-${id}` }, rows: 2, kept: 2, result: { digest: `d-${id}` }, aside: { reason: 'r' }, actor: 'ana', created_at: 1 }],
    ...[0, 1].map((part): Change => ['add', 'reconciliation_part', { reconciliation_id: `r-${id}`, part, lines: `l-${id}-${part}` }]),
    ...[1, 2].map((line): Change => ['add', 'reconciliation_decision', { reconciliation_id: `r-${id}`, line, decision: 'elsewhere', about: `a-${line}`, reason: 'made by the bank', ...by, by_two: 1, agreed: by }]),
    ['add', 'order_dispute', { service: `of-${id}`, orderid: '7', connection_id: id, due_day: '2026-12-01', over_seq: 0, ...by }],
    ['add', 'found_refund_seen', { reported_seq: id.length, service: `of-${id}`, orderid: '7', connection_id: id, ...by, reason: 'made by the bank' }],
    ['add', 'export_plan', { id: `plan-${id}`, made_number: id.length, of: { report: 'moved', every: 'day', as: 'csv', zone: 'UTC', kind: 'test' }, folder: '/reports', first_day: '2026-11-01', actor: 'ana', created_at: 1, ended_at: 2 }],
    ['add', 'export_file', { plan_id: `plan-${id}`, first_day: '2026-11-01', last_day: '2026-11-01', state: 'placing', file: `/reports/${id}.csv`, sha256: 'ab', at: 1 }],
    ['add', 'reason_mapping', { text: `late ${id}`, code: 'late', ...by }],
    ['add', 'team_membership', { number: id.length, team: 'ab', desk: `desk-${id}`, founder: 'office', founder_key: 'k', host: 'db.example', port: 5432, database: 'shop', ca: 'PEM', joined_at: 1, left_at: 2 }],
    ...[1, 2].map((n): Change => ['add', 'team_record', { membership: id.length, n, topic: `order/${n}`, version: 1, body: 'e30=', signature: 'AA==', state: n === 1 ? 'in' : 'out', attempt_id: 'a', unsaid: 'not-known' }]),
    ['add', 'shop_asking', { connection_id: id, state: 'PAUSED', why: 'w', actor: 'ana', at: 1 }],
  ]
} // prettier-ignore

const numbered = (id: string, seq: number): Change[] => {
  const place = { connection_id: id, orderid: '7' }
  const by = { at: 1, actor: 'ana' }
  const account = { account_number: 'DE02120300000000202051' }
  return [
    ['add', 'order_clearance', { seq, service: 'shop', ...place, ...by, kind: 'chargeback', about: '5.00 EUR', reported_seq: seq, reason: 'The support says it is over' }],
    ['add', 'person_statement', { seq, body: '{}', signature: 'x' }],
    ['add', 'order_note', { seq, ...place, ...by, text: `asked ${seq}` }],
    ['add', 'recipient_version', { seq, recipient_id: `r-${seq}`, connection_id: id, ...by, name: `Ana ${seq}`, way: 'account', fields: account, is_removed: 0 }],
    ['add', 'status_snapshot', { seq, service: 'shop', ...place, at: 1, fingerprint: `f-${seq}`, status: 'approved', transaction_type: 'reversal', stage: '', amount_minor: 5000, currency: 'EUR', digits: 2, transaction_mark: 'PTX-1', reason: '', serial_number: '' }],
    ['add', 'money_event', { seq, snapshot_seq: seq, rrn: `12${seq}`, approval_code: 'A1', processor_tx_id: 'p', processing_date: 'd', card: 'c', last_four: '4242' }],
    ['add', 'attempt', { id: `a-${id}-${seq}`, made_number: seq, service: 'shop', connection_id: id, endpoint_id: '1', operation: 'return', risk: 'money', orderid: '7', client_orderid: 'pd-7', lock_key: `a-${seq}`, state: seq % 2 === 0 ? 'UNKNOWN' : 'REJECTED', awaits_look: seq % 2, amount_minor: 100, currency: 'EUR', digits: 2, is_full: 0, request: { orderid: '7' }, digest: 'd', expires_at: 1, actor: 'ana', comment: 'why', seen: 's', message: 'w', created_at: 1 }],
  ]
} // prettier-ignore

/** Rows as a desk writes them, by entries of the log: several in each table that entries change. */
export function fillTables({ db, audit }: Pick<Life, 'db' | 'audit'>, ofEach = 2): void {
  const fact = { actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'log', details: {} } as const
  const append = (changes: Change[]): void =>
    void audit.append({ ...fact, kind: 'connection:changed' }, changes)
  inTransaction(db, () => {
    append([['add', 'update_memory', { name: 'format-1', value: '{}' }]])
    for (const [nth, id] of ['c-1', 'sandbox'].entries()) {
      append(rowOfEach(id))
      for (let n = 1; n <= ofEach; n += 1) append(numbered(id, nth * ofEach + n))
    }
    openFolded(db, openRetelling(db, settingsIn(db))).refresh({
      service: 'shop',
      orderid: '7',
    })
  })
}

/** Requests as each index that holds but some of them has one, and an entry of one. */
export function fillIndexes({ db, audit }: Pick<Life, 'db' | 'audit'>): void {
  const [[, , like]] = numbered('c-1', 1).filter(([, table]) => table === 'attempt') as [Change]
  const made = (nth: number, cells: Cells): Change => [
    'add',
    'attempt',
    { ...like, id: `a-${nth}`, made_number: 900 + nth, lock_key: `b-${nth}`, ...cells },
  ]
  const changes = [
    made(1, {
      state: 'SUCCEEDED',
      sent_at: 2,
      resolved_at: 3,
      conflict: 'c',
      run_id: 'run-c-1',
      run_at: 0,
    }),
    made(2, {
      operation: 'payout',
      state: 'REJECTED',
      sent_at: 2,
      next_check_at: 9,
      replaces: 'a-1',
      destination_keys: Array.from({ length: mostDestinationKeys }, (_, at) => `party-${at} 2051`),
    }),
    made(3, {
      operation: 'create-card-ref',
      state: 'UNKNOWN',
      answer: { 'card-ref-id': '5' },
      next_check_at: 9,
    }),
  ]
  const order = rowOfEach('c-1').find(([, table]) => table === 'payment_order')![2]
  // One that is held, and one that a bank asks about.
  for (const [orderid, transaction_type] of [
    ['8', 'preauth'],
    ['9', 'chargeback'],
  ] as const) {
    const own = { connection_id: 'c-1', orderid, transaction_type }
    const [, , told] = numbered('c-1', Number(orderid) * 1_000).find(
      ([, table]) => table === 'status_snapshot',
    )!
    changes.push(['add', 'payment_order', { ...order, ...own }])
    changes.push(['add', 'status_snapshot', { ...told, ...own }])
  }
  // A refund of others that Paydesk found when it asked by itself.
  const found = numbered('c-1', 10_000).find(([, table]) => table === 'status_snapshot')!
  changes.push(['add', 'status_snapshot', { ...found[2], found_alone: 1 }])
  const fact = { actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'attempt/a-1' } as const
  inTransaction(db, () => {
    audit.append({ ...fact, kind: 'attempt:succeeded', details: { operation: 'return' } }, changes)
    const folded = openFolded(db, openRetelling(db, settingsIn(db)))
    for (const orderid of ['8', '9']) folded.refresh({ service: 'shop', orderid })
  })
}

/** What names a row, to be compared with itself. */
const nameOf = (table: ProjectedTable): string => {
  const { key } = projectionOf(table)
  return key.length === 1 ? key[0] : `json_array(${key.join(', ')})`
}

/** The column that tells rows apart that are alike otherwise. */
const lastOf = (table: ProjectedTable): string => projectionOf(table).key.at(-1) ?? ''

/** The newest row of the table that is no practice, as the file has it. */
const aRow = (table: string, id: string): string =>
  `(SELECT max(${id}) FROM ${table} WHERE CAST(${id} AS TEXT) NOT LIKE '%sandbox%')`

/** Local columns hold comfort, and nothing has to be told of them (comfort.ts). */
const tellingColumns = (table: ProjectedTable): readonly string[] => {
  const { key, facts, derived = [] } = projectionOf(table)
  return [...key, ...facts, ...derived]
}

/** Columns of which each row has another value beside its key. */
const keyedBy: Partial<Record<ProjectedTable, readonly string[]>> = {
  run: ['service'],
  run_row: ['known_own_id'],
  shop_order: ['orderid'],
}

/** What entries say and what lists show of it: what a later version adds is attacked as well. */
export function attacksOn(table: ProjectedTable): TableAttack[] {
  const [id, own] = [nameOf(table), lastOf(table)]
  const one = `WHERE ${id} = ${aRow(table, id)}`
  const columns = tellingColumns(table)
  const every = [...columns, ...Object.keys(projectionOf(table).local ?? {})]
  const made = every.map((column) => {
    if (['made_number', 'said_number'].includes(column) || (column === own && own === 'seq'))
      return '999'
    if (column === own)
      return `iif(typeof("${column}") = 'integer', "${column}" + 70, "${column}" || 'x')`
    return ['rrn', 'lock_key', 'place', ...(keyedBy[table] ?? [])].includes(column)
      ? `'9' || "${column}"`
      : `"${column}"`
  })
  return [
    ...columns.map((column) =>
      attackBy(`edit ${table}.${column}`, `UPDATE ${table} SET ${otherValue(column)} ${one}`),
    ),
    attackBy(`delete a row of ${table}`, `DELETE FROM ${table} ${one}`),
    attackBy(`empty ${table}`, `DELETE FROM ${table}`),
    attackBy(
      `put a row into ${table}`,
      `INSERT INTO ${table} (${every.map((one) => `"${one}"`).join(', ')}) SELECT ${made.join(', ')} FROM ${table} ${one}`,
    ),
  ]
}
