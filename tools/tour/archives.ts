// A desk whose log is more than a year old: its old entries leave for a signed archive, which outsiders can check. The year is honest: the
// same program writes the ledger first, on a clock that stands thirteen months back; nothing is written by hand.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxId } from '../../src/main/sandbox-connection.ts'
import { openVault } from '../../src/main/vault/open.ts'
import { startSandbox } from '../../src/sandbox/start.ts'
import { must as mustDo, openDeskAt } from '../faults/lane.ts'
import { runPrograms } from '../tamper/verifiers.ts'
import { must } from './main-job.ts'
import type { Stage } from './stage.ts'

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
  openStageAt: (folder: string) => Promise<Stage>,
): Promise<void> {
  await workLongAgo(folder)
  const stage = await openStageAt(folder)
  const at = (testId: string) => stage.page.getByTestId(testId)
  try {
    await stage.lookUp((await stage.practiceOrder(/paid sale of 120\.00 EUR/)).orderid)
    await at('rail-audit').click()
    await at('audit-row').first().waitFor()
    await at('audit-archive').click()
    await at('archive-kept').waitFor()
    if ((await at('archive-why').count()) > 0) {
      await stage.shot('archive-not-possible')
      stage.say(`Nothing is archived here: ${await at('archive-why').innerText()}`)
      return
    }
    await stage.expectText('archive-ready', /entries will leave the log/)
    await stage.shot('archive-ready')
    await at('archive-confirm').click()
    await stage.expectText('archived', /One archive was made and verified/, 30_000)
    await at('audit-verify').click()
    await stage.expectText('verification', /intact[^]*were archived/i, 30_000)
    await stage.shot('archived')
    const [made = ''] = readdirSync(join(folder, 'archives'))
    const { node, python } = await runPrograms([join(folder, 'archives', made)])
    must(node.code === 0 && python.code === 0, `a verifier refused the archive: ${node.text}`)
    stage.say(`Entries older than a year left for ${made}; both verifiers find it intact`)
  } finally {
    await stage.close()
  }
}
