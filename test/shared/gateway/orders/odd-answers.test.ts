// Transactions by words that are not in the table, or by two that contradict each other: what they
// may have moved is promised to nobody.
import { describe, expect, it } from 'vitest'
import { actionsFor } from '#shared/gateway/actions.ts'
import type { AttemptFact } from '#shared/gateway/orders/attempt-fact.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { formatMessage, formatMessages } from '#wording/format-messages.ts'

/** Oldest first: type, cents, and what else differs. */
type Line = [type: string, cents: number | null, other?: Partial<StoredSnapshot>]
const heard = (...lines: Line[]): StoredSnapshot[] =>
  lines.map(([transactionType, cents, other], at) => ({
    seq: at + 1,
    at,
    status: 'approved',
    transactionType,
    stage: '',
    amount: cents === null ? null : { minor: BigInt(cents), currency: 'EUR', digits: 2 },
    transactionMark: `id-${at}`,
    partialReturn: null,
    partialCapture: null,
    reason: '',
    ...other,
  }))
const found = (cents: number): AttemptFact => ({
  id: 'ours',
  operation: 'return',
  state: 'SUCCEEDED',
  amount: { minor: BigInt(cents), currency: 'EUR', digits: 2 },
  resolvedBy: null,
  sentAfter: 1,
  conflict: null,
  createdAt: 0,
})
const shown = (lines: Line[], attempts: AttemptFact[] = []) => {
  const facts = foldFacts(heard(...lines), attempts)
  const actions = formatMessages(actionsFor(facts))
  return {
    facts,
    actions,
    uncertainty: formatMessage(facts.uncertainty ?? ''),
    left: facts.returnable?.minor,
    note: actions.return.isPossible ? actions.return.note : actions.return.why,
  }
}

const unknownTypes = [
  'partial refund',
  'return',
  'credit',
  'partial-reversal',
  'reversal-partial',
  'arbitration',
  'prearbitration',
  'second chargeback',
  'representment',
  'Partial_Refund',
]

describe('a transaction of a type that is not in the table', () => {
  it.each(unknownTypes)('%s holds its amount back, and the note names it', (type) => {
    const { facts, left, uncertainty, note } = shown([
      ['sale', 5000],
      [type, 4500],
    ])
    expect(left).toBe(500n)
    expect(facts).toMatchObject({ phase: 'captured', conflict: null })
    expect(uncertainty).toContain(`“${type}”`)
    expect(note).toContain(`“${type}”`)
    expect(note).toContain('Ask the gateway’s support')
    expect(note).toContain('“Words of this gateway”')
  })

  it('holds everything back when it has no amount, and says so where the button is', () => {
    const { left, actions, note } = shown([
      ['sale', 5000],
      ['credit', null],
    ])
    expect(left).toBe(0n)
    expect(actions.return.isPossible).toBe(false)
    expect(note).toMatch(/^No amount is certain to be refundable\. .*“credit”/)
  })

  it('leaves certain what was captured in full and refunded in full', () => {
    const { facts, left, note } = shown([
      ['preauth', 10_000],
      ['capture', 10_000],
      ['reversal', 10_000],
      ['partial refund', 10_000],
    ])
    expect(left).toBe(0n)
    expect(facts).toMatchObject({
      phase: 'returned',
      held: { minor: 0n },
      captured: { minor: 10_000n },
      returned: { minor: 10_000n },
      isCaptureUncertain: false,
      isReturnedUncertain: false,
    })
    expect(note).toMatch(/^Everything that was captured is refunded already\..*“partial refund”/)
  })

  it.each(['void', 'cancel'])('is named beside a hold that ended by a %s', (end) => {
    const { actions, note } = shown([
      ['preauth', 10_000],
      [end, 10_000],
      ['partial refund', 1_000],
    ])
    expect(actions.return.isPossible).toBe(false)
    expect(note).toContain('“partial refund”')
  })

  it('is named beside a chargeback of everything', () => {
    const { actions, note } = shown([
      ['sale', 5000],
      ['chargeback', 5000],
      ['partial refund', 1000],
    ])
    expect(actions.return.isPossible).toBe(false)
    expect(note).toMatch(/^The customer’s bank has charged this payment back\. .*“partial refund”/)
  })

  it('stays held back when a person found that a capture of its amount happened', () => {
    const capture: AttemptFact = { ...found(5000), operation: 'capture' }
    const { left, actions, note } = shown(
      [
        ['preauth', 5000],
        ['partial refund', 5000],
      ],
      [capture],
    )
    expect(left).toBe(0n)
    expect(actions.return.isPossible).toBe(false)
    expect(note).toContain('“partial refund”')
  })

  it('may be a capture of the rest of a hold, so that no part is said to be left', () => {
    const phaseAfter = (cents: number) =>
      shown([
        ['preauth', 5000],
        ['capture', 2000],
        ['settlement', cents],
      ]).facts.phase
    expect(phaseAfter(1000)).toBe('partly-captured')
    expect(phaseAfter(3000)).toBe('captured')
  })

  it('of a hold holds the same back from a capture, and lets nothing be voided or released', () => {
    const { facts, actions } = shown([
      ['preauth', 5000],
      ['settlement', 2000],
    ])
    expect(facts).toMatchObject({ phase: 'unclear', held: null, captured: null })
    expect(facts.capturable?.minor).toBe(3000n)
    expect(facts.isCaptureUncertain).toBe(true)
    expect(actions.capture).toMatchObject({
      isPossible: true,
      note: expect.stringContaining('“settlement”') as string,
    })
    expect(actions.void.isPossible).toBe(false)
    // Of what may have been captured no more than the rest of the hold can be asked back.
    expect(actions.return).toMatchObject({
      isPossible: true,
      most: null,
      never: { minor: 3000n },
      note: expect.stringContaining('“settlement”') as string,
    })
  })

  it.each(['processing', 'unknown', 'settled'])('counts while its status is %s', (status) => {
    const lines: Line[] = [
      ['sale', 5000],
      ['credit', 1000, { status }],
      ['sale', 5000, { transactionMark: 'id-0' }],
    ]
    expect(shown(lines).left).toBe(4000n)
  })

  it('counts no more once it was declined, by its id', () => {
    const declined: Line = ['credit', 1000, { status: 'declined', transactionMark: 'c' }]
    const waits: Line = ['credit', 1000, { status: 'processing', transactionMark: 'c' }]
    expect(shown([['sale', 5000], waits, declined])).toMatchObject({ left: 5000n, uncertainty: '' })
    expect(shown([['sale', 5000], declined])).toMatchObject({ left: 5000n, uncertainty: '' })
  })

  it('is one when it is told again, and two when two are told', () => {
    const one: Line = ['credit', 1000, { transactionMark: 'c' }]
    const two: Line = ['credit', 1000, { transactionMark: 'd' }]
    const sale: Line = ['sale', 5000, { transactionMark: 's' }]
    expect(shown([sale, one, sale, one]).left).toBe(4000n)
    expect(shown([sale, one, sale, two]).left).toBe(3000n)
    const none: Line = ['credit', 1000, { transactionMark: '' }]
    expect(shown([sale, none, none]).left).toBe(4000n)
    expect(shown([sale, none, sale, none]).left).toBe(3000n)
  })

  it('holds back the larger of two amounts it is told with', () => {
    const reported = (cents: number): Line => ['credit', cents, { transactionMark: 'c' }]
    expect(shown([['sale', 5000], reported(1000), reported(3000)]).left).toBe(2000n)
  })

  it('is a request of this computer once a person found that to have happened', () => {
    const lines: Line[] = [
      ['sale', 5000],
      ['partial refund', 1000],
    ]
    expect(shown(lines, [found(1000)])).toMatchObject({ left: 4000n, uncertainty: '' })
    expect(shown(lines, [found(900)]).left).toBe(3100n)
    const both: Line[] = [...lines, ['reversal', 1000]]
    expect(shown(both, [found(1000)]).left).toBe(3000n)
  })

  it('that was declined says nothing against a payment that nobody told', () => {
    expect(shown([['credit', 1000, { status: 'declined' }]]).facts.phase).toBe('unclear')
  })
})

