// Books with a known truth: what a shop's gateway did in a month, what this computer knows of it,
// and the report. Whoever wrote the rules did not write this; it shares types with them, no code.
import type { ReportEvent, ReportKind, ReportLine } from '#shared/reconcile/report-line.ts'
import { makeRandom, type Random } from '../../faults/random.ts'

/** How hard a book is. Shares are of one. */
export interface World {
  name: string
  /** Orders of other computers on the same account. */
  foreign: number
  /** Lines that the report lacks. */
  missing: number
  /** Lines that lost their numbers of an order. */
  withoutIds: number
  /** Lines with a slip of the fingers in the order ID. */
  typos: number
  /** Refunds that were sent twice by the gateway, or by hand at its console. */
  doubled: number
  /** Requests of which nobody here knows whether they happened. */
  unknown: number
  /** Few cards and few prices: everything looks like everything. */
  isSubscription: boolean
  /** The report has no number but the order ID, and no card. */
  hasOrderIdOnly: boolean
  /** The report tells days, and no bank's number. */
  hasDaysOnly: boolean
  /** The gateway's status told this computer of refunds that were sent twice. */
  isDoubleTold: boolean
}

const quiet: World = {
  ...{ name: 'shop', foreign: 0.02, missing: 0.01, withoutIds: 0.1, typos: 0.002, doubled: 0.012 },
  ...{ unknown: 0.006, isSubscription: false },
  ...{ hasOrderIdOnly: false, hasDaysOnly: false, isDoubleTold: false },
}
export const worlds: readonly World[] = [
  quiet,
  { ...quiet, name: 'ten desks', foreign: 0.3, missing: 0.05, withoutIds: 0.3 },
  { ...quiet, name: 'subscriptions', isSubscription: true },
  { ...quiet, name: 'order ID only', hasOrderIdOnly: true, typos: 0.01 },
  { ...quiet, name: 'order ID only, worse', hasOrderIdOnly: true, typos: 0.05, missing: 0.1 },
  { ...quiet, name: 'days only', hasDaysOnly: true },
  { ...quiet, name: 'doubles told by status', isDoubleTold: true, doubled: 0.03 },
]

interface TrueLine extends ReportLine {
  /** The order and the movement that the line really is; null for one of another computer. */
  truth: string | null
  /** One more movement than this computer asked for. */
  isDouble: boolean
  /** No number of an order, or a wrong one. */
  isWithoutId: boolean
}

export interface Book {
  world: World
  events: (ReportEvent & { order: string })[]
  lines: TrueLine[]
}

const digitsOf: Readonly<Record<string, number>> = { EUR: 2, JPY: 0, KWD: 3 }
const dayMs = 86_400_000
const start = Date.UTC(2026, 9, 1)
/** Equal movements of one order are one and the same to everybody. */
export const truthOf = (one: ReportEvent): string =>
  `${one.orderId} ${one.kind} ${one.currency} ${one.minor}`

interface Shop {
  random: Random
  world: World
  cards: readonly string[]
  prices: readonly bigint[]
  events: Book['events']
  lines: TrueLine[]
  number: number
}

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => String(random.below(10))).join('')

export function makeBook(world: World, rows: number, seed: number): Book {
  const random = makeRandom(seed)
  const shop: Shop = {
    ...{ random, world, events: [], lines: [], number: 6_760_000 + random.below(100_000) },
    cards: Array.from({ length: world.isSubscription ? 100 : 4_000 }, () => digits(random, 4)),
    prices: Array.from({ length: world.isSubscription ? 5 : 80 }, () =>
      BigInt(99 + 100 * random.below(400)),
    ),
  }
  while (shop.events.length < rows) playOrder(shop)
  for (let at = shop.lines.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    ;[shop.lines[at], shop.lines[other]] = [shop.lines[other]!, shop.lines[at]!]
  }
  return {
    world,
    events: shop.events,
    lines: shop.lines.map((line, at) => ({ ...line, line: at + 1 })),
  }
}

interface Order {
  orderId: string
  merchantOrderId: string
  lastFour: string
  currency: string
  at: number
  isForeign: boolean
}

