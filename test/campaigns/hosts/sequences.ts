// Sequences of actions, answers and faults drawn at random, at hosts drawn at random. The sandbox's
// books check each: no SUCCEEDED without its effect, and no effect behind a request that was
// refused, declined or failed.
import { isOpen } from '#shared/attempt.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { transactionIdOf } from '#shared/gateway/status/status.ts'
import { lookUp } from '../../../src/main/desk/lookups/look-up.ts'
import { confirm } from '../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../../src/main/desk/payments/watch/ask-status.ts'
import type { AttemptRow } from '../../../src/main/ledger/journal/attempt-row.ts'
import { finalize } from '../../../src/sandbox/events/scheduler.ts'
import { hostNames, type HostName, playHost } from '../../../src/sandbox/hosts/profiles.ts'
import { type FaultKind, faultKinds } from '../../../src/sandbox/book/test-amounts.ts'
import { makeRandom, type Random } from '../faults/random.ts'
import { openQuickDesk, processingMs, type QuickDesk } from './quick-desk.ts'

export interface SequencesSummary {
  sequences: number
  sent: number
  succeeded: number
  ended: number
  open: number
  /**
   * Requests whose answer was lost, closed by a colleague's of the same amount that was sent after
   * them: nothing that a gateway tells by order is different then. They are no fault of the desk.
   */
  twins: number
  /** Sequences, requests sent and requests that came to an end, by host. */
  hosts: Record<string, { sequences: number; sent: number; closed: number }>
  wrong: string[]
}

/**
 * A lie of the service: it says that it refused what it carried out. No client can see through it.
 */
const lies: readonly FaultKind[] = ['http-400-after-effect']
const honest = faultKinds.filter((kind) => !lies.includes(kind))
/** So many orders and requests make a ledger in memory slow. */
const perDesk = 100

interface Order {
  client_orderid: string
  orderid: string
}

interface Play {
  desk: QuickDesk
  random: Random
  host: HostName
  connectionId: string
  /** Which request of the gateway stands behind an attempt. */
  serials: Map<string, string>
  /** And which were a colleague's. */
  colleagues: Set<string>
  orders: Order[]
  steps: string[]
}

const amounts = ['10.50', '10.50', '7.25', '3.01', '5.03', '4.05', '6.13', '6.14', '2.19']
const account = {
  currency: 'EUR',
  order_desc: 'Gift',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
}
let made = 0

/** A shop's own sale or hold, which no desk made. */
async function shopOrder({ desk, random, connectionId }: Play): Promise<Order | null> {
  const connection = desk.ports.connections.find(connectionId)
  if (connection === undefined) throw new Error('there is no connection')
  const client = desk.ports.gateway(connectionId)
  const operation = random.chance(0.6) ? 'sale' : 'preauth'
  const client_orderid = `shop-${(made += 1)}`
  const fields = {
    client_orderid,
    order_desc: 'A lamp',
    amount: '50.00',
    currency: 'EUR',
    email: 'zoe@example.org',
    ipaddress: '203.0.113.7',
    first_name: 'Zoe',
    last_name: 'Muller',
    address1: '1 High Street',
    city: 'Berlin',
    zip_code: '10115',
    country: 'DE',
    phone: '+4930123456',
    redirect_url: 'https://shop.example/back',
    card_printed_name: 'ZOE MULLER',
    credit_card_number: '4111111111111111',
    expire_month: '12',
    expire_year: '2031',
    cvv2: '123',
  }
  const built = await client.build(operation, connection, fields, {
    minor: 5000n,
    currency: 'EUR',
    digits: 2,
  })
  if (!built.ok) throw new Error(JSON.stringify(built.fault))
  await client.send(built.value, connection, operation)
  const order = desk.context.book.orderByClient(client_orderid)
  return order === undefined ? null : { client_orderid, orderid: String(order.orderid) }
}

function pass({ desk: { context } }: Play, ms: number): void {
  context.clock.advance(ms)
  finalize(context, context.clock.book())
}

async function ask(play: Play, operation: OperationId, request: Record<string, string>) {
  const { desk, connectionId } = play
  const review = await reviewRequest(desk.ports, { connectionId, operation, request })
  if (!review.ok) return
  const { attemptId, token, twins } = review.value
  const before = desk.lastSerial()
  await confirm(desk.ports, { attemptId, token, twinsSeen: twins.map(({ id }) => id) })
  const serial = desk.lastSerial()
  play.serials.set(attemptId, serial === before ? '' : serial)
}

