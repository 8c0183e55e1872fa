// Looks at the pages of a ledger in a thread of its own: a long log takes a second, in which the
// window is made and the keychain answers.
import { Worker } from 'node:worker_threads'
import type { Result } from '#shared/fault.ts'
import type { Health } from '../db/file-health.ts'
import type { Unread } from '../opening/open-ledger.ts'

/**
 * `entry` is the built look-worker. Rejects when the thread ends without a word. Faults: as
 * lookAtPages().
 */
export function lookAside(entry: URL, { file, part }: Unread): Promise<Result<Health>> {
  const thread = new Worker(entry, { workerData: { file, part } })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The look at the ledger ended without a word.')))
  })
}
