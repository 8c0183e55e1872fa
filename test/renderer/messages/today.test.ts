// The queue of the first screen: what needs a person, most urgent first, each in one sentence with
// its amount and one action.
import { expect, it } from 'vitest'
import { figureOf, type ReportNeed } from '#shared/bridge/today.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import {
  activityLabel,
  countLabel,
  needsOf,
  type NeedSources,
} from '../../../src/renderer/messages/needs/today.ts'
import { ageLabel, dayTitle, longDay } from '../../../src/renderer/messages/times.ts'
import { countNeeds } from '#shared/notices/needs.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { directionOf } from '../../../src/renderer/features/reports/facts/report-labels.ts'
import { seeded } from '../../fakes/seeded.ts'
import { fakeBridge } from '../../fakes/bridge.ts'

const now = Date.parse('2026-11-21T21:44:00Z')
const HOUR_MS = 3_600_000

const attempt = (more: Partial<AttemptView>): AttemptView => ({
  id: 'a',
  connectionId: 'c',
  connectionName: 'Shop',
  operation: 'return',
  orderid: '6760192',
  clientOrderid: 'inv-40',
  state: 'UNKNOWN',
  amount: { amount: '64.90', currency: 'EUR' },
  isFull: false,
  comment: '',
  actor: 'ana',
  createdAt: now - HOUR_MS,
  sentAt: now - HOUR_MS,
  resolvedAt: null,
  nextCheckAt: null,
  checks: 6,
  handOutcome: null,
  replaces: null,
  lookUps: null,
  isAtWork: false,
  serialNumber: null,
  request: {},
  answer: {},
  message: '',
  conflict: null,
  isRelease: false,
  reportedSeq: null,
  ...more,
})

const sources = (more: Partial<NeedSources> = {}): NeedSources => ({
  state: structuredClone(fakeBridge().state),
  attempts: [],
  holds: [],
  reports: [],
  exports: [],
  disputes: [],
  moreDisputes: 0,
  found: [],
  moreFound: 0,
  drafts: [],
  now,
  ...more,
})

it('names the most urgent first: unknown outcomes, contradictions, this computer, holds, long processing, drafts', () => {
  const all = sources({
    attempts: [
      attempt({ id: 'slow', state: 'ACCEPTED', sentAt: now - 3 * HOUR_MS }),
      attempt({ id: 'odd', state: 'REJECTED', conflict: 'It shows up all the same.' }),
      attempt({ id: 'late' }),
      attempt({ id: 'early', sentAt: now - 2 * HOUR_MS }),
    ],
    holds: [
      {
        connectionId: 'c',
        orderid: '6760156',
        clientOrderid: 'inv-32',
        original: { amount: '300.00', currency: 'EUR' },
        checkedAt: now,
        firstSeenAt: now - 6 * 24 * HOUR_MS,
      },
    ],
    drafts: [{ connectionId: 'c', orderid: '6760150', action: 'return', amount: '18.00', at: now }],
  })
  all.state.moneyStops = [{ id: 's', message: 'This is an old copy.', reach: 'all' }]
  all.state.backupFault = 'The disk is full.'
  all.state.happened = [{ seq: 9, kind: 'callback-contradicts', at: now }]
  expect(needsOf(all).map(({ chip }) => chip)).toEqual([
    'Outcome unknown',
    'Outcome unknown',
    'Contradiction',
    'Money stopped',
    'Backup failed',
    'Callback',
    'On hold',
    'Processing',
    'Draft',
  ])
  expect(needsOf(all)[0]?.id).toBe('early')
})

const report = (more: Partial<ReportNeed> = {}): ReportNeed => ({
  ...{ id: 'r', connectionId: 'c', name: 'november.csv', count: 3, isRefunds: true, at: now },
  ...{ sums: [{ amount: '1041.00', currency: 'EUR' }], ...more },
})

