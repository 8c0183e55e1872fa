// When and why a confirmed request is too old to leave. Called where it is looked at.
import { longestUndoMs } from '#shared/connections/connection.ts'
import type { UndoWindow } from './undo-window.ts'
import type { DeskPorts } from '../../base/ports.ts'
import { elapsedMs } from '../plan/moment.ts'

/** So much later than promised nobody sits before the countdown any more. */
export const latestMs = 30_000

/** How many were confirmed, and can still be sent. */
export const countUnsent = (
  ports: Pick<DeskPorts, 'clock' | 'monotonic'> & { undo: Pick<UndoWindow, 'confirmed'> },
): number =>
  [...ports.undo.confirmed.values()].filter(
    (at) => elapsedMs(ports, at) <= longestUndoMs + latestMs,
  ).length
