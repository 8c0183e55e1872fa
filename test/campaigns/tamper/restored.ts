// Old copies of a ledger put in the place of the newer one: a backup for every entry, and for every
// entry the ledger file whose -wal was removed. They are files as a desk has them; the mark in the
// keychain and an auditor's note are what finds them out.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBackup } from '../../../src/main/ledger/copies/backup.ts'
import { openLedgerReader } from '../../../src/main/ledger/db/open.ts'
import { must } from '../faults/must.ts'
import type { Log } from './log.ts'

export type Restored = 'restored backup' | 'removed -wal'

/**
 * Appends to the log, which lies in `file`, until it has `entries`, and says where the copies are:
 * `copyOf(kind, n)` ends at entry n.
 */
export async function copyWhileWriting(log: Log, file: string, entries: number, folder: string) {
  log.db.pragma('wal_autocheckpoint = 0')
  const reader = must(openLedgerReader(file))
  const copyOf = (kind: Restored, n: number): string =>
    join(folder, `${kind === 'removed -wal' ? 'no-wal' : 'backup'}-${n}.sqlite`)
  for (let n = 1; n <= entries; n += 1) {
    log.append()
    const evidence = { mark: null, expectedFingerprint: log.checkpointer.fingerprint }
    const made = await makeBackup(
      reader,
      { folder: join(folder, 'backups'), at: n * 1000, evidence },
      () => performance.now(),
    )
    copyFileSync(join(folder, 'backups', made.file), copyOf('restored backup', n))
    // What is in the ledger file itself when the next entries stand in the -wal alone.
    log.db.pragma('wal_checkpoint(TRUNCATE)')
    copyFileSync(file, copyOf('removed -wal', n))
  }
  reader.close()
  return copyOf
}