describe('a stage that names another type than the type does', () => {
  it('makes neither of them count', () => {
    const { facts, left, uncertainty } = shown([
      ['sale', 5000, { stage: 'sale_approved' }],
      ['sale', 4500, { stage: 'reversal_approved' }],
    ])
    expect(left).toBe(500n)
    expect(facts.conflict).toBeNull()
    expect(uncertainty).toMatch(/“sale” and, in its stage, “reversal”\. Neither is believed/)
    const refund = shown([
      ['sale', 5000],
      ['reversal', 1000, { stage: 'capture_approved' }],
    ])
    expect(refund.left).toBe(4000n)
    expect(refund.facts.returned?.minor).toBe(0n)
  })

  it('is none where both name one kind, or the stage is not known', () => {
    for (const [type, stage] of [
      ['reversal', 'refund_approved'],
      ['refund', 'reversal_approved'],
      ['refund', 'whatever_approved'],
    ] as const)
      expect(
        shown([
          ['sale', 5000],
          [type, 1000, { stage }],
        ]),
      ).toMatchObject({
        left: 4000n,
        uncertainty: '',
      })
  })
})

describe('a type that does not go with the order', () => {
  it.each([
    ['cancel', 'cancel'],
    ['payout', 'payout'],
    ['transfer', 'transfer'],
  ])('a %s on a sale holds its amount back', (type, word) => {
    const sale: Line = ['sale', 5000, { transactionMark: 's' }]
    const { left, uncertainty } = shown([sale, [type, 2000], sale])
    expect(left).toBe(3000n)
    expect(uncertainty).toContain(`“${word}”, which does not go with this payment`)
  })

  it('none at all holds back what is not the payment told again', () => {
    const sale: Line = ['sale', 5000, { transactionMark: 's' }]
    expect(shown([sale, ['', 2000, { transactionMark: 'x' }]]).left).toBe(3000n)
    expect(shown([sale, ['', 5000, { transactionMark: 'x' }]]).left).toBe(0n)
    expect(shown([sale, ['', 5000, { transactionMark: 's' }]]).left).toBe(5000n)
    const unmarked: Line = ['sale', 5000, { transactionMark: '' }]
    expect(shown([unmarked, ['', 5000, { transactionMark: '' }]]).left).toBe(5000n)
    expect(shown([unmarked, ['', 100, { transactionMark: '' }]]).left).toBe(4900n)
  })
})
