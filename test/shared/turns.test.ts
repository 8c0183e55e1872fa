import { expect, it } from 'vitest'
import { turns } from '../../src/shared/time/turns.ts'

it('does one thing after the other, also after one that failed', async () => {
  const inTurn = turns()
  const told: string[] = []
  const work = (name: string, ms: number) => async (): Promise<string> => {
    told.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, ms))
    told.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const [a, b, c] = [inTurn(work('a', 20)), inTurn(work('b', 5)), inTurn(work('c', 0))]
  await expect(b).rejects.toThrow('b failed')
  expect([await a, await c]).toEqual(['a', 'c'])
  expect(told).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})
