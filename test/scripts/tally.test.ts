import { describe, expect, it } from 'vitest'
import { tally } from '../../scripts/tally.mjs'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
})
const report =
  (numPassedTests: number, numFailedTests: number, ...testResults: ReturnType<typeof file>[]) =>
  () => ({
    numPassedTests,
    numFailedTests,
    testResults,
  })

describe('what a test run came to', () => {
  it('is what the report counts', () => {
    expect(tally(0, report(2, 0, file('passed', 'passed', 'passed')))).toEqual({
      passed: 2,
      failed: 0,
    })
    expect(tally(1, report(1, 1, file('failed', 'passed', 'failed')))).toEqual({
      passed: 1,
      failed: 1,
    })
  })

  it('counts a file that could not be loaded', () => {
    expect(tally(1, report(2, 0, file('passed', 'passed', 'passed'), file('failed')))).toEqual({
      passed: 2,
      failed: 1,
    })
  })

  it('is a failure when the runner failed without naming a test', () => {
    expect(tally(1, report(2, 0, file('passed', 'passed', 'passed')))).toEqual({
      passed: 2,
      failed: 1,
    })
  })

  it('is a failure when nothing ran', () => {
    expect(tally(0, report(0, 0))).toEqual({ passed: 0, failed: 1 })
  })

  it('is a failure when there is no report', () => {
    const read = (): never => {
      throw new Error('no such file')
    }
    expect(tally(0, read)).toEqual({ passed: 0, failed: 1 })
  })
})
