// What an operator asks of the lists, asked as the screens ask it: through the reader's thread, of
// one connection or of all, on the first page or on one deep down, with filters that leave many,
// few, or next to none. The same seed asks the same.
import type { AuditFilter, OrderFilter, OrderSort } from '../src/shared/bridge/lists.ts'
import type { Reader } from '../src/main/ledger/worker/reader.ts'
import type { Sizes } from './ledger-build.ts'
import { formerActor, orderAt, seeded } from './ledger-facts.ts'

const PAGE = 100
/** Of a page that next to nothing passes, which goes on for long, no more are measured. */
const MOST_ANSWERS = 5
const DAY_MS = 86_400_000
const firstDay = Date.UTC(2030, 0, 7)
// As many as the ledger's entries lie in.
const days = 358

type LookUp = () => Promise<unknown>
type Order = ReturnType<typeof orderAt>
/**
 * Asked for the first page, or for one at a place anywhere in the list. Answers how many
 * milliseconds the longest single answer took: a page that ended early is shown at once, and goes
 * on by itself until it is full.
 */
type Question = (isDeep: boolean) => Promise<number>

export interface Questions {
  lookUps: Record<string, LookUp>
  pages: Record<string, Question>
  /** Pages of a list in another order than its own: each walks all orders. */
  sorts: Record<string, Question>
  /** The first screen, on any day that the ledger has entries of. */
  today: Record<string, LookUp>
  /** An entry anywhere, found by a part of an id. */
  someSearch: LookUp
}

interface OrdersAsked {
  /** Any, or all, when left out. */
  connectionId?: string
  text?: string
  filter?: OrderFilter
  sort?: OrderSort
  /** Where a deep page may begin: anywhere in these days. */
  within?: [first: number, count: number]
}

