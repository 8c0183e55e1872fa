// The audit log on screen: list, filter, verify, export; and the export checked by both verifiers
// that ship with it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './main-job.ts'
import type { Fixture } from './fixture.ts'

/** The rows are those of the filter, and no longer those before it. */
const isFiltered = (fixture: Fixture): Promise<void> =>
  fixture.page.locator('.is-asking').waitFor({ state: 'detached' })

export async function auditLog(fixture: Fixture): Promise<void> {
  await fixture.at('rail-audit').click()
  await fixture.at('audit-row').first().waitFor()
  await fixture.shot('audit-log')
  await fixture.at('audit-outcome').selectOption('SUCCEEDED')
  await fixture.sees('audit-row', /Captured/)
  await isFiltered(fixture)
  // The middle of a row may be a link to its order.
  await fixture.at('audit-row').first().locator('time').click()
  await fixture.shot('audit-filtered')
  await fixture.at('audit-clear').click()
  fixture.say('The audit log lists every step and filters by what, text and day')

  await fixture.at('audit-verify').click()
  await fixture.sees('verification', /intact/i, 30_000)
  await isFiltered(fixture)
  await fixture.shot('audit-verified')
  fixture.say('Verified: every entry is what was written')
}

export async function exportAndVerify(fixture: Fixture, saveFolder: string): Promise<string> {
  await fixture.at('audit-export').click()
  const report = fixture.at('export-report')
  await report.waitFor({ timeout: 30_000 })
  await fixture.shot('audit-exported')
  await report.locator('summary').click()
  const folder = (await report.innerText()).split('\n').find((line) => line.includes(saveFolder))
  const path = folder?.slice(folder.indexOf(saveFolder)).trim() ?? ''
  must(existsSync(path), `the export folder ${path} is not there`)
  for (const [program, script] of [
    ['node', 'verify-audit.mjs'],
    ['python3', 'verify_audit.py'],
  ] as const) {
    const run = spawnSync(program, [join(path, script), path], { encoding: 'utf8' })
    must(run.status === 0, `${script} refused the export: ${run.stdout}${run.stderr}`)
    fixture.say(`Exported; ${script} (${program}, outside Paydesk) finds it intact`)
  }
  return path
}
