// Ids: their forms, what is shared between transactions, and what is made anew for each request.
import type { Ask, Trait, Reported, About } from '../foreign/trait.ts'

const isOn = (about: About): boolean => about.ask.operation === 'status' && !about.isRefusal

/** Changes what a status tells of a transaction, and no other answer. */
export const inStatus =
  (change: (reported: Reported, about: About) => Reported) =>
  (reported: Reported, about: About): Reported =>
    isOn(about) ? { ...reported, ...change(reported, about) } : reported

const onEvery =
  (key: string, change: (value: string, about: About) => unknown) =>
  (reported: Reported, about: About): Reported =>
    key in reported ? { ...reported, [key]: change(String(reported[key]), about) } : reported

/** Answers in another order's name, one time in five. */
const sometimes = (ask: Ask): boolean => ask.operation === 'status' && ask.nth % 5 === 3

const refusesId =
  (refused: 'orderid' | 'client_orderid') =>
  ({ operation, fields }: Ask) =>
    operation === 'status' && fields[refused] !== undefined
      ? {
          status: 400,
          headers: { 'content-type': 'application/vnd.pay+json' },
          body: JSON.stringify({
            type: 'validation-error',
            'error-message': `Only one of the ids is taken, not ${refused}`,
            'error-code': '8',
          }),
        }
      : null

export const ids: readonly Trait[] = [
  {
    name: 'order ids in the billions, as numbers',
    about: '`paynet-order-id` is a JSON number.',
    source: 'public server',
    ids: (n) => String(5_000_000_000 + n),
    tells: onEvery('paynet-order-id', Number),
  },
  {
    name: 'order ids beyond 2^53, as numbers',
    about: 'A JSON number that JavaScript would round.',
    source: 'invented',
    ids: (n) => String(9_007_199_254_740_993_000n + BigInt(n)),
    writes: (reply) => ({
      ...reply,
      body: String(reply.body).replace(/("paynet-order-id":)"(\d+)"/, '$1$2'),
    }),
  },
  {
    name: 'order ids are UUIDs',
    about: 'No digits only.',
    source: 'public server',
    ids: (n) => `3f2504e0-4f89-41d3-9a0c-${String(n).padStart(12, '0')}`,
  },
  {
    name: 'order ids with leading zeros in answers',
    about: 'Asked as `123`, told as `000123`.',
    source: 'invented',
    tells: onEvery('paynet-order-id', (id) => id.padStart(12, '0')),
  },
  {
    name: 'refusals name a new order id',
    about: 'A refused request has a `paynet-order-id` of its own.',
    source: 'public server',
    tells: (reported, { isRefusal }) =>
      isRefusal ? { ...reported, 'paynet-order-id': '99999999' } : reported,
  },
  {
    name: 'no serial numbers',
    about: 'No answer has `serial-number`.',
    source: 'interface gap',
    tells: ({ 'serial-number': _serial, ...reported }) => reported,
  },
  {
    name: 'answers for another order, 1 in 5',
    about: 'A status names an order that was not asked for.',
    source: 'invented',
    tells: (reported, { ask }) =>
      sometimes(ask)
        ? { ...reported, 'paynet-order-id': '1', 'merchant-order-id': 'other-1' }
        : reported,
  },
  {
    name: 'answers for another order without ids, 1 in 5',
    about: 'A status of another order names none.',
    source: 'invented',
    tells: (reported, { ask }) => {
      if (!sometimes(ask)) return reported
      const { 'paynet-order-id': _orderid, 'merchant-order-id': _clientOrderid, ...rest } = reported
      return { ...rest, amount: '3.00', 'processor-tx-id': 'PT-other', status: 'declined' }
    },
  },
  {
    name: 'merchant order id cut at 20 characters',
    about: 'Told shorter than it was sent.',
    source: 'family document',
    tells: onEvery('merchant-order-id', (id) => id.slice(0, 20)),
  },
  {
    name: 'merchant order id in upper case',
    about: 'Told in other letters than it was sent.',
    source: 'invented',
    tells: onEvery('merchant-order-id', (id) => id.toUpperCase()),
  },
  {
    name: 'processor id comes with the second answer',
    about: 'The first status of a transaction has no `processor-tx-id`.',
    source: 'family document',
    settings: { statusBy: 'request' },
    tells: inStatus((_, { order }) => ((order?.asks ?? 0) <= 1 ? { 'processor-tx-id': '' } : {})),
  },
  {
    name: 'one processor id for the whole order',
    about: '`processor-tx-id` is made of the order id.',
    source: 'family document',
    settings: { statusBy: 'request' },
    tells: inStatus((_, { order }) => ({ 'processor-tx-id': `PNTEST-${order?.orderid ?? ''}` })),
  },
  {
    name: 'processor id and date new at every question',
    about: 'Neither names a transaction.',
    source: 'invented',
    tells: inStatus((_, { ask, order }) => ({
      'processor-tx-id': `PT-${ask.now}-${order?.asks ?? 0}`,
      'paynet-processing-date': new Date(ask.now).toISOString(),
    })),
  },
  {
    name: 'a new order id for each request',
    about:
      'Refund, capture and void have order ids of their own. The first order tells its first transaction only.',
    source: 'public server',
    settings: { orderidOf: 'request' },
    hasOwnIds: true,
  },
  {
    name: 'status takes the merchant order id only',
    about: 'A status with `orderid` is refused.',
    source: 'interface gap',
    settings: { statusIds: 'client_orderid' },
    answers: refusesId('orderid'),
  },
  {
    name: 'status takes the order id only',
    about: 'A status with `client_orderid` is refused.',
    source: 'interface gap',
    settings: { statusIds: 'orderid' },
    answers: refusesId('client_orderid'),
  },
]
