// Runs that are killed anywhere, on a gateway that breaks off, refuses and loses answers, while a
// second person refunds by hand: npm run -s runs -- --rows N --kills K --sets S --seed S [--calm]
// [--desks]. The saved results are compared with the gateway's books, row for row. `--calm`: nobody
// else moves the books and nothing goes wrong, so each row has to go as the check foretold.
// `--desks`: two desks that know nothing of each other, on one list. One JSON line last; exits 1
// when anything was sent twice, in another amount, lost, or before a person resumed it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { rigAt } from '../journeys/carry-out.ts'
import { approvalsIn } from './faults/oracle/approvals.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { openWire } from './faults/wire.ts'
import { campaign, type Say } from './runner/campaign.ts'
import { askedIn, drawAsked, type KindOfRun, kindsOfRun } from './runs/asked.ts'
import {
  compareOwnIds,
  compareRows,
  foretoldWrong,
  noVerdict,
  type Verdict,
} from './runs/compare.ts'
import { live, taskIn } from './runs/lives.ts'
import type { AskedAmount, ToldRow } from './runs/run-task.ts'
import { compareTwo, type TwoDesksVerdict } from './runs/two-desks.ts'

export interface RunsSummary extends Verdict, Omit<TwoDesksVerdict, 'sentTwice'> {
  sets: number
  kills: number
  sentBeforeResume: number
  /** Requests of money that came to the gateway, and questions. */
  requests: number
  /** Rows of which the check said otherwise than the money of their orders does. */
  foretoldWrong: number
  /** Approvals that runs used up, and requests that left without one where each takes one. */
  approved: number
  unapproved: number
}

interface Options {
  rows: number
  kills: number
  sets: number
  seed: number
  calm: boolean
  desks: boolean
  say: Say
}

export async function runRuns(options: Options): Promise<RunsSummary> {
  const summary: RunsSummary = {
    ...{ sets: options.sets, kills: 0, sentBeforeResume: 0, requests: 0, foretoldWrong: 0 },
    ...{ approved: 0, unapproved: 0 },
    ...{ ...noVerdict(), shared: 0, crossed: 0, sentThoughTold: 0 },
  }
  for (let set = 0; set < options.sets; set += 1) {
    const seeded = { ...options, seed: options.seed + set }
    if (options.desks) await playTwo(seeded, summary)
    else for (const what of kindsOfRun) await playSet({ ...seeded, what }, summary)
  }
  return summary
}

interface Stage {
  home: string
  sandbox: Sandbox
  random: Random
  wireTo: (place: string) => ReturnType<typeof openWire>
}

async function onStage(seed: number, play: (stage: Stage) => Promise<void>): Promise<void> {
  const random = makeRandom(seed)
  const home = mkdtempSync(join(tmpdir(), 'paydesk-runs-'))
  const sandbox = await startSandbox({ processingMs: 30, seedDays: 0 })
  let place = 0
  const next = (): number => (place += 1)
  const wires: Awaited<ReturnType<typeof openWire>>[] = []
  const wireTo = async (name: string) => {
    const now = (): number => performance.now()
    const wire = await openWire({ place: name, target: sandbox.baseUrl, next, now })
    wire.delayMs = () => random.below(30)
    wires.push(wire)
    return wire
  }
  await play({ home, sandbox, random, wireTo })
  for (const wire of wires) await wire.close()
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
}

const add = <T extends object>(summary: T, verdict: Partial<T>): void => {
  for (const [name, count] of Object.entries(verdict) as [keyof T, number][])
    summary[name] = ((summary[name] as number) + count) as T[keyof T]
}

