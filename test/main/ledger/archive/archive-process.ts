// Archives the ledger it is given and kills itself at the step it is told: what a crash leaves is
// for the test to look at.
import { createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
import { makeArchive, planArchive } from '../../../../src/main/ledger/archive/archive.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { createCheckpointer } from '../../../../src/main/ledger/audit/checkpoint.ts'
import { writeContent } from '../../../../src/main/ledger/export/export-content.ts'
import { checkFolder } from '../../../../src/main/ledger/export/offline-verifier.ts'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { must } from '../../../campaigns/faults/must.ts'

export interface ArchiveTask {
  file: string
  folder: string
  /** PKCS#8, PEM. */
  key: string
  now: number
  dieAt: string
}

const root = join(import.meta.dirname, '../../../..')
const resourcesDir = join(root, 'resources')

async function run(task: ArchiveTask): Promise<void> {
  const clock = (): number => task.now
  const at = (step: string): void => {
    if (step === task.dieAt) process.kill(process.pid, 'SIGKILL')
  }
  const work = () => createTimeSlice({ monotonic: () => performance.now() })
  const { db } = must(openLedger({ file: task.file, clock }))
  const audit = openAudit(db, { clock, monotonic: () => 0 })
  const checkpointer = createCheckpointer(audit, db, {
    key: createPrivateKey(task.key),
    clock,
    report: (error) => {
      throw error
    },
  })
  const plan = must(
    planArchive(db, { months: 12, now: task.now, publicKey: checkpointer.publicKey }),
  )
  if (plan === null) throw new Error('nothing to archive')
  // Of this connection alone: it tells how far the removal is.
  db.function('at_step', (step) => at(String(step)))
  db.exec(`
    CREATE TEMP TRIGGER tell_archive AFTER INSERT ON main.archive BEGIN SELECT at_step('archive row'); END;
    CREATE TEMP TRIGGER tell_entry AFTER DELETE ON main.audit_entry BEGIN SELECT at_step('entry ' || OLD.seq); END;
    CREATE TEMP TRIGGER tell_checkpoint AFTER DELETE ON main.checkpoint BEGIN SELECT at_step('checkpoint ' || OLD.size); END;`)
  at('planned')
  let slices = 0
  await makeArchive({
    db,
    audit,
    plan,
    folder: task.folder,
    actor: 'ana',
    version: '1.2.3',
    clock,
    resourcesDir,
    reached: null,
    checkpointer: {
      ...checkpointer,
      now: (reason) => {
        at('named')
        const made = checkpointer.now(reason)
        at('signed')
        return made
      },
      sign: async (bytes) => {
        at('written')
        return checkpointer.sign(bytes)
      },
    },
    writeContent: (query) => writeContent(db, query, work()),
    check: async (made) => {
      at('in its place')
      const verdict = await checkFolder({ folder: made, size: plan.size, resourcesDir }, work())
      at('read back')
      return verdict
    },
    marked: () => {
      at('marked')
      return Promise.resolve(null)
    },
    atOnce: 8,
    onSlice: () => at(`slice ${(slices += 1)}`),
  })
  at('committed')
}

await run(JSON.parse(process.argv[2] ?? '') as ArchiveTask)
