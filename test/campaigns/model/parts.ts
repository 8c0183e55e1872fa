// The search in one or two threads: who walks what, and what they found together.
import { Worker } from 'node:worker_threads'
import { attemptStates, transitions } from '#shared/attempt.ts'
import type { Broken } from './breaks.ts'
import { type Found, search } from './search.ts'
import { endAll, isEnded, openStates, type Room, roomFor } from './states.ts'

export interface Part {
  seed: number
  firstWalk: number
  stride: number
  most: number
  room: Room
  broken: Broken | null
}

export interface ModelOptions {
  seed: number
  states: number
  threads: 1 | 2
  broken?: Broken | null
  /** This walk alone. */
  walk?: number
  onProgress?: (states: number) => void
}

export interface Modelled extends Found {
  /** Arrows of the attempt's table that no walk took. */
  missing: string[]
}

export async function searchPart({ room, most, ...part }: Part): Promise<Found> {
  const states = openStates(room)
  const found = await search({
    ...part,
    states,
    goesOn: () => states.count() < most && !isEnded(room),
  })
  if (found.fault !== null) endAll(room)
  return found
}

const inThread = (part: Part): Promise<Found> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('worker.ts', import.meta.url), { workerData: part })
    thread.once('message', resolve)
    thread.once('error', reject)
  })

/** Every arrow there is, as a walk names it. */
const allArrows = (): string[] =>
  attemptStates.flatMap((from) => transitions[from].map((to) => `${from} -> ${to}`))

export async function runModel(options: ModelOptions): Promise<Modelled> {
  const { seed, states: most, threads, broken = null, walk } = options
  const room = roomFor(most)
  const states = openStates(room)
  if (walk !== undefined)
    return joined([
      await search({
        ...{ seed, broken, states, firstWalk: walk, stride: 1 },
        goesOn: ({ walks }) => walks === 0,
      }),
    ])
  const part = { seed, stride: threads, most, room, broken }
  const watch = setInterval(() => options.onProgress?.(states.count()), 10_000)
  try {
    return joined(
      threads === 1
        ? [await searchPart({ ...part, firstWalk: 0 })]
        : await Promise.all([0, 1].map((firstWalk) => inThread({ ...part, firstWalk }))),
    )
  } finally {
    clearInterval(watch)
  }
}

function joined(parts: readonly Found[]): Modelled {
  const sum = (of: (part: Found) => number): number =>
    parts.reduce((total, part) => total + of(part), 0)
  const taken = new Set(parts.flatMap(({ arrows }) => arrows))
  const faulty = parts.find(({ fault }) => fault !== null)
  return {
    states: sum(({ states }) => states),
    steps: sum(({ steps }) => steps),
    walks: sum(({ walks }) => walks),
    approved: sum(({ approved }) => approved),
    fault: faulty?.fault ?? null,
    faultyWalk: faulty?.faultyWalk ?? null,
    trace: faulty?.trace ?? [],
    arrows: allArrows().filter((arrow) => taken.has(arrow)),
    missing: allArrows().filter((arrow) => !taken.has(arrow)),
  }
}
