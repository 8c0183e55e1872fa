// Drives Paydesk as the old programs of the museum were driven: the real composition of main with
// its ledger file, vault, client and socket, pointed at the gateway of the room. The driver calls
// the methods that the window has, and keeps every fault, so that a room says what it was stopped
// by.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttemptState } from '#shared/attempt.ts'
import type { AttemptView, OrderView, Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { killDesk } from '../journeys/kill-desk.ts'
import { effectsOf, handleOf, must, type OpenDesk, openDesk } from '../journeys/story.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { wait } from './old.ts'
import { add, type Order, type Place, type Sums } from './place.ts'

interface DriverOptions {
  clock?: () => number
  /** How long a confirmed request can be undone; by default it is sent at once. */
  undoMs?: number
}

export interface DeskDriver {
  place: Place
  open: OpenDesk
  desk: OpenDesk['desk']
  stops: string[]
  /** Takes the value of an answer, or keeps what stopped it and answers null. */
  take<T>(result: Result<T>): T | null
  lookUp(order: Order): Promise<OrderView>
  /** What the screen shows, without asking the gateway. */
  shown(order: Order): Promise<OrderView>
  /** Looks at the order again, as the poller does. */
  check(order: Order): Promise<OrderView>
  /** Reviews a refund; without an amount, of all that is left. */
  review(order: Order, amount?: string, connectionId?: string): Promise<Review | null>
  reviewPayout(amount: string): Promise<Review | null>
  confirm(review: Review | null, twinsSeen?: string[]): Promise<string | null>
  /** Ends the wait of a confirmed request. */
  sendNow(review: Review | null): Promise<void>
  /** Reviews and confirms. */
  refund(order: Order, amount?: string): Promise<string | null>
  /** Waits until a request on the order is in that state. */
  until(order: Order, state: AttemptState): Promise<AttemptView>
  /** Waits until so much of the order was refunded, for good. */
  untilRefunded(order: Order, amount: string): Promise<void>
  /** Waits until a payout is in that state. */
  untilPayout(state: AttemptState): Promise<AttemptView>
  /** Closes Paydesk and starts it again on the same folder and keychain. */
  restart(options?: DriverOptions): Promise<void>
  /**
   * Another Paydesk refunds, and is killed once the gateway has carried it out; restart() opens
   * what it left.
   */
  killed(order: Order, amount: string): Promise<void>
  /** A second computer: a Paydesk of its own at the same gateway. */
  colleague(): Promise<DeskDriver>
  /** What Paydesk says has left. */
  reported(): Promise<Sums>
  close(): Promise<void>
}

const reason = (result: Result<unknown>): string | null => {
  if (result.ok) return null
  return result.fault.kind === 'denied' ? result.fault.reason : result.fault.kind
}

const mostTries = 300
const openStates = new Set(['SENDING', 'UNKNOWN', 'ACCEPTED'])

export async function openDeskDriver(place: Place, stops: string[] = []): Promise<DeskDriver> {
  let folder = mkdtempSync(join(tmpdir(), 'paydesk-museum-'))
  let vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
  const folders = [folder]
  const others: DeskDriver[] = []
  const start = (options: DriverOptions): Promise<OpenDesk> =>
    openDesk({ folder, vault, sandbox: handleOf(place.sandbox), ...options })
  let open = await start({})
  const driver: DeskDriver = {
    place,
    stops,
    get open() {
      return open
    },
    get desk() {
      return open.desk
    },
    take: (result) => {
      const stop = reason(result)
      if (stop !== null) stops.push(stop)
      return result.ok ? result.value : null
    },
    ...looking(place, () => open.desk),
    ...sending(() => driver),
    async restart(options = {}) {
      await open.close()
      open = await start(options)
    },
    async killed({ orderid }, amount) {
      folder = mkdtempSync(join(tmpdir(), 'paydesk-museum-'))
      folders.push(folder)
      vault = createMemoryVault()
      const { sandbox } = place
      const isTime = (): boolean => effectsOf(sandbox, orderid, 'return') > 0
      await killDesk({ folder, sandbox, orderid, amount, isTime })
    },
    async colleague() {
      const other = await openDeskDriver(place, stops)
      others.push(other)
      return other
    },
    reported: () => toldBy(open.desk, place),
    async close() {
      for (const other of others) await other.close()
      await open.close()
      for (const one of folders) rmSync(one, { recursive: true, force: true })
    },
  }
  return driver
}

type Looking = Pick<
  DeskDriver,
  'lookUp' | 'shown' | 'check' | 'until' | 'untilRefunded' | 'untilPayout'
>

function looking(place: Place, desk: () => OpenDesk['desk']): Looking {
  const check = async ({ orderid }: Order): Promise<OrderView> =>
    must(await desk()['order:check']({ connectionId: 'sandbox', orderid }))
  return {
    check,
    lookUp: async ({ orderid: value }) =>
      must(await desk()['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value })),
    shown: async ({ orderid }) =>
      must(await desk()['order:show']({ connectionId: 'sandbox', orderid })),
    async untilRefunded(order, amount) {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const { returned, attempts } = await check(order)
        const isOpen = attempts.some(({ state }) => openStates.has(state))
        if (!isOpen && returned?.amount === amount) return
        place.passTime()
        await wait(50)
      }
      throw new Error(`never was ${amount} refunded`)
    },
    until: (order, state) => become(place, state, async () => (await check(order)).attempts),
    untilPayout: (state) => become(place, state, () => payouts(desk())),
  }
}

async function become(
  place: Place,
  state: AttemptState,
  look: () => Promise<AttemptView[]>,
): Promise<AttemptView> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const attempt = (await look()).find((one) => one.state === state)
    if (attempt !== undefined) return attempt
    place.passTime()
    await wait(50)
  }
  throw new Error(`no request became ${state}`)
}