it('says how much of a report nothing explains, and opens that report', () => {
  const textOf = (one: ReportNeed): string => {
    const [need] = needsOf(sources({ reports: [one] }))
    expect(need!.action).toMatchObject({ kind: 'go', to: '/reconcile/r' })
    const { before, money, after } = need!
    return `${before}${money === null ? '' : `${money.amount} ${money.currency}`}${after}`
  }
  expect(textOf(report())).toBe(
    'The report “november.csv” lists 3 refunds that Paydesk did not send: 1041.00 EUR.',
  )
  const sums = [...report().sums, { amount: '700', currency: 'JPY' }]
  expect(textOf(report({ isRefunds: false, count: 1, sums }))).toBe(
    'The report “november.csv” lists 1 line of money out that Paydesk did not send: 1041.00 EUR, 700 JPY.',
  )
})

it('says which regular report can’t be saved, and why', () => {
  const exports = [{ id: 'p', report: 'close' as const, due: 2, trouble: 'The folder /x is gone.' }]
  const [need] = needsOf(sources({ exports }))
  expect(need).toMatchObject({
    chip: 'Report not exported',
    before: 'Day close, 2 periods to export. The folder /x is gone.',
    action: { kind: 'go', to: '/reports' },
  })
})

const dispute = {
  ...{
    connectionId: 'c',
    orderid: '6760192',
    clientOrderid: 'inv',
    questions: ['dispute' as const],
  },
  ...{ amount: { amount: '64.90', currency: 'EUR' }, at: now, due: null, reportedSeq: 3 },
}

it('says which payment is questioned and by when an answer is due, in red where that is soon', () => {
  const shown = (due: string | null) => {
    const [need] = needsOf(sources({ disputes: [{ ...dispute, due }] }))
    return [need!.tone, need!.chip, `${need!.before}64.90 EUR${need!.after}`]
  }
  const dayIn = (days: number): string =>
    new Date(now + days * 24 * HOUR_MS).toISOString().slice(0, 10)
  expect(shown(null)).toEqual([
    ...['warn', 'Dispute'],
    '64.90 EUR of order 6760192 is questioned. No day is set for the answer.',
  ])
  expect(shown(dayIn(9))[0]).toBe('warn')
  for (const days of [-1, 0, 3]) expect(shown(dayIn(days))[0]).toBe('bad')
  expect(shown(dayIn(2))[2]).toContain(`The answer is due on ${longDay(dayIn(2))}.`)
})

it('names all questions of an order, and how many payments more are questioned', () => {
  const disputes = [{ ...dispute, questions: ['fraud' as const, 'chargeback' as const] }]
  expect(needsOf(sources({ disputes }))[0]!.chip).toBe('Fraud report, Chargeback')
  const all = sources({ disputes, moreDisputes: 7 })
  const needs = needsOf(all)
  expect(needs[1]).toMatchObject({ before: 'And 7 more payments are questioned.', counts: 7 })
  expect(needs).toHaveLength(2)
  expect(countNeeds(all)).toBe(8)
})

it('tells a refund that nobody here asked for, and how many more there are', () => {
  const amount = { amount: '20.00', currency: 'EUR' }
  const found = [{ seq: 9, connectionId: 'c', orderid: '6760192', amount, at: now - HOUR_MS }]
  const all = sources({ found, moreFound: 3 })
  const [need, more] = needsOf(all)
  expect(need).toMatchObject({
    ...{ tone: 'bad', chip: 'Not asked for here', at: now - HOUR_MS, connectionId: 'c' },
    action: { kind: 'go', to: '/orders/c/6760192' },
  })
  expect(`${need!.before}20.00 EUR${need!.after}`).toBe(
    'A refund of 20.00 EUR on order 6760192 that nobody here asked for.',
  )
  expect(more).toMatchObject({ counts: 3 })
  expect(more!.before).toContain('3 more refunds')
  expect(countNeeds(all)).toBe(4)
})

