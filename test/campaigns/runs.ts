// Runs that are killed anywhere, on a gateway that breaks off, refuses and loses answers, while a
// second person refunds by hand: npm run -s runs -- --rows N --kills K --sets S --seed S. One JSON
// line last; exits 1 when anything was sent twice, in another amount, lost, or before a person
// resumed it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { rigAt } from '../journeys/carry-out.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { openWire, type Wire } from './faults/wire.ts'
import { campaign, type Say } from './runner/campaign.ts'
import { ended, killed, startDesk } from './runner/programs.ts'
import { compareOwnIds, compareRows, type Verdict } from './runs/compare.ts'
import type { Asked, AskedRefund, RunTask, ToldRow } from './runs/run-task.ts'

export interface RunsSummary extends Verdict {
  sets: number
  kills: number
  sentBeforeResume: number
  /** Requests of money that came to the gateway. */
  requests: number
}

/** Carried out and not answered, refused, broken off, 429 and 5xx: by the end of the amount. */
const endings = ['01', '02', '03', '13', '14', '15', '16', '17', '18', '50', '60']
/** Paid orders with 2, 0 and 3 decimals. */
const kinds = [
  { about: /paid sale of 120\.00 EUR/, currency: 'EUR', of: (n: string) => `1.${n}` },
  { about: /sale of 12000 JPY/, currency: 'JPY', of: (n: string) => `1${n}` },
  { about: /sale of 45\.500 KWD/, currency: 'KWD', of: (n: string) => `1.1${n}` },
] as const

export async function runRuns(options: {
  rows: number
  kills: number
  sets: number
  seed: number
  say: Say
}): Promise<RunsSummary> {
  const summary: RunsSummary = {
    ...{ sets: options.sets, kills: 0, sentBeforeResume: 0, requests: 0, rows: 0, done: 0 },
    ...{ sentTwice: 0, otherAmount: 0, lost: 0, unknown: 0, skipped: 0 },
  }
  for (let set = 0; set < options.sets; set += 1)
    for (const what of kindsOfRun)
      await playSet({ ...options, seed: options.seed + set, what }, summary)
  return summary
}

/** Refunds of selected orders, and what lists make; of each, what the books call it. */
const kindsOfRun = ['return', 'payout', 'payout-check', 'make-rebill'] as const
type KindOfRun = (typeof kindsOfRun)[number]
type SetOptions = Parameters<typeof runRuns>[0] & { what: KindOfRun }

async function playSet(options: SetOptions, summary: RunsSummary): Promise<void> {
  const random = makeRandom(options.seed)
  const home = mkdtempSync(join(tmpdir(), 'paydesk-runs-'))
  const sandbox = await startSandbox({ processingMs: 30, seedDays: 0 })
  let place = 0
  const next = (): number => (place += 1)
  const wire = await openWire({
    ...{ place: 'main', target: sandbox.baseUrl, next, now: () => performance.now() },
  })
  wire.delayMs = () => random.below(30)
  const { what } = options
  const rows = what === 'return' ? rowsFor(sandbox, random, options.rows) : []
  const asked: Asked =
    what === 'return'
      ? { rows }
      : { list: { operation: what, text: await listFor(what, sandbox, random, options.rows) } }
  // A hundred thousand rows are too long for the arguments of a program.
  const askedFile = join(home, 'asked.json')
  writeFileSync(askedFile, JSON.stringify(asked))
  const task = {
    ...{ folder: join(home, 'desk'), vaultFile: join(home, 'keychain.json') },
    ...{ baseUrl: wire.baseUrl, identity: sandbox.identity, askedFile },
    seed: options.seed,
  }
  const others: AskedRefund[] = []
  for (let life = 0; life < options.kills; life += 1) {
    const hasDied = await liveAndDie({ ...task, isLast: false }, wire, random, summary)
    if (rows.length > 0 && random.chance(0.5))
      others.push(...(await refundByHand(sandbox, random, rows)))
    if (hasDied) summary.kills += 1
  }
  const told = await lastLife({ ...task, isLast: true }, wire, summary)
  const tell = (line: string): void => options.say(`seed ${options.seed}, ${what}: ${line}`)
  const verdict =
    what === 'return'
      ? compareRows(told, sandbox.effects(), others, tell)
      : compareOwnIds(told, sandbox.effects(), what === 'payout-check' ? 'payout-pay' : what, tell)
  for (const [name, count] of Object.entries(verdict) as [keyof Verdict, number][])
    summary[name] += count
  summary.requests += wire.passages.length
  await wire.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
}

