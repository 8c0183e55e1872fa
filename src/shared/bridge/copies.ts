// Copies of the ledger that Paydesk made itself, and the wish that one of them takes the ledger's
// place at the next start.
import { z } from 'zod'

export const copyMethods = {
  'copy:list': z.strictObject({}),
  /**
   * At the next start this copy takes the ledger's place; the ledger is kept. Until then nothing is
   * sent. Asked about outside the page. Audited.
   */
  'copy:restore': z.strictObject({ name: z.string().min(1).max(100) }),
  /** A person chooses a second folder in the system's dialog. Copies are kept in both. Audited. */
  'copy:choose-second-folder': z.strictObject({}),
  /** Copies are kept in one folder again; those that were made stay. Audited. */
  'copy:end-second-folder': z.strictObject({}),
  /** The ledger stays after all. Audited. */
  'copy:keep-ledger': z.strictObject({}),
} as const

export interface CopyOutput {
  'copy:list': CopyReport
  'copy:restore': CopyReport
  'copy:choose-second-folder': CopyReport
  'copy:end-second-folder': CopyReport
  'copy:keep-ledger': CopyReport
}

/** What every screen says of the ledger's copies. */
export interface CopyState {
  /** Why the daily copy of the ledger could not be made, or null. */
  backupFault: string | null
  /** The same of the second folder. */
  secondFolderFault: string | null
  /** Name of the copy that takes the ledger's place at the next start, or null. */
  restoreAsked: string | null
  /** Where the records moved; null while work goes on here. */
  moved: string | null
}

export interface CopyView {
  /** Its file in the folder of copies. */
  name: string
  at: number
  bytes: number
}

export interface CopyReport {
  /** Newest first. */
  copies: CopyView[]
  /** Where they are. */
  folder: string
  /** Name of the copy that takes the ledger's place at the next start, or null. */
  asked: string | null
  /** Where copies are kept as well, and why not by now; null where there is no second folder. */
  second: { folder: string; copies: CopyView[]; fault: string | null } | null
}
