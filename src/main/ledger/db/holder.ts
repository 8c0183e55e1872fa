// Who opened the ledger last, in a small file beside it. Where locks hold nobody back, a second
// Paydesk overwrites the file, and the first one reads that before it sends. The check against the
// log can't tell: each of two programs reads what is whole, and writes over the other. A file of
// its own: reading the lock file here would give up this process's lock on it.
import { codeOf } from '#shared/fault.ts'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Called with the lock held and before the ledger is read: whoever overwrites the name afterwards
 * reads all that was committed before. The answer tells whether this Paydesk is still the last one.
 */
export function takePlace(file: string): () => boolean {
  const path = `${file}-holder`
  const name = randomBytes(16).toString('hex')
  writeFileSync(path, name, { mode: 0o600, flush: true })
  return () => {
    try {
      return readFileSync(path, 'utf8') === name
    } catch (error) {
      if (codeOf(error) === '') throw error
      return false
    }
  }
}