export function ledgerQuestions(
  reader: Pick<Reader, 'run'>,
  { entries, orders }: Sizes,
): Questions {
  const pick = seeded(7)
  const order = () => orderAt(pick(orders))
  const connection = () => [undefined, 'shop-1', 'shop-2'][pick(3)]
  const dayName = (n: number): string => new Date(firstDay + n * DAY_MS).toISOString().slice(0, 10)

  /**
   * What is found along an index is shown at once: that is the answer to a look-up, of the order's
   * connection or of all.
   */
  const find = (text: (of: Order) => string) => async (): Promise<void> => {
    const sought = order()
    const connectionId = [undefined, sought.connectionId][pick(2)]
    const found = { connectionId, text: text(sought), limit: PAGE }
    const { page } = await reader.run('orders', found)
    if (page?.rows.length === 0) throw new Error(`${found.text} was not found`)
  }

  /** As the screen reads: a page that is not full goes on by itself. */
  const list = async (isDeep: boolean, asked: OrdersAsked) => {
    const { connectionId = connection(), text, filter, sort, within = [0, days] } = asked
    const at = firstDay + within[0] * DAY_MS + pick(within[1] * 1000) * (DAY_MS / 1000)
    // A search goes by number among what only holds the text, a list by the time of the last check.
    const place = text === undefined ? [at, '', ''] : [2, 1 + pick(orders), '']
    let before: string | undefined = isDeep ? JSON.stringify(place) : undefined
    if (isDeep && sort !== undefined) {
      // Wherever a page of a sorted list begins, one walk finds it.
      const { page } = await reader.run('orders', { connectionId, filter, sort, limit: 400 })
      before = page?.next ?? undefined
    }
    let limit = PAGE
    let longestMs = 0
    let answers = MOST_ANSWERS
    do {
      const startedAt = performance.now()
      const query = { connectionId, text, filter, sort, before, limit }
      const { page } = await reader.run('orders', query)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      if (page === undefined) throw new Error('the list has no such place')
      limit -= page.rows.length
      before = page.next ?? undefined
    } while (text !== undefined && before !== undefined && limit > 0 && --answers > 0)
    return longestMs
  }
  const log = async (isDeep: boolean, filter: AuditFilter) => {
    let before: number | undefined = isDeep ? 1 + pick(entries) : undefined
    let limit = PAGE
    let longestMs = 0
    let answers = MOST_ANSWERS
    do {
      const startedAt = performance.now()
      const page = await reader.run('entries', { filter, before, limit })
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      limit -= page.rows.length
      before = page.next ?? undefined
    } while (filter.text !== undefined && before !== undefined && limit > 0 && --answers > 0)
    return longestMs
  }

  const ofOrders =
    (asked: () => OrdersAsked): Question =>
    (isDeep) =>
      list(isDeep, asked())
  const by = (filter: OrderFilter) => ofOrders(() => ({ filter }))
  const holding = (text: () => string, filter?: OrderFilter) =>
    ofOrders(() => ({ text: text(), ...(filter === undefined ? {} : { filter }) }))
  const ofLog =
    (filter: () => AuditFilter): Question =>
    (isDeep) =>
      log(isDeep, filter())
  const operator = () => ['maria', 'deniz', 'ola'][pick(3)]!

  const lookUps: Record<string, LookUp> = {
    'exact order id': find(({ orderid }) => orderid),
    'exact merchant order id': find(({ clientOrderid }) => clientOrderid),
    'exact serial number': find(({ serial }) => serial(0)),
    'exact RRN': find(({ answer }) => answer['processor-rrn']),
    'prefix of an order id': find(({ orderid }) => orderid.slice(0, 6)),
    'prefix of a merchant order id': find(({ clientOrderid }) => clientOrderid.slice(0, -1)),
  }

  const sorts: Record<string, Question> = {
    'orders sorted by amount': ofOrders(() => ({ sort: '-original' })),
    'orders sorted by customer': ofOrders(() => ({ sort: 'customer' })),
    'orders sorted by card, by one operator': ofOrders(() => ({
      sort: 'card',
      filter: { actor: operator() },
    })),
    'orders sorted by time, of a status': ofOrders(() => ({
      sort: 'seenAt',
      filter: { phase: 'captured' },
    })),
  }

  const pages: Record<string, Question> = {
    // Nothing begins with it there, so all terms that hold it are looked for.
    'orders with an id of another connection': (isDeep) => {
      const { orderid, connectionId } = order()
      return list(isDeep, {
        text: orderid,
        connectionId: connectionId === 'shop-1' ? 'shop-2' : 'shop-1',
      })
    },
    'orders with part of an order id': holding(() => order().orderid.slice(1, 6)),
    'orders with the end of a merchant id': holding(() => order().clientOrderid.slice(-6)),
    'orders with three digits': holding(() => String(100 + pick(899))),
    'orders with last four digits': holding(() => order().answer['last-four-digits']),
    'orders with part of a name': holding(() => order().answer.name.split(' ')[1]!),
    'orders with a name in an amount range': holding(() => 'lindq', {
      amountFrom: '100',
      amountUntil: '110',
    }),
    'orders with a text that no order has': holding(() => `zzz${pick(10_000)}q`),
    'orders with a text that the filter excludes': holding(() => 'op/2030/11', {
      type: 'reversal',
    }),
    'orders with a name, by one operator': holding(() => 'lindq', { actor: 'maria' }),
    'orders with a name, by a former operator': holding(() => 'lindq', { actor: formerActor }),
    'orders, all': by({}),
    'orders by a frequent status': by({ phase: 'captured' }),
    'orders by a rare status': by({ phase: 'processing' }),
    'orders by a status that no order has': by({ phase: 'voided' }),
    'orders by type': by({ type: 'reversal' }),
    'orders by status and type': by({ phase: 'captured', type: 'preauth' }),
    'orders by one amount': ofOrders(() => {
      const { amount } = order().answer
      return { filter: { amountFrom: amount, amountUntil: amount } }
    }),
    'orders by a wide amount range': by({ amountFrom: '1000', amountUntil: '2000' }),
    'orders by status and amount': by({ phase: 'declined', amountFrom: '3900' }),
    'orders by day': ofOrders(() => {
      const day = pick(days)
      return { filter: { from: dayName(day), until: dayName(day) }, within: [day, 1] }
    }),
    'orders by one operator': ofOrders(() => ({ filter: { actor: operator() } })),
    'orders by a former operator': by({ actor: formerActor }),
    'orders by operator, status and type': by({
      actor: 'deniz',
      phase: 'processing',
      type: 'preauth',
    }),
    'orders by everything at once': by({
      actor: 'maria',
      phase: 'captured',
      type: 'sale',
      amountFrom: '100',
      amountUntil: '3000',
      from: dayName(20),
      until: dayName(days - 20),
    }),
    'entries, all': ofLog(() => ({})),
    'entries by a frequent kind': ofLog(() => ({ kind: 'attempt:sending' })),
    'entries by a rare kind': ofLog(() => ({ kind: 'attempt:rejected' })),
    'entries by kind and outcome': ofLog(() => ({ kind: 'order:look-up', outcome: 'declined' })),
    'entries by outcome': ofLog(() => ({ outcome: 'UNKNOWN' })),
    'entries by one operator': ofLog(() => ({ actor: operator() })),
    'entries by a former operator': ofLog(() => ({ actor: formerActor })),
    'entries by operator and kind': ofLog(() => ({ actor: operator(), kind: 'attempt:unknown' })),
    'entries by a former operator, of a later kind': ofLog(() => ({
      actor: formerActor,
      kind: 'attempt:sending',
    })),
    'entries by days': ofLog(() => {
      const day = pick(days)
      return { from: dayName(day), until: dayName(day + 3) }
    }),
    'entries by days and kind': ofLog(() => ({ from: dayName(pick(days)), kind: 'order:look-up' })),
    'entries of one order': ofLog(() => {
      const { connectionId, orderid } = order()
      return { subject: `order/${connectionId}/${orderid}` }
    }),
    'entries with an order id': ofLog(() => ({ text: order().orderid })),
    'entries with part of an id': ofLog(() => ({ text: order().clientOrderid.slice(-7) })),
    'entries with a serial number': ofLog(() => ({ text: order().serial(0) })),
    'entries with words that most have': ofLog(() => ({ text: 'every few seconds' })),
    'entries with a text that no entry has': ofLog(() => ({ text: `zzz${pick(10_000)}q` })),
    'entries with a text and a kind': ofLog(() => ({
      text: order().orderid.slice(1, 6),
      kind: 'attempt:sending',
    })),
    'entries with a text, by one operator': ofLog(() => ({
      text: order().orderid.slice(1, 6),
      actor: operator(),
    })),
    'entries with words that most have, rare kind': ofLog(() => ({
      text: 'every few seconds',
      kind: 'attempt:rejected',
    })),
    'entries with words that the filter excludes': ofLog(() => ({
      text: 'every few seconds',
      kind: 'order:look-up',
    })),
  }
  const zone = 'Europe/Berlin'
  const allIds = ['shop-1', 'shop-2']
  const everywhere = { connectionIds: allIds, isWithin: true, allIds }
  /** One in ten orders is refunded, in the days after all of them were looked up. */
  const [firstRefunds, refundDays] = [72, 7]
  const today: Record<string, LookUp> = {
    'figures of Today': async () => {
      const now = firstDay + (firstRefunds + pick(refundDays + 7)) * DAY_MS
      const { sums } = await reader.run('today', { zone, now, period: 14, ...everywhere })
      if (sums.length === 0) throw new Error('no day of Today has a figure')
    },
    'rows behind a figure of Today': async () => {
      const day = dayName(firstRefunds + pick(refundDays))
      await reader.run('figure', { figure: 'refunded', currency: 'EUR', day, zone, ...everywhere })
    },
  }
  const someSearch: LookUp = () => log(false, { text: order().clientOrderid.slice(-6) })
  return { lookUps, pages, sorts, today, someSearch }
}
