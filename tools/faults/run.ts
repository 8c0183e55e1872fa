// One run: a desk, its clock, its orders, and what was meant with each request. It holds what the schedule does and what the oracle
// asks; it decides nothing.
import { rmSync } from 'node:fs'
import type { Output } from '#shared/bridge.ts'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { Assembled } from '../../src/main/assemble.ts'
import { sandboxId } from '../../src/main/sandbox-connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { TrainingOrder } from '../../src/sandbox/start.ts'
import { type Lane, must, openDeskAt } from './lane.ts'
import type { Action } from './matrix.ts'
import { makeRandom, type Random } from './random.ts'

export interface Intent {
  /** In the comment of returns and voids; captures are told apart by their amount. */
  name: string
  action: Action
  orderid: string
  attemptId: string
  amountMinor: number
  digest: string
  fields: { name: string; value: string }[]
}

export interface Run {
  seed: number
  random: Random
  lane: Lane
  folder: string
  time: { now: number }
  desk(): Assembled['desk']
  /** Closes without waiting for what is being sent, and opens the same files again. */
  restart(): Promise<void>
  /** Another program on the same files, while this one runs. */
  openSecond(): Promise<Result<Assembled>>
  intents: Intent[]
  orders: Set<string>
  hits: Set<string>
  problems: string[]
  close(): Promise<void>
  discard(): void
}

export async function openRun(lane: Lane, seed: number): Promise<Run> {
  const folder = lane.newFolder()
  const vault = createMemoryVault()
  const time = { now: Date.now() }
  // It moves with every look, so that no two events share an instant unless the schedule turns it back.
  const clock = (): number => (time.now += 3)
  const open = () =>
    openDeskAt({ folder, baseUrl: lane.wire.baseUrl, sandbox: lane.sandbox, vault, clock })
  let assembled = must(await open())
  lane.sandbox.clearFaults()
  lane.sandbox.setSwitch('accepts-identical-return', true)
  lane.wire.clear()
  lane.wire.requests.length = 0
  lane.sandbox.renewTraining()
  return {
    seed,
    random: makeRandom(seed),
    lane,
    folder,
    time,
    desk: () => assembled.desk,
    restart: async () => {
      await assembled.close()
      assembled = must(await open())
    },
    openSecond: open,
    intents: [],
    orders: new Set(),
    hits: new Set(),
    problems: [],
    close: () => assembled.close(),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const wanted: Record<Action, readonly RegExp[]> = {
  return: [/5000\.00 EUR for magic/, /paid sale of 120\.00 EUR/],
  capture: [/hold of 300\.00 EUR/, /hold of 500\.00 EUR/],
  void: [/80\.00 GBP/],
}

export function orderFor(run: Run, action: Action): TrainingOrder {
  const words = run.random.pick(wanted[action])
  const found = run.lane.sandbox.trainingOrders().find((order) => words.test(order.about))
  if (found === undefined) throw new Error(`no training order ${words}`)
  run.orders.add(found.orderid)
  return found
}

export const lookUp = (run: Run, orderid: string): Promise<Result<OrderView>> =>
  run.desk()['order:look-up']({ connectionId: sandboxId, by: 'orderid', value: orderid })

export const check = (run: Run, orderid: string): Promise<Result<OrderView>> =>
  run.desk()['order:check']({ connectionId: sandboxId, orderid })

/** Two intents never move the same amount, unless the caller says which; none ends as a magic amount does. */
export async function review(
  run: Run,
  action: Action,
  order: TrainingOrder,
  amountMinor = (2 + run.intents.length) * 100 + 50 + run.random.below(50),
): Promise<Result<Review>> {
  const name = `run ${run.seed} intent ${run.intents.length}`
  const money = { amount: (amountMinor / 100).toFixed(2), currency: 'EUR' }
  const comment = { comment: name }
  const more = action === 'return' ? { ...money, ...comment } : action === 'void' ? comment : money
  const made = await run.desk()['attempt:prepare']({
    connectionId: sandboxId,
    operation: action,
    request: { client_orderid: order.clientOrderid, orderid: order.orderid, ...more },
  })
  if (made.ok)
    run.intents.push({
      name,
      action,
      orderid: order.orderid,
      attemptId: made.value.attemptId,
      amountMinor,
      digest: made.value.digest,
      fields: made.value.fields,
    })
  return made
}

export const confirm = (
  run: Run,
  { attemptId, token }: Pick<Review, 'attemptId' | 'token'>,
): Promise<Result<Output['attempt:confirm']>> => run.desk()['attempt:confirm']({ attemptId, token })

export const stateOf = async (run: Run, attemptId: string): Promise<string | undefined> =>
  must(await run.desk()['attempt:list']({ isOpen: false })).find((row) => row.id === attemptId)
    ?.state

/** What the service's own books say happened because of this intent. */
export function effectsOf(run: Run, intent: Intent) {
  const { sandbox } = run.lane
  const serials = new Set(
    sandbox
      .transactions(intent.orderid)
      .filter((row) =>
        intent.action === 'capture'
          ? row.type === 'capture' && row.amountMinor === intent.amountMinor
          : row.comment === intent.name,
      )
      .map((row) => row.requestSerial),
  )
  return sandbox
    .effects()
    .filter((row) => row.orderid === intent.orderid && serials.has(row.requestSerial))
}

/** The requests that left the desk for this intent, as they passed the wire. */
export const sentFor = (run: Run, intent: Intent) =>
  run.lane.wire.requests.filter(
    ({ operation, fields }) =>
      operation === intent.action &&
      fields['orderid'] === intent.orderid &&
      (intent.action === 'capture'
        ? fields['amount'] === (intent.amountMinor / 100).toFixed(2)
        : fields['comment'] === intent.name),
  )
