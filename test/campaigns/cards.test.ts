// Numbers in spellings that the detector was not written from, at the detector, at every door and
// on the disk; the full run is the same command with more of them. A process of its own: the test
// runner makes the same code slow.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import type { DetectorSummary } from './cards/detector.ts'
import type { DoorsSummary } from './cards/doors.ts'
import { makeRandom } from './faults/random.ts'
import { kinds } from './cards/typed/kinds.ts'
import { brands, cardOf } from './cards/typed/numbers.ts'
import { played } from './runner/programs.ts'

const here = (path: string): string => join(import.meta.dirname, path)

describe('a card number in a drawn spelling', () => {
  it('is found by the detector and at every door, lies in no file, and no id is refused', async () => {
    const { said, summary: counts } = await played<DetectorSummary & DoorsSummary>(
      'cards',
      ...['--spellings', '5000', '--doors', '2'],
    )
    expect(counts, said.join('\n')).toMatchObject({
      falseAlarms: 0,
      passed: 0,
      atRest: 0,
      halfMasked: 0,
    })
    expect(counts.missed).toBeLessThanOrEqual(counts.spellings / 100)
    expect(counts.harmless).toBeGreaterThanOrEqual(10_000)
    expect(counts.doors).toBeGreaterThan(60)
    expect(counts.asked).toBeGreaterThan(2 * counts.doors)
  }, 600_000)

  it.each(kinds)('is found %s', (_name, write) => {
    const random = makeRandom(1)
    for (const brand of brands.filter(({ length, isUsual }) => isUsual && length === 16))
      expect(holdsCardNumber(write(cardOf(random, brand)))).toBe(true)
  })
})

describe('whoever spells', () => {
  const files = readdirSync(here('cards/typed'))

  it('has seventy-eight kinds, each of its own', () => {
    expect(new Set(kinds.map(([, write]) => write('4929371845026736'))).size).toBe(78)
  })

  it('knows nothing of the detector', () => {
    const imports = files.flatMap((file) =>
      [...readFileSync(here(`cards/typed/${file}`), 'utf8').matchAll(/from '([^']+)'/g)].map(
        ([, from]) => from!,
      ),
    )
    expect(imports.length).toBeGreaterThan(files.length)
    expect(
      imports.filter((from) => !/^(?:\.\/[a-z]+\.ts|\.\.\/\.\.\/faults\/random\.ts)$/.test(from)),
    ).toEqual([])
  })
})
