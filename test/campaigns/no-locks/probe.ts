// Runs the product's lock probe as a process of Node's, for desks without a window.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ProbeLock } from '../../../src/main/composition/try-lock.ts'

const program = join(import.meta.dirname, '../../../src/main/ledger/db/lock-probe.ts')

/** `env` may load a shim into the probe, or leave it out. */
export const probeInNode =
  (env: NodeJS.ProcessEnv = process.env): ProbeLock =>
  (lockFile) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, lockFile], { env, stdio: 'ignore' })
      child.once('error', reject)
      child.once('exit', (code) => resolve(code))
    })
