// Faults in the sums of an order, by which the desk draws its limits.
import { faults, type Mutant, testOf } from './row.ts'

const perform = testOf('desk/payments/send/confirm')
const events = 'test/shared/gateway/orders/order-events.test.ts'

export const sums: readonly Mutant[] = [
  {
    id: 'counted-at-each-telling',
    story: 'An event counts once for each time the gateway tells it.',
    file: 'src/shared/gateway/orders/order-events.ts',
    find: ': event.id === id,',
    replace: ": event.id === '',",
    tests: [events],
    campaigns: [faults('books / capture', 4)],
  },
  {
    id: 'hand-and-telling-both-count',
    story: 'What a person found to have happened counts again when the gateway tells it.',
    file: 'src/shared/gateway/orders/order-events.ts',
    find: 'if (attempt.resolvedBy !== null) continue',
    replace: "if (attempt.id !== '') continue",
    tests: [events, perform],
    campaigns: [faults('books / capture / by-hand,books / return / by-hand', 4)],
  },
  {
    id: 'own-and-telling-both-count',
    story: 'A request and the answer that resolved it count as two.',
    file: 'src/shared/gateway/orders/order-events.ts',
    find: 'told.some(({ seq }) => seq === attempt.resolvedBy))',
    replace: 'told.some(({ seq }) => seq === -1 && attempt.resolvedBy === seq))',
    tests: [events, perform],
    campaigns: [faults('books / return / two-looks,books / return / moved-date', 4)],
  },
  {
    id: 'unknown-not-spent',
    story: 'A request with an unknown outcome leaves its amount to be sent again.',
    file: 'src/shared/gateway/orders/order-facts.ts',
    find: 'attempt.operation === operation && isOpen(attempt.state)',
    replace: "attempt.operation === operation && attempt.state === 'ACCEPTED'",
    tests: [perform, events],
    campaigns: [faults('send / return / swallowed', 3)],
  },
  {
    id: 'returned-not-subtracted',
    story: 'What was returned can be returned again.',
    file: 'src/shared/gateway/orders/order-facts.ts',
    find: "returned + openSum('return')",
    replace: "openSum('return')",
    tests: [perform, events],
    campaigns: [faults('books / return', 4)],
  },
  {
    id: 'captured-not-subtracted',
    story: 'What was captured can be captured again.',
    file: 'src/shared/gateway/orders/order-facts.ts',
    find: 'isSale ? (captured ?? 0n) : captures.most',
    replace: 'isSale ? (captured ?? 0n) : 0n',
    tests: [perform, events],
    campaigns: [faults('books / capture', 4)],
  },
  {
    id: 'more-than-there-is',
    story: 'An amount above the limit is sent.',
    file: 'src/main/desk/payments/plan/request-plan.ts',
    find: 'if (limit !== undefined && money.minor > limit.minor)',
    replace: 'if (limit !== undefined && money.minor > limit.minor * 1_000n)',
    tests: [perform],
    campaigns: [faults('books / return / moved-date,books / return / two-looks', 4)],
  },
  {
    id: 'hand-outcome-not-counted',
    story: 'What a person found to have happened does not count.',
    file: 'src/main/ledger/orders/attempt-facts.ts',
    find: "? 'SUCCEEDED'",
    replace: "? 'DECLINED'",
    tests: [perform],
    campaigns: [faults('books / return / by-hand,books / capture / by-hand', 4)],
  },
  {
    id: 'in-progress-elsewhere-not-spent',
    story:
      'What somebody else has in progress can be refunded again, once another answer hides it.',
    file: 'src/shared/gateway/orders/order-events.ts',
    find: 'inProgress: sumOf(waiting.map(({ most }) => most)),',
    replace: 'inProgress: sumOf(waiting.map(() => 0n)),',
    tests: [events],
    campaigns: [],
    unseen:
      'To the oracle of the campaign what others have in progress may be gone: it takes either sum for right (test/campaigns/faults/oracle/books.ts).',
  },
  {
    id: 'beyond-the-hold-unsaid',
    story: 'Captures of more than was held contradict nothing.',
    file: 'src/shared/gateway/orders/order-sums.ts',
    find: 'captures.least > heldMost',
    replace: 'captures.least > heldMost * 1_000n',
    tests: [events],
    campaigns: [faults('beyond-the-hold', 1)],
  },
]
