// Open outcomes in the whole desk: what was written late is asked about, a gateway that hangs holds
// up nobody else, and an end comes quickly and sealed.
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { HIGH_WATER_SLOT } from '../../src/main/ledger/audit/high-water.ts'
import { startSandbox } from '../../src/sandbox/start.ts'
import { deadlineIn } from '../fakes/deadline.ts'
import { addShop, faultOf, must, trainingOrder } from './story.ts'
import { eachWorld } from './world.ts'

const world = eachWorld()
beforeEach(() => world.start({ threads: true }))

/** Of everything that was paid. */
const review = async (connectionId: string, orderid: string) =>
  must(await world.review(orderid, {}, connectionId))
const stateOf = async (id: string) =>
  must(await world.open.desk['attempt:list']({ isOpen: false })).find((row) => row.id === id)?.state
const ledger = () => new BetterSqlite3(join(world.folder, 'ledger.sqlite'))
const paid = [/sale of 120\.00 EUR/, /12000 JPY/, /45\.500 KWD/, /5000\.00 EUR/]

/**
 * How the log ended in the file, and how far its newest checkpoint and the keychain's mark reach.
 */
async function endOfLog() {
  const db = ledger()
  const row = db.prepare('SELECT seq, kind FROM audit_entry ORDER BY seq DESC LIMIT 1').get()
  const checkpoint = db.prepare('SELECT max(size) FROM checkpoint').pluck().get()
  db.close()
  const { size } = JSON.parse(must(await world.vault.read(HIGH_WATER_SLOT))) as { size: number }
  return { ...(row as { seq: number; kind: string }), checkpoint, mark: size }
}

const payout = {
  ...({ connectionId: 'sandbox', operation: 'payout' } as const),
  request: {
    ...{ amount: '30.00', currency: 'EUR', order_desc: 'Gift', ipaddress: '203.0.113.7' },
    ...{ account_number: 'DE89370400440532013000', account_name: 'Zoë Müller' },
  },
}

describe('a refusal that was none', () => {
  it('a payout that was refused and paid all the same is a contradiction at the next look-up', async () => {
    world.sandbox.setFault({ operation: 'payout', kind: 'http-400-after-effect', times: 1 })
    const reviewed = must(await world.open.desk['attempt:review'](payout))
    expect(faultOf(await world.open.desk['attempt:confirm'](reviewed)).kind).toBe('rejected')
    const state = async () => must(await world.open.desk['app:state']({}))
    expect(await state()).toMatchObject({ openCount: 0, contradictedCount: 0 })

    const all = must(await world.open.desk['attempt:list']({ isOpen: false }))
    const { clientOrderid: value } = all.find(({ id }) => id === reviewed.attemptId)!
    must(
      await world.open.desk['order:look-up']({
        connectionId: 'sandbox',
        by: 'client_orderid',
        value,
      }),
    )
    expect(await state()).toMatchObject({ openCount: 0, contradictedCount: 1 })
    expect(must(await world.open.desk['attempt:list']({ isOpen: true }))).toMatchObject([
      {
        id: reviewed.attemptId,
        state: 'REJECTED',
        conflict: expect.stringContaining('refused') as string,
      },
    ])
    const said = { attemptId: reviewed.attemptId, outcome: 'did-not-happen' as const }
    const reason = 'asked the gateway’s support'
    const early = await world.open.desk['attempt:resolve']({ ...said, reportedSeq: null, reason })
    expect(faultOf(early)).toMatchObject({ kind: 'denied', reason: 'told-since' })
    expect(await state()).toMatchObject({ contradictedCount: 1 })
    const [shown] = must(await world.open.desk['attempt:list']({ isOpen: true }))
    must(
      await world.open.desk['attempt:resolve']({
        ...said,
        reportedSeq: shown!.reportedSeq,
        reason,
      }),
    )
    expect(await state()).toMatchObject({ contradictedCount: 0 })
  })
})

