// A limit of a day: what one person confirmed since midnight counts, whoever is first and whatever
// runs beside it. One ledger, a thousand days: single payouts, a run of payouts and answers of
// every kind in drawn order; what counts is added up again from what the gateway was sent.
import { describe, expect, it } from 'vitest'
import { openStates } from '#shared/attempt.ts'
import type { Limit } from '#shared/people/limits.ts'
import type { Person, Roll } from '#shared/people/roll.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { approvalFault } from '../../../../src/main/desk/approvals/approval-fault.ts'
import { openApprovedRows } from '../../../../src/main/desk/approvals/approved-rows.ts'
import { runGoesOnFault } from '../../../../src/main/desk/approvals/run-approval.ts'
import { reviewRequest } from '../../../../src/main/desk/payments/review/review-request.ts'
import { resolveByHand } from '../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { confirm } from '../../../../src/main/desk/payments/send/confirm.ts'
import {
  confirmRun,
  reviewRun,
  type RunReviews,
  startRun,
} from '../../../../src/main/desk/runs/review-run.ts'
import type { Outcome } from '../../../../src/main/gateway/client.ts'
import { connection, createTestDesk } from '../../../fakes/desk.ts'
import { accepted, clocked, timedOut } from '../../../fakes/gateway.ts'
import { seeded } from '../../../fakes/seeded.ts'

const dayMs = 24 * 3_600_000
const mostMinor = 100_000n
const limit: Limit = {
  ...{ role: 'payouts', group: 'payouts', currency: 'EUR', per: 'day' },
  ...{ above: mostMinor.toString(), digits: 2, approvals: 1 },
}
const person = (name: string): Person => ({
  ...{ id: `p-${name.padStart(16, '0')}`, name, roles: ['payouts'], key: name },
  ...{ isRemoved: false, since: 0, signedBy: 'Ada' },
})
const people = new Map([person('anna'), person('bo')].map((one) => [one.id, one]))

/** A desk on which sign-in is on, and anna is signed in. */
function deskWith(limits: readonly Limit[] = [limit]) {
  const desk = createTestDesk()
  const roll = { people, limits, size: 1 } as unknown as Roll
  const on = { isOn: () => true, read: () => roll, fault: () => null }
  const ports = { ...desk.ports, roll: on, approvedRows: openApprovedRows() }
  let payouts = 0
  const review = async (amount: string) => {
    payouts += 1
    const made = await reviewRequest(ports, {
      ...{ connectionId: 'test-1', operation: 'payout' },
      request: {
        ...{ amount, currency: 'EUR', order_desc: 'Deposit', ipaddress: '203.0.113.7' },
        account_number: `ACC-${payouts}`,
      },
    })
    if (!made.ok) throw new Error(formatMessage(made.fault.message))
    return made.value
  }
  const pay = async (amount: string): Promise<string> => {
    const { attemptId, token } = await review(amount)
    const done = await confirm(ports, { attemptId, token })
    return done.ok ? 'done' : formatMessage(done.fault.message)
  }
  return { ...desk, ports, review, pay, on }
}
type Desk = ReturnType<typeof deskWith>

let runs = 0
/** Checked, of so many payouts of 100.00 each. */
function checkedRun({ ports }: Desk, rows: number): string {
  runs += 1
  const id = `run-${runs}`
  const moves = { minor: 10_000n, currency: 'EUR', digits: 2 }
  const service = ports.connections.gatewayOf(connection)
  ports.runs.create({
    ...{ id, service, connectionId: 'test-1', operation: 'payout', source: null, rows },
    ...{ depth: 'known', actor: 'anna', continues: null },
  })
  const all = Array.from({ length: rows }, (_, at) => at)
  ports.runs.addRows(
    id,
    all.map((at) => ({
      ...{ at, line: at + 1, orderid: '', clientOrderid: '', amount: moves, reason: '' },
      ...{ party: { account_number: `R-${runs}-${at}` }, beside: [], meaning: `${runs}-${at}` },
    })),
  )
  ports.runs.move({ id, from: ['READ'], to: 'CHECKING', actor: 'anna' })
  ports.runs.noteChecks(
    id,
    all.map((at) => ({
      ...{ at, group: 'ready', finding: null, way: 'payout', orderid: '' },
      ...{ clientOrderid: `own-${runs}-${at}`, moves, leftMinor: null, wasMade: false },
      ...{ askedAt: null, isIn: true, comment: null },
    })),
    { actor: 'paydesk', kind: 'run:rows-checked' },
  )
  const sets = { checkedAt: ports.clock() }
  ports.runs.move({ id, from: ['CHECKING'], to: 'CHECKED', actor: 'anna', sets })
  return id
}

