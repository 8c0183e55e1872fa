// A desk whose log is more than a year old: its old entries leave for a signed archive, which
// outsiders can check. The year is honest: the same program writes the ledger first, on a clock
// that stands thirteen months back; nothing is written by hand.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxId } from '../../src/main/composition/sandbox-connection.ts'
import { openVault } from '../../src/main/vault/open.ts'
import { startSandbox } from '../../src/sandbox/start.ts'
import { openDeskAt } from '../campaigns/faults/fixture.ts'
import { must as mustDo } from '../campaigns/faults/must.ts'
import { runPrograms } from '../campaigns/tamper/verifiers.ts'
import { must } from './main-job.ts'
import type { Fixture } from './fixture.ts'

const backMs = 396 * 86_400_000

/** Some orders looked up, thirteen months ago, in the folder that the program opens afterwards. */
async function workLongAgo(folder: string): Promise<void> {
  const clock = (): number => Date.now() - backMs
  const db = join(folder, 'sandbox.sqlite')
  const sandbox = await startSandbox({ db, clock, processingMs: 20 })
  // The program's own name of the folder in the keychain (src/main/index.ts).
  const profile = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const vault = await openVault({ profile, hasSecrets: false })
  const { desk, close } = mustDo(
    await openDeskAt({ folder, baseUrl: sandbox.baseUrl, sandbox, vault, clock }),
  )
  for (const { orderid: value } of sandbox.trainingOrders())
    mustDo(await desk['order:look-up']({ connectionId: sandboxId, by: 'orderid', value }))
  await close()
  await sandbox.close()
}

export async function oldEntriesLeave(
  folder: string,
  openFixtureAt: (folder: string) => Promise<Fixture>,
): Promise<void> {
  await workLongAgo(folder)
  const fixture = await openFixtureAt(folder)
  const { at } = fixture
  try {
    await fixture.lookUp((await fixture.practice(/paid sale of 120\.00 EUR/)).orderid)
    await at('rail-audit').click()
    await at('audit-row').first().waitFor()
    await at('audit-menu').click()
    await at('menu-audit-archive').click()
    await at('archive-kept').waitFor()
    if ((await at('archive-why').count()) > 0) {
      await fixture.shot('archive-not-possible')
      fixture.say(`Nothing is archived here: ${await at('archive-why').innerText()}`)
      return
    }
    await fixture.sees('archive-ready', /entries will be archived/)
    await fixture.shot('archive-ready')
    await at('archive-confirm').click()
    await fixture.sees('archived', /^\s*Archived\. One archive was created and verified/, 30_000)
    await at('audit-verify').click()
    await fixture.sees('verification', /intact/i, 30_000)
    await at('verification').locator('summary').click()
    await fixture.sees('verification', /were archived/)
    await at('verification').locator('summary').click()
    await fixture.sees('audit-begins', /Entries 1 to \d+ are in archives/)
    await fixture.shot('archived')
    const [made = ''] = readdirSync(join(folder, 'archives'))
    const { node, python } = await runPrograms([join(folder, 'archives', made)])
    must(node.code === 0 && python.code === 0, `a verifier refused the archive: ${node.text}`)
    fixture.say(`Entries older than a year left for ${made}; both verifiers find it intact`)
  } finally {
    await fixture.close()
  }
}
