// A folder as a desk that was closed in order left it: a copy of the benchmarks' ledger in which no
// review is open any more, and a search that has read all of it. What a start does about thousands
// of open reviews is not what these benchmarks are about.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { recover } from '../src/main/desk/payments/watch/recover.ts'
import { openAudit } from '../src/main/ledger/audit/audit.ts'
import { openJournal } from '../src/main/ledger/journal/journal.ts'
import { inTransaction, openLedgerReader } from '../src/main/ledger/db/open.ts'
import { openLedger } from '../src/main/ledger/opening/open-ledger.ts'
import { openOrders } from '../src/main/ledger/orders/orders.ts'
import { openUnseenEnds } from '../src/main/ledger/settings/unseen-ends.ts'
import { openSearchFile } from '../src/main/ledger/search/search-file.ts'
import { openSearchIndex } from '../src/main/ledger/search/search-index.ts'
import { builtLedger, type Sizes } from './ledger-build.ts'

const monotonic = (): number => performance.now()

/** `folder` is the user data of the program that is started on it. */
export function leaveLedger(folder: string, sizes: Sizes, say: (message: string) => void): void {
  const built = builtLedger(sizes, say)
  const file = join(folder, 'ledger.sqlite')
  const searchFile = join(folder, 'search.sqlite')
  copyFileSync(built.file, file)
  copyFileSync(built.searchFile, searchFile)
  endReviews(file)
  readAll(file, searchFile)
}

function endReviews(file: string): void {
  const clock = Date.now
  const opened = openLedger({ file, clock })
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  const audit = openAudit(db, { clock, monotonic })
  const journal = openJournal(db, audit, { clock, onMoved: () => undefined })
  const orders = openOrders(db, audit, clock)
  inTransaction(db, () => recover({ clock, journal, unseenEnds: openUnseenEnds(db), orders }))
  db.pragma('wal_checkpoint(TRUNCATE)')
  opened.value.close()
}

function readAll(file: string, searchFile: string): void {
  const ledger = openLedgerReader(file)
  if (!ledger.ok) throw new Error(ledger.fault.message)
  const search = openSearchFile(ledger.value, searchFile)
  const index = openSearchIndex(search, monotonic)
  while (index.step(2_000)) continue
  search.writer.pragma('wal_checkpoint(TRUNCATE)')
  search.close()
}
