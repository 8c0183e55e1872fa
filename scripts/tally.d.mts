interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
export function tally(exit: number, read: () => Report): { passed: number; failed: number }
