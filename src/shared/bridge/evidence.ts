// The evidence pack of an order or a run over the bridge: one file with everything Paydesk knows
// about it, which others can check.
import { z } from 'zod'

export const evidenceMethods = {
  /**
   * Main asks where to save; the renderer never names a path. Watched and ended as the work
   * 'evidence'.
   */
  'order:evidence': z.strictObject({
    connectionId: z.string().min(1).max(64),
    orderid: z.string().min(1).max(128),
  }),
  /** Of a run that has ended; the same in all else. */
  'run:evidence': z.strictObject({ runId: z.string().min(1).max(64) }),
} as const

export interface EvidenceOutput {
  /** Null when the person named no file, or ended it. */
  'order:evidence': EvidenceReport | null
  'run:evidence': EvidenceReport | null
}

export interface EvidenceReport {
  file: string
  bytes: number
  /** Of the whole file, hex; it stands in the audit log as well. */
  sha256: string
  files: string[]
  /** Audit entries about it in full, and those that are there as seals only. */
  entries: number
  stubs: number
}
