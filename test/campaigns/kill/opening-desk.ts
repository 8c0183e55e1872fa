// Opens what the parent laid down, to be killed meanwhile: a ledger in whose place a copy is to be
// put, or one that is written anew or put right from its log.
import { restore } from '../../../scripts/restore.ts'
import { must } from '../faults/must.ts'
import { openOwnDesk, say, taskOf } from '../runner/own-desk.ts'
import { fileVault } from './file-vault.ts'
import { untilStopped } from './stopped.ts'
import type { OpeningTask } from './task.ts'

const task = taskOf<OpeningTask>()
say('opening')
if (task.command !== null) await restore(task.command, task.folder)
else {
  const { desk } = must(await openOwnDesk(task, { vault: fileVault(task.vaultFile) }))
  if (task.spoilt !== null) await untilStopped(desk)
}
say('open')
// Stays until it is killed.
setInterval(() => undefined, 60_000)
