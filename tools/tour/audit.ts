// The audit log on screen: list, filter, verify, export; and the export checked by both verifiers that ship with it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './main-job.ts'
import type { Stage } from './stage.ts'

export async function auditLog(stage: Stage): Promise<void> {
  const { page } = stage
  await page.getByTestId('rail-audit').click()
  await page.getByTestId('audit-row').first().waitFor()
  await stage.shot('audit-log')
  await page.getByTestId('audit-kind').selectOption('attempt:succeeded')
  await page.waitForTimeout(500)
  await page.getByTestId('audit-row').first().click()
  await stage.shot('audit-filtered')
  await page.getByTestId('audit-clear').click()
  await page.waitForTimeout(500)
  stage.say('The audit log lists every step and filters by what, text and day')

  await page.getByTestId('audit-verify').click()
  await stage.expectText('verification', /intact/i, 30_000)
  await stage.shot('audit-verified')
  stage.say('Verified: every entry is what was written')
}

export async function exportAndVerify(stage: Stage, saveFolder: string): Promise<string> {
  const { page } = stage
  await page.getByTestId('audit-export').click()
  const report = page.getByTestId('export-report')
  await report.waitFor({ timeout: 30_000 })
  await stage.shot('audit-exported')
  const folder = (await report.innerText()).split('\n').find((line) => line.includes(saveFolder))
  const path = folder?.slice(folder.indexOf(saveFolder)).trim() ?? ''
  must(existsSync(path), `the export folder ${path} is not there`)
  for (const [program, script] of [
    ['node', 'verify-audit.mjs'],
    ['python3', 'verify_audit.py'],
  ] as const) {
    const run = spawnSync(program, [join(path, script), path], { encoding: 'utf8' })
    must(run.status === 0, `${script} refused the export: ${run.stdout}${run.stderr}`)
    stage.say(`Exported; ${script} (${program}, outside Paydesk) finds it intact`)
  }
  return path
}
