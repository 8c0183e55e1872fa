// Files as programs and attackers write them: broken ones that have to be refused in their own
// sentence, lists in many forms that have to be read as they are meant, and a large one.
// npm run -s files -- --count N --seed S. One JSON line last; exits 1 when one sentence, row or
// meaning is another, or the large file takes more than 200 MB.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryLarge } from './files/large.ts'
import { tryGood, tryMeanings } from './files/readings.ts'
import { tryBroken } from './files/refusals.ts'
import { campaign } from './runner/campaign.ts'

const mostMemoryMb = 200

await campaign({
  /** `good`, `disguises`: two fifths of `count` where 0. `rows`: of the large file. */
  options: { count: 5_000, seed: 1, good: 0, disguises: 0, rows: 100_000 },
  run: async ({ count, seed, good, disguises, rows, say }) => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-files-'))
    try {
      const share = Math.ceil((count * 2) / 5)
      const broken = await tryBroken({ count, seed, folder }, say)
      const read = await tryGood({ count: good === 0 ? share : good, seed, folder }, say)
      const meant = await tryMeanings(
        { count: disguises === 0 ? share : disguises, seed, folder },
        say,
      )
      const large = rows === 0 ? null : await tryLarge({ rows, folder })
      return { ...broken, ...read, ...meant, ...large }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  isGood: (counts) =>
    counts.otherwise +
      counts.misread +
      counts.notKnown +
      counts.halvesNotKnown +
      counts.takenForSame ===
      0 && (counts.memoryMb ?? 0) <= mostMemoryMb,
})
