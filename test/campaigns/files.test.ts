// Broken files and lists in many forms, a few of each; the full run is the same command with more
// of them. A process of its own, as the other campaigns are.
import { describe, expect, it } from 'vitest'
import { wrongKindList } from '#shared/files/file-row.ts'
import { makeRandom } from './faults/random.ts'
import { brokenFile, brokenKinds } from './files/broken.ts'
import { played } from './runner/programs.ts'

describe('files as others write them', () => {
  it('are refused in their own sentence, or read as they are meant', async () => {
    const { said, summary } = await played<Record<string, number>>(
      'files',
      ...['--count', '91', '--good', '60', '--disguises', '40', '--rows', '5000', '--seed', '7'],
    )
    expect(summary, said.join('\n')).toMatchObject({
      ...{ broken: 91, otherwise: 0, kinds: 91, good: 60, misread: 0 },
      ...{ disguises: 40, notKnown: 0, halves: 4, halvesNotKnown: 0, takenForSame: 0 },
    })
  }, 120_000)

  it('are broken in every way that a file alone can be', async () => {
    const kinds = await Promise.all(
      brokenKinds.map(async (name) => (await brokenFile(name, makeRandom(1))).kind),
    )
    // Two kinds are known by what this computer knows of the orders (row-sets.test.ts).
    const ofOrders = ['order-currency', 'sum-too-high']
    expect([...new Set([...kinds, ...ofOrders])].toSorted()).toEqual(wrongKindList.toSorted())
  })
})