it('has as many lines as the number on the dock says, whatever there is', () => {
  const drawn = seeded(7)
  const some = <T>(make: (n: number) => T): T[] =>
    Array.from({ length: drawn() % 4 }, (_, n) => make(n))
  for (let round = 0; round < 500; round += 1) {
    const all = sources({
      attempts: some((n) =>
        attempt({
          id: `a${n}`,
          state: (['UNKNOWN', 'ACCEPTED', 'REJECTED'] as const)[drawn() % 3] ?? 'UNKNOWN',
          sentAt: now - (drawn() % 3) * HOUR_MS,
          conflict: drawn() % 3 === 0 ? 'Something else.' : null,
        }),
      ).filter(({ state, conflict }) => state !== 'REJECTED' || conflict !== null),
      drafts: some((n) => ({
        connectionId: 'c',
        orderid: String(n),
        action: 'return',
        amount: '1',
        at: now,
      })),
    })
    all.reports = some((n) => report({ id: `r${n}` }))
    all.disputes = some((n) => ({ ...dispute, orderid: String(n) }))
    all.found = some((n) => ({
      ...{ seq: n + 1, connectionId: 'c', orderid: String(n), at: now },
      amount: { amount: '1.00', currency: 'EUR' },
    }))
    all.exports = some((n) => ({ id: `x${n}`, report: 'moved', due: 1, trouble: 'Gone.' }))
    all.state.unseenEnds = some((n) => attempt({ id: `e${n}`, state: 'DECLINED' }))
    all.state.waiting = some((n) => ({
      attempt: attempt({ orderid: String(n), state: 'APPROVED' }),
      sendsAt: now,
    }))
    all.state.moneyStops = some((n) => ({ id: `s${n}`, message: 'x', reach: 'all' }))
    all.state.backupFault = drawn() % 2 === 0 ? null : 'The disk is full.'
    all.state.vault.state = drawn() % 2 === 0 ? 'ready' : 'locked'
    all.state.clockWarnings = some((n) => ({
      connectionId: `c${n}`,
      skewMs: 1,
      state: n === 0 ? 'stopped' : 'warning',
      message: 'x',
    })) as typeof all.state.clockWarnings
    all.state.happened = some((n) => ({ seq: n, kind: 'look-ups-open', at: now }))
    expect(countNeeds(all)).toBe(needsOf(all).length)
  }
})

it('says each in one sentence around its amount', () => {
  const [unknown] = needsOf(sources({ attempts: [attempt({})] }))
  expect(unknown).toMatchObject({
    tone: 'unknown',
    before: 'Refund of ',
    money: { amount: '64.90', currency: 'EUR' },
    after: ', order 6760192. Paydesk checked 6 times. Don’t repeat it.',
    action: { kind: 'check', label: 'Check now' },
  })
  const [unnamed] = needsOf(
    sources({ attempts: [attempt({ operation: 'payout', orderid: '', amount: null, checks: 1 })] }),
  )
  expect(`${unnamed?.before}${unnamed?.after}`).toBe(
    'Payout for merchant order inv-40. Paydesk checked once. Don’t repeat it.',
  )
})

const draft = { connectionId: 'c', orderid: '6760192', action: 'return', amount: '33.00', at: now }

it('offers no draft whose request waits, is being sent or has no final outcome', () => {
  const chips = (more: Partial<NeedSources>, waits: AttemptView[] = []) => {
    const all = sources({ drafts: [draft], ...more })
    all.state.waiting = waits.map((one) => ({ attempt: one, sendsAt: now + 5_000 }))
    expect(countNeeds(all)).toBe(needsOf(all).length)
    return needsOf(all).filter(({ chip }) => chip === 'Draft').length
  }
  const fresh = { sentAt: now, createdAt: now }
  expect(chips({})).toBe(1)
  expect(chips({}, [attempt({ state: 'APPROVED', sentAt: null })])).toBe(0)
  for (const state of ['SENDING', 'ACCEPTED', 'UNKNOWN'] as const)
    expect(chips({ attempts: [attempt({ state, ...fresh })] }), state).toBe(0)
  // Another order, another connection, another action, or a final one: the draft is what is left.
  for (const other of [{ orderid: '1' }, { connectionId: 'd' }, { operation: 'capture' }])
    expect(chips({ attempts: [attempt({ state: 'ACCEPTED', ...fresh, ...other })] })).toBe(1)
  expect(chips({ attempts: [attempt({ state: 'REJECTED', conflict: 'x' })] })).toBe(1)
})

