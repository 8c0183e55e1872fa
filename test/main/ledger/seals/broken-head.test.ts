// Somebody changes rows and then breaks the head of the seals, to hide which ones. Each row still
// has a seal of its own: what was changed is named, and going on seals nothing that is not named.
import { join } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatMessage, formatMessages } from '#wording/format-messages.ts'
import { openLedgerReader } from '../../../../src/main/ledger/db/open.ts'
import {
  breakers,
  fillTables,
  type Keychain,
  lengthenTables,
  type Life,
  newKeychain,
  openLife,
  tamperWith,
} from '../../../campaigns/tamper/tables.ts'
import { newFolder, valueOf } from '../ledger-rig.ts'
import { tampered } from '../../../fakes/ledger-check.ts'

beforeEach(() => tampered('another program writes to the ledger'))

let file: string
let vault: Keychain
let life: Life
const start = async (): Promise<Life> => (life = await openLife(file, vault))
const tamper = (...texts: string[]): void =>
  tamperWith(file, {
    name: 'tamper',
    run: (tool: BetterSqlite3.Database) => texts.forEach((text) => void tool.exec(text)),
  })
const stops = (): string => formatMessages(life.stops()).join('\n')
const moved = [
  `UPDATE recipient_version SET fields = '{"account_number":"DE00"}' WHERE seq = 1`,
  `UPDATE connection SET record = json_set(record, '$.login', 'bob') WHERE id = 'c-1'`,
]

beforeEach(async () => {
  file = join(newFolder(), 'ledger.sqlite')
  vault = newKeychain()
  await start()
  fillTables(life.db)
})
afterEach(() => life.kill())

describe.each(Object.entries(breakers))('rows changed before somebody %s', (_how, sql) => {
  it('are named, each by itself', async () => {
    await life.close()
    tamper(...moved, sql)
    await start()
    expect(stops()).toContain('“Ana” (1, connection c-1) (table recipient_version)')
    expect(stops()).toContain('the connection c-1 “Desk c-1” (table connection)')
    expect(stops()).toMatch(/The count of the ledger’s seals/)
  })

  it('are not sealed by a decision about the head alone', async () => {
    await life.close()
    tamper(...moved, sql)
    await start()
    for (const stop of life.rows.stops(false))
      if (formatMessage(stop.message).startsWith('The count')) life.rows.accept(stop)
    expect(stops()).toContain('the connection c-1')
    await life.close()
    await start()
    expect(stops()).toContain('(table recipient_version)')
    expect(stops()).toContain('the connection c-1 “Desk c-1” (table connection)')
    expect(stops()).not.toContain('The count of the ledger’s seals')
  })

  it('leave nothing to be told once a person decided about each', async () => {
    await life.close()
    tamper(...moved, sql)
    await start()
    for (const stop of life.rows.stops(false)) expect(life.rows.accept(stop)).toBe(true)
    expect(life.rows.stops(false)).toEqual([])
    await life.close()
    await start()
    expect(stops()).toBe('')
  })

  it('are named in a long table too, and not sealed before', async () => {
    lengthenTables(life.db)
    await life.close()
    tamper(`UPDATE attempt SET message = 'theirs' WHERE id = 'a-c-1-1'`, sql)
    await start()
    for (const stop of life.rows.stops(false)) life.rows.accept(stop)
    expect(life.rows.isWhole()).toBe(false)
    const snapshot = valueOf(openLedgerReader(file))
    snapshot.exec('BEGIN')
    await life.rows.startIntegrityScan(snapshot, () => Promise.resolve())
    snapshot.close()
    expect(stops()).toContain('the request a-c-1-1')
  }, 60_000)
})

it('a row that went with its seal and the head is named by the log', async () => {
  life.note('attempt:draft', { attemptId: 'a-c-1-2' })
  await life.close()
  tamper(
    `DELETE FROM attempt WHERE id = 'a-c-1-2'`,
    `DELETE FROM row_seal WHERE id = 'a-c-1-2'`,
    'DELETE FROM row_seal_head',
  )
  await start()
  expect(stops()).toContain('The audit log knows what the table lacks: the request a-c-1-2.')
})

it('seals that are all gone are named row by row', async () => {
  await life.close()
  tamper('DELETE FROM row_seal')
  await start()
  expect(stops()).toContain('was not written by Paydesk with its key')
})
