// The tables made again from the log: what a rebuild knows, what it finds, and what it refuses.
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../src/main/ledger/db/database.ts'
import {
  applyChanges,
  changesOf,
  changesText,
} from '../../../../src/main/ledger/projections/changes.ts'
import {
  otherTables,
  projectedTables,
  projectionOf,
} from '../../../../src/main/ledger/projections/tables.ts'
import { differencesOf, tampered } from '../../../fakes/ledger-check.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { recordRows } from '../../../fakes/record-rows.ts'
import { lifeOf } from './ledger-life.ts'

describe('the tables of a ledger', () => {
  it('are each made from the log, or named with the reason why not, column by column', () => {
    const { db } = createTestDesk()
    const names = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all()
    expect(names).toEqual([...projectedTables, ...Object.keys(otherTables)].sort())
    for (const table of projectedTables) {
      const { key, facts, derived = [], local = {} } = projectionOf(table)
      const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all()
      expect([...key, ...facts, ...derived, ...Object.keys(local)].sort(), table).toEqual(
        (columns as string[]).sort(),
      )
    }
  })

  it('are the same when they are made again from the log', () => {
    expect(differencesOf(lifeOf().db)).toEqual([])
  })
})

describe('a table that is not what the log makes of it', () => {
  it.each([
    ["UPDATE order_note SET text = 'paid'", 'order_note [1] changed text'],
    ['UPDATE attempt SET amount_minor = amount_minor + 1', 'attempt ["a-1"] changed amount_minor'],
    [
      "UPDATE attempt SET comment = 'other', state = 'FAILED'",
      'attempt ["a-1"] changed state comment',
    ],
    [
      "UPDATE payment_order SET client_orderid = 'x'",
      'payment_order ["test-1","7"] changed client_orderid',
    ],
    ['UPDATE status_snapshot SET asked = 0 WHERE seq = 2', 'status_snapshot [2] changed asked'],
    ['DELETE FROM order_tag', 'order_tag ["test-1","7","vip"] gone'],
    [
      "INSERT INTO order_tag VALUES ('test-1', '7', 'lost', 1, 'ana')",
      'order_tag ["test-1","7","lost"] added',
    ],
    ['DELETE FROM stopped_subscription', 'stopped_subscription ["test-1","r-1"] gone'],
    ["UPDATE money_event SET card = '9'", 'money_event [1] changed card'],
  ])('is named with the row and what differs: %s', (sql, line) => {
    tampered('another program writes to the ledger')
    const { db } = lifeOf()
    const guards = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()
    for (const name of guards) db.exec(`DROP TRIGGER ${String(name)}`)
    db.exec(sql)
    expect(differencesOf(db).join('\n')).toContain(line)
  })

  it('is no difference in what changes between two entries', () => {
    const { db } = lifeOf()
    db.exec('UPDATE attempt SET checks = 4, next_check_at = 5, watched = 6')
    db.exec('UPDATE payment_order SET checked_at = 1')
    expect(differencesOf(db)).toEqual([])
  })
})

describe('rows of an entry', () => {
  it.each([
    ['changed', "UPDATE entry_rows SET rows = x'00' WHERE seq = 2", 'entry 2 '],
    ['taken out in the middle', 'DELETE FROM entry_rows WHERE seq = 2', 'entry 3 '],
    ['taken out at the end', 'DELETE FROM entry_rows ORDER BY seq DESC LIMIT 1', 'are not those'],
    [
      'without their salt',
      "UPDATE meta SET value = '00' WHERE key = 'audit.rows-salt'",
      'entry 1 ',
    ],
  ])('that were %s are refused', (_, sql, why) => {
    tampered('another program writes to the log')
    const { db } = lifeOf()
    db.exec('DROP TRIGGER entry_rows_no_update; DROP TRIGGER entry_rows_no_delete')
    db.exec(
      sql.includes('LIMIT')
        ? 'DELETE FROM entry_rows WHERE seq = (SELECT max(seq) FROM entry_rows)'
        : sql,
    )
    expect(differencesOf(db).join('\n')).toContain(why)
  })

  it('are proven by a later entry when their own left the ledger', () => {
    tampered('entries are taken out')
    const { db } = lifeOf()
    db.exec(`DROP TRIGGER audit_entry_no_delete; DROP TRIGGER entry_rows_no_update;
      DELETE FROM audit_entry WHERE seq <= 3`)
    expect(differencesOf(db)).toEqual([])
    db.exec(
      `UPDATE entry_rows SET rows = (SELECT rows FROM entry_rows WHERE seq = 2) WHERE seq = 1`,
    )
    expect(differencesOf(db)).toHaveLength(1)
  })

  it('hold what no number of JSON can', () => {
    const text = changesText([
      ['set', 'attempt', { id: 'a', amount_minor: 2n ** 60n, answer: { b: '1' } }],
    ])
    expect(changesOf(`[${text},[]]`)).toEqual([
      [['set', 'attempt', { id: 'a', amount_minor: '1152921504606846976', answer: { b: '1' } }]],
      [],
    ])
    expect(() => changesOf('[[["set","meta",{}]]]')).toThrow('the log changes meta')
  })

  it('are never half taken: each meets its one row, or nothing is written', () => {
    const { db, ports } = lifeOf()
    const size = ports.audit.head()
    expect(() =>
      recordRows(db, ports.audit, [
        [
          'set',
          'order_tag',
          { ...{ connection_id: 'test-1', orderid: '7', tag: 'vip' }, actor: 'bob' },
        ],
        ['set', 'attempt', { id: 'nobody', comment: 'x' }],
      ]),
    ).toThrow('0 rows instead of one')
    expect(ports.audit.head()).toEqual(size)
    expect(() =>
      inTransaction(db, () => applyChanges(db, [['set', 'attempt', { id: 'a-1', colour: 'red' }]])),
    ).toThrow('attempt has no column colour')
    expect(() =>
      inTransaction(db, () => applyChanges(db, [['set', 'attempt', { id: 'a-1', digest: 'x' }]])),
    ).toThrow('what was confirmed never changes')
  })
})
