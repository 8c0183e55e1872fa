// What a test run is said to have come to, also when its time limit cuts it off in the middle.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { tally } from '../../scripts/tally.mjs'

const file = (name: string, passed: number, failed = 0, processor = 1) => ({
  ...{ file: name, passed, failed, isBroken: false, ms: 1, processor },
})
const planned = (...names: string[]) => ({ planned: names })
const end = { ended: true, errors: 0 }
const text = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

describe('what a test run came to', () => {
  it('is what its files count', () => {
    const lines = [planned('a', 'b'), file('a', 2), file('b', 1, 1), end]
    expect(tally(1, text(...lines))).toMatchObject({ passed: 3, failed: 1, unrun: [] })
    expect(tally(0, text(planned('a'), file('a', 2), end))).toMatchObject({ passed: 2, failed: 0 })
  })

  it('counts a file that could not be loaded, and an error outside of every test', () => {
    const broken = { ...file('b', 0), isBroken: true }
    expect(tally(1, text(planned('a', 'b'), file('a', 2), broken, end)).failed).toBe(1)
    expect(tally(1, text(planned('a'), file('a', 2), { ...end, errors: 1 })).failed).toBe(1)
  })

  it('is a failure when the runner failed without naming a test', () => {
    expect(tally(1, text(planned('a'), file('a', 2), end))).toMatchObject({ passed: 2, failed: 1 })
  })

  it('is a failure when nothing ran, and when there are no results', () => {
    expect(tally(0, text(planned(), end))).toMatchObject({ passed: 0, failed: 1 })
    expect(tally(0, null)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('keeps what was counted before a run was cut off, and names each file that was not run', () => {
    const cut = `${text(planned('a', 'b', 'c', 'c'), file('a', 5), file('c', 4))}{"file":"b","pas`
    expect(tally(124, cut)).toMatchObject({ passed: 9, failed: 2, unrun: ['b', 'c'] })
    expect(tally(124, text(planned('a'), file('a', 5)))).toMatchObject({ passed: 5, failed: 1 })
  })

  it('names the ten files that took the processor longest, the longest first', () => {
    const files = Array.from({ length: 12 }, (_, n) => file(`f${n}`, 1, 0, n))
    const { slowest } = tally(0, text(planned(...files.map((one) => one.file)), ...files, end))
    expect(slowest.map((one) => one.file)).toEqual([
      'f11',
      'f10',
      'f9',
      'f8',
      'f7',
      'f6',
      'f5',
      'f4',
      'f3',
      'f2',
    ])
  })
})

describe('a run of vitest that is killed', () => {
  const top = join(import.meta.dirname, '../..')
  mkdirSync(join(top, 'out'), { recursive: true })
  const folder = mkdtempSync(join(top, 'out/cut-run-'))
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('leaves the results of the files that ended, and the names of the others', async () => {
    const head = "import { expect, it } from 'vitest'\n"
    writeFileSync(join(folder, 'a.test.ts'), `${head}it('is quick', () => expect(1).toBe(1))\n`)
    const endless = `it('hangs', () => new Promise((end) => setTimeout(end, 60_000)), 90_000)\n`
    writeFileSync(join(folder, 'b.test.ts'), head + endless)
    const config = join(folder, 'vitest.config.ts')
    const options = `{ root: ${JSON.stringify(folder)}, test: { maxWorkers: 2 } }`
    writeFileSync(config, `export default ${options}\n`)
    const results = join(folder, 'results.jsonl')
    const reporter = join(top, 'scripts/test-results.mjs')
    const vitest = join(top, 'node_modules/vitest/vitest.mjs')
    const run = spawn(
      process.execPath,
      [vitest, 'run', '--config', config, `--reporter=${reporter}`],
      {
        env: { ...process.env, PAYDESK_TEST_RESULTS: results },
        stdio: 'ignore',
        detached: true,
      },
    )
    const read = () => (existsSync(results) ? readFileSync(results, 'utf8') : '')
    try {
      await expect.poll(read, { timeout: 50_000 }).toContain('"passed":1')
    } finally {
      process.kill(-run.pid!, 'SIGKILL')
    }
    const { passed, failed, unrun } = tally(124, read())
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
    expect(unrun).toEqual([expect.stringContaining('b.test.ts')])
  })
})
