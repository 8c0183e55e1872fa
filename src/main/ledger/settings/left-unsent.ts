// Confirmed requests that ended unsent as Paydesk was ending: the window went, so that nobody may
// have read why. One row of the ledger's meta table. Each start names them, until a person closes
// that message. It steers no money.
import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

const KEY = 'left.unsent'
const kept = z.array(z.string())

export interface LeftUnsent {
  /** In the transaction that ends the request, where there is one. */
  add(attemptId: string): void
  /** Oldest first. */
  all(): string[]
  forget(attemptId: string): void
}

export function openLeftUnsent(db: Database): LeftUnsent {
  const find = statement<[string], string>(db, 'SELECT value FROM meta WHERE key = ?', {
    as: 'value',
  })
  const write = statement<[string, string]>(
    db,
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const all = (): string[] => parsed(find.get(KEY) ?? '[]')
  const keep = (ids: readonly string[]): void => void write.run(KEY, JSON.stringify(ids))
  return {
    add: (attemptId) => keep([...new Set([...all(), attemptId])]),
    all,
    forget: (attemptId) => keep(all().filter((id) => id !== attemptId)),
  }
}

function parsed(text: string): string[] {
  try {
    return kept.parse(JSON.parse(text))
  } catch {
    // Not worth a start that fails: the requests stand in the log all the same.
    return []
  }
}
