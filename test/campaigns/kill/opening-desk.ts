// Opens what the parent laid down, to be killed meanwhile: a ledger in whose place a copy is to be
// put.
import { restore } from '../../../scripts/restore.ts'
import { must } from '../faults/must.ts'
import { openOwnDesk, say, taskOf } from '../runner/own-desk.ts'
import { fileVault } from './file-vault.ts'
import type { OpeningTask } from './task.ts'

const task = taskOf<OpeningTask>()
say('opening')
if (task.command !== null) await restore(task.command, task.folder)
else must(await openOwnDesk(task, { vault: fileVault(task.vaultFile) }))
say('open')
// Stays until it is killed.
setInterval(() => undefined, 60_000)
