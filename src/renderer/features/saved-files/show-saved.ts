// Asks main to show in its folder what a method has saved last. The page names no path.
import type { SavingMethod } from '#shared/desktop/saved-files.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'

/** Null when it is shown; else why not. */
export async function showSaved(by: SavingMethod): Promise<Fault | null> {
  const shown = await call('saved:show', { by })
  return shown.ok ? null : shown.fault
}