/** In its time to undo. */
async function confirmedRun({ ports }: Desk, id: string): Promise<string> {
  const reviews: RunReviews = new Map()
  const reviewed = await reviewRun(ports, reviews, ports.runs.get(id)!, '')
  if (!reviewed.ok) return formatMessage(reviewed.fault.message)
  const { token } = reviewed.value
  const run = ports.runs.get(id)!
  const done = await confirmRun(ports, reviews, run, { token, typedRows: null })
  return done.ok ? 'done' : formatMessage(done.fault.message)
}

async function sendRun(desk: Desk, id: string): Promise<string> {
  const ended = await confirmedRun(desk, id)
  if (ended !== 'done') return ended
  const { ports } = desk
  const by = { actor: 'paydesk', person: 'anna' }
  const started = await startRun(ports, ports.runs.get(id)!, by)
  return started.ok ? 'done' : formatMessage(started.fault.message)
}
const end = ({ ports }: Desk, id: string): void => {
  ports.runs.move({ id, from: ['RUNNING'], to: 'DONE', actor: 'paydesk' })
}

const rejected: Outcome = {
  ...{ kind: 'rejected', fault: { kind: 'rejected', sent: 'yes', message: 'no', code: '1' } },
  ...clocked,
} as unknown as Outcome

describe('a limit of a day', () => {
  it('counts what was confirmed before, says what was used and what is left', async () => {
    const desk = deskWith()
    expect(await desk.pay('600.00')).toBe('done')
    expect(await desk.pay('400.01')).toMatch(
      /confirmed 600\.00.EUR of this kind today.*limit is 1.000\.00.EUR a day, so 400\.00.EUR is left/,
    )
    expect(await desk.pay('400.00')).toBe('done')
    expect(await desk.pay('0.01')).toMatch(/so 0\.00.EUR is left/)
    desk.close()
  })

  it('meets what is split: 59 times 100.00 is ten of them', async () => {
    const desk = deskWith()
    const ends: string[] = []
    for (let at = 0; at < 59; at += 1) ends.push(await desk.pay('100.00'))
    expect(ends.map((one) => one === 'done')).toEqual(ends.map((_, at) => at < 10))
    expect(desk.gateway.sent).toHaveLength(10)
    desk.close()
  })

  it('counts an unknown outcome, and nothing that was refused or undone', async () => {
    const desk = deskWith()
    desk.gateway.onSend = () => rejected
    expect(await desk.pay('900.00')).not.toMatch(/today/)
    desk.gateway.onSend = () => timedOut
    expect(await desk.pay('900.00')).not.toMatch(/today/)
    expect(await desk.pay('200.00')).toMatch(/confirmed 900\.00.EUR/)
    desk.close()
  })

  it.each(['anna', 'bo'])(
    'counts what is contradicted until somebody else than its author clears that: %s',
    async (by) => {
      const desk = deskWith()
      desk.gateway.onSend = () => rejected
      const { attemptId, token } = await desk.review('900.00')
      await confirm(desk.ports, { attemptId, token })
      expect(await desk.review('900.00')).toMatchObject({ approval: null })
      desk.ports.journal.noteConflict(attemptId, 'The gateway shows this payout as approved.')
      expect(await desk.pay('200.00')).toMatch(/confirmed 900\.00.EUR/)
      desk.ports.journal.clearConflict(attemptId, by, 'The bank knows of none.')
      if (by === 'anna') expect(await desk.pay('200.00')).toMatch(/confirmed 900\.00.EUR/)
      else expect(await desk.pay('200.00')).not.toMatch(/today/)
      desk.close()
    },
  )

  it.each(['anna', 'bo'])(
    'counts what its author says did not happen, and not what another says: %s',
    async (by) => {
      const desk = deskWith()
      desk.gateway.onSend = () => timedOut
      const { attemptId, token } = await desk.review('900.00')
      await confirm(desk.ports, { attemptId, token })
      const said = resolveByHand(
        { ...desk.ports, actor: () => by },
        {
          ...{ attemptId, outcome: 'did-not-happen', reason: 'The bank says so.' },
          override: 'It can’t wait.',
        },
      )
      expect(said).toMatchObject({ ok: true })
      if (by === 'anna') expect(await desk.pay('200.00')).toMatch(/confirmed 900\.00.EUR/)
      else expect(await desk.pay('200.00')).not.toMatch(/today/)
      desk.close()
    },
  )

  it('counts practice by itself: it uses up no real money, and real money none of it', async () => {
    const desk = deskWith()
    const [record] = desk.records
    if (record === undefined) throw new Error('no connection')
    record.isEmbedded = true
    expect(await desk.pay('1000.00')).toBe('done')
    expect(await desk.pay('1.00')).toMatch(/today/)
    record.isEmbedded = false
    expect(await desk.pay('600.00')).toBe('done')
    expect(await desk.pay('401.00')).toMatch(/confirmed 600\.00.EUR/)
    desk.close()
  })

  it('is not added up where no limit of a day is of this role and kind', async () => {
    const of = async (limits: readonly Limit[]): Promise<number> => {
      const desk = deskWith(limits)
      const { approvals } = desk.ports
      let asked = 0
      const confirmedIn: typeof approvals.confirmedIn = (of) => {
        asked += 1
        return approvals.confirmedIn(of)
      }
      desk.ports.approvals = { ...approvals, confirmedIn }
      expect(await desk.pay('1.00')).toBe('done')
      desk.close()
      return asked
    }
    expect(await of([limit])).toBeGreaterThan(0)
    expect(await of([{ ...limit, role: 'payments', group: 'refunds' }])).toBe(0)
  })

  it('counts anew from midnight on, for each person by themselves', async () => {
    const desk = deskWith()
    expect(await desk.pay('1000.00')).toBe('done')
    const late = new Date(desk.time.now).setHours(23, 59, 59, 0)
    desk.time.pass(late - desk.time.now)
    expect(await desk.pay('1.00')).toMatch(/today/)
    const { review, ports } = desk
    const bo = { ...ports, actor: () => 'bo' }
    const made = await reviewRequest(bo, {
      ...{ connectionId: 'test-1', operation: 'payout' },
      request: {
        ...{ amount: '1000.00', currency: 'EUR', order_desc: 'Deposit', ipaddress: '203.0.113.7' },
        account_number: 'ACC-BO',
      },
    })
    expect(made).toMatchObject({ ok: true, value: { approval: null } })
    desk.time.pass(2_000)
    const { approval } = await review('1000.00')
    expect(approval).toBe(null)
    expect(await desk.pay('1000.00')).toBe('done')
    desk.close()
  })

  it('is above every amount of a currency without one, and of a limit of each request apart', async () => {
    const each: Limit = { ...limit, above: '50000' }
    delete each.per
    const desk = deskWith([limit, each])
    expect(await desk.pay('500.01')).toMatch(/above a limit of yours/)
    expect(await desk.pay('500.00')).toBe('done')
    expect(await desk.pay('500.00')).toBe('done')
    expect(await desk.pay('0.01')).toMatch(/today/)
    desk.close()
  })

  it('is asked in the transaction of the confirmation: what another program confirmed counts', async () => {
    const desk = deskWith()
    const [one, other] = [await desk.review('600.00'), await desk.review('600.00')]
    const { orders } = desk.ports
    let [isFirst, between] = [true, null as Promise<unknown> | null]
    const drawNumber = (): number => {
      const number = orders.drawNumber()
      if (!isFirst) return number
      isFirst = false
      between = confirm(desk.ports, { attemptId: other.attemptId, token: other.token })
      return number + 1
    }
    const ports = { ...desk.ports, orders: { ...orders, drawNumber } }
    const done = await confirm(ports, { attemptId: one.attemptId, token: one.token })
    expect(done).toMatchObject({ ok: false, fault: { reason: 'not-permitted' } })
    await between
    expect(desk.gateway.sent).toHaveLength(1)
    desk.close()
  })
})

