// Diagnostics that a person may hand to whoever helps: what is in them is listed before anything is
// saved.
import { z } from 'zod'

export const diagnosticMethods = {
  'diagnostics:show': z.strictObject({}),
  /** Main asks where to save; the renderer never names a path. */
  'diagnostics:save': z.strictObject({}),
} as const

export interface DiagnosticPart {
  name: string
  bytes: number
  /** Its text, or the end of a long one. */
  text: string
}

export interface DiagnosticOutput {
  'diagnostics:show': { parts: DiagnosticPart[] }
  /** Null when the person named no file. */
  'diagnostics:save': { file: string } | null
}
