// Random sequences of actions, answers and faults at random hosts of the family: npm run -s hosts
// -- --sequences N --seed S. One JSON line last; exits 1 when a final word was shown that the
// sandbox's books contradict.
import { parseArgs } from 'node:util'
import { playSequences } from './hosts/sequences.ts'

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
})
const startedAt = Date.now()
const { wrong, ...summary } = await playSequences({
  sequences: Number(values.sequences),
  seed: Number(values.seed),
})
for (const message of wrong) process.stdout.write(`${message}\n`)
const seconds = Math.round((Date.now() - startedAt) / 1000)
process.stdout.write(`${JSON.stringify({ ...summary, wrong: wrong.length, seconds })}\n`)
process.exit(wrong.length === 0 ? 0 : 1)
