// Card numbers in drawn spellings: at the detector, at every door of a desk, and on its disk.
// npm run -s cards -- --spellings N --seed S [--doors K]. One JSON line last; exits 1 when more
// than one in a hundred is missed, when a door takes one, or when anything harmless is refused.
import { tryDetector } from './cards/detector.ts'
import { tryDoors } from './cards/doors.ts'
import { campaign } from './runner/campaign.ts'

await campaign({
  /** `doors`: spellings at each door; none of them leaves the doors out. */
  options: { spellings: 200_000, seed: 1, doors: 40 },
  run: async ({ spellings, seed, doors: perDoor, say }) => {
    const harmless = Math.max(10_000, spellings / 2)
    const detector = tryDetector({ spellings, harmless, seed }, say)
    const { doors, asked, passed, atRest } = await tryDoors({ perDoor, seed }, say)
    const isMissing = detector.missed > spellings / 100
    const isWrong = isMissing || detector.falseAlarms > 0 || passed > 0 || atRest > 0
    return { ...detector, doors, asked, passed, atRest, isWrong }
  },
  isGood: ({ isWrong }) => !isWrong,
})
