// Showing a saved file in its folder. The page names what was saved, never where: main shows the
// path that it wrote itself.
import { z } from 'zod'

/** Methods that save where a person chose. */
const savingMethods = [
  'audit:export',
  'order:export',
  'register:export',
  'list:save',
  'receipt:save',
  'report:save',
  'order:evidence',
  'look-ups:save',
  'diagnostics:save',
  'key:save-public',
  'run:save',
  'run:evidence',
  'shop:save',
  'reconcile:save',
  'approval-file:save',
  'approval-file:save-signed',
  'set-up:save',
  'move:save',
] as const
export type SavingMethod = (typeof savingMethods)[number]

export const savedMethods = {
  /** What the method has saved last since Paydesk started. */
  'saved:show': z.strictObject({ by: z.enum(savingMethods) }),
} as const

export interface SavedOutput {
  'saved:show': null
}
