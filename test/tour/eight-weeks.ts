// Eight weeks of work before the tour begins, so that figures, reports and lists have days to
// compare. The weeks are honest: the same program sends each request to the same sandbox, on a
// clock that stands on that day. Nothing is written by hand.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Assembled } from '../../src/main/assemble.ts'
import { sandboxId } from '../../src/main/composition/sandbox-connection.ts'
import { openVault } from '../../src/main/vault/open.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { openDeskAt } from '../campaigns/faults/fixture.ts'
import { must as mustDo } from '../campaigns/faults/must.ts'
import { fillIn } from '../journeys/customer.ts'
import { account, ip } from '../screens/operation-form-driver.ts'
import { must } from './main-job.ts'

const dayMs = 86_400_000

interface Day {
  /** Before the day of the tour. */
  ago: number
  /** Amount and reason. */
  refunds?: readonly (readonly [string, string])[]
  captures?: readonly string[]
  /** Amount and what for, to a bank account. */
  payouts?: readonly (readonly [string, string])[]
  /** Amount and what for; paid at once unless the customer is not to be found. */
  links?: readonly (readonly [string, string])[]
}

/** Weekends are quiet, and some weekdays have nothing. */
const days: readonly Day[] = [
  { ago: 53, refunds: [['44.00', 'Damaged goods']], payouts: [['70.00', 'Prize']] },
  { ago: 51, captures: ['120.00', '210.00'] },
  { ago: 48, refunds: [['96.00', 'Goods returned']], links: [['33.00', 'Shade, silk']] },
  { ago: 46, refunds: [['52.50', 'Customer request']], captures: ['95.00'] },
  { ago: 44, refunds: [['118.00', 'Not delivered']], payouts: [['24.00', 'Deposit back']] },
  { ago: 41, captures: ['165.00'], links: [['84.00', 'Lamp no. 3']] },
  { ago: 39, refunds: [['39.00', 'Customer request']], payouts: [['110.00', 'Prize']] },
  { ago: 37, refunds: [['72.00', 'Paid twice']], captures: ['55.00'] },
  { ago: 34, refunds: [['29.00', 'Damaged goods']], links: [['96.50', 'Two shades']] },
  { ago: 32, captures: ['140.00'], payouts: [['18.00', 'Deposit back']] },
  { ago: 30, refunds: [['101.00', 'Goods returned']] },
  { ago: 27, refunds: [['60.00', 'Customer request']], captures: ['150.00'] },
  { ago: 24, refunds: [['35.50', 'Damaged goods']], payouts: [['40.00', 'Prize']] },
  { ago: 22, refunds: [['90.00', 'Not delivered']], captures: ['80.00'] },
  { ago: 20, refunds: [['25.00', 'Goods returned']], payouts: [['15.00', 'Deposit back']] },
  { ago: 17, captures: ['200.00'], refunds: [['110.00', 'Customer request']] },
  { ago: 15, refunds: [['48.00', 'Paid twice']], payouts: [['22.50', 'Prize']] },
  {
    ago: 13,
    refunds: [
      ['120.00', 'Goods returned'],
      ['42.00', 'Damaged goods'],
    ],
    captures: ['90.00'],
    links: [['64.00', 'Lamp no. 2']],
  },
  { ago: 12, refunds: [['75.50', 'Customer request']], payouts: [['30.00', 'Deposit back']] },
  {
    ago: 11,
    refunds: [
      ['19.90', 'Damaged goods'],
      ['58.00', 'Not delivered'],
    ],
    captures: ['240.00'],
    links: [['18.50', 'Shade, linen']],
  },
  { ago: 10, captures: ['60.00'], payouts: [['85.00', 'Prize']] },
  {
    ago: 9,
    refunds: [
      ['120.00', 'Customer request'],
      ['99.00', 'Goods returned'],
      ['36.00', 'Paid twice'],
    ],
    links: [['129.00', 'Lamp no. 4']],
  },
  { ago: 6, refunds: [['27.50', 'Damaged goods']], captures: ['175.00'] },
  {
    ago: 5,
    refunds: [
      ['88.00', 'Goods returned'],
      ['54.00', 'Customer request'],
    ],
    payouts: [
      ['45.00', 'Deposit back'],
      ['12.00', 'Prize'],
    ],
    links: [['42.00', 'Lamp no. 7']],
  },
  { ago: 4, refunds: [['120.00', 'Not delivered']], captures: ['110.00'] },
  {
    ago: 2,
    refunds: [
      ['66.00', 'Customer request'],
      ['31.50', 'Damaged goods'],
    ],
    payouts: [['95.00', 'Prize']],
    links: [['75.00', 'Two shades']],
  },
  {
    ago: 1,
    refunds: [
      ['104.00', 'Goods returned'],
      ['20.00', 'Customer request'],
    ],
    captures: ['130.00', '45.00'],
    payouts: [['60.00', 'Deposit back']],
    links: [['29.90', 'Lamp no. 1']],
  },
]