const openRows = ({ desk }: Play): AttemptRow[] =>
  desk.ports.journal.inStates(['ACCEPTED', 'UNKNOWN'])

async function settleAll(play: Play): Promise<void> {
  for (const row of openRows(play)) await resolveAttempt(play.desk.ports, row, 1)
}

type Step = (play: Play) => Promise<void> | void

const onOrder =
  (operation: 'return' | 'capture' | 'void'): Step =>
  async (play) => {
    const order = play.random.pick(play.orders)
    if (order === undefined) return
    const { desk, connectionId, random } = play
    await lookUp(desk.ports, { connectionId, by: 'client_orderid', value: order.client_orderid })
    const isWhole = operation === 'void' || random.chance(0.2)
    const money = isWhole ? {} : { amount: random.pick(amounts) ?? '', currency: 'EUR' }
    const comment = operation === 'capture' ? {} : { comment: 'damaged' }
    await ask(play, operation, { ...order, ...money, ...comment })
  }

/** Somebody else with a tool of their own. */
const colleague: Step = async ({ desk, random, connectionId, orders, colleagues }) => {
  const order = random.pick(orders)
  const connection = desk.ports.connections.find(connectionId)
  if (order === undefined || connection === undefined) return
  const minor = random.chance(0.5) ? 1050n : 725n
  const amount = minor === 1050n ? '10.50' : '7.25'
  const client = desk.ports.gateway(connectionId)
  const fields = { ...order, amount, currency: 'EUR', comment: 'by a colleague' }
  const built = await client.build('return', connection, fields, {
    minor,
    currency: 'EUR',
    digits: 2,
  })
  if (!built.ok) return
  await client.send(built.value, connection, 'return')
  colleagues.add(desk.lastSerial())
}

const payChecked: Step = async (play) => {
  const { desk, random } = play
  const amount = random.pick(amounts) ?? ''
  await ask(play, 'payout-check', { ...account, amount })
  if (random.chance(0.8)) pass(play, processingMs + 1)
  await settleAll(play)
  const check = desk.ports.journal
    .recent(20)
    .find(({ operation, state }) => operation === 'payout-check' && state === 'SUCCEEDED')
  if (check === undefined) return
  const ids = { client_orderid: check.clientOrderid, orderid: check.orderid }
  await ask(play, 'payout-pay', ids)
  if (random.chance(0.3)) await ask(play, 'payout-pay', ids)
}

const keepCard: Step = async (play) => {
  const order = play.random.pick(play.orders)
  if (order !== undefined) await ask(play, 'create-card-ref', { ...order })
}

const spoil: Step = ({ desk, random }) => {
  const operation = random.pick(['*', 'status', 'return', 'capture', 'payout', 'payout-pay']) ?? '*'
  const kind = random.pick(honest)
  if (kind !== undefined) desk.context.faults.set({ operation, kind, times: 1 })
}

const steps: readonly [name: string, weight: number, step: Step][] = [
  ['return', 6, onOrder('return')],
  ['capture', 3, onOrder('capture')],
  ['void', 1, onOrder('void')],
  ['payout', 2, (play) => ask(play, 'payout', { ...account, amount: '10.50' })],
  ['check and pay', 3, payChecked],
  ['card reference', 1, keepCard],
  ['colleague', 2, colleague],
  ['fault', 5, spoil],
  ['time', 5, (play) => pass(play, play.random.chance(0.5) ? processingMs + 1 : 1_000)],
  ['check', 4, settleAll],
]
const turns = steps.flatMap(([name, weight, step]) =>
  Array.from({ length: weight }, () => ({ name, step })),
)

async function playOne(desk: QuickDesk, seed: number): Promise<Play> {
  const random = makeRandom(seed)
  const host = random.pick(hostNames) ?? 'plain'
  const { context, connections } = desk
  playHost(context.switches, host)
  context.faults.clear()
  const connectionId = host === 'by-request' ? connections.request : connections.order
  const play: Play = {
    desk,
    random,
    host,
    connectionId,
    serials: new Map(),
    colleagues: new Set(),
    orders: [],
    steps: [],
  }
  const order = await shopOrder(play)
  if (order !== null) play.orders.push(order)
  pass(play, processingMs + 1)
  const count = 3 + random.below(8)
  for (let n = 0; n < count; n += 1) {
    const turn = random.pick(turns)
    if (turn === undefined) break
    play.steps.push(turn.name)
    await turn.step(play)
  }
  context.faults.clear()
  for (let n = 0; n < 2; n += 1) {
    pass(play, 20 * 60_000)
    await settleAll(play)
  }
  return play
}

