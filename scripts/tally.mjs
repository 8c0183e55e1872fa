// What a vitest run came to, from its exit code and its JSON report: never better than either of
// them.

/** `read` gives the parsed report; a report that can't be read is one failure. */
export function tally(exit, read) {
  let report
  try {
    report = read()
  } catch (error) {
    process.stderr.write(`The test run left no report: ${error.message}\n`)
    return { passed: 0, failed: 1 }
  }
  const passed = report.numPassedTests
  // A file that fails to load has no tests to count.
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const failed = report.numFailedTests + broken
  const isSilent = failed === 0 && (exit !== 0 || passed === 0)
  return { passed, failed: isSilent ? 1 : failed }
}