/** Several parts of an order in turn, and orders in between. */
function rowsFor(sandbox: Sandbox, random: Random, count: number): AskedRefund[] {
  const orders = Array.from({ length: Math.ceil(count / 3) }, (_, nth) => {
    const kind = kinds[nth % kinds.length]!
    const found = sandbox.renewTraining().find(({ about }) => kind.about.test(about))!
    return { ...kind, orderid: found.orderid }
  })
  return Array.from({ length: count }, () => {
    const { orderid, currency, of } = random.pick(orders)
    return { orderid, amount: { amount: of(random.pick(endings)), currency } }
  })
}

/** A few cards or accounts, so that some lines move the same once more. */
async function listFor(
  what: Exclude<KindOfRun, 'return'>,
  sandbox: Sandbox,
  random: Random,
  count: number,
): Promise<string> {
  if (what !== 'make-rebill') return payoutsFor(random, count)
  const rig = await rigAt(sandbox)
  const refs: string[] = []
  for (let nth = 0; nth < Math.ceil(count / 2); nth += 1) {
    const order = sandbox.renewTraining().find(({ about }) => kinds[0].about.test(about))!
    const ids = { client_orderid: order.clientOrderid, orderid: order.orderid }
    refs.push((await rig.perform('create-card-ref', ids)).answer['card-ref-id']!)
  }
  const lines = Array.from({ length: count }, (_, nth) => {
    const { currency, of } = random.pick(kinds)
    return `${random.pick(refs)};${of(random.pick(endings))};${currency};part ${nth + 1}`
  })
  return ['Card reference;Amount;Currency;Description', ...lines].join('\n')
}

function payoutsFor(random: Random, count: number): string {
  const lines = Array.from({ length: count }, (_, nth) => {
    const { currency, of } = random.pick(kinds)
    const account = 40_000_001 + random.below(Math.ceil(count / 2))
    return `Supplier ${account};${account};${of(random.pick(endings))};${currency};part ${nth + 1}`
  })
  return ['Supplier;Account;Amount;Currency;Description', ...lines].join('\n')
}

/** Told of each request of money that comes before the desk has said that it was resumed. */
function watchResume(wire: Wire, summary: RunsSummary): (line: string) => void {
  let isResumed = false
  wire.onMoney = () => {
    if (!isResumed) summary.sentBeforeResume += 1
  }
  return (line) => {
    isResumed ||= line === 'resumes'
  }
}

/** False when the run had ended before the kill. */
async function liveAndDie(
  task: RunTask,
  wire: Wire,
  random: Random,
  summary: RunsSummary,
): Promise<boolean> {
  const onLine = watchResume(wire, summary)
  const linesFirst = 1 + random.below(40)
  const delayMs = random.below(60)
  let lines = 0
  let isEnded = false
  const desk = startDesk('runs/desk.ts', task, {
    onLine: (line) => {
      onLine(line)
      lines += 1
      isEnded ||= line === 'ended'
      if (lines === linesFirst || isEnded)
        setTimeout(() => desk.child.kill('SIGKILL'), isEnded ? 0 : delayMs)
    },
  })
  await killed(desk)
  // What was on its way has arrived.
  await wire.idle()
  return !isEnded
}

async function lastLife(task: RunTask, wire: Wire, summary: RunsSummary): Promise<ToldRow[]> {
  const onLine = watchResume(wire, summary)
  const desk = startDesk('runs/desk.ts', task, { onLine })
  await ended(desk, 'the last life')
  await wire.idle()
  return desk.said
    .filter((line) => line.startsWith('row '))
    .map((line) => JSON.parse(line.slice(4)) as ToldRow)
}

/** A second person at the gateway, on one of the orders, in an amount of no row. */
async function refundByHand(
  sandbox: Sandbox,
  random: Random,
  rows: readonly AskedRefund[],
): Promise<AskedRefund[]> {
  const { orderid, amount } = random.pick(rows)
  const order = sandbox.trainingOrders().find((one) => one.orderid === orderid)
  if (order === undefined || amount.currency !== 'EUR') return []
  const before = sandbox.effects().length
  const colleague = await rigAt(sandbox)
  const theirs = { amount: '0.05', currency: 'EUR' }
  await colleague
    .perform('return', {
      ...{ orderid, client_orderid: order.clientOrderid, comment: 'by hand', ...theirs },
    })
    .catch(() => null)
  return sandbox.effects().length === before ? [] : [{ orderid, amount: theirs }]
}

export const isClean = (summary: RunsSummary): boolean =>
  summary.sentTwice + summary.otherAmount + summary.lost + summary.sentBeforeResume === 0 &&
  summary.done > 0

if (import.meta.main)
  await campaign({
    options: { rows: 30, kills: 8, sets: 2, seed: 1 },
    run: runRuns,
    isGood: isClean,
  })
