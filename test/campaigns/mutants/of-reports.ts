// Each of the nine rules of docs/reconciliation.md taken away, in turn.
import type { Mutant } from './row.ts'

const order = 'test/shared/reconcile/match-order.test.ts'
const matchOrder = 'src/shared/reconcile/match-order.ts'

/** Books of each world. */
const books = { campaigns: [['reconcile', '--books', '7', '--rows', '1000']] } as const

export const ofReports: readonly Mutant[] = [
  {
    id: 'rule-1-ids-may-disagree',
    story: 'A line whose numbers name two orders is the first one’s.',
    file: 'src/shared/reconcile/find-order.ts',
    find: "return { kind: 'disagree', orders: [...new Set(named.flatMap((orders) => [...orders]))] }",
    replace: "return { kind: 'found', order: named.flatMap((orders) => [...orders])[0]! }",
    tests: ['test/shared/reconcile/find-order.test.ts'],
    campaigns: [],
    unseen: 'A typing error in the books seldom names an order that has such a movement.',
  },
  {
    id: 'rule-2-no-own-number',
    story: 'A number of the bank’s decides nothing.',
    file: matchOrder,
    find: '  matchOwnNumbers(open)\n',
    replace: '',
    tests: [order],
    campaigns: [],
    unseen: 'Books have few orders in which nothing but a number tells two movements apart.',
  },
  {
    id: 'rule-3-equal-ones-unmatched',
    story: 'Equal movements of an order are matched by number no more.',
    file: matchOrder,
    find: '  matchEqual(open)\n',
    replace: '',
    tests: [order],
    ...books,
  },
  {
    id: 'rule-4-no-splits',
    story: 'Several lines that are one movement differ from it.',
    file: matchOrder,
    find: '  matchSplits(open)\n',
    replace: '',
    tests: [order],
    campaigns: [],
    unseen: 'A split is one movement of a hundred in the books, and what differs is only counted.',
  },
  {
    id: 'rule-5-one-witness',
    story: 'One number alone makes a match.',
    file: matchOrder,
    find: 'const enough = 2',
    replace: 'const enough = 1',
    tests: [order],
    campaigns: [],
    unseen:
      'A typing error that names a known order with the same movement is rare in small books.',
  },
  {
    id: 'rule-6-unknown-counts',
    story: 'A line is a request of which nobody knows whether it happened.',
    file: matchOrder,
    find: '  setUnknownsApart(open)\n',
    replace: '',
    tests: [order],
    ...books,
  },
  {
    id: 'rule-7-suggests-one-of-two',
    story: 'A line without a number is suggested though another one looks the same.',
    file: 'src/shared/reconcile/suggest.ts',
    find: 'if (others.length > 1) continue',
    replace: 'if (others.length < 1) continue',
    tests: ['test/shared/reconcile/suggest.test.ts'],
    campaigns: [],
    unseen: 'A suggestion may be wrong once in a thousand, and small books have fewer of them.',
  },
  {
    id: 'rule-8-one-of-two-batches',
    story: 'A line of the bank is the first of two batches of its sum.',
    file: 'src/shared/reconcile/bank.ts',
    find: 'if (fits.length > 1 || alike > 1)',
    replace: 'if (fits.length < 1)',
    tests: ['test/shared/reconcile/bank.test.ts'],
    campaigns: [],
    unseen: 'What stands there by its sum alone waits for a person, and is only counted.',
  },
  {
    id: 'rule-9-fees-of-about-the-sum',
    story: 'Gross less fees may differ from net by a minor unit.',
    file: 'src/shared/reconcile/fees.ts',
    find: 'gross - fees.reduce((sum, fee) => sum + fee, 0n) - net',
    replace: '(gross - fees.reduce((sum, fee) => sum + fee, 0n) - net) / 2n',
    tests: ['test/shared/reconcile/fees.test.ts'],
    campaigns: [],
    unseen: 'The books have no columns of fees.',
  },
]
