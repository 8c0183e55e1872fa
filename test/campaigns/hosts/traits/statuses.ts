// Statuses and dates: late, flapping, contradicting and moving ones.
import type { Order, Transaction } from '../foreign/books.ts'
import type { About, Trait } from '../foreign/trait.ts'
import { inStatus } from './ids.ts'

const newest = (order: Order): Transaction | null => order.transactions.at(-1) ?? null
const before = (order: Order): Transaction | null => order.transactions.at(-2) ?? null
const sinceEndMs = ({ ask, transaction }: About): number => ask.now - (transaction?.endsAt ?? 0)
const isEnded = (transaction: Transaction | null, now: number): boolean =>
  transaction !== null && now >= transaction.endsAt

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const date = (write: (startedAt: number, now: number, asks: number) => string) =>
  inStatus((_, { ask, order, transaction }) => ({
    'paynet-processing-date': write(transaction?.startedAt ?? 0, ask.now, order?.asks ?? 0),
  }))

export const statuses: readonly Trait[] = [
  {
    name: 'unknown at first, approved at last',
    about: 'An end is told as `unknown` for 50 seconds.',
    source: 'family document',
    tells: inStatus(({ status }, about) =>
      status === 'approved' && sinceEndMs(about) < 50_000 ? { status: 'unknown' } : {},
    ),
  },
  {
    name: 'error at first, approved at last',
    about: 'For 50 seconds an end is told as `error`, which the documents call final.',
    source: 'invented',
    settings: { terms: [{ of: 'status', term: 'error', means: 'processing' }] },
    tells: inStatus(({ status }, about) =>
      status === 'approved' && sinceEndMs(about) < 50_000 ? { status: 'error' } : {},
    ),
  },
  {
    name: 'declined after it was approved',
    about: 'From the fourth answer on, an approved refund is declined.',
    source: 'invented',
    tells: inStatus(({ status }, { order, transaction }) =>
      status === 'approved' && transaction?.type === 'reversal' && (order?.asks ?? 0) > 3
        ? { status: 'declined' }
        : {},
    ),
  },
  {
    name: 'a refund shows after three questions',
    about: 'The transaction before it is told meanwhile.',
    source: 'invented',
    picks: (order) => (order.asks < 3 ? (before(order) ?? newest(order)) : newest(order)),
  },
  {
    name: 'status lags behind (a replica)',
    about: 'A transaction shows 90 seconds after it began.',
    source: 'interface gap',
    picks: (order, { now }) =>
      now - (newest(order)?.startedAt ?? 0) < 90_000
        ? (before(order) ?? newest(order))
        : newest(order),
  },
  {
    name: 'not found right after a request',
    about: 'The first two questions after a request find no order.',
    source: 'interface gap',
    picks: (order) => (order.asks < 2 && order.transactions.length > 1 ? null : newest(order)),
  },
  {
    name: 'two replicas by turns',
    about: 'Every second answer tells the transaction before.',
    source: 'interface gap',
    picks: (order) => (order.asks % 2 === 0 ? newest(order) : (before(order) ?? newest(order))),
  },
  {
    name: 'processing date in two zones by turns',
    about: 'MSK or UTC.',
    source: 'public server',
    tells: date((at, _, asks) =>
      asks % 2 === 0 ? `${dateOf(at + 3 * 3_600_000)} MSK` : `${dateOf(at)} UTC`,
    ),
  },
  {
    name: 'processing date in three forms by turns',
    about: 'Without a zone, ISO 8601 or seconds of the epoch.',
    source: 'invented',
    tells: date(
      (at, _, asks) =>
        [dateOf(at), new Date(at).toISOString(), String(Math.floor(at / 1000))][asks % 3] ?? '',
    ),
  },
  {
    name: 'processing date is the time of the question',
    about: 'The ids stay.',
    source: 'public server',
    tells: date((_, now, asks) => `${dateOf(now)}.${asks} UTC`),
  },
  {
    name: 'processing date comes and goes',
    about: 'Every second answer has one.',
    source: 'family document',
    tells: date((at, _, asks) => (asks % 2 === 0 ? '' : `${dateOf(at)} UTC`)),
  },
  {
    name: 'processing date only of what has ended',
    about: 'A processing transaction has none.',
    source: 'family document',
    tells: inStatus((reported, { ask, transaction }) => ({
      'paynet-processing-date': isEnded(transaction, ask.now)
        ? reported['paynet-processing-date']
        : '',
    })),
  },
  {
    name: 'Date header wrong by ten minutes',
    about: 'And in a zone that HTTP does not allow.',
    source: 'invented',
    writes: (reply) => ({
      ...reply,
      hasNoDate: true,
      headers: {
        ...reply.headers,
        date: new Date(Date.now() + 600_000).toUTCString().replace('GMT', '+0300'),
      },
    }),
  },
  {
    name: 'no Date header',
    about: 'The clocks can’t be compared.',
    source: 'public server',
    writes: (reply) => ({ ...reply, hasNoDate: true }),
  },
  {
    name: 'money answers come after the time-out',
    about: 'The request is carried out.',
    source: 'interface gap',
    answersAfterMs: 700,
    sooner: { answerTimeoutMs: 300 },
  },
]
