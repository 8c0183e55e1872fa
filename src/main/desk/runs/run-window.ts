// Confirmed runs that can still be undone as a whole. MONEY: in memory only: what waits here as
// the program ends is never begun by itself.
import type { RunState } from '#shared/runs/run-state.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import { runHasBegun, runMoved, runUndone } from '../base/faults.ts'

export interface RunWindows {
  /** `begin` is called once, when the time is over, and not at all when it was undone. */
  open(run: RunRecord, ms: number, begin: () => void): void
  /** True when it was waiting: it begins now, or never. */
  end(runId: string, begins: boolean): boolean
  beginsAt(runId: string): number | null
  close(): void
}

export function openRunWindows(clock: () => number): RunWindows {
  const waits = new Map<
    string,
    { beginsAt: number; timer: ReturnType<typeof setTimeout>; begin: () => void }
  >()
  const end: RunWindows['end'] = (runId, begins) => {
    const waiting = waits.get(runId)
    if (waiting === undefined) return false
    clearTimeout(waiting.timer)
    // MONEY: out of the room before anything else happens, so that it begins at most once.
    waits.delete(runId)
    if (begins) waiting.begin()
    return true
  }
  return {
    open: ({ id }, ms, begin) => {
      const timer = setTimeout(() => end(id, true), ms)
      waits.set(id, { beginsAt: clock() + ms, timer, begin })
    },
    end,
    beginsAt: (runId) => waits.get(runId)?.beginsAt ?? null,
    close: () => {
      for (const id of [...waits.keys()]) end(id, false)
    },
  }
}

const unsent: readonly RunState[] = ['READ', 'CHECKING', 'CHECKED', 'PENDING_APPROVAL', 'DROPPED']
/**
 * Why a run does not wait any more. MONEY: what may have been sent in part is never called undone.
 */
export function whyNotWaiting(state: RunState): typeof runUndone | typeof runHasBegun {
  if (unsent.includes(state)) return runUndone
  return state === 'DONE' || state === 'STOPPED' ? runMoved : runHasBegun
}
