// The screen tests in Electron itself: npm run test:electron. Without its binary one line says so,
// and the run has failed: nothing was tested.
import { join } from 'node:path'
import { build } from './build.mjs'
import { electronBinary } from './setup/electron.mjs'
import { localNode, runStep, top } from './setup/step.mjs'

async function test() {
  if (electronBinary() === undefined) {
    process.stderr.write('Electron’s binary is not here, so nothing was tested in Electron.\n')
    return 1
  }
  const exit = await build({ isForced: false, say: (line) => process.stdout.write(`${line}\n`) })
  if (exit !== 0) return exit
  const vitest = join(top, 'node_modules/vitest/vitest.mjs')
  return runStep(localNode, [vitest, 'run', '--project', 'screens', 'test/screens'], {
    env: { ...process.env, PAYDESK_HOST: 'electron' },
    timeoutMs: 60 * 60_000,
  })
}

process.exitCode = await test()
