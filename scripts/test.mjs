// The whole test run: types, lint, imports, dead code, then every test. Ends with a line "N passed,
// N failed" of its own; a step counts as one. A test file that can't be loaded counts as a failure,
// so does a file that the time limit left no time for, and a run in which nothing was found.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { processorTime } from './processor-time.mjs'
import { isRoot, rootStart } from './setup/root.mjs'
import { localNode, runStep, top } from './setup/step.mjs'
import { tally } from './tally.mjs'
import { resultsVariable } from './test-results.mjs'

const say = (message) => process.stdout.write(`${message}\n`)
const bin = (path) => join(top, 'node_modules', path)
const report = join(top, 'out/test/results.jsonl')
/** Compiled once for all the processes that a run starts, hundreds of them. */
const compileCache = join(top, 'out/test/compiled')
const minutes = 60_000
/** Nearly twice what two slow cores take. */
const longestRun = 110 * minutes

const cruised = ['src', 'scripts', 'hosts', 'bench', 'test', 'eslint.config.js']

const checks = [
  { name: 'lint', args: [bin('eslint/bin/eslint.js'), '.'] },
  { name: 'types', args: [bin('vue-tsc/bin/vue-tsc.js'), '-b'] },
  { name: 'imports', args: [bin('dependency-cruiser/bin/dependency-cruiser.mjs'), ...cruised] },
  { name: 'dead code', args: [bin('knip/bin/knip.js'), '--no-progress'] },
  ...(process.argv.includes('--format')
    ? [
        {
          name: 'format',
          args: [bin('prettier/bin/prettier.cjs'), '--check', '.', '--log-level', 'warn'],
        },
      ]
    : []),
]

const inMinutes = (seconds) =>
  `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`
const column = (seconds) => String(Math.round(seconds)).padStart(5)

const counts = { passed: 0, failed: 0 }
const count = (name, isPassed) => {
  say(`${isPassed ? 'passed' : 'FAILED'}: ${name}`)
  counts[isPassed ? 'passed' : 'failed'] += 1
}

/** Several times what a run leaves behind until it ends. */
const roomInMemory = 8 * 1024 ** 3

/**
 * Where the tests keep their files: in memory where there is room and programs may be run from it,
 * as thousands of small files are synced and removed there (decision 160).
 */
function scratchPlace() {
  const memory = '/dev/shm'
  if (process.env.TMPDIR !== undefined || !existsSync('/proc/mounts')) return tmpdir()
  const mounts = readFileSync('/proc/mounts', 'utf8')
  const options = mounts.split('\n').findLast((line) => line.split(' ')[1] === memory)
  if (options === undefined || /\b(noexec|ro)\b/.test(options.split(' ')[3])) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > roomInMemory ? memory : tmpdir()
}

const { env } = process
const asRoot = rootStart({ isRoot: isRoot(), isTerminal: false, isWindow: false, env })
if (asRoot.message !== null) say(asRoot.message)

mkdirSync(join(top, 'out/test'), { recursive: true })
rmSync(report, { force: true })
count('build', (await build({ isForced: false, say })) === 0)
const checkInTurn = async () => {
  for (let check = checks.shift(); check !== undefined; check = checks.shift()) {
    let text = ''
    const onText = (more) => (text += more)
    const exit = await runStep(localNode, check.args, { timeoutMs: 10 * minutes, onText })
    if (text !== '') say(text.trimEnd())
    count(check.name, exit === 0)
  }
}
// Two at a time: each check keeps one core busy.
await Promise.all([checkInTurn(), checkInTurn()])

const vitest = [bin('vitest/vitest.mjs'), 'run', '--reporter=default']
// Whatever a killed program leaves behind goes with the folder.
const scratch = mkdtempSync(join(scratchPlace(), 'paydesk-tests-'))
const exit = await runStep(
  localNode,
  [...vitest, `--reporter=${join(top, 'scripts/test-results.mjs')}`],
  {
    env: { ...env, TMPDIR: scratch, NODE_COMPILE_CACHE: compileCache, [resultsVariable]: report },
    timeoutMs: longestRun,
  },
)
const results = tally(exit, existsSync(report) ? readFileSync(report, 'utf8') : null)
say('The ten slowest files, in seconds of the processor, and on the wall:')
for (const { file, processor, ms } of results.slowest)
  say(`${column(processor)} ${column(ms / 1000)}  ${file}`)
if (results.unrun.length > 0)
  say(`Not run, because the run ended before them: ${results.unrun.join(', ')}`)
counts.passed += results.passed
counts.failed += results.failed
// The same that `time` tells: programs that nobody waited for are missing.
const { user, system } = processorTime()
say(`Processor time: ${inMinutes(user)} of user and ${inMinutes(system)} of system.`)
process.exitCode = counts.failed === 0 ? 0 : 1
say(`${counts.passed} passed, ${counts.failed} failed`)
rmSync(scratch, { recursive: true, force: true, maxRetries: 10 })
