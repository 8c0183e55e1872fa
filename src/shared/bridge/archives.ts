// Archives of the audit log: what is kept here since when, what could leave, and the step that lets
// it leave.
import { say } from '../message.ts'
import { z } from 'zod'

/** Payment card rules (PCI DSS 4.0.1, 10.5.1) ask for at least twelve months. */
export const leastMonths = 12

const months = z
  .int(say('operations.whole-months'))
  .min(leastMonths, say('ledger.archive-too-young', { leastMonths }))
  .max(240, say('operations.at-most-240-months'))

export const archiveMethods = {
  /** What is kept, and what is older than so many months. */
  'archive:list': z.strictObject({ months: months.default(leastMonths) }),
  /**
   * Writes signed archives of everything older, reads each back, and only then takes its entries
   * out of the log. Audited.
   */
  'archive:make': z.strictObject({ months }),
} as const

export interface ArchiveOutput {
  'archive:list': ArchiveReport
  /**
   * What was archived now, oldest first. `isEnded`: the person ended it; what was archived until
   * then stays so.
   */
  'archive:make': { made: ArchiveView[]; isEnded: boolean }
}

/** Entries that belong together, by number and by time. */
interface EntrySpan {
  first: number
  size: number
  oldestAt: number
  newestAt: number
}

export interface ArchiveView extends EntrySpan {
  /** Its folder in the archives folder. */
  folder: string
  /** SHA-256 of its manifest.json, hex: the log names it by this. */
  digest: string
  madeAt: number
}

export interface ArchiveReport {
  /** Number and time of the oldest entry in the log. */
  keptSince: { seq: number; at: number } | null
  /** Newest first. */
  archives: ArchiveView[]
  /** Where they are. */
  folder: string
  /** What may leave now; null when nothing is old enough. */
  ready: EntrySpan | null
  /** Why nothing can be archived now whatever its age, or null. */
  why: string | null
}
