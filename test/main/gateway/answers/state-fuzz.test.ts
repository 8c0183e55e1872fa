// What mutated answers may do to an attempt. An attempt of unknown outcome never becomes SUCCEEDED,
// DECLINED or FAILED by garbage: what the bytes say is told here a second time, by the engine's own
// parsers, and must agree with every final state.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../../../src/main/gateway/answers/answer.ts'
import {
  outcomeOfAnswer,
  readFaultOf,
  type Outcome,
} from '../../../../src/main/gateway/answers/outcome.ts'
import {
  type MatchedAttempt,
  matchStatus,
  type Match,
} from '../../../../src/main/desk/payments/status/match-status.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { confirm } from '../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../../../src/main/desk/payments/watch/ask-status.ts'
import type { AttemptState } from '#shared/attempt.ts'
import { rowOf } from '#shared/gateway/operations/index.ts'
import { fingerprintOf } from '#shared/gateway/status/status.ts'
import type { Money } from '#shared/money.ts'
import { connection, createTestDesk } from '../../../fakes/desk.ts'
import { clocked, saleStatus } from '../../../fakes/gateway.ts'
import {
  answeredOf,
  exchangeOf,
  isPrototypeClean,
  type Made,
  numRuns,
  timeout,
} from './mutated-answers.ts'

type Record_ = Record<string, string>
const ids = { 'paynet-order-id': '77', 'merchant-order-id': 'pd-1' }
const before = saleStatus('100.00', ids)
const dropped = Symbol('left out')
/** Mostly the value that proves something, sometimes what lies close to it, or nothing. */
const near = (value: string, ...others: (string | typeof dropped)[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(value) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  )
const nearReversal: fc.Arbitrary<Record_> = fc
  .record({
    type: near('status-response', 'async-response', 'error', dropped),
    status: fc.constantFrom(
      ...['approved', 'approved', 'declined', 'filtered', 'error', 'processing', 'unknown'],
      ...['Approved', 'approved_maybe', 'approved\u200b', ' approved '],
    ),
    'transaction-type': near(
      'reversal',
      'refund',
      'cancel',
      'sale',
      'capture',
      'Reversal',
      dropped,
    ),
    amount: near(
      '10.00',
      '10',
      '10.0',
      '010.00',
      '1.00',
      '10.001',
      '1000',
      '-10.00',
      '1e1',
      dropped,
    ),
    currency: near('EUR', 'USD', 'eur', 'JPY', dropped),
    'paynet-order-id': near('77', '78', '077', dropped, ''),
    'merchant-order-id': near('pd-1', 'pd-2', 'PD-1', dropped, ''),
    'processor-tx-id': near('tx-2', 'tx-1', dropped),
    'serial-number': fc.constant('sn-9'),
  })
  .map((fields) =>
    Object.fromEntries(
      Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== dropped),
    ),
  )
const statuses = fc.oneof(
  { weight: 20, arbitrary: nearReversal },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record_>(before, { type: 'validation-error', 'error-code': '31' }),
  },
)
const sends: Record_[] = [
  { type: 'async-response', 'serial-number': 'sn', ...ids },
  { type: 'async-response', 'serial-number': 'sn', status: 'approved', ...ids },
  { type: 'async-response', 'serial-number': 'sn', ...ids, 'paynet-order-id': '78' },
  { type: 'validation-error', 'error-code': '5', 'error-message': 'No', ...ids },
  { type: 'error', 'error-code': '99', 'error-message': 'Broken' },
  { type: 'status-response', status: 'approved', 'transaction-type': 'reversal', ...ids },
]

const money = (minor: bigint): Money => ({ minor, currency: 'EUR', digits: 2 })
const settings = connection.settings
const snapshot = snapshotOf(before, settings)
const attemptIn = (state: AttemptState): MatchedAttempt => ({
  operation: 'return',
  state,
  amount: money(1000n),
  isFull: false,
  snapshot,
  known: [snapshot],
})

const outcomeOf = (made: Made, id: 'return' | 'status'): Outcome => {
  const expected = { row: rowOf(id), clientOrderid: 'pd-1', orderid: '77' }
  return outcomeOfAnswer(readAnswer(answeredOf(made), expected), clocked)
}

/**
 * The fields of the bytes, by the parsers of the engine; null when these find none. A question's
 * answer may be labelled otherwise, or stand alone in a list or in one field.
 */
