// What is over although the gateway does not show it, a chargeback or answers that contradict each
// other: a person clears it, outside the page and with a reason; each later review repeats both,
// and the next one blocks again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { methods } from '#shared/contract/bridge.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import {
  faultOf,
  handleOf,
  must,
  type OpenDesk,
  openDesk,
  type ShownQuestion,
  trainingOrder,
} from './story.ts'
import { unzip } from './unzip.ts'

let folder: string
let sandbox: Sandbox
let open: OpenDesk
let answer = true
let asked: ShownQuestion[] = []
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
/** What stands, as the page hands it back. */
const standing = async () => {
  const { about, reportedSeq } = (await show()).clearable[0] ?? {
    about: '1.00 EUR',
    reportedSeq: 1,
  }
  return { about, reportedSeq }
}
const clear = async (more: { reportedSeq?: number; reason?: string } = {}) =>
  open.desk['order:clear']({
    ...{ ...place(), kind: 'chargeback', reason },
    ...(await standing()),
    ...more,
  })
const review = (amount: string) =>
  open.desk['attempt:review']({
    connectionId: 'sandbox',
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
      ...{ amount, currency: order.original?.currency ?? '', comment: 'damaged' },
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
    expect(order.clearable).toEqual([])
    expect(faultOf(await clear())).toMatchObject({ reason: 'not-possible' })
    expect(asked).toEqual([])
  })

  it('blocks the refund first, and the reason names the way out', async () => {
    sandbox.dispute(order.orderid, 'chargeback')
    const reported = await check()
    expect(reported).toMatchObject({
      phase: 'charged-back',
      clearable: [{ kind: 'chargeback', about: '120.00 EUR' }],
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
    const { reportedSeq } = await standing()
    const before = asked.length
    expect(faultOf(await clear({ reportedSeq: reportedSeq - 1 }))).toMatchObject({
      reason: 'told-since',
    })
    expect(faultOf(await clear({ reportedSeq: reportedSeq + 1 }))).toMatchObject({
      reason: 'told-since',
    })
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
    expect(rowsIn('SELECT * FROM order_clearance')).toEqual([])
  })

  it('is over once it is cleared: the refund is possible up to what was captured, with a warning', async () => {
    const cleared = must(await clear())
    expect(cleared.clearable).toEqual([])
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

  it('stands in the log, in the timeline and in the evidence pack with person and reason', async () => {
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
      `UPDATE order_clearance SET reported_seq = 900`,
      'DELETE FROM order_clearance',
    ])
      expect(() => ledger((db) => db.exec(change))).toThrow('append-only')
  })

  it('asks for a reason, and for none with a card number', () => {
    const { 'order:clear': method } = methods
    const said = { ...place(), kind: 'chargeback', about: '120.00 EUR', reportedSeq: 1 }
    const asks = (text: string) => method.safeParse({ ...said, reason: text })
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

describe('a contradiction within the gateway’s answers that a person clears', () => {
  const why = 'The support wrote that the host changed its decimals'
  const clearIt = async () =>
    open.desk['order:clear']({
      ...{ ...place(), kind: 'contradiction', reason: why },
      ...(await standing()),
    })
  /** The host begins to write amounts without their decimals, or ends that. */
  const tellMinorUnits = async (isOn: boolean) => {
    sandbox.setSwitch('tells-minor-units', isOn)
    return check()
  }

  beforeAll(async () => {
    const place = { connectionId: 'sandbox', by: 'orderid' } as const
    const value = trainingOrder(sandbox, /sale of 45\.500 KWD/)
    order = must(await open.desk['order:look-up']({ ...place, value }))
    asked = []
  })

  it('is none before the gateway told one, and a chargeback’s clearance is not one', async () => {
    expect(faultOf(await clearIt())).toMatchObject({ reason: 'not-possible' })
    await tellMinorUnits(true)
    expect(faultOf(await clear())).toMatchObject({ reason: 'not-possible' })
    expect(asked).toEqual([])
  })

  it('blocks all money first, and the reason names the way out', async () => {
    const reported = await show()
    expect(reported.conflict).toContain('one sale is reported with different amounts')
    expect(reported.clearable).toMatchObject([
      { kind: 'contradiction', message: reported.conflict },
    ])
    for (const action of Object.values(reported.actions))
      expect(action).toMatchObject({
        isPossible: false,
        why: expect.stringContaining('clear the contradiction on the order’s page'),
      })
    expect(faultOf(await review('2.000')).sent).toBe('no')
  })

  it('stays when the person says no, had not read it, or read another one', async () => {
    answer = false
    expect(faultOf(await clearIt())).toMatchObject({ reason: 'not-permitted' })
    answer = true
    expect(asked.at(-1)?.message).toBe('Clear the contradiction?')
    expect(asked.at(-1)?.detail).toMatch(/^one sale is reported with different amounts: 45\.500/)
    expect(asked.at(-1)?.detail).toContain(`Reason given: “${why}”`)
    const { about, reportedSeq } = await standing()
    const said = { ...place(), kind: 'contradiction', about, reportedSeq, reason: why } as const
    for (const more of [{ reportedSeq: reportedSeq - 1 }, { about: `${about} and more` }])
      expect(faultOf(await open.desk['order:clear']({ ...said, ...more }))).toMatchObject({
        reason: 'told-since',
      })
    expect(rowsIn(`SELECT * FROM order_clearance WHERE kind = 'contradiction'`)).toEqual([])
  })

  it('is over once it is cleared: up to the smaller amount, and with a warning', async () => {
    const cleared = must(await clearIt())
    expect(cleared).toMatchObject({
      ...{ conflict: null, clearable: [], captured: null, phase: 'captured' },
      returnable: { amount: '45.500' },
      actions: { return: { isPossible: true, most: { amount: '45.500' } } },
    })
    await tellMinorUnits(false)
    expect((await show()).conflict).toBeNull()
    const reviewed = must(await review('2.000'))
    expect(reviewed.warnings.join(' ')).toContain(`anna cleared this with the reason “${why}”`)
    must(await open.desk['attempt:undo']({ attemptId: reviewed.attemptId }))
    expect(faultOf(await review('45.501'))).toMatchObject({ sent: 'no' })
  })

  it('stands in the log, in the timeline and in the evidence pack with its facts', async () => {
    const { rows } = must(
      await open.desk['audit:list']({ filter: { kind: 'order:contradiction-cleared' }, limit: 5 }),
    )
    const about = 'sale//45.500 KWD/3, 45500.000 KWD/3'
    expect(rows).toMatchObject([{ actor: 'anna', details: { reason: why, about } }])
    expect((await show()).timeline).toContainEqual(
      expect.objectContaining({
        ...{ source: 'log', title: 'order:contradiction-cleared', actor: 'anna' },
        message: expect.stringMatching(new RegExp(`^${why} \\(.*different amounts: 45\\.500`)),
      }),
    )
    const pack = must(await open.desk['order:evidence'](place()))
    const page = readFileSync(join(unzip(pack!.file), 'timeline.pdf'), 'utf8')
    expect(page).toContain('contradiction cleared')
    expect(page).toContain('The support wrote')
  })

  it('blocks again with the next one, of another transaction', async () => {
    const { attemptId, token } = must(await review('2.000'))
    must(await open.desk['attempt:confirm']({ attemptId, token }))
    await expect.poll(async () => (await check()).attempts[0]?.state).toBe('SUCCEEDED')
    expect((await show()).conflict).toBeNull()
    await tellMinorUnits(true)
    expect((await show()).conflict).toContain('one refund is reported with different amounts')
  })
})
