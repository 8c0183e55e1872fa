// Storms over a team of desks: npm run -s storms -- --rounds N --seed S --desks D --orders O.
// First every driven play, whole and without each rule in turn; then rounds by chance, and last
// claims that all desks want at once. --attempts N: one round in which so many times a desk wants
// an order; --claims N: so many orders in calm and as many in chaos; both leave the plays out, and
// are the slices of `npm run evidence`. One JSON line last; exits 1 for an order that was refunded
// twice, never, or is stuck, and for a rule that could be taken away unseen.
import { campaign, type Say } from './runner/campaign.ts'
import { oldCopyPutBack, overOpenClaim } from './storms/at-the-database.ts'
import { stormByChance } from './storms/by-chance.ts'
import { contend } from './storms/contend.ts'
import { failedOver, ways } from './storms/fail-over.ts'
import {
  answerLostWhileWaiting,
  asleepAtEachStep,
  bothAtOnce,
  clockSetAtEachStep,
  cutAtEachStep,
  gatewayLoses,
  killedAtEachStep,
} from './storms/plays.ts'
import type { Step } from './storms/refund.ts'
import { type Count, openStage, type Stage } from './storms/stage.ts'

export interface StormsSummary {
  plays: number
  orders: number
  /** Orders with more than one refund in the gateway's count. */
  double: number
  /** Orders without one at the end. */
  missing: number
  /** Orders that a claim holds for ever. */
  stuck: number
  /** Records of the database that do not hold. */
  flaws: number
  /** Records that the fail-overs and the old copy lost. */
  lostRecords: number
  /** What the weather did in the rounds by chance and to the claims. */
  weather: Record<string, number>
  /** Doubles without a rule, by the rule; each has to show some. */
  without: Partial<Record<Rule, number>>
}

/** That a storm takes away; the other rules have tests of their own (docs/decisions/0224). */
const rules = [
  ...(['record_first', 'last-look', 'look-age', 'same-insert', 'roll-call', 'record_own'] as const),
  ...(['notices', 'record_next'] as const),
]
type Rule = (typeof rules)[number]

type WholePlay = (stage: Stage) => Promise<Count>

/**
 * A rule is taken away in these plays together with the last look: that alone changes nothing in
 * them.
 */
const withoutLook: Record<string, WholePlay> = {
  'two at once, no last look': (stage) => bothAtOnce(stage, 'bothnl', { off: ['last-look'] }),
  'an answer lost while waiting, no last look': (stage) =>
    answerLostWhileWaiting(stage, 'waitnl', ['last-look']),
}

/** `isShort`: fewer of the steps that need two processes each, and no plays of comparison. */
const wholePlays = (isShort: boolean): Record<string, WholePlay> => {
  const kills: Step[] = ['put', 'put-done', 'sending', 'written']
  const sleeps: Step[] = ['claimed', 'connected', 'looked']
  return {
    'two at once': (stage) => bothAtOnce(stage, 'both'),
    killed: (stage) => killedAtEachStep(stage, ...(isShort ? [kills] : [])),
    'cut off': (stage) => cutAtEachStep(stage, 'cut'),
    'answers lost': (stage) => cutAtEachStep(stage, 'lost'),
    'a silent gateway': gatewayLoses,
    asleep: (stage) => asleepAtEachStep(stage, 'sleep', [], ...(isShort ? [sleeps] : [])),
    'an answer lost while waiting': (stage) => answerLostWhileWaiting(stage, 'wait'),
    'the clock set': clockSetAtEachStep,
    'over an open claim': (stage) => overOpenClaim(stage, 'over'),
    ...(isShort ? {} : withoutLook),
  }
}

type NamedPlay = (stage: Stage, name: string) => Promise<Count>

/** By the rule that is missing. */
const playsWithout: Record<Exclude<Rule, keyof typeof failOversWithout>, NamedPlay> = {
  record_first: (stage, name) =>
    bothAtOnce(stage, name, { off: ['last-look'], without: 'record_first' }),
  'last-look': (stage, name) => asleepAtEachStep(stage, name, ['last-look'], ['connected']),
  'look-age': (stage, name) => asleepAtEachStep(stage, name, ['look-age'], ['looked']),
  'same-insert': (stage, name) => answerLostWhileWaiting(stage, name, ['same-insert', 'last-look']),
  record_next: (stage, name) => overOpenClaim(stage, name, 'record_next'),
}

/** A slow machine may carry out one of two that were meant to be at once before the other. */
const mostTries = 3

async function doublesWithout(stage: Stage, rule: string, play: NamedPlay): Promise<number> {
  for (let nth = 1; nth <= mostTries; nth += 1) {
    const name = `no${rule.replaceAll(/[-_]/g, '')}${nth}`
    const { doubles } = await play(stage, name)
    if (doubles.length > 0) return doubles.length
  }
  return 0
}

