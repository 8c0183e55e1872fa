import { describe, expect, it } from 'vitest'
import { search } from '../../tools/model/search.ts'
import { worlds } from '../../tools/model/state.ts'
import type { SeedBug } from '../../tools/model/steps.ts'

/** One world is enough to meet a mistake; all of them are searched without one. */
const oneWorld = [worlds.findIndex((world) => world.kind === 'honest' && world.hasMarks)]

describe('the model of two intents on two orders', () => {
  it('keeps every rule in a quarter of a million states of all worlds, and reaches every arrow of the table', () => {
    const found = search({ mostStates: 250_000, bug: null })
    expect(found).toMatchObject({ violations: 0, fault: null, states: 250_000 })
    expect(found.unreached).toEqual([])
  })

  it.each([
    ['retry-after-timeout', /written to a socket twice|2 effects/],
    ['believe-unchanged-status', /without evidence/],
    ['missing-unique-index', /two open attempts/],
    ['forget-what-was-sent', /without evidence/],
  ] as [SeedBug, RegExp][])('finds what %s does, with the way to it', (bug, words) => {
    const found = search({ mostStates: 400_000, bug, worlds: oneWorld })
    expect(found.violations).toBe(1)
    expect(found.fault).toMatch(words)
    expect(found.trace.length).toBeGreaterThan(5)
    expect(found.trace[0]).toContain('world')
  })

  it.each(['only-the-index-missing', 'only-the-guard-missing', 'undo-leaves-the-timer'] as const)(
    'holds with %s: each is one of two layers',
    (bug) => {
      expect(search({ mostStates: 60_000, bug, worlds: oneWorld }).violations).toBe(0)
    },
  )
})
