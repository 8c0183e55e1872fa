// Card numbers in drawn spellings: at the detector, at every door of a desk, and on its disk.
// npm run -s cards -- --spellings N --seed S [--doors K]. One JSON line last; exits 1 when more
// than one in a hundred is missed, when a door takes one, or when anything harmless is refused.
import { parseArgs } from 'node:util'
import { tryDetector } from './cards/detector.ts'
import { tryDoors } from './cards/doors.ts'

const { values } = parseArgs({
  options: {
    spellings: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    /** Spellings at each door; none of them leaves the doors out. */
    doors: { type: 'string', default: '40' },
  },
})
const [spellings, seed, perDoor] = [values.spellings, values.seed, values.doors].map(Number) as [
  ...[number, number, number],
]
const show = (line: string): void => void process.stdout.write(`${line}\n`)
const startedAt = Date.now()
const detector = tryDetector({ spellings, harmless: Math.max(10_000, spellings / 2), seed }, show)
const { doors, asked, passed, atRest } = await tryDoors({ perDoor, seed }, show)
const isMissing = detector.missed > spellings / 100
const isWrong = isMissing || detector.falseAlarms > 0 || passed > 0 || atRest > 0
const seconds = Math.round((Date.now() - startedAt) / 1000)
show(JSON.stringify({ ...detector, doors, asked, passed, atRest, isWrong, seconds }))
process.exit(isWrong ? 1 : 0)
