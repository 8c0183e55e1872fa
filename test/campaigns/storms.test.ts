import { describe, expect, it } from 'vitest'
import { isCalm, runStorms } from './storms.ts'

describe('desks of one team, on the same orders', () => {
  it('refund each order once, and twice without any one of the rules', async () => {
    const said: string[] = []
    const summary = await runStorms({
      ...{ rounds: 1, seed: 7, desks: 4, orders: 20, ms: 2_500, claims: 30 },
      ...{ isShort: true, isChance: false },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isCalm(summary)).toBe(true)
    expect(Object.keys(summary.without).sort()).toEqual([
      ...['last-look', 'look-age', 'notices', 'record_first', 'record_next', 'record_own'],
      ...['roll-call', 'same-insert'],
    ])
    // Each of the claims that all wanted has one desk that was told so.
    expect(summary.weather['won']).toBe(30)
    // Each fail-over loses what the colleague would have to know.
    expect(summary.lostRecords).toBeGreaterThan(20)
  }, 600_000)

  it('are not calm when a rule could be taken away unseen', () => {
    const calm = {
      ...{ plays: 1, orders: 1, double: 0, missing: 0, stuck: 0, flaws: 0, lostRecords: 1 },
      weather: {},
      without: {
        ...{ record_first: 1, 'last-look': 1, 'look-age': 1 },
        ...{ 'same-insert': 1, 'roll-call': 1, record_own: 1, notices: 1, record_next: 1 },
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
    // A round by chance takes none away.
    expect(isCalm({ ...calm, without: {} }, { isChance: true })).toBe(true)
    expect(isCalm({ ...calm, double: 1 }, { isChance: true })).toBe(false)
    for (const wrong of ['double', 'missing', 'stuck', 'flaws'])
      expect(isCalm({ ...calm, [wrong]: 1 })).toBe(false)
  })
})