function toldBy(made: Made): Map<string, string> | null {
  // A byte order mark is blank, before the record and after the record.
  const text = answeredOf(made).body.toString('utf8').trim()
  const inside = (reported: unknown): object => {
    const parts = Object.values(reported as object) as unknown[]
    return parts.length === 1 && typeof parts[0] === 'object'
      ? inside(parts[0])
      : (reported as object)
  }
  try {
    const pairs: [string, unknown][] = /^\s*[[{]/.test(text)
      ? Object.entries(inside(JSON.parse(text)))
      : [...new URLSearchParams(text)]
    // Names and the record's type may be written with underscores (decision 104).
    const reported = ([name, value]: [string, unknown]): [string, string] => [
      name.trim().replaceAll('_', '-'),
      String(value).trim(),
    ]
    return new Map(pairs.map(reported))
  } catch {
    return null
  }
}

const finalStatuses: Record<string, string[]> = {
  SUCCEEDED: ['approved'],
  DECLINED: ['declined', 'filtered'],
  FAILED: ['error'],
}

/**
 * MONEY: what every one of the three final states needs: this order, a return, of exactly this
 * amount, in these words.
 */
function mayBecome(made: Made, state: string): boolean {
  const reported = toldBy(made)
  if (reported === null || made.status !== 200 || made.coding !== '') return false
  const word = (name: string): string => (reported.get(name) ?? '').toLowerCase()
  const hasNumber = /^0*77$/.test(word('paynet-order-id'))
  // In other letters it names the order only beside the right number.
  const hasOwn = hasNumber
    ? word('merchant-order-id') === 'pd-1'
    : reported.get('merchant-order-id') === 'pd-1'
  const isOurs =
    (hasNumber || word('paynet-order-id') === '') &&
    (hasOwn || word('merchant-order-id') === '') &&
    (hasNumber || hasOwn)
  return (
    isOurs &&
    ['status-response', ''].includes(word('type').replaceAll('_', '-')) &&
    finalStatuses[state]!.includes(word('status')) &&
    ['reversal', 'refund', 'cancel'].includes(word('transaction-type')) &&
    // A refund may be told as negative, and commas may group thousands.
    /^-?0*10(\.0*)?$/.test(word('amount').replace(/^(-?\d{1,3}),(?=\d{3}\.\d\d$)/, '$1')) &&
    // Without one it is the order's own.
    ['eur', ''].includes(word('currency'))
  )
}

describe('a mutated status answer', () => {
  it('settles an unknown return only when its bytes say just that', { timeout }, () => {
    const seen = new Map<string, number>()
    const note = (kind: string): void => {
      seen.set(kind, (seen.get(kind) ?? 0) + 1)
    }
    fc.assert(
      fc.property(exchangeOf(statuses, true), (made) => {
        const outcome = outcomeOf(made, 'status')
        if (outcome.kind !== 'accepted') return note(outcome.kind)
        const snapshot = snapshotOf(outcome.answer, settings)
        const verdicts = (['UNKNOWN', 'ACCEPTED'] as const).map((state): Match => {
          return matchStatus(attemptIn(state), snapshot, fingerprintOf)
        })
        note(verdicts[0]!.kind === 'resolved' ? verdicts[0]!.state : verdicts[0]!.kind)
        // An accepted one may be resolved without an amount: nothing else of it is open on the
        // order.
        if (verdicts[0]!.kind === 'resolved')
          expect(mayBecome(made, verdicts[0]!.state), JSON.stringify(outcome.answer)).toBe(true)
        if (verdicts[1]!.kind === 'resolved')
          expect(toldBy(made)?.get('status')).toBe(snapshot.status)
        expect(isPrototypeClean()).toBe(true)
      }),
      { numRuns },
    )
    for (const kind of ['SUCCEEDED', 'DECLINED', 'FAILED', 'processing', 'no-proof', 'unknown'])
      expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(numRuns / 200)
  })
})

describe('an attempt in the ledger', () => {
  // Each run is a review, a confirmation and two checks with the real journal: fewer of them.
  const runs = Math.max(200, Math.floor(numRuns / 50))
  const request = { comment: 'damaged', amount: '10.00', currency: 'EUR' }

  it('never takes a wrong state from mutated answers, and is sent once', { timeout }, async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        exchangeOf(fc.constantFrom(...sends), true),
        exchangeOf(statuses, true),
        async (sent, asked) => {
          const desk = createTestDesk()
          desk.gateway.status = before
          const review = await reviewRequest(desk.ports, {
            connectionId: 'test-1',
            operation: 'return',
            request: { ...request, client_orderid: 'pd-1', orderid: '77' },
          })
          if (!review.ok) throw new Error(JSON.stringify(review.fault))
          const { attemptId, token } = review.value
          const outcome = outcomeOf(sent, 'return')
          desk.gateway.onSend = () => outcome
          await confirm(desk.ports, { attemptId, token })
          const state = (): AttemptState => desk.ports.journal.get(attemptId)!.state
          const first = state()
          expect(first).toBe(
            { accepted: 'ACCEPTED', rejected: 'REJECTED', unknown: 'UNKNOWN' }[
              outcome.kind as 'unknown'
            ],
          )
          if (first === 'REJECTED') expect([200, 400, 401, 403]).toContain(sent.status)

          const answer = outcomeOf(asked, 'status')
          if (answer.kind === 'accepted') desk.gateway.status = { ...answer.answer }
          else desk.gateway.statusFault = readFaultOf(answer)
          await resolveAttempt(desk.ports, desk.ports.journal.get(attemptId)!)
          const last = state()
          seen.set(last, (seen.get(last) ?? 0) + 1)
          if (last !== first) {
            expect(['UNKNOWN', 'ACCEPTED']).toContain(first)
            if (first === 'UNKNOWN') expect(mayBecome(asked, last)).toBe(true)
            expect(answer.kind).toBe('accepted')
            expect(finalStatuses[last]).toContain(toldBy(asked)?.get('status')?.toLowerCase())
          }
          expect(desk.gateway.sent).toHaveLength(1)
          expect(desk.reports).toEqual([])
          expect(isPrototypeClean()).toBe(true)
          desk.close()
        },
      ),
      { numRuns: runs },
    )
    for (const state of ['SUCCEEDED', 'REJECTED', 'UNKNOWN', 'ACCEPTED'])
      expect(seen.get(state) ?? 0, state).toBeGreaterThan(0)
  })
})
