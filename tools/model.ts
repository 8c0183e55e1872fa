// Searches the states that two intents on two orders can get into, with a crash possible at every step and a service that is honest,
// lying or deduplicating: npm run -s model -- [--max-states N] [--seed-bug NAME]. Prints one JSON line last; exits 1 on a violation.
import { parseArgs } from 'node:util'
import { search } from './model/search.ts'
import { worlds } from './model/state.ts'
import { seedBugs } from './model/steps.ts'

const { values } = parseArgs({
  options: {
    'max-states': { type: 'string', default: '3000000' },
    'seed-bug': { type: 'string' },
  },
})
const bug = seedBugs.find((name) => name === values['seed-bug']) ?? null
if (values['seed-bug'] !== undefined && bug === null)
  throw new Error(`--seed-bug is one of ${seedBugs.join(', ')}`)
const startedAt = performance.now()
// A mistake shows itself even where the service is honest; the shortest way to it is the one worth reading.
const plain = worlds.flatMap((world, index) =>
  world.kind === 'honest' && world.hasMarks ? [index] : [],
)
const { trace, ...found } = search({
  mostStates: Number(values['max-states']),
  bug,
  ...(bug === null ? {} : { worlds: plain }),
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
if (found.fault !== null) {
  say(`Violated: ${found.fault}`)
  trace.forEach((step, index) => say(`${String(index).padStart(3)}  ${step}`))
}
say(
  JSON.stringify({
    ...found,
    seedBug: bug,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }),
)
process.exitCode = found.violations === 0 ? 0 : 1
