// Order histories drawn at random, and the order's page after each step: npm run -s face --
// --histories N --seed S. One JSON line last; exits 1 when a badge, figure, button or sentence
// contradicts another or the books.
import { parseArgs } from 'node:util'
import { faceOf } from './face/run.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
})
const startedAt = Date.now()
const { wrong, ...summary } = await faceOf({
  histories: Number(values.histories),
  seed: Number(values.seed),
})
if (wrong !== null) process.stdout.write(`${wrong}\n`)
const seconds = Math.round((Date.now() - startedAt) / 1000)
process.stdout.write(`${JSON.stringify({ ...summary, isWrong: wrong !== null, seconds })}\n`)
process.exit(wrong === null ? 0 : 1)
