// Walks through the states the product can get into, from seeds, until enough different ones were
// met or the oracle found a fault.
import { fail } from '#shared/fault.ts'
import type { Row } from './oracle/truth.ts'
import { openWalkLedger, type WalkLedger } from './ledger.ts'
import { createRandom } from './random.ts'
import type { States } from './states.ts'
import { stepsOf } from './steps.ts'
import type { Step } from './step.ts'
import { type Broken, lacksIndex } from './breaks.ts'
import { takeTimers, type Time } from './time.ts'
import { afterStep, isOpenRow, nameOfState, openWalk, type Walk } from './walk.ts'
import { unknown, unread } from './wire.ts'
import { drawWorld } from './world.ts'

export interface Found {
  states: number
  steps: number
  walks: number
  /** Requests that left by the approval of somebody else. */
  approved: number
  fault: string | null
  /** The seed and walk of the fault, to walk it again. */
  faultyWalk: number | null
  /** The way to the fault: the world, then each step. */
  trace: string[]
  arrows: string[]
}

export interface SearchOptions {
  seed: number
  firstWalk: number
  /** Each so many walks: threads take turns. */
  stride: number
  states: States
  /** What is broken on purpose, to see it found. */
  broken?: Broken | null
  /** Whether to go on, asked between walks. */
  goesOn(found: Found): boolean
}

const mostSteps = 70
const breaks = ['crash', 'crash', 'crash', 'SQLITE_BUSY', 'SQLITE_FULL'] as const

export async function search(options: SearchOptions): Promise<Found> {
  const found: Found = {
    ...{ states: 0, steps: 0, walks: 0, approved: 0, fault: null, faultyWalk: null },
    ...{ trace: [], arrows: [] },
  }
  const arrows = new Set<string>()
  const ledger = openWalkLedger(!lacksIndex(options.broken ?? null))
  let time: Time | null = null
  const giveBack = takeTimers(() => time)
  try {
    for (let walk = options.firstWalk; found.fault === null && options.goesOn(found);) {
      const one = await walkOnce(options, found, ledger, walk, (its) => (time = its))
      time = null
      found.walks += 1
      found.approved += one.truth.spent.size
      for (const arrow of one.arrows) arrows.add(arrow)
      if (one.fault !== null) {
        const { fault, labels } = one
        Object.assign(found, { fault, faultyWalk: walk, trace: labels })
      }
      walk += options.stride
    }
  } finally {
    giveBack()
  }
  return { ...found, arrows: [...arrows] }
}

async function walkOnce(
  { seed, states, broken = null }: SearchOptions,
  found: Found,
  ledger: WalkLedger,
  number: number,
  onTime: (time: Time) => void,
): Promise<Walk> {
  const random = createRandom(seed, number)
  const world = drawWorld(random)
  ledger.begin()
  try {
    const walk = openWalk({ world, random, ledger, onTime, broken })
    walk.labels.push(JSON.stringify(world))
    const go = async (step: Step): Promise<void> => {
      walk.labels.push(step.label)
      // What broke the ledger, or ended the program, reaches whoever asked.
      walk.follow(Promise.try(step.run))
      await afterStep(walk)
      found.steps += 1
      if (states.add(nameOfState(walk))) found.states += 1
    }
    for (let at = 0; at < mostSteps && walk.fault === null; at += 1) {
      const step = choose(walk)
      if (random.chance(4)) {
        const what = random.pick(breaks)
        const writes = random.below(4)
        step.label += `; after ${writes} writes: ${what}`
        walk.life.arm(what, writes)
      }
      await go(step)
    }
    await letGo(walk, go)
    return walk
  } finally {
    ledger.rollBack()
  }
}

function choose(walk: Walk): Step {
  const steps = stepsOf(walk)
  const total = steps.reduce((sum, { weight }) => sum + weight, 0)
  let left = (walk.random.below(1_000_000) / 1_000_000) * total
  return steps.find(({ weight }) => (left -= weight) < 0) ?? steps.at(-1)!
}

const mostRounds = 150
const longestMs = 70 * 60_000

/**
 * The end of a walk: nobody does anything more, and no question gets an answer. What is open by
 * then is asked about all the same, and nothing stays between confirmation and sending.
 */
async function letGo(walk: Walk, go: (step: Step) => Promise<void>): Promise<void> {
  const startedAt = walk.time.mono()
  const asked: Record<string, string>[] = []
  const run = (label: string, act: () => void): Promise<void> => go({ weight: 1, label, run: act })
  const left = (): Row | undefined =>
    walk.rows.find((row) => isOpenRow(row) && !asked.some((fields) => isAbout(fields, row)))
  for (let round = 0; round < mostRounds && walk.fault === null; round += 1) {
    const call = [...walk.life.calls][0]
    if (call !== undefined)
      await run(`${call.kind} ends`, () => {
        if (call.kind === 'question') {
          asked.push({ ...call.fields })
          call.end(fail(unread))
        } else if (call.kind === 'sending') call.end(unknown)
        else call.end(true)
      })
    else if (left() === undefined || walk.time.mono() - startedAt > longestMs) break
    else if (walk.time.hasTimer()) await run('the next timer is due', () => walk.time.runNext())
    else break
  }
  const row = left()
  if (walk.fault === null && row !== undefined)
    walk.fault ??= `${row.operation} ${walk.rows.indexOf(row)} is ${row.state}, and nobody asks about it any more`
}

const isAbout = (fields: Readonly<Record<string, string>>, row: Row): boolean =>
  (row.orderid !== '' && fields.orderid === row.orderid) ||
  (row.clientOrderid !== '' && fields.client_orderid === row.clientOrderid)
