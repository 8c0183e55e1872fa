// The practice gateway answers "processing" for a while more about its newest transaction, also
// where that ended before the program could be killed: changed in its file while nothing runs.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export const hourMs = 3_600_000

export function keepProcessing(userData: string, forMs = hourMs): void {
  const db = new DatabaseSync(join(userData, 'sandbox.sqlite'))
  const { changes } = db
    .prepare(
      "UPDATE transactions SET status = 'processing', final_at = coalesce(final_at, changed_at) + ? WHERE id = (SELECT max(id) FROM transactions)",
    )
    .run(forMs)
  db.close()
  if (changes === 0) throw new Error('there is no transaction')
}
