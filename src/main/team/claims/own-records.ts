// What this computer knows of its own records, kept by whoever opens the team. MONEY: each method
// returns only when it is on the disk: a claim that was forgotten would be made again.
import type { TeamRecord } from '../records/record.ts'

export interface OwnRecord {
  record: TeamRecord
  /** `out`: nobody knows yet whether the database has it. At most the newest one is. */
  state: 'out' | 'in'
}

export interface OwnRecords {
  /** In the order of their numbers, without a gap. */
  all(): readonly OwnRecord[]
  /** As `out`, before the database is asked. */
  add(record: TeamRecord): void
  markIn(n: number): void
  /** Only the newest one, and only once it is known that the database never takes it. */
  drop(n: number): void
}

/** The record after which the desk's next one comes. */
export const lastOf = (own: OwnRecords): OwnRecord | undefined => own.all().at(-1)
