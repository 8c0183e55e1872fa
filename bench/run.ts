// Runs every benchmark, one after the other, each in a process of its own so that none warms
// another up. Small sizes, in a few minutes; --full takes the real ones and many; --team runs that
// of a team's database alone. What each says
// comes as it is said; one line of JSON at the end holds all of it. Exit 1 when one fails or misses
// a goal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const benches = [
  'sign',
  'sandbox',
  'ledger',
  'rebuild',
  'reports',
  'reconcile',
  'twins',
  'team',
  'runs',
  'runs-sent',
  'shop-orders',
  'scroll',
  'window',
]
/** That of a team starts its own PostgreSQL, as tests do. */
const fileOf = (name: string): string => (name === 'team' ? '../test/bench/team.ts' : `${name}.ts`)
const options = process.argv.slice(2).filter((option) => option !== '--team')
const chosen = process.argv.includes('--team') ? ['team'] : benches
const failed: string[] = []
const summaries: Record<string, unknown> = {}
for (const name of chosen) {
  const file = join(import.meta.dirname, fileOf(name))
  const child = spawn(process.execPath, ['--expose-gc', file, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('{')) summaries[name] = JSON.parse(line)
    else process.stdout.write(`${line}\n`)
  const [status] = await ended
  if (status !== 0) failed.push(name)
}
process.stdout.write(`${JSON.stringify({ bench: 'all', options, failed, ...summaries })}\n`)
if (failed.length > 0) process.exitCode = 1