/** Whom is paid, in turn. */
const payees = [
  { account_name: 'Zoë Größe', account_number: account },
  { account_name: 'Ann Smith', account_number: 'EE382200221020145685' },
  { account_name: 'Jörg Müller', account_number: 'FI2112345600000785' },
] as const

interface Weeks {
  desk: Assembled['desk']
  sandbox: Sandbox
  /** Milliseconds since 1970; the clock of desk and sandbox. */
  time: { now: number }
  made: number
}
const connectionId = sandboxId

/** Sends it and waits until it is final; `between`: what the customer does meanwhile. */
async function send(
  weeks: Weeks,
  operation: OperationId,
  request: Record<string, string>,
  between: (answer: AttemptView['answer']) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { desk, time } = weeks
  const review = mustDo(await desk['attempt:review']({ connectionId, operation, request }))
  const { id, answer } = mustDo(await desk['attempt:confirm'](review))
  weeks.made += 1
  time.now += 4_000
  await between(answer)
  for (let tries = 0; tries < 200; tries += 1) {
    const list = { connectionId, operations: [operation], limit: 100 }
    const row = mustDo(await desk['register:list'](list)).rows.find((one) => one.id === id)
    if (row?.state === 'SUCCEEDED') {
      // Minutes lie between two requests.
      time.now += 7 * 60_000
      return
    }
    if (row !== undefined && row.orderid !== '')
      mustDo(await desk['order:check']({ connectionId, orderid: row.orderid }))
    await wait(10)
  }
  throw new Error(`${operation} of the weeks before never ended`)
}

/** On a fresh practice order, found by words of its description. */
async function onFreshOrder(
  weeks: Weeks,
  [operation, about]: readonly ['return' | 'capture', RegExp],
  more: Record<string, string>,
): Promise<void> {
  const fresh = weeks.sandbox.renewTraining().find((order) => about.test(order.about))
  const look = { connectionId, by: 'orderid', value: String(fresh?.orderid) } as const
  const { orderid, clientOrderid } = mustDo(await weeks.desk['order:look-up'](look))
  const request = { client_orderid: clientOrderid, orderid, currency: 'EUR', ...more }
  await send(weeks, operation, request)
}

async function workOf(day: Day, weeks: Weeks): Promise<void> {
  for (const [amount, comment] of day.refunds ?? [])
    await onFreshOrder(weeks, ['return', /paid sale of 120\.00 EUR/], { amount, comment })
  for (const amount of day.captures ?? [])
    await onFreshOrder(weeks, ['capture', /hold of 300\.00 EUR/], { amount })
  const common = { currency: 'EUR', ipaddress: ip }
  for (const [amount, order_desc] of day.payouts ?? []) {
    const payee = payees[weeks.made % payees.length]
    await send(weeks, 'payout', { ...common, ...payee, amount, order_desc })
  }
  for (const [amount, order_desc] of day.links ?? []) {
    const more = { email: 'zoe@example.org', redirect_url: 'http://127.0.0.1:9/back' }
    await send(weeks, 'sale-form', { ...common, ...more, amount, order_desc }, (answer) =>
      fillIn(String(answer['redirect-url']), 'card'),
    )
  }
}

/** Into the folder that the program opens afterwards; answers how many requests were made. */
export async function eightWeeks(folder: string): Promise<number> {
  const start = Date.now()
  const time = { now: start - 55 * dayMs }
  const clock = (): number => time.now
  const db = join(folder, 'sandbox.sqlite')
  const sandbox = await startSandbox({ db, clock, processingMs: 0 })
  // The program's own name of the folder in the keychain (src/main/index.ts).
  const profile = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const vault = await openVault({ profile, hasSecrets: false })
  const { desk, close } = mustDo(
    await openDeskAt({ folder, baseUrl: sandbox.baseUrl, sandbox, vault, clock }),
  )
  mustDo(await desk['connection:set-money']({ connectionId, money: { undoMs: 0 } }))
  const weeks: Weeks = { desk, sandbox, time, made: 0 }
  for (const day of days) {
    // From ten in the morning, whatever the hour of the tour.
    const begin = Math.floor((start - day.ago * dayMs) / dayMs) * dayMs + 10 * 3_600_000
    must(begin > time.now, 'the days of the weeks before lie in order')
    time.now = begin
    await workOf(day, weeks)
  }
  time.now = start
  sandbox.renewTraining()
  await close()
  await sandbox.close()
  return weeks.made
}
