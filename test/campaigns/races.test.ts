import { expect, it } from 'vitest'
import { isClean, runRaces } from './races.ts'
import { neverArrived } from './races/look.ts'

it('approvals meet everything that can come between, and have one effect at most each', async () => {
  const said: string[] = []
  const summary = await runRaces({ rounds: 32, seed: 1, say: (line) => said.push(line) })
  expect(said).toEqual([])
  expect(isClean(summary)).toBe(true)
  // It was really at work: a process was killed, and some were sent.
  expect(summary.kills).toBe(2)
  expect(summary.effects).toBeGreaterThan(8)
  for (const wrong of [
    'double',
    'spentTwice',
    'unsigned',
    'unspent',
    'wrongStates',
    'notSent',
    'stuck',
  ])
    expect(isClean({ ...summary, [wrong]: 1 })).toBe(false)
}, 600_000)

it.each([
  ['UNKNOWN', 'killed', 0, true],
  ['UNKNOWN', 'killed', 1, false],
  ['UNKNOWN', 'quit', 0, false],
  ['SENDING', 'killed', 0, false],
] as const)('a request found %s when %s, with %i effects: left to a person %s', (...one) => {
  const [state, comes, effects, isLeft] = one
  expect(neverArrived(state, { comes, effects })).toBe(isLeft)
})
