// Generated logs, each figure of each report against a plain count: npm run -s reports -- --logs N
// --seed S. Runs the tests of reports with as many logs: sums and rows, the day close, and what is
// printed. One JSON line last. Exits 1 when one of them fails.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campaign } from './runner/campaign.ts'

const top = join(import.meta.dirname, '../..')
const files = ['test/main/ledger/reports', 'test/main/desk/reports/report-page.test.ts']

interface ReportsSummary {
  /** Of each test that draws logs. */
  logs: number
  tests: number
  failed: number
}

async function runReports(options: { logs: number; seed: number }): Promise<ReportsSummary> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-reports-'))
  try {
    const said = join(folder, 'said.json')
    const vitest = join(top, 'node_modules/vitest/vitest.mjs')
    const args = ['run', ...files, '--reporter=json', `--outputFile=${said}`]
    const env = { REPORT_RUNS: String(options.logs), REPORT_SEED: String(options.seed) }
    const child = spawn(process.execPath, [vitest, ...args], {
      ...{ cwd: top, env: { ...process.env, ...env }, stdio: 'ignore' },
    })
    await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(said, 'utf8')) as Record<
      'numPassedTests' | 'numFailedTests',
      number
    >
    return { logs: options.logs, tests: numPassedTests + numFailedTests, failed: numFailedTests }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const isGood = ({ tests, failed }: ReportsSummary): boolean => tests > 0 && failed === 0

if (import.meta.main)
  await campaign({ options: { logs: 10_000, seed: 1 }, run: runReports, isGood })