describe('a run and a limit of a day', () => {
  it('counts whole while it is under way, and by what was sent once it ended', async () => {
    const desk = deskWith()
    expect(await desk.pay('300.00')).toBe('done')
    expect(await sendRun(desk, checkedRun(desk, 8))).toMatch(
      /comes to 800\.00.EUR. You confirmed 300\.00.EUR.*700\.00.EUR is left/,
    )
    const undone = checkedRun(desk, 7)
    expect(await confirmedRun(desk, undone)).toBe('done')
    expect(await desk.pay('0.01')).toMatch(/confirmed 1.000\.00.EUR/)
    desk.ports.runs.move({ id: undone, from: ['CONFIRMED'], to: 'CHECKED', actor: 'anna' })
    const id = checkedRun(desk, 7)
    expect(await sendRun(desk, id)).toBe('done')
    expect(await desk.pay('0.01')).toMatch(/confirmed 1.000\.00.EUR/)
    end(desk, id)
    expect(await desk.pay('700.00')).toBe('done')
    desk.close()
  })

  it('goes on by what came before it, whatever others approved later', async () => {
    const desk = deskWith()
    const id = checkedRun(desk, 8)
    expect(await sendRun(desk, id)).toBe('done')
    const run = () => desk.ports.runs.get(id)!
    const counted = { at: desk.ports.approvals.now(), number: desk.ports.orders.drawNumber() }
    const { attemptId } = await desk.review('900.00')
    const hash = desk.ports.journal.get(attemptId)?.tokenHash ?? ''
    // As somebody else had approved it.
    desk.ports.journal.approve(attemptId, hash, 'anna', { ...counted, guard: () => null })
    expect(runGoesOnFault(desk.ports, run(), 'anna')).toBe(null)
    const row = desk.ports.journal.get(attemptId)!
    expect(approvalFault(desk.ports, row, undefined, 'not-read')).not.toBe(null)
    desk.close()
  })

  it.each(['before', 'after'])(
    'goes on over midnight, begun %s it, whatever others approve then',
    async (begun) => {
      const desk = deskWith()
      desk.time.pass(new Date(desk.time.now).setHours(23, 58, 0, 0) - desk.time.now)
      const id = checkedRun(desk, 8)
      expect(await confirmedRun(desk, id)).toBe('done')
      const run = () => desk.ports.runs.get(id)!
      const start = () => startRun(desk.ports, run(), { actor: 'paydesk', person: 'anna' })
      if (begun === 'before') expect(await start()).toMatchObject({ ok: true })
      desk.time.pass(300_000)
      const counted = { at: desk.ports.approvals.now(), number: desk.ports.orders.drawNumber() }
      const { attemptId } = await desk.review('900.00')
      const hash = desk.ports.journal.get(attemptId)?.tokenHash ?? ''
      desk.ports.journal.approve(attemptId, hash, 'anna', { ...counted, guard: () => null })
      if (begun === 'after') expect(await start()).toMatchObject({ ok: true })
      expect(runGoesOnFault(desk.ports, run(), 'anna')).toBe(null)
      desk.ports.runs.move({ id, from: ['RUNNING'], to: 'PAUSED', actor: 'paydesk' })
      expect(await startRun(desk.ports, run(), { actor: 'anna', person: 'anna' })).toMatchObject({
        ...{ ok: false, fault: { reason: 'not-permitted' } },
      })
      desk.close()
    },
  )

  it('is held against whoever resumes it, and against the day on which it is', async () => {
    const desk = deskWith()
    const id = checkedRun(desk, 8)
    expect(await sendRun(desk, id)).toBe('done')
    const pause = () =>
      desk.ports.runs.move({ id, from: ['RUNNING'], to: 'PAUSED', actor: 'paydesk' })
    pause()
    const day = () => new Date(desk.time.now).getDate()
    const before = day()
    while (day() === before) desk.time.pass(60_000)
    expect(await desk.pay('300.00')).toBe('done')
    const resumed = await startRun(desk.ports, desk.ports.runs.get(id)!, {
      ...{ actor: 'anna', person: 'anna' },
    })
    expect(resumed).toMatchObject({ ok: false, fault: { reason: 'not-permitted' } })
    desk.close()
  })
})

