// Whether a file can be the ledger: another program's is refused, a damaged one is named. It only
// reads.
import { codeOf } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { existsSync, statSync } from 'node:fs'
import type { Database } from './database.ts'
import { damageIn } from './integrity.ts'
import { firstLine, isDamage, messageOf } from './sqlite-fault.ts'
import { statement } from './statements.ts'

export type Part = Parameters<typeof damageIn>[1]

interface Ports {
  applicationId: number
  /** Opens a file that is there, and waits a moment for another program's lock. */
  open: (path: string) => Database
}

export type Health =
  | { state: 'none' | 'sound' }
  | { state: 'damaged'; message: string }
  | { state: 'refused'; message: string }

export function healthOf(file: string, part: Part, { open, applicationId }: Ports): Health {
  if (!existsSync(file) || statSync(file).size === 0) return { state: 'none' }
  let db: Database | undefined
  try {
    db = open(file)
    db.pragma('cell_size_check = ON')
    const id = db.pragma('application_id', { simple: true })
    const tables = statement<[]>(db, 'SELECT count(*) FROM sqlite_schema', { as: 'value' }).get()
    if (id !== applicationId && !(id === 0 && tables === 0))
      return { state: 'refused', message: say('ledger.file-belongs-to-another-program', { file }) }
    const message = damageIn(db, part)
    return message === null ? { state: 'sound' } : { state: 'damaged', message }
  } catch (error) {
    if (isDamage(codeOf(error))) return { state: 'damaged', message: firstLine(messageOf(error)) }
    throw error
  } finally {
    db?.close()
  }
}
