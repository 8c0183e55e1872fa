// Faults switched on per operation, from tests or the console; they last until cleared, used up or
// the process ends.
import { faultRow, type FaultKind, type FaultRow, faultOfAmount } from '../book/test-amounts.ts'

export interface FaultSwitch {
  /** An operation's id, or * for all. */
  operation: string
  kind: FaultKind
  /** How many requests it spoils; without it, all until cleared. */
  times?: number
}

export type FaultBoard = ReturnType<typeof openFaultBoard>

export function openFaultBoard() {
  const active = new Map<string, FaultSwitch>()
  return {
    set(fault: FaultSwitch): void {
      if (fault.times !== undefined && !(Number.isSafeInteger(fault.times) && fault.times > 0))
        throw new Error('times must be a whole number above zero')
      active.set(fault.operation, { ...fault })
    },
    clear(operation?: string): void {
      if (operation === undefined) active.clear()
      else active.delete(operation)
    },
    list: (): FaultSwitch[] => [...active.values()].map((fault) => ({ ...fault })),
    /**
     * The fault of this request: a switched-on fault first, otherwise the one of its amount. Counts
     * the use of a switched-on fault.
     */
    take(operation: string, amountMinor: number | null): FaultRow | null {
      const fault = active.get(operation) ?? active.get('*')
      if (fault === undefined) {
        const wanted = amountMinor === null || amountMinor === 0 ? null : faultOfAmount(amountMinor)
        return wanted === null ? null : faultRow(wanted)
      }
      if (fault.times !== undefined) {
        fault.times -= 1
        if (fault.times === 0) active.delete(fault.operation)
      }
      return faultRow(fault.kind)
    },
  }
}