describe('two windows and a run beside single requests', () => {
  const daysADesk = 20
  it('let nothing above it leave in 1,000 days of drawn order', { timeout: 300_000 }, async () => {
    const next = seeded(32)
    const drawn = (below: number): number => next() % below
    const counts = { sent: 0, refused: 0, runsSent: 0, runsRefused: 0 }
    for (let desks = 0; desks < 1_000 / daysADesk; desks += 1) {
      const desk = deskWith()
      for (let day = 0; day < daysADesk; day += 1)
        expect([desks, day, (await oneDay(desk, drawn, counts)) <= mostMinor]).toEqual([
          ...[desks, day, true],
        ])
      desk.close()
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(100)
  })
})

/** The most that counted at any moment of it, in minor units. */
async function oneDay(
  desk: Desk,
  drawn: (below: number) => number,
  counts: Record<'sent' | 'refused' | 'runsSent' | 'runsRefused', number>,
): Promise<bigint> {
  const outcomes: (() => Outcome)[] = [() => accepted(), () => timedOut, () => rejected]
  const turns = async (most: number): Promise<void> => {
    for (let left = drawn(most); left > 0; left -= 1) await Promise.resolve()
  }
  desk.gateway.onSend = async () => {
    await turns(4)
    return outcomes[drawn(3)]!()
  }
  desk.time.pass(dayMs)
  let most = 0n
  const live = new Map<string, bigint>()
  const note = (id: string, minor: bigint): void => {
    live.set(id, minor)
    const all = [...live.values()].reduce((total, one) => total + one, 0n)
    if (all > most) most = all
  }
  desk.moved.length = 0
  desk.moved.push(({ id, state, amount }) => {
    if (state === 'APPROVED' || (openStates as readonly string[]).includes(state))
      note(id, amount?.minor ?? 0n)
    else live.delete(id)
  })
  const reviews = await Promise.all(
    Array.from({ length: 2 + drawn(4) }, () => desk.review(`${1 + drawn(700)}.00`)),
  )
  const rows = 1 + drawn(7)
  const runId = checkedRun(desk, rows)
  const single = reviews.map(({ attemptId, token }) => async () => {
    const done = await confirm(desk.ports, { attemptId, token })
    counts[!done.ok && done.fault.kind === 'denied' ? 'refused' : 'sent'] += 1
  })
  const run = async (): Promise<void> => {
    const ended = await sendRun(desk, runId)
    counts[ended === 'done' ? 'runsSent' : 'runsRefused'] += 1
    if (ended === 'done') note(runId, BigInt(rows) * 10_000n)
  }
  const tasks = [...single, run].toSorted(() => drawn(3) - 1)
  await Promise.all(
    tasks.map(async (task) => {
      await turns(12)
      await task()
    }),
  )
  if (desk.ports.runs.get(runId)?.state === 'RUNNING') end(desk, runId)
  return most
}
