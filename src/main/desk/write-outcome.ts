// Writes the outcome of a sent request. When the ledger can't take it (disk full), the outcome is kept in memory, money stops,
// and writing is tried again until there is room. It never drops an outcome while the program runs, and never sends anything.
import { type Fault, fail, type Result } from '#shared/fault.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { Move } from '../ledger/journal.ts'
import type { DeskPorts } from './ports.ts'

const retryAfterMs = 5_000

interface Kept {
  steps: Map<string, Move>
  timer: NodeJS.Timeout | undefined
  isClosed: boolean
}

/** Per desk, so that nobody has to carry it; a desk that is gone takes its own along. */
const keptBy = new WeakMap<DeskPorts, Kept>()

function keptOf(ports: DeskPorts): Kept {
  const kept = keptBy.get(ports) ?? { steps: new Map(), timer: undefined, isClosed: false }
  keptBy.set(ports, kept)
  return kept
}

/** Returns the row as written, or null when writing goes on in the background or another evidence settled it first. */
export function writeOutcome(ports: DeskPorts, step: Move): AttemptRow | null {
  const kept = keptOf(ports)
  try {
    const moved = ports.journal.move(step)
    kept.steps.delete(step.id)
    if (moved.ok) return moved.value
    ports.report(`outcome-${step.id}`, new Error(moved.fault.message))
    return null
  } catch (error) {
    ports.report(`outcome-${step.id}`, error)
    // After the end it stays SENDING in the ledger, which the next start takes for UNKNOWN and looks up.
    if (kept.isClosed) return null
    kept.steps.set(step.id, step)
    ports.stopMoney(unwritable)
    // A real timer: it is the disk that is waited for. It must not keep a program alive that wants to end.
    kept.timer ??= setTimeout(() => {
      kept.timer = undefined
      flushOutcomes(ports)
    }, retryAfterMs).unref()
    return null
  }
}

/** Tries now what could not be written; returns how many outcomes are still only in memory. */
export function flushOutcomes(ports: DeskPorts): number {
  const { steps } = keptOf(ports)
  for (const step of [...steps.values()]) writeOutcome(ports, step)
  return steps.size
}

/** Once more, and no further try: call it before the ledger closes. What is lost then is UNKNOWN at the next start. */
export function closeOutcomes(ports: DeskPorts): number {
  const kept = keptOf(ports)
  kept.isClosed = true
  clearTimeout(kept.timer)
  const left = flushOutcomes(ports)
  kept.steps.clear()
  return left
}

const unwritable =
  'The ledger could not be written. Free disk space, then say here why it is safe to go on.'

/** MONEY: only for what failed before anything was sent. An error that is not the ledger's is a bug and goes on up. */
export function refuseUnwritten(ports: DeskPorts, incident: string, error: unknown): Result<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!code.startsWith('SQLITE_')) throw error
  ports.report(incident, error)
  ports.stopMoney(unwritable)
  const fault: Fault = {
    kind: 'denied',
    sent: 'no',
    reason: 'money-stopped',
    message: `Nothing was sent. ${unwritable}`,
  }
  return fail(fault)
}
