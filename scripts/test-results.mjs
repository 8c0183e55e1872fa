// A reporter of vitest that writes what came out file by file, as it comes: a run that is cut off
// leaves all results so far behind, and the list of what was to run. tally.mjs reads the lines.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { top } from './setup/step.mjs'

/** Where the lines stand; the runner says so in the environment. */
export const resultsVariable = 'PAYDESK_TEST_RESULTS'

export default class TestResults {
  /** One JSON object a line: first `planned`, then one for each file, last `ended`. */
  path = process.env[resultsVariable]

  onTestRunStart(specifications) {
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.path, '')
    this.write({ planned: specifications.map(({ moduleId }) => relative(top, moduleId)) })
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()].map((test) => test.result().state)
    const countOf = (state) => tests.filter((one) => one === state).length
    const isOk = module.ok()
    this.write({
      file: relative(top, module.moduleId),
      passed: countOf('passed'),
      failed: countOf('failed'),
      // A file that can't be loaded, or whose own hook fails, has no failed test to count.
      isBroken: !isOk && countOf('failed') === 0,
      ms: Math.round(module.diagnostic().duration),
      // From test/each-file.ts; nothing is known of a file that can't be loaded.
      processor: module.meta().processor ?? 0,
    })
  }

  onTestRunEnd(_modules, errors) {
    this.write({ ended: true, errors: errors.length })
  }

  write(line) {
    appendFileSync(this.path, `${JSON.stringify(line)}\n`)
  }
}
