// The practice gateway answers "processing" for an hour more: changed in its file while the program
// that runs it is closed.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export const hourMs = 3_600_000

export function keepProcessing(userData: string): void {
  const db = new DatabaseSync(join(userData, 'sandbox.sqlite'))
  const { changes } = db
    .prepare('UPDATE transactions SET final_at = final_at + ? WHERE final_at IS NOT NULL')
    .run(hourMs)
  db.close()
  if (changes === 0) throw new Error('no transaction has a time at which it is final')
}
