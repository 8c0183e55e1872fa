// How many orders a page may name for a run: a person who selects more is told so in words.
import { describe, expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { mostSelected, runMethods } from '#shared/runs/run-methods.ts'

const asked = (count: number) =>
  runMethods['run:create'].safeParse({
    ...{ connectionId: 'shop', operation: 'return', reason: 'damaged' },
    rows: Array.from({ length: count }, (_, nth) => ({ orderid: String(6_760_000 + nth) })),
  })

describe('the orders that are selected for a run', () => {
  it('are as many as a page of a list can hold, and no more than is said', () => {
    expect(asked(mostSelected).success).toBe(true)
    const refused = asked(mostSelected + 1)
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      say('runs.most-selected', { most: mostSelected }),
    ])
  })
})
