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
  /** The ledger stays after all. Audited. */
  'copy:keep-ledger': z.strictObject({}),
} as const

export interface CopyOutput {
  'copy:list': CopyReport
  'copy:restore': CopyReport
  'copy:keep-ledger': CopyReport
}

/** What every screen says of the ledger's copies. */
export interface CopyState {
  /** Why the daily copy of the ledger could not be made, or null. */
  backupFault: string | null
  /** Name of the copy that takes the ledger's place at the next start, or null. */
  restoreAsked: string | null
  /** Where this desk goes on; null while it goes on here. */
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
}