describe('a request without a trace', () => {
  it('a payout without a trace is asked about by its own id, and resolved from the list', async () => {
    world.sandbox.setFault({ operation: 'payout', kind: 'reset-without-effect', times: 1 })
    const reviewed = must(await world.open.desk['attempt:review'](payout))
    expect(faultOf(await world.open.desk['attempt:confirm'](reviewed)).kind).toBe('outcome-unknown')
    const { attemptId } = reviewed
    expect(must(await world.open.desk['attempt:check']({ attemptId }))).toMatchObject({
      ...{ state: 'UNKNOWN', orderid: '', lookUps: 1, message: 'Not found after 1 status check.' },
    })
    const said = {
      ...({ attemptId, outcome: 'did-not-happen', reportedSeq: null } as const),
      reason: 'no trace at support',
    }
    const early = faultOf(await world.open.desk['attempt:resolve'](said))
    expect(early).toMatchObject({ kind: 'input', field: 'override' })
    const override = 'the recipient waits for it'
    must(await world.open.desk['attempt:resolve']({ ...said, override }))
    expect(must(await world.open.desk['attempt:list']({ isOpen: true }))).toEqual([])
    const found = await world.open.desk['audit:list']({ filter: { text: override }, limit: 10 })
    expect(must(found).rows).toMatchObject([{ kind: 'attempt:resolved-by-hand' }])
  })
})

describe('an outcome that was written late', () => {
  it('an outcome that could only be written late is asked about all the same', async () => {
    const orderid = trainingOrder(world.sandbox, paid[0]!)
    const { attemptId, token } = await review('sandbox', orderid)
    world.sandbox.setFault({ operation: 'return', kind: 'hang-after-effect', times: 1 })
    const confirmed = world.open.desk['attempt:confirm']({ attemptId, token })
    await expect.poll(() => world.refunds(orderid)).toBe(1)
    const other = ledger()
    other.exec('BEGIN IMMEDIATE')
    expect(faultOf(await confirmed).kind).toBe('outcome-unknown')
    expect(await stateOf(attemptId)).toBe('SENDING')
    other.exec('ROLLBACK')
    other.close()
    await expect.poll(() => stateOf(attemptId), { timeout: 20_000 }).toBe('SUCCEEDED')
    expect(world.refunds(orderid)).toBe(1)
  }, 180_000)
  it('four unknown outcomes at a gateway that hangs delay nobody, nor the end of the program', async () => {
    const healthy = await startSandbox({ processingMs: 50 })
    try {
      const elsewhere = await addShop(world.open, healthy, { name: 'Elsewhere' })
      const times = paid.length
      world.sandbox.setFault({ operation: 'return', kind: 'reset-after-effect', times })
      for (const about of paid) {
        const reviewed = await review('sandbox', trainingOrder(world.sandbox, about))
        expect(faultOf(await world.open.desk['attempt:confirm'](reviewed)).kind).toBe(
          'outcome-unknown',
        )
      }
      world.sandbox.setFault({ operation: 'status', kind: 'hang-without-effect', times: 1_000 })
      const asked = () =>
        world.sandbox.requests().filter((row) => row.operation === 'status').length
      const before = asked()
      await expect.poll(() => asked() - before, { timeout: 10_000 }).toBe(paid.length)

      const { attemptId, token } = await review(elsewhere, trainingOrder(healthy, paid[0]!))
      must(await world.open.desk['attempt:confirm']({ attemptId, token }))
      await expect.poll(() => stateOf(attemptId), { timeout: 6_000 }).toBe('SUCCEEDED')

      const deadline = deadlineIn(2_000)
      await world.open.close()
      expect(deadline.isPast()).toBe(false)
      deadline.end()
      const end = await endOfLog()
      expect(end).toMatchObject({ kind: 'log:closed', checkpoint: end.seq, mark: end.seq })
      expect(world.open.reports).toEqual([])
    } finally {
      await healthy.close()
    }
  }, 180_000)
})
