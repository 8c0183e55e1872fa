// Writes the outcome of a sent request. When the ledger can't take it (disk full), the outcome is
// kept in memory, money stops, and writing is tried again until there is room. It never drops an
// outcome while the program runs, and never sends anything.
import { say } from '#shared/message.ts'
import { fail, type Result } from '#shared/fault.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Move } from '../../../ledger/journal/journal.ts'
import type { DeskPorts } from '../../ports.ts'
import { ledgerBusy, ledgerUnwritten } from '../../faults.ts'

const retryAfterMs = 5_000

interface Unwritten {
  steps: Map<string, Move>
  timer: NodeJS.Timeout | undefined
  isClosed: boolean
}

/** Per desk, so that nobody has to carry it; a desk that is gone takes its own along. */
const unwrittenBy = new WeakMap<DeskPorts, Unwritten>()

function unwrittenOf(ports: DeskPorts): Unwritten {
  const book = unwrittenBy.get(ports) ?? { steps: new Map(), timer: undefined, isClosed: false }
  unwrittenBy.set(ports, book)
  return book
}

/**
 * Returns the row as written, or null when writing goes on in the background or another evidence
 * resolved it first.
 */
export function writeOutcome(ports: DeskPorts, step: Move): AttemptRow | null {
  const book = unwrittenOf(ports)
  try {
    const moved = ports.journal.move(step)
    book.steps.delete(step.id)
    if (moved.ok) return moved.value
    ports.report(`outcome-${step.id}`, new Error(moved.fault.message))
    return null
  } catch (error) {
    ports.report(`outcome-${step.id}`, error)
    // After the end it stays SENDING in the ledger, which the next start takes for UNKNOWN and
    // looks up.
    if (book.isClosed) return null
    // A backup tool holds the ledger for some seconds; who holds it longer stops money.
    if (!isBusy(error) || book.steps.has(step.id)) ports.stopMoney(unwritten(error))
    book.steps.set(step.id, step)
    // A real timer: it is the disk that is waited for. It must not keep a program alive that wants
    // to end.
    book.timer ??= setTimeout(() => {
      book.timer = undefined
      flushOutcomes(ports)
    }, retryAfterMs).unref()
    return null
  }
}

/** Tries now what could not be written; returns how many outcomes are still only in memory. */
export function flushOutcomes(ports: DeskPorts): number {
  const { steps } = unwrittenOf(ports)
  for (const step of [...steps.values()]) writeOutcome(ports, step)
  return steps.size
}

/**
 * Once more, and no further try: call it before the ledger closes. What is lost then is UNKNOWN at
 * the next start.
 */
export function closeOutcomes(ports: DeskPorts): number {
  const book = unwrittenOf(ports)
  book.isClosed = true
  clearTimeout(book.timer)
  const left = flushOutcomes(ports)
  book.steps.clear()
  return left
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))

/** Why the ledger could not be written, and what to do about it before money goes on. */
function unwritten(error: unknown): string {
  const code = codeOf(error)
  const [why, what] = isBusy(error)
    ? [say('because-another-program-holds-the-ledger'), say('let-that-program-finish-or-end-it')]
    : code === 'SQLITE_FULL'
      ? [say('because-the-disk-is-full'), say('free-disk-space')]
      : [`(${code})`, say('look-at-the-disk-and-at-the-folder-of')]
  return say('the-ledger-could-not-be-written', { why, advice: what })
}

/**
 * MONEY: only for what failed before anything was sent. An error that is not the ledger's is a bug
 * and goes on up.
 */
export function refuseUnwritten(ports: DeskPorts, incident: string, error: unknown): Result<never> {
  if (!codeOf(error).startsWith('SQLITE_')) throw error
  ports.report(incident, error)
  if (isBusy(error)) return fail(ledgerBusy)
  ports.stopMoney(unwritten(error))
  return fail(ledgerUnwritten(unwritten(error)))
}
