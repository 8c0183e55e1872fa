// The orders of a new sandbox: about forty of the last days, and the training orders. They are made
// once per database, and the same seed makes the same orders. Their amounts are chosen so that no
// full refund meets a test amount by accident.
import type { Order } from '../book/book.ts'
import { brandOf } from '../book/card.ts'
import { digitsOf } from '../http/currency.ts'
import { plainOutcome } from '../book/test-amounts.ts'
import type { SandboxContext } from '../context/context.ts'
import { makeRandom, type Random } from './random.ts'
import type { Status, TransactionType } from '../book/rules.ts'
import { goods, people } from './seed-people.ts'

export interface TrainingOrder {
  orderid: string
  clientOrderid: string
  about: string
}

interface Stage {
  type: TransactionType
  /** Major units; the order's amount when left out. */
  amount?: number
  status?: Status
}

interface Story {
  kind: 'sale' | 'preauth'
  amount: number
  currency: string
  stages: Stage[]
  about?: string
}

const training: (Story & { about: string })[] = [
  {
    kind: 'sale',
    amount: 120,
    currency: 'EUR',
    stages: [{ type: 'sale' }],
    about: 'A paid sale of 120.00 EUR: try a partial refund.',
  },
  {
    kind: 'preauth',
    amount: 300,
    currency: 'EUR',
    stages: [{ type: 'preauth' }],
    about: 'A hold of 300.00 EUR: capture a part of it, or release it.',
  },
  {
    kind: 'preauth',
    amount: 80,
    currency: 'GBP',
    stages: [{ type: 'preauth' }],
    about: 'A hold of 80.00 GBP, nothing captured: void or release it.',
  },
  {
    kind: 'sale',
    amount: 200,
    currency: 'USD',
    stages: [{ type: 'sale' }, { type: 'reversal', amount: 50 }],
    about:
      'A sale of 200.00 USD, 50.00 of it refunded: refund the rest, or try more than the rest.',
  },
  {
    kind: 'preauth',
    amount: 500,
    currency: 'EUR',
    stages: [{ type: 'preauth' }, { type: 'capture', amount: 200 }],
    about: 'A hold of 500.00 EUR, 200.00 captured: capture more, or refund what was captured.',
  },
  {
    kind: 'sale',
    amount: 64.5,
    currency: 'EUR',
    stages: [{ type: 'sale', status: 'declined' }],
    about: 'A declined sale: no money was taken, so nothing can be refunded.',
  },
  {
    kind: 'sale',
    amount: 42,
    currency: 'EUR',
    stages: [{ type: 'sale', status: 'processing' }],
    about: 'A sale that stays in processing: no action is possible yet.',
  },
  {
    kind: 'sale',
    amount: 12_000,
    currency: 'JPY',
    stages: [{ type: 'sale' }],
    about: 'A sale of 12000 JPY, a currency without decimals.',
  },
  {
    kind: 'sale',
    amount: 45.5,
    currency: 'KWD',
    stages: [{ type: 'sale' }],
    about: 'A sale of 45.500 KWD, a currency with three decimals.',
  },
  {
    kind: 'sale',
    amount: 5000,
    currency: 'EUR',
    stages: [{ type: 'sale' }],
    about:
      'A sale of 5000.00 EUR for test amounts: refund 1.01 to see a decline, 1.11 to see an answer that never comes.',
  },
  {
    kind: 'sale',
    amount: 90,
    currency: 'EUR',
    stages: [{ type: 'sale' }, { type: 'chargeback' }],
    about: 'A sale of 90.00 EUR that was charged back: no money is left to refund.',
  },
]

/** Writes the seed into an empty database; a second call does nothing. */
export function seedOnce(
  context: SandboxContext,
  plan: { seed: number; days: number; now: number },
): void {
  const { store } = context
  if (store.read('seeded') !== undefined) return
  const random = makeRandom(plan.seed)
  store.atomically(() => {
    const stories: Story[] =
      plan.days === 0 ? [...training] : [...everydayOrders(random), ...training]
    const begin = plan.now - Math.max(plan.days, 1) * DAY
    const step = Math.floor((plan.now - HOUR - begin) / stories.length)
    stories.forEach((story, place) => {
      const at = begin + place * step + random.between(0, Math.floor(step / 2))
      const order = tell(context, random, story, { at, place, step: Math.floor(step / 6) })
      if (story.about !== undefined)
        store.run('INSERT INTO training (orderid, about) VALUES (?, ?)', order.orderid, story.about)
    })
    store.write('seeded', String(plan.seed))
  })
}

