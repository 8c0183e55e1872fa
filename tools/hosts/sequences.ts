// Sequences of actions, answers and faults drawn at random, at hosts drawn at random. The sandbox's books judge each: no SUCCEEDED
// without its effect, and no effect behind a request that was refused, declined or failed.
import { isOpen } from '#shared/attempt.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { lookUp } from '../../src/main/desk/look-up.ts'
import { confirm } from '../../src/main/desk/perform.ts'
import { type PendingBook, prepare } from '../../src/main/desk/prepare.ts'
import { settleAttempt } from '../../src/main/desk/settle.ts'
import type { AttemptRow } from '../../src/main/ledger/attempt-row.ts'
import { settle } from '../../src/sandbox/agenda.ts'
import { hostNames, type HostName, playHost } from '../../src/sandbox/hosts/profiles.ts'
import { type FaultKind, faultKinds } from '../../src/sandbox/magic.ts'
import { makeRandom, type Random } from '../faults/random.ts'
import { openQuickDesk, processingMs, type QuickDesk } from './quick-desk.ts'

export interface SequencesSummary {
  sequences: number
  sent: number
  succeeded: number
  ended: number
  open: number
  wrong: string[]
}

/** A lie of the service: it says that it refused what it carried out. No client can see through it. */
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
  pending: PendingBook
  /** Which request of the service stands behind an attempt. */
  serials: Map<string, string>
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
  const order = desk.premises.book.orderByClient(client_orderid)
  return order === undefined ? null : { client_orderid, orderid: String(order.orderid) }
}

function pass({ desk: { premises } }: Play, ms: number): void {
  premises.clock.advance(ms)
  settle(premises, premises.clock.book())
}

async function ask(play: Play, operation: OperationId, request: Record<string, string>) {
  const { desk, pending, connectionId } = play
  const review = await prepare(desk.ports, pending, { connectionId, operation, request })
  if (!review.ok) return
  const { attemptId, token, twins } = review.value
  const before = desk.lastSerial()
  await confirm(desk.ports, pending, { attemptId, token, twinsSeen: twins.map(({ id }) => id) })
  const serial = desk.lastSerial()
  play.serials.set(attemptId, serial === before ? '' : serial)
}

const openRows = ({ desk }: Play): AttemptRow[] =>
  desk.ports.journal.inStates(['ACCEPTED', 'UNKNOWN'])

async function settleAll(play: Play): Promise<void> {
  for (const row of openRows(play)) await settleAttempt(play.desk.ports, row, 1)
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
const colleague: Step = async ({ desk, random, connectionId, orders }) => {
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
  if (built.ok) await client.send(built.value, connection, 'return')
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
  if (kind !== undefined) desk.premises.faults.set({ operation, kind, times: 1 })
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
  const { premises, connections } = desk
  playHost(premises.switches, host)
  premises.faults.clear()
  const connectionId = host === 'by-request' ? connections.request : connections.order
  const play: Play = {
    desk,
    random,
    host,
    connectionId,
    pending: new Map(),
    serials: new Map(),
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
  premises.faults.clear()
  for (let n = 0; n < 2; n += 1) {
    pass(play, 20 * 60_000)
    await settleAll(play)
  }
  return play
}

/** What the books contradict, in a sentence each. */
function wrongOf(
  { desk, serials, host, steps: done }: Play,
  rows: readonly AttemptRow[],
): string[] {
  const effects = desk.premises.book.effects()
  return rows.flatMap((row) => {
    const serial = serials.get(row.id) ?? ''
    const own = effects.filter(({ requestSerial }) => serial !== '' && requestSerial === serial)
    const isThere = own.some(({ status }) => status === 'approved')
    const mayBeThere = own.some(({ status }) => !['declined', 'filtered', 'error'].includes(status))
    const moves = !['payout-check', 'create-card-ref'].includes(row.operation)
    const isOff =
      (moves && row.state === 'SUCCEEDED' && !isThere) ||
      (['DECLINED', 'FAILED', 'REJECTED', 'NOT_SENT'].includes(row.state) && mayBeThere)
    return isOff
      ? [`${host}: ${row.operation} ${row.state} (${row.words}) after ${done.join(', ')}`]
      : []
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
    summary.sequences += 1
    summary.sent += rows.filter(({ sentAt }) => sentAt !== null).length
    summary.succeeded += rows.filter(({ state }) => state === 'SUCCEEDED').length
    summary.ended += rows.filter(({ state }) => !isOpen(state) && state !== 'SUCCEEDED').length
    summary.open += rows.filter(({ state }) => isOpen(state)).length
    summary.wrong.push(...wrongOf(play, rows).map((words) => `seed ${seed}: ${words}`))
    // What stays open is nobody's business in the next sequence.
    for (const row of openRows(play))
      desk.ports.journal.move({
        id: row.id,
        from: ['ACCEPTED', 'UNKNOWN'],
        to: 'RESOLVED_BY_HAND',
        patch: { words: 'The sequence is over.', handOutcome: 'did-not-happen' },
        actor: 'clerk',
        origin: 'operator',
      })
  }
  desk?.close()
  return summary
}
