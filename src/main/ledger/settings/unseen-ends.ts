// Requests that ended otherwise than the person asked, and that nobody has seen end so: declined,
// refused, or never sent. The screen they were asked for on may be long gone. One row of the
// ledger's meta table. Each start names them, until a person has seen them. It steers no money.
import { z } from 'zod'
import { endsOtherwise } from '#shared/notices/needs.ts'
import type { AttemptRow } from '../journal/attempt-row.ts'
import type { Database } from '../db/database.ts'
import { openMeta } from '../db/meta.ts'

const row = { key: 'unseen.ends', about: 'comfort', schema: z.array(z.string()) } as const
/** More than a person would ever read one by one; the oldest give way. */
const most = 200

export interface UnseenEnds {
  /** In the transaction that ends the request, where there is one. */
  add(attemptId: string): void
  /** Oldest first. */
  all(): string[]
  forget(attemptId: string): void
}

export function openUnseenEnds(db: Database): UnseenEnds {
  const kept = openMeta(db, row)
  const all = (): string[] => kept.read() ?? []
  const keep = (ids: readonly string[]): void => kept.write(ids.slice(-most))
  return {
    add: (attemptId) => keep([...new Set([...all(), attemptId])]),
    all,
    forget: (attemptId) => keep(all().filter((id) => id !== attemptId)),
  }
}

/** For the transaction of every arrow. */
export const noteEnd =
  (ends: Pick<UnseenEnds, 'add'>) =>
  (row: Pick<AttemptRow, 'id' | 'operation' | 'state'>): void => {
    if (endsOtherwise(row)) ends.add(row.id)
  }
