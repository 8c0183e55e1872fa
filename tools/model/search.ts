// Breadth first through all states of all worlds, until there are none left or there are enough. Pure but for the caches in
// steps.ts; the shortest way to the first fault is what it brings back.
import { type AttemptState, attemptStates, transitions } from '#shared/attempt.ts'
import { faultBetween, faultIn } from './checks.ts'
import { decode, encode, start, worlds } from './state.ts'
import { type SeedBug, stepsFrom } from './steps.ts'

export interface Found {
  states: number
  steps: number
  depth: number
  isExhausted: boolean
  violations: number
  fault: string | null
  /** The way to the fault: the world, then each step. */
  trace: string[]
  arrows: string[]
  unreached: string[]
}

export interface SearchOptions {
  mostStates: number
  bug: SeedBug | null
  /** Which worlds to start from; all without it. */
  worlds?: readonly number[]
}

const arrow = (from: AttemptState, to: AttemptState): string => `${from} -> ${to}`

export function search(options: SearchOptions): Found {
  const known = new Set<string>()
  const states: string[] = []
  const parents: number[] = []
  const labels: string[] = []
  const depths: number[] = []
  const reached = new Set<string>()
  const rules = {
    bug: options.bug,
    onArrow: ({ from, to }: { from: AttemptState; to: AttemptState }) =>
      reached.add(arrow(from, to)),
  }
  let steps = 0
  const push = (text: string, parent: number, label: string, depth: number): void => {
    known.add(text)
    states.push(text)
    parents.push(parent)
    labels.push(label)
    depths.push(depth)
  }
  const wayTo = (index: number): string[] => {
    const way: string[] = []
    for (let at = index; at !== -1; at = parents[at]!) way.unshift(labels[at]!)
    return way
  }
  const report = (fault: string | null, trace: string[], isExhausted: boolean): Found => {
    const all = attemptStates.flatMap((from) => transitions[from].map((to) => arrow(from, to)))
    return {
      states: states.length,
      steps,
      depth: depths.at(-1) ?? 0,
      isExhausted,
      violations: fault === null ? 0 : 1,
      fault,
      trace,
      arrows: all.filter((name) => reached.has(name)),
      unreached: all.filter((name) => !reached.has(name)),
    }
  }

  for (const world of options.worlds ?? worlds.keys())
    push(encode(start(world)), -1, `world ${JSON.stringify(worlds[world])}`, 0)
  for (let at = 0; at < states.length; at += 1) {
    const state = decode(states[at]!)
    for (const { label, next } of stepsFrom(state, rules)) {
      steps += 1
      const between = faultBetween(state, next)
      if (between !== null) return report(between, [...wayTo(at), label], false)
      const text = encode(next)
      if (known.has(text)) continue
      if (states.length === options.mostStates) return report(null, [], false)
      push(text, at, label, depths[at]! + 1)
      const fault = faultIn(next)
      if (fault !== null) return report(fault, wayTo(states.length - 1), false)
    }
  }
  return report(null, [], true)
}