/** The ways through the fail-over that have to show doubles, by the rule that is missing. */
const failOversWithout = {
  'roll-call': 'rollcall',
  record_own: 'fenceless',
  notices: 'unheard',
} as const

interface Asked {
  rounds: number
  seed: number
  desks: number
  orders: number
  ms: number
  /** Orders that all desks claim at once, in calm and in chaos. */
  claims: number
  /** Rounds by chance and claims alone. */
  isChance: boolean
  isShort: boolean
  say: Say
}

export async function runStorms(options: Asked): Promise<StormsSummary> {
  const sum: StormsSummary = {
    ...{ plays: 0, orders: 0, double: 0, missing: 0, stuck: 0, flaws: 0, lostRecords: 0 },
    ...{ weather: {}, without: {} },
  }
  const add = (name: string, counted: Count): void => {
    sum.plays += 1
    sum.orders += counted.orders
    sum.double += counted.doubles.length
    sum.missing += counted.missing.length
    sum.stuck += counted.stuck.length
    sum.flaws += counted.flaws.length
    const { doubles, missing, stuck, flaws } = counted
    const wrong = [...doubles, ...missing, ...stuck, ...flaws]
    if (wrong.length > 0)
      options.say(`${name}: ${JSON.stringify({ doubles, missing, stuck, flaws })}`)
  }
  if (!options.isChance) await onStage((stage) => drive(stage, options, { sum, add }))
  for (let round = 0; round < options.rounds; round += 1)
    await onStage(async (stage) => {
      const { desks, orders, ms } = options
      const seed = options.seed + round
      const chance = await stormByChance(stage, { seed, desks, orders, ms })
      sum.lostRecords += chance.lostRecords
      blew(sum, chance)
      add(`seed ${seed}`, chance)
    })
  if (options.claims > 0)
    await onStage(async (stage) => {
      const { seed, desks, claims: orders, isShort } = options
      for (const isCalm of isShort ? [false] : [true, false]) {
        const name = isCalm ? 'calm' : 'chaos'
        const contended = await contend(stage, { name, seed, desks, orders, isCalm })
        blew(sum, contended)
        add(`claims in ${name}`, contended)
      }
    })
  return sum
}

const kinds = ['effects', 'won', 'kills', 'sleeps', 'cuts', 'lostAnswers', 'clocks', 'restarts']

function blew({ weather }: StormsSummary, counted: object): void {
  for (const [name, value] of Object.entries(counted))
    if (kinds.includes(name)) weather[name] = (weather[name] ?? 0) + Number(value)
}

/** Every driven play, whole and without each rule. */
async function drive(
  stage: Stage,
  { isShort }: Asked,
  { sum, add }: { sum: StormsSummary; add(name: string, counted: Count): void },
): Promise<void> {
  for (const [name, play] of Object.entries(wholePlays(isShort))) add(name, await play(stage))
  for (const [rule, play] of Object.entries(playsWithout))
    sum.without[rule as Rule] = await doublesWithout(stage, rule, play)
  const copy = await oldCopyPutBack(stage)
  sum.lostRecords += copy.lost
  add('an old copy of the database', copy)
  const counts = await failedOver(stage)
  for (const { name } of ways) sum.lostRecords += counts[name]!.lost
  add('a fail-over', counts['whole']!)
  add('two servers at once', counts['split']!)
  add('a standby that nobody waits for', counts['heard']!)
  // Held back by the database itself: nothing is sent twice, and nothing goes on.
  sum.double += counts['fenced']!.doubles.length
  for (const [rule, name] of Object.entries(failOversWithout))
    sum.without[rule as Rule] = counts[name]!.doubles.length
}

async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage()
  try {
    await play(stage)
  } finally {
    await stage.close()
  }
}

const isWhole = ({ double, missing, stuck, flaws }: StormsSummary): boolean =>
  double + missing + stuck + flaws === 0

/** `isChance`: no rule was taken away. */
export const isCalm = (summary: StormsSummary, { isChance = false } = {}): boolean =>
  isWhole(summary) && (isChance || rules.every((rule) => (summary.without[rule] ?? 0) > 0))

/** How long a storm blows, so that it does not end before its orders. */
const msFor = (orders: number): number => 4_000 + orders * 130

if (import.meta.main)
  await campaign({
    options: {
      ...{ rounds: 3, seed: 1, desks: 4, orders: 60, ms: 0, short: false },
      ...{ attempts: 0, claims: 0 },
    },
    run: ({ short, attempts, ...asked }) => {
      const isChance = attempts + asked.claims > 0
      const orders = attempts > 0 ? Math.ceil(attempts / asked.desks) : asked.orders
      const rounds = isChance ? Number(attempts > 0) : asked.rounds
      const ms = asked.ms > 0 ? asked.ms : msFor(orders)
      return runStorms({ ...asked, orders, rounds, ms, isChance, isShort: short })
    },
    isGood: (summary, { attempts, claims }) => isCalm(summary, { isChance: attempts + claims > 0 }),
  })
