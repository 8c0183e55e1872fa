// Whether the run of a request may send now: asked inside the transaction of SENDING.
import type { Fault } from '#shared/fault.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import { runHeld } from '../../base/faults.ts'
import type { DeskPorts } from '../../base/ports.ts'

/**
 * MONEY: a run that was paused, stopped, or cut off by an end of the program sends nothing, however
 * far one of its rows had come. Null for what belongs to no run.
 */
export const runFault = (
  { runs }: Pick<DeskPorts, 'runs'>,
  { row }: Pick<AttemptRow, 'row'>,
): Fault | null => (row === null || runs.stateOf(row.runId) === 'RUNNING' ? null : runHeld)
