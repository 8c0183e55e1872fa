import { describe, expect, it } from 'vitest'
import { isFound, isRightVerdict, runTeamTamper } from './team-tamper.ts'

describe('the records of a team', () => {
  it('show each thing that a superuser does to them, and each fork', async () => {
    const said: string[] = []
    const sum = await runTeamTamper({
      ...{ tamperings: 48, forks: 4, seed: 3 },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isFound(sum)).toBe(true)
    expect(sum.kinds).toBe(16)
    expect(sum.tamperings).toBeGreaterThan(40)
    // Who reads the records does not find that the newest one is gone: whoever wrote it does.
    expect(sum.byWriter).toBeGreaterThan(0)
    expect(sum).toMatchObject({ forks: 4, honest: 2 })
  }, 600_000)

  it('are not all found when one was missed', () => {
    const found = {
      ...{ kinds: 1, tamperings: 1, byLook: 1, byBeat: 0, byWriter: 0, forks: 1, honest: 1 },
      ...{ missed: 0, missedInExport: 0, missedForks: 0, disagreements: 0, falseAlarms: 0 },
    }
    expect(isFound(found)).toBe(true)
    for (const wrong of [
      ...(['missed', 'missedInExport', 'missedForks', 'disagreements', 'falseAlarms'] as const),
    ])
      expect(isFound({ ...found, [wrong]: 1 })).toBe(false)
  })

  it.each([
    ['changed records that are found', 2, false, true, true],
    ['records that are missed by the export', 0, false, true, false],
    ['columns alone, which who exports compares', 0, true, true, true],
    ['columns alone, and nobody compared them', 0, true, false, false],
    ['an alarm about an honest export', 2, true, true, false],
  ])('%s', (_of, code, isHonestText, isFoundByLook, isRight) => {
    expect(isRightVerdict(code, { isHonestText, isFoundByLook })).toBe(isRight)
  })
})
