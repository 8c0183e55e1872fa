import { describe, expect, it } from 'vitest'
import { refusals } from '../../src/main/updates/refusal.ts'
import { attack } from './updates/attack.ts'
import { attacks, isClean, runUpdates } from './updates.ts'

describe('attacks on updates', () => {
  it('are all refused, each for its own reason, and honest releases are not', async () => {
    const failures: string[] = []
    const summary = await runUpdates({ lives: 10, seed: 1, say: (line) => failures.push(line) })
    expect(failures).toEqual([])
    expect(isClean(summary)).toBe(true)
    expect(summary.attacks).toBeGreaterThan(500)
    expect(summary.looks).toBeGreaterThan(60)
    expect(summary.rotations).toBeGreaterThan(20)
  }, 600_000)

  it('have names of their own, and meet every reason there is', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length)
    const expected = new Set(attacks.map(({ expect: code }) => code))
    expect(Object.keys(refusals).filter((code) => !expected.has(code))).toEqual([])
  })

  it('count an attack that is none as one that succeeded', async () => {
    const more = [attack('planted: nothing at all', 'update-expired', () => undefined)]
    const said: string[] = []
    const only = 'planted'
    const asked = { lives: 0, seed: 1, only, more, say: (line: string) => said.push(line) }
    const summary = await runUpdates(asked)
    expect(summary).toMatchObject({ attacks: 1, wrong: 1, installed: 1 })
    expect(isClean(summary)).toBe(false)
    expect(said.join()).toContain('INSTALLED')
  })
})
