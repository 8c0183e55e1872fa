import { describe, expect, it } from 'vitest'
import type { Broken } from './model/breaks.ts'
import { createRandom } from './model/random.ts'
import { openStates, roomFor } from './model/states.ts'
import { played } from './runner/programs.ts'

interface Summary {
  states: number
  walks: number
  approved: number
  violations: number
  fault: string | null
  faultyWalk: number | null
  missing: number
}

/** In a process of its own: the walks' timers are not those of the wall. */
const run = (...args: string[]) => played<Summary>('model', '--threads', '1', ...args)

describe('the model of the product’s own code', () => {
  it('meets no violation in the short form, and takes every arrow of the table', async () => {
    const { code, summary } = await run('--states', '6000')
    expect(summary).toMatchObject({ violations: 0, fault: null, missing: 0 })
    expect(summary.states).toBeGreaterThanOrEqual(6_000)
    expect(summary.approved).toBeGreaterThan(10)
    expect(code).toBe(0)
  }, 600_000)

  it('fails when an arrow was not taken', async () => {
    const { code, summary, said } = await run('--states', '50')
    expect(summary.missing).toBeGreaterThan(0)
    expect(said.some((line) => line.startsWith('MISSING  '))).toBe(true)
    expect(code).toBe(1)
  }, 180_000)

  // The seed meets that first: without its guard a request has several ways to be wrong.
  it.each<[Broken, RegExp, seed?: number]>([
    ['guard', /left though|left while|left [0-9]+ s late|SUCCEEDED by|two open/],
    ['index-and-guard', /two open attempts/],
    ['snapshot', /SUCCEEDED by|DECLINED by|FAILED by/],
    ['recovery', /is SENDING, and nobody asks about it any more/],
    ['poller', /and nobody asks about it any more/],
    ['spending', /that used up no approval/],
  ])(
    'finds what a broken %s leads to, and walks there again',
    async (name, message, seed = 1) => {
      const broken = ['--break', name, '--seed', String(seed)]
      const { code, summary, said } = await run('--states', '40000', ...broken)
      expect(summary.fault).toMatch(message)
      expect(code).toBe(1)
      expect(said.filter((line) => /^ *\d+ {2}/.test(line)).length).toBeGreaterThan(5)
      const again = await run('--walk', String(summary.faultyWalk), ...broken)
      expect(again.summary.fault).toBe(summary.fault)
    },
    600_000,
  )

  it('holds with a broken index: it is one of two layers', async () => {
    const { summary } = await run('--states', '2000', '--break', 'index')
    expect(summary.violations).toBe(0)
  }, 600_000)
})

describe('the states that were met', () => {
  it('count once, in all threads together', () => {
    const room = roomFor(1_000)
    const [one, other] = [openStates(room), openStates(room)]
    expect([one.add('a'), other.add('a'), other.add('b'), one.add('b')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    for (let at = 0; at < 1_000; at += 1) one.add(`state ${at}`)
    expect(other.count()).toBe(1_002)
  })
})

it('the same seed and walk make the same choices, another walk makes others', () => {
  const choices = (walk: number): number[] => {
    const random = createRandom(7, walk)
    return Array.from({ length: 20 }, () => random.below(1_000))
  }
  expect(choices(3)).toEqual(choices(3))
  expect(choices(3)).not.toEqual(choices(4))
})