/** A fresh set of training orders, made just now; the used ones stay as ordinary orders. */
export function renewTraining(context: SandboxContext, now: number): void {
  const { store } = context
  const round = Number(store.read('training-round') ?? '1') + 1
  const random = makeRandom(round)
  store.atomically(() => {
    store.run('DELETE FROM training')
    training.forEach((story, place) => {
      const order = tell(context, random, story, {
        at: now - HOUR,
        place: round * 1000 + place,
        step: 60_000,
      })
      store.run('INSERT INTO training (orderid, about) VALUES (?, ?)', order.orderid, story.about)
    })
    store.write('training-round', String(round))
  })
}

export const trainingOrders = ({ store }: SandboxContext): TrainingOrder[] =>
  store.all<TrainingOrder>(
    'SELECT CAST(t.orderid AS TEXT) AS orderid, o.client_orderid AS clientOrderid, t.about FROM training t JOIN orders o USING (orderid) ORDER BY t.place',
  )

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Thirty more orders: mostly paid sales, a few of everything else. */
function everydayOrders(random: Random): Story[] {
  return Array.from({ length: 30 }, (_, place): Story => {
    const currency = random.pick(['EUR', 'EUR', 'EUR', 'USD', 'USD', 'GBP', 'JPY', 'KWD'])
    const amount = currency === 'JPY' ? random.between(8, 400) * 100 : random.between(5, 900)
    const part = currency === 'JPY' ? Math.floor(amount / 300) * 100 : Math.floor(amount / 3)
    const paid: Story = { kind: 'sale', amount, currency, stages: [{ type: 'sale' }] }
    const held: Story = { kind: 'preauth', amount, currency, stages: [{ type: 'preauth' }] }
    const more = (story: Story, ...stages: Stage[]): Story => ({
      ...story,
      stages: [...story.stages, ...stages],
    })
    switch (place % 15) {
      case 3:
        return more(paid, { type: 'reversal' })
      case 5:
        return more(paid, { type: 'reversal', amount: part })
      case 6:
        return { ...paid, stages: [{ type: 'sale', status: 'declined' }] }
      case 8:
        return held
      case 9:
        return more(held, { type: 'capture' })
      case 10:
        return more(held, { type: 'capture', amount: part })
      case 11:
        return more(held, { type: 'cancel' })
      case 12:
        return { ...paid, stages: [{ type: 'sale', status: 'filtered' }] }
      case 13:
        return more(held, { type: 'void' })
      case 14:
        return more(paid, { type: 'reversal', amount: part, status: 'declined' })
      default:
        return paid
    }
  })
}

const numbers = ['411111', '555555', '400000', '378282', '601111', '353011']

function tell(
  { book, identity }: SandboxContext,
  random: Random,
  story: Story,
  when: { at: number; place: number; step: number },
): Order {
  const person = random.pick(people)
  const bin = random.pick(numbers)
  const minor = (major: number): number => Math.round(major * 10 ** digitsOf(story.currency))
  const day = new Date(when.at).toISOString().slice(0, 10).replaceAll('-', '')
  const order = book.addOrder({
    clientOrderid: `inv-${day}-${String(when.place + 1).padStart(4, '0')}`,
    kind: story.kind,
    amountMinor: minor(story.amount),
    currency: story.currency,
    createdAt: when.at,
    facts: {
      endpointId: identity.endpointId,
      name: person.name,
      email: person.email,
      orderDesc: random.pick(goods),
      card: {
        bin,
        last4: String(random.between(0, 9999)).padStart(4, '0'),
        brand: brandOf(bin),
        printedName: person.name.toUpperCase(),
        expireMonth: String(random.between(1, 12)).padStart(2, '0'),
        expireYear: String(new Date(when.at).getUTCFullYear() + random.between(1, 4)),
      },
    },
  })
  story.stages.forEach((stage, place) => {
    const status = stage.status ?? 'approved'
    const isDeclined = status === 'declined' || status === 'filtered'
    book.addTransaction({
      orderid: order.orderid,
      type: stage.type,
      amountMinor: minor(stage.amount ?? story.amount),
      currency: story.currency,
      status,
      outcome: status === 'processing' ? plainOutcome.final : status,
      finalAt: null,
      at: when.at + place * when.step,
      errorCode: isDeclined ? '107' : null,
      errorMessage: isDeclined ? 'Declined by the issuer' : null,
    })
  })
  return order
}
