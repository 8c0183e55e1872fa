// One run: a desk with its lives, its orders, and what people wanted with each request. It holds
// what the schedule does and what the oracle asks; it decides nothing.
import type { OrderView, Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import * as calls from './calls.ts'
import type { Beside } from './beside.ts'
import { isOnOrder, keyOf, keyOfFields, type Order, requestOf } from './requests.ts'
import { type Life, startLife } from './life.ts'
import { approved, asTeam, type Name } from '../runner/own-people.ts'
import { type HostName, settingsAt, wantsMerchantId } from './hosts.ts'
import type { Fixture } from './fixture.ts'
import { must } from './must.ts'
import type { Finding, Action, Kind, Try } from './oracle/check.ts'
import { type Passage, plainMinor } from './oracle/witness.ts'
import { makeRandom, type Random } from './random.ts'

/** How much of a run's own making the oracle has to allow for. */
interface Freedom {
  /**
   * Orders others used as well, or that were told so that a careful reader can't know everything.
   */
  unclear: Set<string>
  /**
   * Orders whose sums a person said wrongly, or that are told without names: no exact sum can be
   * known.
   */
  noSums: Set<string>
}

export interface Run {
  seed: number
  /** Whom the gateway plays. */
  host: HostName
  random: Random
  fixture: Fixture
  life: Life
  actions: Action[]
  orders: Map<string, Order>
  freedom: Freedom
  hits: Set<string>
  /** Who approves whatever moves money; null while sign-in is off. */
  approver: Name | null
  findings: Finding[]
  /** Serial numbers of requests the gateway refused in words and carried out. */
  lies: Set<Try>
  /** How its desk is called in its team; empty where it works alone. */
  deskOfTeam: string
  /** Confirmations that are under way, oldest first. */
  confirming: Set<Try>
  say(kind: Kind, message: string): void
}

export async function openRun(fixture: Fixture, seed: number, host: HostName): Promise<Run> {
  fixture.sandbox.clearFaults()
  fixture.sandbox.playHost(host)
  // Every second gateway keeps no sums of its own: then only the desk's reckoning protects money.
  fixture.sandbox.setSwitch('checks-sums', makeRandom(seed + 104_729).chance(0.5))
  for (const wire of [fixture.wire, fixture.neighbour]) {
    wire.clear()
    wire.teller = null
    wire.misnames = null
    wire.isHanging = false
    wire.passages.length = 0
  }
  fixture.sandbox.renewTraining()
  const life = await startLife(fixture)
  await setAsHostWants(life, fixture, host)
  const findings: Finding[] = []
  const run: Run = {
    seed,
    host,
    random: makeRandom(seed),
    fixture,
    life,
    actions: [],
    orders: new Map(),
    freedom: { unclear: new Set(), noSums: new Set() },
    hits: new Set(),
    approver: null,
    findings,
    lies: new Set(),
    deskOfTeam: '',
    confirming: new Set(),
    say: (kind, message) => {
      if (!findings.some((one) => one.message === message)) findings.push({ kind, message })
    },
  }
  for (const wire of [fixture.wire, fixture.neighbour])
    wire.onMoney = (passage) => claim(run, passage)
  const { beside } = fixture
  run.deskOfTeam = (await beside?.join(calls.deskOf(life))) ?? ''
  fixture.wire.beforeForwarding =
    beside === null
      ? null
      : (passage) =>
          wantToo(run, beside, passage).catch((error: unknown) =>
            run.say('broken-rule', String(error)),
          )
  return run
}

/** MONEY: a colleague of the team never gets what a request is on its way for. */
async function wantToo(run: Run, beside: Beside, passage: Passage): Promise<void> {
  const { operation, fields } = passage
  const order = run.orders.get(fields['orderid'] ?? '')
  if (order === undefined || !isOnOrder(operation)) return
  const { orderid, currency } = order
  const minor = plainMinor({ amount: fields['amount'] ?? '', currency }) ?? 0
  const act = operation as 'return' | 'capture' | 'void'
  if (!(await beside.want(act, order, { minor, currency }))) return
  run.freedom.unclear.add(orderid)
  run.say('double-effect', `a colleague got ${orderid} while a ${operation} was on its way`)
}

/** What a person sets on every record of this gateway who knows the host. */
async function setAsHostWants(life: Life, { places }: Fixture, host: HostName): Promise<void> {
  const settings = settingsAt(host)
  if (Object.keys(settings).length === 0) return
  for (const id of [places.main, places.twin, places.group])
    if (id !== null) must(await calls.changeConnection(life, id, { settings }))
}

/** MONEY: every request that leaves belongs to one confirmation under way, and to no other. */
function claim(run: Run, passage: Passage): void {
  const key = keyOfFields(passage.operation, passage.fields)
  const own = [...run.confirming].filter((one) => one.key === key)
  const first = own.find((one) => one.passage === null)
  if (first !== undefined) first.passage = passage
  else
    run.say(
      'broken-rule',
      own.length > 0
        ? `a ${passage.operation} left twice for one confirmation`
        : `a ${passage.operation} left that nobody confirmed`,
    )
}

/** Training orders by what they are good for. */
const wanted = {
  return: [/5000\.00 EUR for test/, /paid sale of 120\.00 EUR/],
  capture: [/hold of 300\.00 EUR/],
  void: [/80\.00 GBP/],
  'return-of-capture': [/hold of 500\.00 EUR/],
  yen: [/12000 JPY/],
  dollar: [/200\.00 USD/],
  dinar: [/45\.500 KWD/],
} as const
export type OrderUse = keyof typeof wanted

export function orderFor(run: Run, use: OrderUse): Order {
  const pattern = run.random.pick(wanted[use])
  const found = run.fixture.sandbox.trainingOrders().find(({ about }) => pattern.test(about))
  if (found === undefined) throw new Error(`no training order ${pattern}`)
  const { orderid, clientOrderid, about } = found
  const order: Order = {
    orderid,
    clientOrderid,
    kind: about.includes('hold') ? 'preauth' : 'sale',
    currency: /\b[A-Z]{3}\b/.exec(about)?.[0] ?? 'EUR',
  }
  run.orders.set(orderid, order)
  return order
}

/**
 * What somebody wants to happen once. Amounts never end as a test amount does; two captures never
 * are of one amount.
 */
export function want(
  run: Run,
  operation: string,
  order: Order | null,
  more: Partial<Pick<Action, 'amountMinor' | 'place'>> = {},
): Action {
  const number = run.actions.length
  const whole = order?.kind === 'preauth' && operation === 'void' ? 8_000 : null
  const action: Action = {
    name: `run ${run.seed} action ${number}`,
    operation,
    place: 'main',
    orderid: order?.orderid ?? '',
    amountMinor: whole ?? (2 + number) * 100 + 50 + run.random.below(50),
    currency: order?.currency ?? 'EUR',
    tries: [],
    ...more,
  }
  run.actions.push(action)
  return action
}

/** Over which connection record somebody acts, the main one when left out; and what is repeated. */
export interface Through {
  connectionId?: string
  /** The attempt that is sent again under its own id. */
  again?: string
}

/** A review is a try once it is made. */
export async function review(
  run: Run,
  action: Action,
  through: Through = {},
): Promise<Result<Review>> {
  const connectionId = through.connectionId ?? run.fixture.places.main
  const order = run.orders.get(action.orderid) ?? null
  const request = requestOf(run.fixture.colleague, action, order)
  const prepare = () =>
    calls.prepare(run.life, connectionId, action.operation, request, through.again ?? null)
  const made =
    run.approver === null
      ? await prepare()
      : await approved(calls.deskOf(run.life), prepare, run.approver)
  if (made.ok) action.tries.push(tryMade(action, made.value))
  return made
}

export const tryMade = (
  action: Action,
  { attemptId, digest, fields }: Pick<Review, 'attemptId' | 'digest' | 'fields'>,
): Try => ({
  ...{ attemptId, digest, fields, key: keyOf(action, fields) },
  ...{ passage: null, isForgotten: false, hand: null },
})

/** From now on whatever moves money takes the approval of somebody else than Bo, who sends it. */
export async function takeApprovals(run: Run): Promise<void> {
  await asTeam(calls.deskOf(run.life))
  run.approver = 'Cy'
}

export const tryOf = (run: Run, attemptId: string): { action: Action; one: Try } | null => {
  for (const action of run.actions)
    for (const one of action.tries) if (one.attemptId === attemptId) return { action, one }
  return null
}

export async function confirm(
  run: Run,
  made: Pick<Review, 'attemptId' | 'token'>,
): Promise<Result<{ state: string }>> {
  const one = tryOf(run, made.attemptId)?.one
  if (one !== undefined) run.confirming.add(one)
  const answer = await calls.confirm(run.life, made)
  // Of many presses of one button the first to come back may not be the one that sends. On a busy
  // machine a request may also reach the wire only after the desk gave up waiting for its answer.
  const isOnItsWay =
    !answer.ok &&
    (reasonOf(answer) === 'already-confirmed' ||
      (answer.fault.kind === 'outcome-unknown' && one?.passage === null))
  if (one !== undefined && !isOnItsWay) run.confirming.delete(one)
  return answer
}

export const lookUp = (
  run: Run,
  orderid: string,
  connectionId = run.fixture.places.main,
): Promise<Result<OrderView>> => {
  const merchantId = run.orders.get(orderid)?.clientOrderid
  return wantsMerchantId(run.host) && merchantId !== undefined
    ? calls.lookUp(run.life, connectionId, 'client_orderid', merchantId)
    : calls.lookUp(run.life, connectionId, 'orderid', orderid)
}

export const check = (run: Run, orderid: string): Promise<Result<OrderView>> =>
  calls.check(run.life, run.fixture.places.main, orderid)

export async function stateOf(run: Run, attemptId: string): Promise<string | null> {
  const rows = await calls.list(run.life, false)
  return rows?.find(({ id }) => id === attemptId)?.state ?? null
}

export const pause = (run: Run, ms: number): Promise<void> => run.fixture.time.after(ms)

/** Until it is so, or for as long as one would wait. Nobody presses anything meanwhile. */
export async function until(
  run: Run,
  isSo: () => boolean | Promise<boolean>,
  mostMs: number,
): Promise<boolean> {
  const end = run.fixture.time.now() + mostMs
  while (run.fixture.time.now() < end) {
    if (await isSo()) return true
    await pause(run, 250)
  }
  return isSo()
}

/** Until the desk itself has brought it to an end. */
export const settled = (run: Run, attemptId: string, mostMs = 14_000): Promise<boolean> =>
  until(
    run,
    async () => {
      const state = await stateOf(run, attemptId)
      return state === null || !['SENDING', 'ACCEPTED', 'UNKNOWN', 'APPROVED'].includes(state)
    },
    mostMs,
  )

export const moneyLeft = (run: Run, operation: string, since = 0): number =>
  run.fixture.wire.passages.filter((one) => one.operation === operation && one.left > since).length

export const reasonOf = (result: Result<unknown>): string => {
  if (result.ok) return 'ok'
  const { fault } = result
  return fault.kind === 'denied' ? fault.reason : fault.kind
}
