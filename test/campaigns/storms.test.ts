import { describe, expect, it } from 'vitest'
import { isCalm, runStorms } from './storms.ts'

describe('desks of one team, on the same orders', () => {
  it('refund each order once, and twice without any one of the rules', async () => {
    const said: string[] = []
    const summary = await runStorms({
      ...{ rounds: 1, seed: 7, desks: 4, orders: 20, ms: 2_500, isShort: true },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isCalm(summary)).toBe(true)
    expect(Object.keys(summary.without)).toEqual([
      ...['record_first', 'last-look', 'look-age', 'same-insert', 'roll-call', 'record_own'],
    ])
    // Each fail-over loses what the colleague would have to know.
    expect(summary.lostRecords).toBeGreaterThan(20)
  }, 420_000)

  it('are not calm when a rule could be taken away unseen', () => {
    const calm = {
      ...{ plays: 1, orders: 1, double: 0, missing: 0, stuck: 0, flaws: 0, lostRecords: 1 },
      without: {
        ...{ record_first: 1, 'last-look': 1, 'look-age': 1 },
        ...{ 'same-insert': 1, 'roll-call': 1, record_own: 1 },
      },
    }
    expect(isCalm(calm)).toBe(true)
    const taken = Object.entries(calm.without)
    for (const [rule] of taken) {
      expect(isCalm({ ...calm, without: { ...calm.without, [rule]: 0 } })).toBe(false)
      // Nor when nobody took it away.
      const others = Object.fromEntries(taken.filter(([other]) => other !== rule))
      expect(isCalm({ ...calm, without: others })).toBe(false)
    }
    expect(isCalm({ ...calm, without: {} })).toBe(false)
    for (const wrong of ['double', 'missing', 'stuck', 'flaws'])
      expect(isCalm({ ...calm, [wrong]: 1 })).toBe(false)
  })
})
