// The application's log beside the ledger: starts, ends, refusals, slow statements and incidents,
// one line each, for the person who has to find out why something hung or failed. It never holds a
// card number, a secret or what a person typed, and it never stops the program.
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '#shared/fault.ts'
import { incidentLine, oneLine } from './incident.ts'

const MOST_BYTES = 1_000_000
// paydesk.log.1 is the newest of the full ones: four megabytes in all.
const FULL_FILES = 3
// Enough for a statement of the ledger; a gateway's words can be longer.
const MOST_LETTERS = 1_000

export interface AppLog {
  note(event: string, details?: Record<string, unknown>): void
  /** An unexpected error under the reference that a person was shown; on stderr as well. */
  report(incident: string, error: unknown): void
}

export function openAppLog(folder: string, clock: () => number): AppLog {
  const file = join(folder, 'paydesk.log')
  process.stderr.off('error', unread).on('error', unread)
  const append = (line: string): void => {
    try {
      if (existsSync(file) && statSync(file).size > MOST_BYTES) rotate(file)
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch (cause) {
      // A full disk must not turn a reported bug into a second one.
      process.stderr.write(`The log ${file} could not be written: ${String(cause)}\n`)
    }
  }
  return {
    note: (event, details = {}) => append(noteLine(event, details, new Date(clock()))),
    report: (incident, error) => {
      const line = incidentLine(incident, error, new Date(clock()))
      process.stderr.write(`${line}\n`)
      append(line)
    },
  }
}

/**
 * Where nobody reads stderr any more (a terminal that was closed) a line fails as an event, which
 * would end the program if nobody heard it.
 */
const unread = (): void => undefined

/** Each file takes the next number; the one with the last number is written over. */
function rotate(file: string): void {
  for (let at = FULL_FILES; at > 1; at -= 1)
    if (existsSync(`${file}.${at - 1}`)) renameSync(`${file}.${at - 1}`, `${file}.${at}`)
  renameSync(file, `${file}.1`)
}

const noteLine = (event: string, details: Record<string, unknown>, at: Date): string =>
  `${at.toISOString()} ${event}${Object.entries(details)
    .map(
      ([name, value]) =>
        ` ${name}=${oneLine(JSON.stringify(value) ?? 'none').slice(0, MOST_LETTERS)}`,
    )
    .join('')}`

/** What the log tells of a refusal. The message is left out: what a person typed may be in it. */
export function factsOf(fault: Fault): Record<string, unknown> {
  const { kind, sent } = fault
  const facts: Record<string, unknown> = { kind, sent }
  for (const name of ['field', 'reason', 'detail', 'code', 'httpStatus', 'attemptId', 'incident'])
    if (name in fault) facts[name] = (fault as Record<string, unknown>)[name]
  return facts
}