function playOrder(shop: Shop): void {
  const { random, world } = shop
  shop.number += 1 + random.below(3)
  const order: Order = {
    orderId: String(shop.number),
    merchantOrderId: `shop-${shop.number * 7}`,
    lastFour: random.pick(shop.cards),
    currency: random.pick(['EUR', 'EUR', 'EUR', 'JPY', 'KWD']),
    at: start + random.below(27) * dayMs + random.below(dayMs),
    isForeign: random.chance(world.foreign),
  }
  const price = random.pick(shop.prices)
  move(shop, order, 'captured', price)
  if (!random.chance(0.3)) return
  // Several refunds of one amount are the hardest for whoever matches.
  const parts = random.pick([1, 1, 2, 3])
  const amount = price / BigInt(parts + random.below(2))
  for (let part = 0; part < parts; part += 1) if (amount > 0n) move(shop, order, 'refunded', amount)
}

/** One movement: what is known of it here, and its line or lines. */
function move(shop: Shop, order: Order, kind: ReportKind, minor: bigint): void {
  const { random, world } = shop
  const isUnknown = kind === 'refunded' && random.chance(world.unknown * 4)
  const hasHappened = !isUnknown || random.chance(0.5)
  const event = {
    ...{ id: `e${shop.events.length + 1}`, order: order.orderId, kind, minor },
    orderId: order.orderId,
    merchantOrderId: order.merchantOrderId,
    currency: order.currency,
    digits: digitsOf[order.currency]!,
    lastFour: random.chance(0.95) ? order.lastFour : '',
    rrn: digits(random, 12),
    approvalCode: digits(random, 6),
    serialNumber: '',
    at: order.at + (kind === 'refunded' ? random.below(3 * dayMs) : 0),
    isCertain: !isUnknown,
  }
  const isTold = random.chance(0.6) && !isUnknown
  if (!order.isForeign) shop.events.push(isTold ? event : { ...event, rrn: '', approvalCode: '' })
  if (!hasHappened || random.chance(world.missing)) return
  const isSplit = kind === 'captured' && minor > 10n && random.chance(0.01)
  for (const part of isSplit ? [minor / 3n, minor - minor / 3n] : [minor])
    write(shop, order, { ...event, minor: part }, order.isForeign ? null : truthOf(event), false)
  // A second refund that nobody here asked for, under a number of its own or the first one's.
  if (kind === 'refunded' && random.chance(world.doubled * 4)) {
    const rrn = random.chance(0.5) ? digits(random, 12) : event.rrn
    write(shop, order, { ...event, rrn }, order.isForeign ? null : truthOf(event), true)
    if (world.isDoubleTold && !order.isForeign)
      shop.events.push({ ...event, rrn, id: `e${shop.events.length + 1}`, isToldOnly: true })
  }
}

function write(
  shop: Shop,
  order: Order,
  event: ReportEvent,
  truth: string | null,
  isDouble: boolean,
): void {
  const { random, world } = shop
  const hasNoIds = random.chance(world.withoutIds)
  const orderId = random.chance(world.typos) ? slip(order.orderId, random) : order.orderId
  const isBare = world.hasOrderIdOnly
  const isWithoutId = hasNoIds || (isBare && orderId !== order.orderId)
  shop.lines.push({
    ...{ line: 0, truth, isDouble, isWithoutId, kind: event.kind, minor: event.minor },
    currency: event.currency,
    digits: event.digits,
    orderId: hasNoIds ? '' : orderId,
    merchantOrderId: hasNoIds || isBare || random.chance(0.1) ? '' : order.merchantOrderId,
    rrn: hasNoIds || isBare || world.hasDaysOnly || random.chance(0.3) ? '' : event.rrn,
    approvalCode: isBare || random.chance(0.3) ? '' : event.approvalCode,
    serialNumber: '',
    lastFour: isBare || random.chance(0.1) ? '' : order.lastFour,
    ...whenOf(world, event.at + random.below(3 * dayMs)),
  })
}

const whenOf = ({ hasDaysOnly }: World, at: number) =>
  hasDaysOnly ? { at: at - (at % dayMs) + dayMs / 2, isDay: true as const } : { at }

function slip(id: string, random: Random): string {
  const at = 1 + random.below(id.length - 1)
  if (random.chance(0.5)) return id.slice(0, at) + String(random.below(10)) + id.slice(at + 1)
  return id.slice(0, at - 1) + id[at]! + id[at - 1]! + id.slice(at + 1)
}
