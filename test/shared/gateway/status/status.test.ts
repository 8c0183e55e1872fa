import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AttemptState, attemptStates } from '../../../../src/shared/attempt.ts'
import { actionsFor } from '../../../../src/shared/gateway/actions.ts'
import { foldFacts } from '../../../../src/shared/gateway/orders/order-facts.ts'
import type { AttemptFact } from '../../../../src/shared/gateway/orders/attempt-fact.ts'
import {
  fingerprintOf,
  isFinalStatus,
  type StoredSnapshot,
  outcomeOf,
  typeOfStage,
  typeWord,
} from '../../../../src/shared/gateway/status/status.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'

const eur = (minor: number) => ({ minor: BigInt(minor), currency: 'EUR', digits: 2 })

/** Answers of the gateway, oldest first: "type status cents mark". */
const seenAs = (...lines: string[]): StoredSnapshot[] =>
  lines.map((line, at) => {
    const [transactionType = '', status = 'approved', cents = '-', transactionMark = ''] =
      line.split(' ')
    return {
      seq: at + 1,
      at,
      status,
      transactionType,
      stage: '',
      amount: cents === '-' ? null : eur(Number(cents)),
      transactionMark,
      partialReturn: null,
      partialCapture: null,
      reason: '',
    }
  })
const attempted = (
  operation: string,
  state: AttemptState,
  cents: number | null,
  resolvedBy: number | null = null,
): AttemptFact => ({
  id: `${operation}-${state}-${resolvedBy}`,
  operation,
  state,
  amount: cents === null ? null : eur(cents),
  resolvedBy,
  sentAfter: null,
  conflict: null,
  createdAt: 0,
})
const factsOf = (snapshots: StoredSnapshot[], ...attempts: AttemptFact[]) =>
  foldFacts(snapshots, attempts)
const actions = (snapshots: StoredSnapshot[], ...attempts: AttemptFact[]) =>
  formatMessages(actionsFor(factsOf(snapshots, ...attempts)))
const most = (action: ReturnType<typeof actions>['return']) =>
  action.isPossible ? action.most?.minor : undefined

describe('a status', () => {
  it('is final only when it is one of the known final ones', () => {
    expect(['approved', 'declined', 'filtered', 'error'].every(isFinalStatus)).toBe(true)
    for (const status of ['processing', 'unknown', '', 'approve', 'settled'])
      expect([status, isFinalStatus(status)]).toEqual([status, false])
    expect(outcomeOf('unknown')).toBe('unclear')
  })

  it('is the same word in capitals, with blanks around it and with other signs between', () => {
    for (const status of ['APPROVED', 'Approved', ' approved '])
      expect([status, outcomeOf(status)]).toEqual([status, 'approved'])
    expect(outcomeOf('Filtered')).toBe('declined')
    expect(outcomeOf('declined', 'SALE-CHAIN-DECLINED')).toBe('processing')
    expect(['Payout-Check', 'ACCOUNT_VERIFICATION', 'REVERSAL'].map(typeWord)).toEqual([
      'payout check',
      'account verification',
      'reversal',
    ])
    expect(typeWord('Partial-Refund')).toBe('Partial-Refund')
    expect(typeOfStage('PAYOUT-CHECK-APPROVED')).toBe('payout check')
  })

  it('has another fingerprint when amount, type, stage, status or transaction differ', () => {
    const [seen] = seenAs('sale approved 100 m1')
    const others = [
      { ...seen!, amount: eur(101) },
      { ...seen!, amount: null },
      { ...seen!, amount: { ...eur(100), currency: 'USD' } },
      { ...seen!, transactionType: 'reversal' },
      { ...seen!, stage: 'x' },
      { ...seen!, status: 'declined' },
      { ...seen!, transactionMark: 'm2' },
    ]
    expect(new Set([seen!, ...others].map(fingerprintOf)).size).toBe(8)
    expect(fingerprintOf({ ...seen!, partialReturn: true })).toBe(fingerprintOf(seen!))
  })
})