/**
 * Whether a request was closed by a colleague's of its kind and amount, sent after it, while its
 * own transaction was never told.
 */
function isTwin({ desk, serials, colleagues, connectionId, desk: { connections } }: Play) {
  return (row: AttemptRow): boolean => {
    const { id, operation, amount, orderid, state } = row
    if (operation !== 'return' || connectionId !== connections.order) return false
    const own = serials.get(id) ?? ''
    const all = desk.context.book.transactions(Number(orderid))
    const ownId = all.find(({ requestSerial }) => requestSerial === own)?.processorTxId
    const reported = desk.ports.orders.snapshots(row)
    if (reported.some((seen) => ownId !== undefined && transactionIdOf(seen) === ownId))
      return false
    const ends = { SUCCEEDED: ['approved'], DECLINED: ['declined', 'filtered'], FAILED: ['error'] }
    const like: readonly string[] = ends[state as keyof typeof ends] ?? []
    return all.some(
      ({ requestSerial: serial, amountMinor, status }) =>
        serial !== null &&
        colleagues.has(serial) &&
        serial > own &&
        BigInt(amountMinor) === amount?.minor &&
        like.includes(status),
    )
  }
}

/** What the books contradict. */
function wrongOf({ desk, serials }: Play, rows: readonly AttemptRow[]): AttemptRow[] {
  const effects = desk.context.book.effects()
  return rows.filter((row) => {
    const serial = serials.get(row.id) ?? ''
    const own = effects.filter(({ requestSerial }) => serial !== '' && requestSerial === serial)
    const isThere = own.some(({ status }) => status === 'approved')
    const mayBeThere = own.some(({ status }) => !['declined', 'filtered', 'error'].includes(status))
    const moves = !['payout-check', 'create-card-ref'].includes(row.operation)
    return (
      (moves && row.state === 'SUCCEEDED' && !isThere) ||
      (['DECLINED', 'FAILED', 'REJECTED', 'NOT_SENT'].includes(row.state) && mayBeThere)
    )
  })
}

export async function playSequences(options: {
  sequences: number
  seed: number
}): Promise<SequencesSummary> {
  const summary: SequencesSummary = {
    sequences: 0,
    sent: 0,
    succeeded: 0,
    ended: 0,
    open: 0,
    twins: 0,
    hosts: Object.fromEntries(
      hostNames.map((name) => [name, { sequences: 0, sent: 0, closed: 0 }]),
    ),
    wrong: [],
  }
  let desk: QuickDesk | null = null
  for (let n = 0; n < options.sequences; n += 1) {
    if (n % perDesk === 0) {
      desk?.close()
      desk = await openQuickDesk()
    }
    if (desk === null) break
    const seed = options.seed + n
    const play = await playOne(desk, seed)
    const rows = [...play.serials.keys()].flatMap((id) => desk?.ports.journal.get(id) ?? [])
    const sent = rows.filter(({ sentAt }) => sentAt !== null)
    summary.sequences += 1
    summary.sent += sent.length
    const here = summary.hosts[play.host]!
    here.sequences += 1
    here.sent += sent.length
    here.closed += sent.filter(({ state }) => !isOpen(state)).length
    summary.succeeded += rows.filter(({ state }) => state === 'SUCCEEDED').length
    summary.ended += rows.filter(({ state }) => !isOpen(state) && state !== 'SUCCEEDED').length
    summary.open += rows.filter(({ state }) => isOpen(state)).length
    const off = wrongOf(play, rows)
    const wrong = off.filter((row) => !isTwin(play)(row))
    summary.twins += off.length - wrong.length
    const done = `after ${play.steps.join(', ')}`
    for (const { operation, state, message } of wrong)
      summary.wrong.push(`seed ${seed}: ${play.host}: ${operation} ${state} (${message}) ${done}`)
    // What stays open is nobody's business in the next sequence.
    for (const row of openRows(play))
      desk.ports.journal.move({
        id: row.id,
        from: ['ACCEPTED', 'UNKNOWN'],
        to: 'RESOLVED_BY_HAND',
        patch: { message: 'The sequence is over.', handOutcome: 'did-not-happen' },
        actor: 'anna',
        origin: 'operator',
      })
  }
  desk?.close()
  return summary
}
