// Opens what the parent laid down, to be killed meanwhile: a ledger in whose place a copy is to be
// put.
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import { restore } from '../../../scripts/restore.ts'
import { fileVault } from './file-vault.ts'
import type { OpeningTask } from './task.ts'

const task = JSON.parse(process.argv[2]!) as OpeningTask
const say = (line: string): void => void process.stdout.write(`${line}\n`)

say('opening')
if (task.command !== null) await restore(task.command, task.folder)
else {
  must(
    await openDeskAt({
      folder: task.folder,
      baseUrl: task.baseUrl,
      sandbox: { identity: task.identity, trainingOrders: () => [] },
      vault: fileVault(task.vaultFile),
      clock: Date.now,
    }),
  )
}
say('open')
// Stays until it is killed.
setInterval(() => undefined, 60_000)