type Sending = Pick<DeskDriver, 'review' | 'reviewPayout' | 'confirm' | 'sendNow' | 'refund'>

function sending(driver: () => DeskDriver): Sending {
  const prepare = async (
    operation: OperationId,
    request: Record<string, string>,
    connectionId: string,
  ): Promise<Review | null> =>
    driver().take(await driver().desk['attempt:review']({ connectionId, operation, request }))
  return {
    review: ({ orderid, clientOrderid }, amount, connectionId = 'sandbox') => {
      const money = amount === undefined ? {} : { amount, currency: 'EUR' }
      const ids = { client_orderid: clientOrderid, orderid }
      return prepare('return', { ...ids, ...money, comment: 'damaged goods' }, connectionId)
    },
    reviewPayout: (amount) =>
      prepare(
        'payout',
        {
          amount,
          currency: 'EUR',
          order_desc: 'Expense 1737',
          ipaddress: '203.0.113.7',
          account_number: 'DE89370400440532013000',
          account_name: 'Zoë Müller',
        },
        'sandbox',
      ),
    async confirm(review, twinsSeen) {
      if (review === null) return null
      const { attemptId, token } = review
      const input = { attemptId, token, ...(twinsSeen === undefined ? {} : { twinsSeen }) }
      return driver().take(await driver().desk['attempt:confirm'](input))?.state ?? null
    },
    async sendNow(review) {
      if (review === null) return
      driver().take(await driver().desk['attempt:send-now']({ attemptId: review.attemptId }))
    },
    async refund(order, amount) {
      return driver().confirm(await driver().review(order, amount))
    },
  }
}

async function payouts(desk: OpenDesk['desk']): Promise<AttemptView[]> {
  const query = { connectionId: 'sandbox', operations: ['payout' as const], limit: 100 }
  return must(await desk['register:list'](query)).rows
}

/** As the screens show it; an order never looked up here is not spoken of. */
async function toldBy(desk: OpenDesk['desk'], place: Place): Promise<Sums> {
  let sums: Sums = {}
  for (const [name, { orderid }] of place.orders()) {
    const shown = await desk['order:show']({ connectionId: 'sandbox', orderid })
    if (!shown.ok) continue
    const { hasUnknown, returned, attempts } = shown.value
    const isOpen = hasUnknown || attempts.some(({ state }) => openStates.has(state))
    sums[name] = isOpen ? 'unknown' : (returned?.amount ?? '0.00')
  }
  for (const { state, amount } of await payouts(desk)) {
    if (openStates.has(state)) sums['payouts'] = 'unknown'
    else if (state === 'SUCCEEDED' && sums['payouts'] !== 'unknown')
      sums = add(sums, 'payouts', amount?.amount ?? '0.00')
  }
  return sums
}
