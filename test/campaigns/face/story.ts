// What can become of an order, drawn at random: its kind and currency, what its host leaves out,
// and what people, colleagues, banks and the wire then do.
import fc from 'fast-check'
import type { ActionId } from '#shared/gateway/actions.ts'
import type { FaultKind } from '../../../src/sandbox/book/test-amounts.ts'

/** How much: all there is without an amount, or an amount as a share of the order in percent. */
const share = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 61, max: 110 }) },
)
/** The last two digits of an amount: declined, filtered, failed, processing for long, or plain. */
const ends = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
)
const lostBy: readonly FaultKind[] = [
  'hang-after-effect',
  'hang-without-effect',
  'reset-after-effect',
  'reset-without-effect',
  'http-500-after-effect',
]
const action = fc.constantFrom<ActionId>('return', 'return', 'capture', 'capture', 'void')

/** `action`: one of the three, or the page's primary one. */
const act = fc.record({
  name: fc.constant('act' as const),
  action: fc.oneof(fc.constant('primary' as const), action),
  share,
  ends,
  fault: fc.option(fc.constantFrom(...lostBy), { freq: 3, nil: null }),
})
const colleague = fc.record({ name: fc.constant('colleague' as const), action, share, ends })
/** `isLate`: the gateway tells once more what it told before. */
const check = fc.record({
  name: fc.constant('check' as const),
  isLate: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
})
/** Time enough for what was sent, and a look. */
const settle = fc.record({ name: fc.constant('settle' as const) })
const time = fc.record({
  name: fc.constant('time' as const),
  ms: fc.constantFrom(1_000, 61_000, 61_000, 61_000, 700_000),
})
/** Types that are in no table: nobody here knows which way their money went. */
export const oddTypes = [
  ...['partial refund', 'return', 'credit', 'partial-reversal', 'arbitration'],
  ...['prearbitration', 'second chargeback', 'representment'],
] as const
const question = fc.record({
  name: fc.constant('question' as const),
  type: fc.oneof(
    fc.constantFrom('chargeback', 'chargeback reversal', 'dispute', 'retrieval', 'fraud'),
    fc.constantFrom(...oddTypes),
  ),
  status: fc.constantFrom('approved', 'approved', 'processing', 'declined'),
})
/** A person closes what is open, by what the books say or against them. */
const hand = fc.record({
  name: fc.constant('hand' as const),
  isTrue: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
})
/** The gateway tells another amount of what it told last. */
const twice = fc.record({ name: fc.constant('twice' as const), more: fc.constantFrom(-100, 700) })
/** A person clears what stands on the order. `isOver`: a bank has really given the money back. */
const clear = fc.record({ name: fc.constant('clear' as const), isOver: fc.boolean() })

const step = fc.oneof(
  { weight: 12, arbitrary: act },
  { weight: 9, arbitrary: settle },
  { weight: 2, arbitrary: time },
  { weight: 3, arbitrary: check },
  { weight: 3, arbitrary: colleague },
  { weight: 2, arbitrary: question },
  { weight: 1, arbitrary: hand },
  { weight: 3, arbitrary: twice },
  { weight: 3, arbitrary: clear },
)

export const story = fc.record({
  kind: fc.constantFrom('sale' as const, 'preauth' as const),
  hundreds: fc.integer({ min: 1, max: 400 }),
  ends,
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  host: fc.constantFrom('plain', 'plain', 'plain', 'chained', 'by-request', 'terse', 'final'),
  /** In capitals, with one id for everything of the order, or dated anew with each answer. */
  voice: fc.constantFrom(
    ...(['plain', 'plain', 'plain', 'capitals', 'one-id', 'moving-date'] as const),
  ),
  statusBy: fc.constantFrom('order' as const, 'order' as const, 'request' as const),
  rest: fc.constantFrom('unknown' as const, 'stays' as const, 'released' as const),
  releasedBy: fc.constantFrom('return' as const, 'void' as const),
  allowsParts: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  /** Steps before this computer looks the order up for the first time. */
  before: fc.constantFrom(0, 0, 0, 1, 2, 3),
  steps: fc.array(step, { minLength: 3, maxLength: 9, size: 'max' }),
})

export type Story = typeof story extends fc.Arbitrary<infer One> ? One : never
export type Step = Story['steps'][number]
