// A chargeback that is over although the gateway does not show it: a person clears it, outside the
// page and with a reason; each later review repeats both, and the next chargeback blocks again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { methods } from '#shared/bridge.ts'
import type { Question } from '../../src/main/desk/desk.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'
import { unzip } from './unzip.ts'

let folder: string
let sandbox: Sandbox
let open: OpenDesk
let answer = true
let asked: Question[] = []
let whileAsked: () => Promise<unknown> = () => Promise.resolve()
let order: OrderView
const reason = 'The support wrote on 3 May that the bank gave it back'

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-cleared-'))
  sandbox = await startSandbox({ processingMs: 20 })
  open = await openDesk({
    folder,
    sandbox: handleOf(sandbox),
    vault: { ...createMemoryVault(), kind: 'keychain' },
    ask: async (question) => {
      asked.push(question)
      await whileAsked()
      return answer
    },
  })
  const place = { connectionId: 'sandbox', by: 'orderid' } as const
  asked = []
  const value = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
  order = must(await open.desk['order:look-up']({ ...place, value }))
})
afterAll(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const place = () => ({ connectionId: 'sandbox', orderid: order.orderid })
const check = async () => must(await open.desk['order:check'](place()))
const show = async () => must(await open.desk['order:show'](place()))
const clear = async (more: { toldSeq?: number; reason?: string } = {}) =>
  open.desk['order:clear-chargeback']({
    ...{ ...place(), toldSeq: (await show()).chargeback?.toldSeq ?? 1, reason },
    ...more,
  })
const review = (amount: string) =>
  open.desk['attempt:review']({
    connectionId: 'sandbox',
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
      ...{ amount, currency: 'EUR', comment: 'damaged' },
    },
  })
const ledger = <T>(look: (db: BetterSqlite3.Database) => T): T => {
  const db = new BetterSqlite3(join(folder, 'ledger.sqlite'))
  try {
    return look(db)
  } finally {
    db.close()
  }
}
const rowsIn = (sql: string) => ledger((db) => db.prepare(sql).all())

describe('a chargeback that a person clears', () => {
  it('is none before the gateway told one', async () => {
    expect(order.chargeback).toBeUndefined()
    expect(faultOf(await clear())).toMatchObject({ reason: 'not-possible' })
    expect(asked).toEqual([])
  })

  it('blocks the refund first, and the reason names the way out', async () => {
    sandbox.dispute(order.orderid, 'chargeback')
    const told = await check()
    expect(told).toMatchObject({
      phase: 'charged-back',
      chargeback: { amount: { amount: '120.00', currency: 'EUR' } },
      actions: {
        return: {
          isPossible: false,
          why: expect.stringContaining('clear it on the order’s page with your reason'),
        },
      },
    })
    expect(faultOf(await review('20.00')).sent).toBe('no')
  })

  it('stays when the person says no in the system’s dialog', async () => {
    answer = false
    expect(faultOf(await clear())).toMatchObject({ reason: 'not-permitted' })
    answer = true
    expect(asked.at(-1)?.message).toBe('Clear the chargeback?')
    expect(asked.at(-1)?.detail).toMatch(
      /^Charged back: 120\.00\sEUR\n\n[^\n]+\n\nOrder: “\d+”\nConnection: “[^\n]+”\nReason given: [^\n]+$/,
    )
    expect(asked.at(-1)?.detail).toContain(`Reason given: “${reason}”`)
    expect((await show()).phase).toBe('charged-back')
  })

  it('stays when the gateway told something the person had not read, before or while asked', async () => {
    const { toldSeq } = (await show()).chargeback!
    const before = asked.length
    expect(faultOf(await clear({ toldSeq: toldSeq - 1 }))).toMatchObject({ reason: 'told-since' })
    expect(faultOf(await clear({ toldSeq: toldSeq + 1 }))).toMatchObject({ reason: 'told-since' })
    expect(asked.length).toBe(before)
    whileAsked = async () => {
      sandbox.dispute(order.orderid, 'chargeback reversal')
      await check()
      sandbox.dispute(order.orderid, 'chargeback')
      await check()
    }
    expect(faultOf(await clear())).toMatchObject({ reason: 'told-since' })
    whileAsked = () => Promise.resolve()
    expect(await show()).toMatchObject({ phase: 'charged-back' })
    expect(rowsIn('SELECT * FROM chargeback_clearance')).toEqual([])
  })

  it('is over once it is cleared: the refund is possible up to what was captured, with a warning', async () => {
    const cleared = must(await clear())
    expect(cleared.chargeback).toBeUndefined()
    expect(cleared).toMatchObject({
      phase: 'captured',
      returnable: { amount: '120.00' },
      actions: { return: { isPossible: true, most: { amount: '120.00' } } },
    })
    const { rows } = must(await open.desk['order:list']({ connectionId: 'sandbox', limit: 50 }))
    expect(rows.find(({ orderid }) => orderid === order.orderid)?.phase).toBe('captured')
    const reviewed = must(await review('20.00'))
    expect(reviewed.warnings.join(' ')).toContain(`anna cleared it with the reason “${reason}”`)
    must(await open.desk['attempt:undo']({ attemptId: reviewed.attemptId }))
    expect(faultOf(await review('120.01'))).toMatchObject({ sent: 'no' })
  })

  it('stands in the log, in the line of time and in the evidence pack with person and reason', async () => {
    const { rows } = must(
      await open.desk['audit:list']({ filter: { kind: 'order:chargeback-cleared' }, limit: 5 }),
    )
    expect(rows).toMatchObject([{ actor: 'anna', details: { reason } }])
    expect((await show()).timeline).toContainEqual(
      expect.objectContaining({
        source: 'log',
        title: 'order:chargeback-cleared',
        message: reason,
        actor: 'anna',
      }),
    )
    const pack = must(await open.desk['order:evidence'](place()))
    const page = readFileSync(join(unzip(pack!.file), 'timeline.pdf'), 'utf8')
    expect(page).toContain('chargeback cleared')
    expect(page).toContain(reason)
  })

  it('is kept as it was written', () => {
    for (const change of [
      `UPDATE chargeback_clearance SET told_seq = 900`,
      'DELETE FROM chargeback_clearance',
    ])
      expect(() => ledger((db) => db.exec(change))).toThrow('append-only')
    expect(rowsIn(`SELECT name FROM row_seal WHERE name = 'chargeback_clearance'`)).toHaveLength(1)
  })

  it('asks for a reason, and for none with a card number', () => {
    const { 'order:clear-chargeback': method } = methods
    const asks = (text: string) => method.safeParse({ ...place(), toldSeq: 1, reason: text })
    expect(asks(reason).success).toBe(true)
    for (const text of ['', ' '.repeat(20), 'over', 'Paid with 4111 1111 1111 1111'])
      expect(asks(text).success).toBe(false)
  })

  it('blocks again with the next one, until that is cleared too', async () => {
    sandbox.dispute(order.orderid, 'chargeback reversal')
    await check()
    expect((await show()).phase).toBe('captured')
    sandbox.dispute(order.orderid, 'chargeback')
    expect(await check()).toMatchObject({
      phase: 'charged-back',
      actions: { return: { isPossible: false } },
    })
    const again = 'The bank took it twice, and wrote that it gave back both'
    expect(must(await clear({ reason: again })).phase).toBe('captured')
    expect(must(await review('20.00')).warnings.join(' ')).toContain(again)
  })
})
