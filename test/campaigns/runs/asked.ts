// What the runs of the campaign ask for: selected orders of the sandbox, or lists of accounts and
// saved cards. Drawn from a seed.
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import type { Sandbox } from '../../../src/sandbox/start.ts'
import { rigAt } from '../../journeys/carry-out.ts'
import type { Random } from '../faults/random.ts'
import type { Asked, AskedAmount } from './run-task.ts'

/** Runs of selected orders, and what lists make; of each, what the books call it. */
export const kindsOfRun = [
  ...(['return', 'capture', 'void'] as const),
  ...(['payout', 'payout-check', 'make-rebill'] as const),
] as const
export type KindOfRun = (typeof kindsOfRun)[number]

/** Carried out and not answered, refused, broken off, 429 and 5xx: by the end of the amount. */
const endings = ['01', '02', '03', '13', '14', '15', '16', '17', '18', '50', '60']
/** Carried out at once. */
const plainEndings = ['30', '50', '60', '70']
/** Half of them are carried out at once: an outcome that is not known stops all of its order. */
const drawEnding = (random: Random, isCalm: boolean): string =>
  random.pick(isCalm || random.chance(0.5) ? plainEndings : endings)
/** Paid orders with 2, 0 and 3 decimals. */
const kinds = [
  { about: /paid sale of 120\.00 EUR/, currency: 'EUR', of: (n: string) => `1.${n}` },
  { about: /sale of 12000 JPY/, currency: 'JPY', of: (n: string) => `1${n}` },
  { about: /sale of 45\.500 KWD/, currency: 'KWD', of: (n: string) => `1.1${n}` },
] as const
const held = /^A hold of 300\.00 EUR/
const heldWhole = /^A hold of 80\.00 GBP/

interface Drawing {
  sandbox: Sandbox
  random: Random
  count: number
  /** Nothing goes wrong on the way, and orders run out of money in the list. */
  isCalm: boolean
}

export async function drawAsked(what: KindOfRun, drawing: Drawing): Promise<Asked> {
  switch (what) {
    case 'return':
      return { operation: what, rows: refundsFor(drawing) }
    case 'capture':
    case 'void':
      return { operation: what, rows: holdsFor(what, drawing) }
    default:
      return { list: { operation: what, text: await listFor(what, drawing) } }
  }
}

/** A hundred thousand rows are too long for the arguments of a program. */
export function askedIn(folder: string, asked: Asked): string {
  const file = join(folder, 'asked.json')
  writeFileSync(file, JSON.stringify(asked))
  return file
}

/** The orders of a fresh set that this fits, as often as it takes. */
function freshOrders(sandbox: Sandbox, about: RegExp, count: number): string[] {
  return Array.from(
    { length: count },
    () => sandbox.renewTraining().find((order) => about.test(order.about))!.orderid,
  )
}

/** Several parts of an order in turn, and orders in between. */
function refundsFor({ sandbox, random, count, isCalm }: Drawing): AskedAmount[] {
  const orders = Array.from({ length: Math.ceil(count / 3) }, (_, nth) => {
    const kind = kinds[nth % kinds.length]!
    return { ...kind, orderid: freshOrders(sandbox, kind.about, 1)[0]! }
  })
  return Array.from({ length: count }, () => {
    const { orderid, currency, of } = random.pick(orders)
    const small = of(drawEnding(random, isCalm))
    // Two of these are more than the order holds.
    const amount = isCalm && random.chance(0.5) ? largeIn(currency, random) : small
    return { orderid, amount: { amount, currency } }
  })
}

/** The most that a refund of each order can be, in minor units. */
export const paidMinor = { EUR: 12_000n, JPY: 12_000n, KWD: 45_500n }

const largeIn = (currency: keyof typeof paidMinor, random: Random): string =>
  ({
    EUR: `${50 + random.below(20)}.50`,
    JPY: `${5_050 + 100 * random.below(20)}`,
    KWD: `${20 + random.below(10)}.050`,
  })[currency]

/** A part of a hold each, or all of it. */
function holdsFor(
  what: 'capture' | 'void',
  { sandbox, random, count, isCalm }: Drawing,
): (Pick<AskedAmount, 'orderid'> & Partial<AskedAmount>)[] {
  const orderids = freshOrders(sandbox, what === 'void' ? heldWhole : held, count)
  return orderids.map((orderid) => {
    const ending = drawEnding(random, isCalm)
    return what === 'void'
      ? { orderid }
      : { orderid, amount: { amount: `2${random.below(9)}.${ending}`, currency: 'EUR' } }
  })
}

/** A few cards or accounts, so that some lines move the same once more. */
async function listFor(
  what: 'payout' | 'payout-check' | 'make-rebill',
  { sandbox, random, count, isCalm }: Drawing,
): Promise<string> {
  const amountOf = (of: (ending: string) => string): string => of(drawEnding(random, isCalm))
  if (what !== 'make-rebill') {
    const lines = Array.from({ length: count }, (_, nth) => {
      const { currency, of } = random.pick(kinds)
      const account = 40_000_001 + random.below(Math.ceil(count / 2))
      return `Supplier ${account};${account};${amountOf(of)};${currency};part ${nth + 1}`
    })
    return ['Supplier;Account;Amount;Currency;Description', ...lines].join('\n')
  }
  const rig = await rigAt(sandbox)
  const refs: string[] = []
  for (let nth = 0; nth < Math.ceil(count / 2); nth += 1) {
    const order = sandbox.renewTraining().find(({ about }) => kinds[0].about.test(about))!
    const ids = { client_orderid: order.clientOrderid, orderid: order.orderid }
    refs.push((await rig.perform('create-card-ref', ids)).answer['card-ref-id']!)
  }
  const lines = Array.from({ length: count }, (_, nth) => {
    const { currency, of } = random.pick(kinds)
    return `${random.pick(refs)};${amountOf(of)};${currency};part ${nth + 1}`
  })
  return ['Card reference;Amount;Currency;Description', ...lines].join('\n')
}
