import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectionRecord } from '#shared/connections/connection.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { openAttemptLists } from '../../../../src/main/ledger/journal/attempt-lists.ts'
import { openLedger } from '../../../../src/main/ledger/db/open.ts'
import { migrationsDir, newFolder, openAt, tickingClock, valueOf } from '../ledger-rig.ts'

const record = (id: string, more: Record<string, unknown> = {}) =>
  connectionRecord.parse({
    id,
    name: id,
    environment: 'test',
    isEmbedded: false,
    baseUrl: 'https://GATE.example:443/paynet',
    endpointId: '1144',
    login: 'Shop',
    settings: {},
    ...more,
  })

describe('a gateway', () => {
  it.each([
    ['another path', { baseUrl: 'https://gate.example/other' }],
    ['capitals, a dot and the usual port', { baseUrl: 'https://Gate.EXAMPLE.:443/paynet' }],
    ['an endpoint group', { endpointId: 'group/7' }],
    ['a login in capitals', { login: 'SHOP' }],
  ])('is one whatever record it is reached by: %s', (_what, more) => {
    expect(gatewayOf(record('b', more))).toBe(gatewayOf(record('a')))
  })

  it.each([
    ['host', { baseUrl: 'https://gate2.example/paynet' }],
    ['port', { baseUrl: 'https://gate.example:8443/paynet' }],
    ['login', { login: 'shop2' }],
  ])('is another one with another %s', (_what, more) => {
    expect(gatewayOf(record('b', more))).not.toBe(gatewayOf(record('a')))
  })

  it('is the sandbox wherever that listens in this run, for records at its address too', () => {
    const local = { baseUrl: 'http://127.0.0.1:4001/x', login: 'shop' }
    const embedded = record('sandbox', { ...local, isEmbedded: true })
    const later = { ...embedded, baseUrl: 'http://127.0.0.1:4002/x' }
    expect(gatewayOf(later)).toBe(gatewayOf(embedded))
    const beside = record('b', { ...local, baseUrl: 'http://localhost:4002/y' })
    expect(gatewayOf(beside, [later.baseUrl])).toBe(gatewayOf(embedded))
    expect(gatewayOf(beside, [embedded.baseUrl])).not.toBe(gatewayOf(embedded))
  })
})

/** A ledger as it was before orders knew whose they are. */
function olderLedger(): string {
  const folder = newFolder()
  const older = join(folder, 'migrations')
  mkdirSync(older)
  for (const name of readdirSync(migrationsDir))
    if (name < '0110') cpSync(join(migrationsDir, name), join(older, name))
  const file = join(folder, 'ledger.sqlite')
  const { db, close } = valueOf(openLedger({ file, migrationsDir: older, clock: tickingClock() }))
  for (const one of [record('a'), record('b', { endpointId: 'group/7' })])
    db.prepare('INSERT INTO connection VALUES (?, ?, 1, 1)').run(one.id, JSON.stringify(one))
  const addOrder = db.prepare(
    `INSERT INTO payment_order (connection_id, orderid, client_orderid, phase, status, transaction_type, answer, first_seen_at, checked_at)
     VALUES (?, ?, 'inv-1', 'captured', 'approved', 'sale', '{}', 1, 1)`,
  )
  const addSeen = db.prepare(
    `INSERT INTO status_snapshot (connection_id, orderid, at, fingerprint, status, transaction_type, stage, transaction_mark, reason, serial_number)
     VALUES (?, ?, 1, 'f', 'approved', 'sale', '', '', '', '')`,
  )
  const addAttempt = db.prepare(
    `INSERT INTO attempt (id, connection_id, endpoint_id, operation, risk, orderid, client_orderid, lock_key, state, is_full, request,
       digest, expires_at, actor, comment, seen, message, created_at)
     VALUES (?, ?, '1144', ?, 'money', ?, 'inv-1', ?, ?, 0, '{}', 'd', 1, 'anna', '', '', '', 1)`,
  )
  for (const [connection, orderid] of [
    ['a', '1'],
    ['b', '1'],
    ['gone', '9'],
  ]) {
    addOrder.run(connection, orderid)
    addSeen.run(connection, orderid)
  }
  const lock = (connection: string, orderid: string): string =>
    JSON.stringify([connection, '1144', orderid])
  addAttempt.run('a1', 'a', 'return', '1', lock('a', '1'), 'UNKNOWN')
  addAttempt.run('b1', 'b', 'return', '1', lock('b', '1'), 'UNKNOWN')
  addAttempt.run('b2', 'b', 'return', '1', lock('b', '1'), 'DECLINED')
  addAttempt.run(
    'p1',
    'a',
    'payout',
    '5',
    JSON.stringify(['a', 'request', 'payout', 'pd-1']),
    'ACCEPTED',
  )
  addAttempt.run('g1', 'gone', 'return', '9', lock('gone', '9'), 'SUCCEEDED')
  close()
  return file
}

describe('a ledger of before', () => {
  it('is given the gateway of its connection records, with one lock for an order of two', () => {
    const { db } = openAt(olderLedger())
    const lists = openAttemptLists(db)
    const service = gatewayOf(record('a'))
    const rows = lists.ofOrder({ service, orderid: '1' })
    expect(rows.map(({ id }) => id)).toEqual(['a1', 'b1', 'b2'])
    const lock = JSON.stringify([service, '1'])
    // Two were open already: one of them keeps its old key, and both keep the order busy.
    expect(rows.filter((row) => row.lockKey === lock && row.state === 'UNKNOWN')).toHaveLength(1)
    expect(rows.find(({ id }) => id === 'b2')?.lockKey).toBe(lock)
    expect(lists.ofOrder({ service, orderid: '5' })).toMatchObject([
      { lockKey: JSON.stringify(['a', 'request', 'payout', 'pd-1']) },
    ])
    expect(lists.ofOrder({ service: 'removed gone', orderid: '9' })).toHaveLength(1)
    const count = (table: string) =>
      db.prepare(`SELECT count(*) FROM ${table} WHERE service = ?`).pluck().get(service)
    expect([count('payment_order'), count('status_snapshot')]).toEqual([2n, 2n])
  })

  it('never changes the gateway or the lock of a request afterwards', () => {
    const { db } = openAt(olderLedger())
    for (const column of ['service', 'lock_key'])
      expect(() => db.prepare(`UPDATE attempt SET ${column} = 'x'`).run()).toThrow(
        /what was confirmed never changes/,
      )
  })
})
