// What keeps a run from sending: each guard by itself, over a scripted gateway with one order.
import { afterEach, describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import type { RunState } from '#shared/runs/run-state.ts'
import { resolveAttempt } from '../../../../src/main/desk/payments/watch/ask-status.ts'
import { reviewRequest } from '../../../../src/main/desk/payments/review/review-request.ts'
import { confirm } from '../../../../src/main/desk/payments/send/confirm.ts'
import { createRuns, type DeskRuns } from '../../../../src/main/desk/runs/runs.ts'
import type { RunRecord } from '../../../../src/main/ledger/runs/run-record.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { tampered } from '../../../fakes/ledger-check.ts'
import { faultOf, must } from '../../../journeys/story.ts'

type Desk = ReturnType<typeof createTestDesk>
let desk: Desk
let runs: DeskRuns
afterEach(() => {
  runs.close()
  desk.close()
})

const get = ({ id }: { id: string }): RunRecord => desk.ports.runs.get(id)!
async function until(run: RunRecord, ...states: RunState[]): Promise<RunRecord> {
  await expect.poll(() => states.includes(get(run).state)).toBe(true)
  return get(run)
}

/** A checked run of refunds of these amounts, all of the order that the gateway knows. */
async function checked(
  amounts: readonly bigint[],
  settings?: Parameters<typeof createTestDesk>[0],
): Promise<RunRecord> {
  desk = createTestDesk(settings)
  runs = createRuns(desk.ports)
  const rows = amounts.map((minor, nth) => ({
    ...{ line: nth + 1, orderId: '7000001', merchantOrderId: null, reason: 'damaged' },
    amount: { minor, currency: 'EUR', digits: 2 },
  }))
  const asked = { connectionId: 'test-1', operation: 'return', depth: 'gateway' } as const
  return until(must(await runs.createRun(rows, null, asked)), 'CHECKED')
}

/** Confirmed, and left in the time to undo where the connection has one. */
async function confirmed(run: RunRecord, reason = ''): Promise<RunRecord> {
  const { token } = must(await runs.review(run, reason))
  return must(await runs.confirm(run, { token, typedRows: null }))
}

/** One that runs by its state, and whose feed was never begun. */
function running(run: RunRecord): RunRecord {
  const { runs: book } = desk.ports
  const by = { actor: 'anna', from: ['CHECKED', 'CONFIRMED'] as const }
  must(book.move({ id: run.id, ...by, to: 'CONFIRMED' }))
  return must(book.move({ id: run.id, ...by, to: 'RUNNING' }))
}

/** The request that was made last is told to be done. */
function settled(): void {
  const { id } = desk.ports.journal.recent(1)[0]!
  const told = { actor: 'paydesk', origin: 'desk', patch: { message: 'done' } } as const
  must(desk.ports.journal.move({ id, from: ['ACCEPTED'], to: 'SUCCEEDED', ...told }))
  desk.time.pass(60_000)
}

async function sentByHand(): Promise<void> {
  must(await confirm(desk.ports, must(await reviewRow(null, 0))))
  settled()
}

const reviewRow = (run: RunRecord | null, at: number) =>
  reviewRequest(desk.ports, {
    ...{ connectionId: 'test-1', operation: 'return' },
    ...(run === null ? {} : { row: { runId: run.id, at } }),
    request: {
      ...{ client_orderid: 'inv-1', orderid: '7000001', comment: 'damaged' },
      ...{ amount: '20.00', currency: 'EUR' },
    },
  })

it('is not confirmed once whoever said yes has signed out', async () => {
  const run = await checked([2000n])
  runs.close()
  let signIn = 0
  runs = createRuns({ ...desk.ports, signInNumber: () => signIn })
  const { token } = must(await runs.review(run, ''))
  const answered = runs.confirm(run, { token, typedRows: null })
  signIn += 1
  expect(faultOf(await answered)).toMatchObject({ kind: 'denied' })
  expect(get(run).state).toBe('CHECKED')
})

describe('a row', () => {
  it('is claimed by one request, whoever asks for it', async () => {
    const run = running(await checked([2000n]))
    must(await reviewRow(run, 0))
    expect((await reviewRow(run, 0)).ok).toBe(false)
    expect(desk.gateway.sent).toEqual([])
  })

  it('may be asked for again when its request is proven not to have left', async () => {
    const run = running(await checked([2000n]))
    const { attemptId } = must(await reviewRow(run, 0))
    must(
      desk.ports.journal.move({
        ...{ id: attemptId, from: ['DRAFT'], to: 'UNDONE', actor: 'anna', origin: 'operator' },
        patch: { message: 'undone' },
      }),
    )
    must(await reviewRow(run, 0))
  })

  it.each(['PAUSED', 'STOPPED', 'DONE'] as const)(
    'does not leave once its run is %s, however far it had come',
    async (state) => {
      const run = running(await checked([2000n]))
      const review = must(await reviewRow(run, 0))
      must(desk.ports.runs.move({ id: run.id, from: ['RUNNING'], to: state, actor: 'anna' }))
      const fault = faultOf(await confirm(desk.ports, review))
      expect(fault).toMatchObject({ kind: 'denied', reason: 'run-held' })
      expect(desk.gateway.sent).toEqual([])
    },
  )

  it('leaves while its run is running, without a time of its own to undo', async () => {
    const run = running(await checked([2000n]))
    const review = must(await reviewRow(run, 0))
    expect(review.undoMs).toBe(0)
    must(await confirm(desk.ports, review))
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('does not leave when a person sent the same after its check', async () => {
    const run = running(await checked([2000n]))
    await sentByHand()
    const fault = faultOf(await confirm(desk.ports, must(await reviewRow(run, 0))))
    expect(fault).toMatchObject({ kind: 'denied', reason: 'order-moved' })
    expect(formatMessage(fault.message)).toMatch(/same amount .* since the check: anna/)
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('leaves once more when its check told of it, and not after yet another one', async () => {
    const asked = { connectionId: 'test-1', operation: 'return', depth: 'gateway' } as const
    const first = running(await checked([2000n]))
    await sentByHand()
    const rows = [{ minor: 2000n, currency: 'EUR', digits: 2 }].map((amount) => ({
      ...{ line: 1, orderId: '7000001', merchantOrderId: null, reason: 'damaged', amount },
    }))
    must(desk.ports.runs.move({ id: first.id, from: ['RUNNING'], to: 'STOPPED', actor: 'anna' }))
    const seen = await until(must(await runs.createRun(rows, null, asked)), 'CHECKED')
    expect(desk.ports.runs.row(seen.id, 0)?.check).toMatchObject({ wasMade: true })
    running(seen)
    must(await confirm(desk.ports, must(await reviewRow(seen, 0))))
    expect(desk.gateway.sent).toHaveLength(2)
    settled()
    must(desk.ports.runs.move({ id: seen.id, from: ['RUNNING'], to: 'DONE', actor: 'anna' }))
    const late = await until(must(await runs.createRun(rows, null, asked)), 'CHECKED')
    running(late)
    await sentByHand()
    const fault = faultOf(await confirm(desk.ports, must(await reviewRow(late, 0))))
    expect(fault).toMatchObject({ kind: 'denied', reason: 'order-moved' })
    expect(desk.gateway.sent).toHaveLength(3)
  })

  it('does not leave beside an equal one that nobody was asked about', async () => {
    const run = running(await checked([2000n, 2000n]))
    must(await confirm(desk.ports, must(await reviewRow(run, 0))))
    settled()
    tampered('a row says that no other one equals it')
    desk.db.prepare("UPDATE run_row SET grp = 'ready', is_in = 1 WHERE at = 1").run()
    const fault = faultOf(await confirm(desk.ports, must(await reviewRow(run, 1))))
    expect(formatMessage(fault.message)).toMatch(/^Line 1 of this run sent the same amount/)
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('that is equal to an earlier one stays out until a person keeps it', async () => {
    const run = await checked([2000n, 2000n])
    const [first, second] = desk.ports.runs.rows(run.id, 0, 10)
    expect(first?.check).toMatchObject({ group: 'ready', isIn: true, leftMinor: 8000n })
    expect(second?.check).toMatchObject({ group: 'look', isIn: false, leftMinor: 6000n })
    must(runs.choose(run, [1], true))
    expect(desk.ports.runs.row(run.id, 1)?.check).toMatchObject({ isIn: true, leftMinor: 6000n })
    must(runs.choose(run, [0], false))
    expect(desk.ports.runs.row(run.id, 1)?.check).toMatchObject({ isIn: true, leftMinor: 8000n })
    // It was kept alone: nobody was asked about its twin.
    must(runs.choose(run, [0], true))
    expect(desk.ports.runs.row(run.id, 1)?.check).toMatchObject({ group: 'look', isIn: false })
    must(runs.choose(run, [1], true))
    expect(desk.ports.runs.row(run.id, 1)?.check).toMatchObject({ group: 'look', isIn: true })
  })
})

function keychainLocked(): void {
  desk.gateway.client.build = () =>
    Promise.resolve({
      ok: false,
      fault: { kind: 'vault', sent: 'no', reason: 'locked', message: 'locked' },
    })
}

describe('a run', () => {
  it('whose rows are not what was confirmed is not resumed', async () => {
    const run = await confirmed(await checked([2000n]))
    await until(run, 'RUNNING', 'DONE')
    tampered('a row is changed by another program')
    const other = await checked([2000n], {})
    const { id } = running(other)
    desk.db.prepare("UPDATE run SET digest = 'other', state = 'PAUSED' WHERE id = ?").run(id)
    const fault = faultOf(await runs.resume(get(other)))
    expect(formatMessage(fault.message)).toMatch(/not what was confirmed/)
    expect(get(other).state).toBe('PAUSED')
  })

  it('is not resumed while money is stopped', async () => {
    const run = running(await checked([2000n]))
    must(desk.ports.runs.move({ id: run.id, from: ['RUNNING'], to: 'PAUSED', actor: 'anna' }))
    desk.ports.stopMoney('The disk is full.')
    expect(faultOf(await runs.resume(get(run)))).toMatchObject({ kind: 'denied' })
    expect(get(run).state).toBe('PAUSED')
  })

  it('is not confirmed by a review that is too old', async () => {
    const run = await checked([2000n])
    const { token } = must(await runs.review(run, ''))
    desk.time.pass(16 * 60_000)
    const fault = faultOf(await runs.confirm(run, { token, typedRows: null }))
    expect(fault).toMatchObject({ kind: 'denied', reason: 'confirmation-expired' })
  })

  it('is not reviewed by a check of yesterday', async () => {
    const run = await checked([2000n])
    desk.time.pass(25 * 3_600_000)
    expect(formatMessage(faultOf(await runs.review(run, '')).message)).toMatch(/more than a day/)
  })

  it('is not resumed by a check of yesterday', async () => {
    const run = await checked([2000n])
    keychainLocked()
    await confirmed(run)
    await until(run, 'PAUSED')
    desk.time.pass(25 * 3_600_000)
    expect(formatMessage(faultOf(await runs.resume(get(run))).message)).toMatch(/more than a day/)
    expect(get(run).state).toBe('PAUSED')
  })

  it('keeps its rows in place and pauses when the keychain is locked', async () => {
    const run = await checked([2000n])
    const { build } = desk.gateway.client
    keychainLocked()
    await confirmed(run)
    expect(await until(run, 'PAUSED')).toMatchObject({ why: 'locked' })
    expect(desk.ports.runs.waiting(run.id)).toHaveLength(1)
    desk.gateway.client.build = build
    must(await runs.resume(get(run)))
    await until(run, 'DONE')
    expect(desk.gateway.sent).toHaveLength(1)
  })

  it('pauses after five rows in turn whose order can’t be read, and skips none unread', async () => {
    const run = await checked([100n, 200n, 300n, 400n, 500n, 600n])
    desk.gateway.statusFault = {
      ...{ kind: 'unreached', sent: 'no', message: 'no way', detail: 'no way' },
    }
    await confirmed(run)
    const paused = await until(run, 'PAUSED')
    expect(formatMessage(paused.why ?? '')).toMatch(/5 rows failed one after the other/)
    expect(desk.gateway.sent).toEqual([])
  })

  it('says in its review what left since its check, and sends none of it', async () => {
    const run = await checked([2000n, 3000n])
    expect(must(await runs.review(run, ''))).toMatchObject({ rows: 2, repeats: 0, sentSince: 0 })
    const { token } = must(await runs.review(run, ''))
    await sentByHand()
    // What was looked at before that is no longer what would be sent.
    expect(
      formatMessage(faultOf(await runs.confirm(run, { token, typedRows: null })).message),
    ).toMatch(/was sent after you opened the review/)
    expect(must(await runs.review(run, ''))).toMatchObject({ rows: 2, repeats: 0, sentSince: 1 })
    must(runs.choose(run, [1], false))
    expect(formatMessage(faultOf(await runs.review(run, '')).message)).toMatch(/nothing left/)
  })

  it('whose row can’t be worked out says so there, and checks the others', async () => {
    desk = createTestDesk()
    runs = createRuns({
      ...desk.ports,
      orders: {
        ...desk.ports.orders,
        page: (...of) => {
          const page = desk.ports.orders.page(...of)
          return {
            ...page,
            facts: (place, done) => {
              if (done?.length === 1) throw new Error('a mistake of the program')
              return page.facts(place, done)
            },
          }
        },
      },
    })
    const rows = [1000n, 2000n].map((minor, nth) => ({
      ...{ line: nth + 1, orderId: '7000001', merchantOrderId: null, reason: 'damaged' },
      amount: { minor, currency: 'EUR', digits: 2 },
    }))
    const asked = { connectionId: 'test-1', operation: 'return', depth: 'gateway' } as const
    const run = await until(must(await runs.createRun(rows, null, asked)), 'CHECKED')
    const { check } = desk.ports.runs.row(run.id, 0)!
    expect(check).toMatchObject({ group: 'impossible', isIn: false })
    expect(formatMessage(check?.finding ?? '')).toMatch(/could not be worked out/)
    expect(desk.reports).toHaveLength(1)
  })

  it('whose check fails waits with the reason, and goes on or is discarded by a person', async () => {
    desk = createTestDesk()
    let fails = true
    const { runs: book } = desk.ports
    const noteChecks: typeof book.noteChecks = (...of) => {
      if (fails) throw new Error('the disk is full')
      return book.noteChecks(...of)
    }
    runs = createRuns({ ...desk.ports, runs: { ...book, noteChecks } })
    const rows = [
      {
        ...{ line: 1, orderId: '7000001', merchantOrderId: null, reason: 'damaged' },
        amount: { minor: 1000n, currency: 'EUR', digits: 2 },
      },
    ]
    const asked = { connectionId: 'test-1', operation: 'return', depth: 'gateway' } as const
    const run = await until(must(await runs.createRun(rows, null, asked)), 'PAUSED')
    expect(formatMessage(run.why ?? '')).toMatch(/check could not go on/)
    // Nothing was confirmed: there is nothing to send, to stop or to review.
    expect(runs.stop(run).ok).toBe(false)
    expect((await runs.review(run, '')).ok).toBe(false)
    must(await runs.resume(run))
    await until(run, 'PAUSED')
    fails = false
    must(await runs.resume(get(run)))
    const whole = await until(run, 'CHECKED')
    expect(desk.ports.runs.row(whole.id, 0)?.check).toMatchObject({ group: 'ready' })
    expect(desk.gateway.sent).toEqual([])
  })

  it('that was confirmed is never checked again or discarded while it is paused', async () => {
    const run = await checked([2000n])
    keychainLocked()
    await confirmed(run)
    const paused = await until(run, 'PAUSED')
    expect(runs.discard(paused).ok).toBe(false)
    const by = { id: run.id, from: ['PAUSED'], actor: 'anna' } as const
    expect(desk.ports.runs.move({ ...by, to: 'CHECKING' }).ok).toBe(false)
    expect(get(run).state).toBe('PAUSED')
  })

  it('that was sent before is taken in with a reason only', async () => {
    const first = await checked([2000n])
    await confirmed(first)
    await until(first, 'DONE')
    const asked = { connectionId: 'test-1', operation: 'return', depth: 'known' } as const
    const row = {
      ...{ line: 1, orderId: '7000001', merchantOrderId: null, reason: 'damaged' },
      amount: { minor: 2000n, currency: 'EUR', digits: 2 },
    }
    desk.gateway.status = {
      ...desk.gateway.status,
      ...{ 'transaction-type': 'reversal', 'order-stage': 'reversal_approved' },
      ...{ amount: '20.00', 'processor-tx-id': 'tx-2', 'serial-number': 'sn-1' },
    }
    await resolveAttempt(desk.ports, desk.ports.journal.recent(1)[0]!)
    desk.time.pass(60_000)
    const again = await until(must(await runs.createRun([row], null, asked)), 'CHECKED')
    expect(desk.ports.runs.row(again.id, 0)?.check).toMatchObject({ group: 'look', wasMade: true })
    must(runs.choose(again, [0], true))
    const short = must(await runs.review(again, 'twice'))
    const { token } = short
    expect(faultOf(await runs.confirm(again, { token, typedRows: null }))).toMatchObject({
      ...{ kind: 'input', field: 'reason' },
    })
    must(
      await runs.confirm(again, {
        token: must(await runs.review(again, 'a second lamp was broken')).token,
        typedRows: null,
      }),
    )
  })

  it('goes back to be confirmed, or waits, after an end of the program', async () => {
    const run = running(await checked([2000n]))
    runs.recover()
    expect(get(run)).toMatchObject({ state: 'PAUSED' })
    runs.goOn()
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(get(run).state).toBe('PAUSED')
    expect(desk.gateway.sent).toEqual([])
  })
})
