// Storms over a team of desks: npm run -s storms -- --rounds N --seed S --desks D --orders O.
// First every driven play, whole and without each rule in turn; then rounds by chance. One JSON
// line last; exits 1 for an order that was refunded twice, never, or is stuck, and for a rule that
// could be taken away unseen.
import { campaign, type Say } from './runner/campaign.ts'
import { stormByChance } from './storms/by-chance.ts'
import { failedOver, ways } from './storms/fail-over.ts'
import {
  answerLostWhileWaiting,
  asleepAtEachStep,
  bothAtOnce,
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
  /** Records that the fail-overs lost. */
  lostRecords: number
  /** Doubles without a rule, by the rule; each has to show some. */
  without: Partial<Record<Rule, number>>
}

/** That a storm takes away; the other rules have tests of their own (docs/decisions/0224). */
const rules = [
  ...(['record_first', 'last-look', 'look-age', 'same-insert', 'roll-call', 'record_own'] as const),
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
    ...(isShort ? {} : withoutLook),
  }
}

/** By the rule that is missing. */
const playsWithout: Record<Exclude<Rule, keyof typeof failOversWithout>, WholePlay> = {
  record_first: (stage) =>
    bothAtOnce(stage, 'bothno', { off: ['last-look'], without: 'record_first' }),
  'last-look': (stage) => asleepAtEachStep(stage, 'sleepnl', ['last-look'], ['connected']),
  'look-age': (stage) => asleepAtEachStep(stage, 'sleepna', ['look-age'], ['looked']),
  'same-insert': (stage) => answerLostWhileWaiting(stage, 'waitno', ['same-insert', 'last-look']),
}

/** The ways through the fail-over that have to show doubles, by the rule that is missing. */
const failOversWithout = { 'roll-call': 'rollcall', record_own: 'fenceless' } as const

export async function runStorms(options: {
  rounds: number
  seed: number
  desks: number
  orders: number
  ms: number
  isShort: boolean
  say: Say
}): Promise<StormsSummary> {
  const sum: StormsSummary = {
    ...{ plays: 0, orders: 0, double: 0, missing: 0, stuck: 0, flaws: 0, lostRecords: 0 },
    without: {},
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
  await onStage(async (stage) => {
    for (const [name, play] of Object.entries(wholePlays(options.isShort)))
      add(name, await play(stage))
    for (const [rule, play] of Object.entries(playsWithout))
      sum.without[rule as Rule] = (await play(stage)).doubles.length
    const counts = await failedOver(stage)
    for (const { name } of ways) sum.lostRecords += counts[name]!.lost
    add('a fail-over', counts['whole']!)
    // Held back by the database itself: nothing is sent twice, and nothing goes on.
    sum.double += counts['fenced']!.doubles.length
    for (const [rule, name] of Object.entries(failOversWithout))
      sum.without[rule as Rule] = counts[name]!.doubles.length
  })
  for (let round = 0; round < options.rounds; round += 1)
    await onStage(async (stage) => {
      const { desks, orders, ms } = options
      const seed = options.seed + round
      const chance = await stormByChance(stage, { seed, desks, orders, ms })
      sum.lostRecords += chance.lostRecords
      add(`seed ${seed}`, chance)
    })
  return sum
}

async function onStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage()
  try {
    await play(stage)
  } finally {
    await stage.close()
  }
}

export const isCalm = ({ double, missing, stuck, flaws, without }: StormsSummary): boolean =>
  double + missing + stuck + flaws === 0 && rules.every((rule) => (without[rule] ?? 0) > 0)

if (import.meta.main)
  await campaign({
    options: { rounds: 3, seed: 1, desks: 4, orders: 60, ms: 8_000, short: false },
    run: ({ short, ...asked }) => runStorms({ ...asked, isShort: short }),
    isGood: isCalm,
  })