describe('the facts of an order', () => {
  it('of a sale are what was taken, less what went back', () => {
    const facts = factsOf(
      seenAs('sale approved 1000', 'reversal approved 300 r1'),
      attempted('return', 'SUCCEEDED', 300, 2),
    )
    expect(facts).toMatchObject({ phase: 'partly-returned', conflict: null })
    expect([facts.captured, facts.returned, facts.returnable].map((one) => one?.minor)).toEqual([
      1000n,
      300n,
      700n,
    ])
  })

  it('count a refund made elsewhere, and each only once', () => {
    const reported = seenAs(
      'sale approved 1000',
      'reversal approved 300 r1',
      'reversal declined 50 r2',
      'reversal approved 300 r1',
    )
    expect(factsOf(reported).returned?.minor).toBe(300n)
  })

  it('count attempts on their way and unknown ones as spent', () => {
    for (const state of ['SENDING', 'UNKNOWN', 'ACCEPTED'] as const) {
      const facts = factsOf(seenAs('sale approved 1000'), attempted('return', state, 400))
      expect([facts.returnable?.minor, facts.inProgress?.minor]).toEqual([600n, 400n])
    }
  })

  it('keep the captured amount when a later answer leaves it out', () => {
    const reported = seenAs('sale approved 1000', 'sale approved -')
    expect(factsOf(reported).captured?.minor).toBe(1000n)
    expect(factsOf(seenAs('preauth approved 1000', 'preauth approved -')).held?.minor).toBe(1000n)
  })

  it('count the amount of the resolving answer for an attempt that had none', () => {
    const facts = factsOf(
      seenAs('sale approved 1000', 'reversal approved 1000 r1'),
      attempted('return', 'SUCCEEDED', null, 2),
    )
    expect([facts.returned?.minor, facts.returnable?.minor]).toEqual([1000n, 0n])
  })

  it('show nothing as returned when a return released a hold', () => {
    const facts = factsOf(
      seenAs('preauth approved 1000', 'cancel approved 1000'),
      attempted('return', 'SUCCEEDED', 1000, 2),
    )
    expect([facts.phase, facts.returned?.minor, facts.held?.minor]).toEqual(['released', 0n, 0n])
  })

  it('say conflict when amounts come in two currencies', () => {
    const reported = seenAs('sale approved 1000', 'reversal approved 300')
    reported[1]!.amount = { minor: 300n, currency: 'USD', digits: 2 }
    expect(formatMessage(factsOf(reported).conflict ?? '')).toContain('EUR and USD')
    expect(actions(reported).return.isPossible).toBe(false)
  })

  it('do not call a payment declined because a refund of it was', () => {
    expect(factsOf(seenAs('reversal declined 100')).phase).not.toBe('declined')
    expect(factsOf(seenAs('sale declined 100')).phase).toBe('declined')
  })

  it('never promise more than was captured, whatever is seen and attempted', () => {
    const line = fc
      .tuple(
        fc.constantFrom('reversal', 'refund', 'capture', 'sale', 'void', 'cancel', 'chargeback'),
        fc.constantFrom('approved', 'declined', 'processing', 'unknown', 'odd'),
        fc.constantFrom('-', '100', '250', '1000'),
        fc.constantFrom('m1', 'm2', 'm3'),
      )
      .map((parts) => parts.join(' '))
    const attempt = fc
      .tuple(
        fc.constantFrom('return', 'capture', 'void'),
        fc.constantFrom(...attemptStates),
        fc.constantFrom(100, 250, 1000),
      )
      .map(([operation, state, cents]) => attempted(operation, state, cents))
    fc.assert(
      fc.property(
        fc.constantFrom('sale', 'preauth'),
        fc.array(line, { maxLength: 6 }),
        fc.array(attempt, { maxLength: 5 }),
        (first, rest, attempts) => {
          const facts = foldFacts(seenAs(`${first} approved 1000`, ...rest), attempts)
          const possible = actionsFor(facts)
          const counted = attempts
            .filter(({ operation, state }) => operation === 'return' && state === 'SUCCEEDED')
            .reduce((sum, { amount }) => sum + (amount?.minor ?? 0n), 0n)
          if (first === 'sale' && possible.return.isPossible) {
            const { most, never } = possible.return
            expect((most ?? never)!.minor + counted <= facts.captured!.minor).toBe(true)
          }
          if (facts.openAttempt !== null || facts.conflict !== null)
            expect(Object.values(possible).some((action) => action.isPossible)).toBe(false)
          if (possible.capture.isPossible) expect(facts.isHoldGone).toBe(false)
        },
      ),
    )
  })
})

describe('events without a mark of their own', () => {
  it('counts two refunds of one amount made elsewhere as two, so that never too much is left', () => {
    const facts = factsOf(
      seenAs(
        'sale approved 1000',
        'reversal approved 100',
        'sale approved 1000',
        'reversal approved 100',
      ),
    )
    expect(facts.returnable).toEqual(eur(800))
  })
  it('never takes a reversal of a hold for its release: somebody may have captured it before', () => {
    const facts = factsOf(seenAs('preauth approved 1000 m1', 'reversal approved 1000 m2'))
    expect(facts).toMatchObject({ phase: 'unclear', held: null, captured: null, isHoldGone: false })
    expect(formatMessage(facts.uncertainty ?? '')).toMatch(/how much was captured is not known/)
    const ours = attempted('return', 'SUCCEEDED', 1000, 2)
    const sent = factsOf(seenAs('preauth approved 1000 m1', 'reversal approved 1000 m2'), ours)
    expect(sent).toMatchObject({ phase: 'unclear', captured: null, isHoldGone: false })
    const letGo = factsOf(seenAs('preauth approved 1000 m1', 'cancel approved 1000 m2'))
    expect(letGo).toMatchObject({ phase: 'released', uncertainty: null, isHoldGone: true })
  })

  it.each([
    ['sale', 'sale'],
    ['preauth', 'hold'],
  ])('finds a contradiction in one %s with two amounts', (type, noun) => {
    const facts = factsOf(seenAs(`${type} approved 500000 m1`, `${type} approved 1000000000 m1`))
    expect(formatMessage(facts.conflict ?? '')).toMatch(
      new RegExp(`^one ${noun} is reported with different amounts: `),
    )
    expect(factsOf(seenAs(`${type} approved 500`, `${type} approved`)).conflict).toBeNull()
  })
})