it('says of a draft how much it is and since when', () => {
  const [one] = needsOf(sources({ drafts: [draft] }))
  expect(one).toMatchObject({ before: 'Refund of 33.00, order 6760192, not sent.', at: now })
  const [whole] = needsOf(sources({ drafts: [{ ...draft, amount: '' }] }))
  expect(whole?.before).toBe('Refund, order 6760192, not sent.')
})

it('names a request that ended otherwise than asked until a person has seen it', () => {
  const all = sources()
  all.state.unseenEnds = [attempt({ state: 'DECLINED', resolvedAt: now })]
  const [end] = needsOf(all)
  expect(end).toMatchObject({
    ...{ tone: 'bad', chip: 'Declined', before: 'Refund of ' },
    after: ', order 6760192. No money moved.',
    action: { kind: 'see', attemptId: 'a', to: '/orders/c/6760192' },
  })
})

it('keeps violet for an unknown outcome', () => {
  const all = needsOf(
    sources({ attempts: [attempt({}), attempt({ id: 'b', state: 'REJECTED', conflict: 'x' })] }),
  )
  expect(all.filter(({ tone }) => tone === 'unknown').map(({ chip }) => chip)).toEqual([
    'Outcome unknown',
  ])
})

it('leaves a request alone that was accepted a moment ago', () => {
  expect(needsOf(sources({ attempts: [attempt({ state: 'ACCEPTED', sentAt: now })] }))).toEqual([])
})

it('counts as paid in what the report of moved money counts as in', () => {
  const paidIn = operationIds.filter((operation) => figureOf(operation) === 'paid-in')
  expect(paidIn).toEqual(
    operationIds.filter(
      (operation) => directionOf({ source: 'here', operation, currency: 'EUR', part: 0 }) === 'in',
    ),
  )
  expect(paidIn).toContain('sale-form')
  expect(countLabel('paid-in', 1)).toBe('1 payment')
  expect(countLabel('paid-in', 3)).toBe('3 payments')
})

it('says what was done with the amount first', () => {
  const message = (more: Partial<AttemptView>): string => activityLabel(attempt(more))
  expect(message({ state: 'SUCCEEDED' })).toBe('refunded')
  expect(message({ state: 'SUCCEEDED', operation: 'capture' })).toBe('captured')
  expect(message({ state: 'SUCCEEDED', operation: 'payout' })).toBe('paid out')
  expect(message({ state: 'UNKNOWN' })).toBe('refund, outcome unknown')
  expect(message({ state: 'DECLINED' })).toBe('refund declined')
  expect(message({ state: 'RESOLVED_BY_HAND', handOutcome: 'did-not-happen' })).toBe(
    'refund resolved by hand as not done',
  )
  expect(message({ state: 'SUCCEEDED', operation: 'void' })).toBe('voided')
  expect(message({ state: 'SUCCEEDED', operation: 'create-card-ref', amount: null })).toBe(
    'Card saved',
  )
  expect(message({ state: 'SUCCEEDED', operation: 'upload-cres-result', amount: null })).toMatch(
    /^[A-Z].* submitted$/,
  )
})

it('tells ages in a word or two, and the day by the calendar of the zone', () => {
  const age = (ms: number): string => ageLabel(now - ms, now)
  expect([0, 59_000, 60_000, 59 * 60_000, HOUR_MS, 23 * HOUR_MS, 24 * HOUR_MS].map(age)).toEqual([
    'Now',
    'Now',
    '1 min',
    '59 min',
    '1 h',
    '23 h',
    '1 d',
  ])
  expect(age(-5_000)).toBe('Now')
  expect(dayTitle(now, 'UTC')).toBe('Saturday, 21 November')
  expect(dayTitle(now, 'Asia/Kathmandu')).toBe('Sunday, 22 November')
})
