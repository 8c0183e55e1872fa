// Walks through the states that the product's own code gets into, with a crash possible between any
// two of its calls, a gateway that tells old things again, a colleague with our amounts and two
// records of one account: npm run -s model -- [--states N] [--seed S] [--threads 1|2] [--walk W]
// [--break NAME]. Prints one JSON line last; exits 1 on a violation, or when an arrow of the
// attempt's table was not taken.
import { parseArgs } from 'node:util'
import { breaks } from './model/breaks.ts'
import { runModel } from './model/parts.ts'

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '3000000' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '2' },
    walk: { type: 'string' },
    break: { type: 'string' },
  },
})
const broken = breaks.find((name) => name === values.break) ?? null
if (values.break !== undefined && broken === null)
  throw new Error(`--break is one of ${breaks.join(', ')}`)
const startedAt = performance.now()
const seconds = (): number => Math.round((performance.now() - startedAt) / 100) / 10
const perSecond = (states: number): number => Math.round(states / seconds())
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const { trace, arrows, missing, ...found } = await runModel({
  states: Number(values.states),
  seed: Number(values.seed),
  threads: values.threads === '1' ? 1 : 2,
  broken,
  ...(values.walk === undefined ? {} : { walk: Number(values.walk) }),
  onProgress: (states) => say(`${states} states, ${perSecond(states)} a second`),
})
if (found.fault !== null || values.walk !== undefined)
  trace.forEach((step, index) => say(`${String(index).padStart(3)}  ${step}`))
if (found.fault !== null)
  say(`Violated: ${found.fault} (seed ${values.seed}, walk ${found.faultyWalk})`)
for (const arrow of arrows) say(`taken    ${arrow}`)
for (const arrow of missing) say(`MISSING  ${arrow}`)
const cpu = process.cpuUsage()
say(
  JSON.stringify({
    ...found,
    violations: found.fault === null ? 0 : 1,
    arrows: arrows.length,
    missing: missing.length,
    seed: Number(values.seed),
    broken,
    seconds: seconds(),
    statesPerSecond: perSecond(found.states),
    cpuSeconds: Math.round((cpu.user + cpu.system) / 1e6),
    megabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
  }),
)
process.exitCode =
  found.fault === null && (missing.length === 0 || values.walk !== undefined) ? 0 : 1