const playSet = (
  { what, calm, say, ...options }: Options & { what: KindOfRun },
  summary: RunsSummary,
): Promise<void> =>
  onStage(options.seed, async ({ home, sandbox, random, wireTo }) => {
    const { seed, rows: count } = options
    const wire = await wireTo('main')
    const asked = await drawAsked(what, { sandbox, random, count, isCalm: calm })
    // Every second one is asked for by one person and approved by another.
    const hasPeople = (seed + kindsOfRun.indexOf(what)) % 2 === 0
    const rows = 'rows' in asked && what === 'return' ? (asked.rows as AskedAmount[]) : []
    const task = taskIn(home, 'desk', sandbox, {
      ...{ baseUrl: wire.baseUrl, askedFile: askedIn(home, asked), keeps: 'all', seed, hasPeople },
    })
    const others: AskedAmount[] = []
    const kills = calm ? 0 : options.kills
    const results = await live({ task, wire, random, kills, summary }, async () => {
      if (rows.length > 0 && random.chance(0.5))
        others.push(...(await refundByHand(sandbox, random, rows)))
    })
    const tell = (line: string): void => say(`seed ${seed}, ${what}: ${line}`)
    if (hasPeople) {
      const { faults, used } = approvalsIn(join(task.folder, 'ledger.sqlite'))
      summary.approved += used
      summary.unapproved += faults.length
      faults.forEach(tell)
    }
    add(summary, verdictOn(what, results, { sandbox, others, tell }))
    if (calm && what === 'return') summary.foretoldWrong += foretoldWrong(results[0] ?? [], tell)
    summary.requests += wire.passages.length
  })

function verdictOn(
  what: KindOfRun,
  results: readonly ToldRow[][],
  { sandbox, others, tell }: { sandbox: Sandbox; others: readonly AskedAmount[]; tell: Say },
): Verdict {
  const booksSay = what === 'payout-check' ? 'payout-pay' : what
  const effects = sandbox.effects().filter(({ operation }) => operation === booksSay)
  return ['return', 'capture', 'void'].includes(what)
    ? compareRows(results[0] ?? [], effects, others, tell)
    : compareOwnIds(results, effects, tell)
}

const playTwo = ({ rows: count, kills, seed, say }: Options, summary: RunsSummary): Promise<void> =>
  onStage(seed, async ({ home, sandbox, random, wireTo }) => {
    const asked = await drawAsked('return', { sandbox, random, count, isCalm: false })
    if (!('rows' in asked)) return
    // What two lists have in common is each amount of an order once.
    const amounts = asked.rows as AskedAmount[]
    const rows = amounts.filter(
      ({ orderid, amount }, at) =>
        amounts.findIndex(
          (one) => one.orderid === orderid && one.amount.amount === amount.amount,
        ) === at,
    )
    const askedFile = askedIn(home, { ...asked, rows })
    const desks = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const wire = await wireTo(name)
        const task = taskIn(home, name, sandbox, {
          ...{ baseUrl: wire.baseUrl, askedFile, keeps: 'none', seed, hasPeople: false },
        })
        return { wire, lives: { task, wire, random: makeRandom(seed), kills, summary } }
      }),
    )
    const hasSentSome = (): boolean =>
      desks[0]!.wire.passages.filter(
        ({ operation, answered }) => operation === 'return' && answered !== null,
      ).length >=
      count / 6
    const told = await Promise.all(
      desks.map(async ({ lives }, at) => {
        // Every second one first looks at orders that the other has begun to refund.
        if (at === 1 && seed % 2 === 0)
          for (let left = 600; left > 0 && !hasSentSome(); left -= 1) await sleep(50)
        return live(lives)
      }),
    )
    const effects = sandbox.effects().filter(({ operation }) => operation === 'return')
    const both = desks.map(({ wire: { passages } }, at) => ({ passages, told: told[at]!.flat() }))
    const verdict = compareTwo(rows, both, effects, (line) =>
      say(`seed ${seed}, two desks: ${line}`),
    )
    add<RunsSummary>(summary, verdict)
    for (const { told: of } of both) {
      summary.rows += of.length
      summary.done += of.filter(({ outcome }) => outcome === 'done').length
    }
    for (const { wire } of desks) summary.requests += wire.passages.length
  })

/** A second person at the gateway, on one of the orders, in an amount of no row. */
async function refundByHand(
  sandbox: Sandbox,
  random: Random,
  rows: readonly AskedAmount[],
): Promise<AskedAmount[]> {
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

const nought = [
  ...(['sentTwice', 'otherAmount', 'lost', 'sentBeforeResume', 'outOfOrder'] as const),
  ...(['unnamed', 'foretoldWrong', 'sentThoughTold', 'unapproved'] as const),
] as const

export const isClean = (summary: RunsSummary, { calm }: { calm: boolean }): boolean =>
  nought.every((name) => summary[name] === 0) &&
  summary.done > 0 &&
  (!calm || summary.otherwise === 0)

if (import.meta.main)
  await campaign({
    options: { rows: 30, kills: 8, sets: 2, seed: 1, calm: false, desks: false },
    run: runRuns,
    isGood: isClean,
  })