describe('the possible actions', () => {
  it('on a hold are capture, void and release', () => {
    const possible = actions(seenAs('preauth approved 1000'))
    expect([most(possible.capture), most(possible.void), most(possible.return)]).toEqual([
      1000n,
      1000n,
      1000n,
    ])
    expect(possible.return).toMatchObject({
      effect: 'Releases the hold.',
      note: expect.stringContaining('a release may refund that money') as string,
      mayBePartial: false,
    })
    expect(possible.void).toMatchObject({ mayBePartial: false, note: expect.any(String) })
  })

  it('on a captured hold are the rest of the capture and a refund, no void', () => {
    const reported = seenAs('preauth approved 1000', 'capture approved 400 c1')
    const possible = actions(reported, attempted('capture', 'SUCCEEDED', 400, 2))
    expect([most(possible.capture), most(possible.return)]).toEqual([600n, 400n])
    expect(possible.void).toMatchObject({
      isPossible: false,
      why: expect.stringContaining('Refund it'),
    })
  })

  it('after a partial capture whose rest was released do not offer another capture', () => {
    const reported = seenAs(
      'preauth approved 1000',
      'capture approved 400 c1',
      'cancel approved 600',
    )
    expect(actions(reported).capture.isPossible).toBe(false)
    expect(most(actions(reported).return)).toBe(400n)
  })

  it('after a void or release settled by a person do not offer a capture', () => {
    const hold = seenAs('preauth approved 1000')
    expect(actions(hold, attempted('void', 'SUCCEEDED', 1000)).capture.isPossible).toBe(false)
    expect(actions(hold, attempted('return', 'SUCCEEDED', 1000)).capture.isPossible).toBe(false)
  })

  it('on a sale is a refund only, up to what is left', () => {
    const possible = actions(seenAs('sale approved 1000'), attempted('return', 'SUCCEEDED', 999))
    expect(most(possible.return)).toBe(1n)
    expect([possible.capture.isPossible, possible.void.isPossible]).toEqual([false, false])
    const all = actions(seenAs('sale approved 1000'), attempted('return', 'SUCCEEDED', 1000))
    expect(all.return).toMatchObject({ isPossible: false, why: expect.stringContaining('already') })
  })

  it('do not count refunds that did not move money', () => {
    for (const state of ['DECLINED', 'REJECTED', 'NOT_SENT', 'FAILED', 'DRAFT', 'EXPIRED'] as const)
      expect(
        most(actions(seenAs('sale approved 1000'), attempted('return', state, 600)).return),
      ).toBe(1000n)
  })

  it.each(['processing', 'unknown', 'brand-new', ''])(
    'are none while the status is %j',
    (status) => {
      const reported = seenAs('sale approved 1000', 'sale approved 1000')
      reported[1]!.status = status
      expect(Object.values(actions(reported)).map((action) => action.isPossible)).toEqual([
        false,
        false,
        false,
      ])
    },
  )

  it('are none while an attempt is open or answers contradict', () => {
    const sale = seenAs('sale approved 1000')
    for (const state of ['SENDING', 'UNKNOWN', 'ACCEPTED'] as const)
      expect(actions(sale, attempted('return', state, 1)).return.isPossible).toBe(false)
    const torn = { ...attempted('return', 'SUCCEEDED', 1), conflict: 'foreign ids' }
    expect(actions(sale, torn).return).toMatchObject({
      why: expect.stringContaining('foreign ids'),
    })
  })

  it('are none before the status was read, or after the payment failed', () => {
    expect(actions([]).return.isPossible).toBe(false)
    for (const status of ['declined', 'filtered', 'error'])
      expect(actions(seenAs(`sale ${status} 1000`)).return).toMatchObject({ isPossible: false })
  })

  it('are no refund after a chargeback, of a payout or of an account check', () => {
    expect(actions(seenAs('sale approved 1000', 'chargeback approved 1000')).return).toMatchObject({
      isPossible: false,
      why: expect.stringContaining('twice'),
    })
    expect(actions(seenAs('payout approved 1000')).return.isPossible).toBe(false)
    expect(actions(seenAs('transfer approved 1000')).return.isPossible).toBe(false)
  })

  it('leave the limit to the gateway when Paydesk has not seen what was captured', () => {
    expect(actions(seenAs('reversal approved 100')).return).toMatchObject({
      isPossible: true,
      most: null,
      note: expect.any(String),
    })
  })

  it('allow no partial amount where the gateway says so', () => {
    const reported = seenAs('sale approved 1000')
    reported[0]!.partialReturn = false
    expect(actions(reported).return).toMatchObject({ mayBePartial: false })
  })
})
