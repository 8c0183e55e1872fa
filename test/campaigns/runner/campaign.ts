// How every campaign is started by hand: its arguments, what it says meanwhile, its summary as one
// JSON line last, and its exit code.
import { parseArgs } from 'node:util'

export type Say = (line: string) => void

type Value = string | number | boolean
type Asked<O> = {
  [Name in keyof O]: O[Name] extends number ? number : O[Name] extends string ? string : boolean
}

const print: Say = (line) => void process.stdout.write(`${line}\n`)

/** What was given on the command line, each of the type of its default. */
function readArguments<O extends Record<string, Value>>(defaults: O): Asked<O> {
  const { values } = parseArgs({
    options: Object.fromEntries(
      Object.entries(defaults).map(([name, value]) => [
        name,
        { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  })
  const asked = Object.entries({ ...defaults, ...values }).map(([name, value]) => {
    if (typeof defaults[name] !== 'number') return [name, value]
    if (Number.isNaN(Number(value))) throw new Error(`--${name} takes a number, not “${value}”.`)
    return [name, Number(value)]
  })
  return Object.fromEntries(asked) as Asked<O>
}

/**
 * Runs a campaign and ends the process: with 1 when its summary is not good. Some have timers of
 * their own, so nothing of Node's may keep the process.
 */
export async function campaign<O extends Record<string, Value>, S extends object>(parts: {
  /** The arguments with their defaults; an empty text stands for none. */
  options: O
  run(asked: Asked<O> & { say: Say }): S | Promise<S>
  isGood(summary: S, asked: Asked<O>): boolean
}): Promise<never> {
  const startedAt = process.hrtime.bigint()
  const asked = readArguments(parts.options)
  const summary = await parts.run({ ...asked, say: print })
  const seconds = Math.round(Number((process.hrtime.bigint() - startedAt) / 100_000_000n)) / 10
  print(JSON.stringify({ seconds, ...summary }))
  process.exit(parts.isGood(summary, asked) ? 0 : 1)
}
