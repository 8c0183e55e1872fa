// Runs every benchmark, one after the other, each in a process of its own so that none warms another up. Small sizes, in a minute or
// so; --full takes the real ones and many minutes. Exit 1 when one fails.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const benches = ['sign', 'sandbox', 'ledger', 'scroll']
const options = process.argv.slice(2)
const failed = benches.filter((name) => {
  const file = join(import.meta.dirname, `${name}.ts`)
  const ran = spawnSync(process.execPath, ['--expose-gc', file, ...options], { stdio: 'inherit' })
  return ran.status !== 0
})
if (failed.length > 0) {
  process.stderr.write(`Missed or failed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
