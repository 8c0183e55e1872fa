// The application's log beside the ledger: starts, ends, refusals, slow statements and incidents,
// one line each, for the person who has to find out why something hung or failed. It never holds a
// card number, a secret or what a person typed, and it never stops the program.
import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fieldNames } from '#shared/contract/bridge.ts'
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
  const few = fewRefusals(clock)
  return {
    note: (event, details = {}) => {
      const line = noteLine(event, details)
      for (const one of few(event, line)) append(`${new Date(clock()).toISOString()} ${one}`)
    },
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

const refusal = 'refused'
const aMinute = 60_000
// Two such lines a second would turn all files over within hours.
const mostRefusals = 30

/**
 * Which lines are written. A page that asks without an end must not fill the files until everything
 * else is gone: each refusal is told once a minute, thirty in all, and the others are counted.
 */
function fewRefusals(clock: () => number): (event: string, line: string) => string[] {
  let since = -Infinity
  let more = 0
  const lines = new Set<string>()
  return (event, line) => {
    const counted: string[] = []
    const now = clock()
    if (event !== refusal || Math.abs(now - since) >= aMinute) {
      if (more > 0) counted.push(`${refusal} more=${more}`)
      more = 0
    }
    if (event !== refusal) return [...counted, line]
    if (Math.abs(now - since) >= aMinute) {
      since = now
      lines.clear()
    }
    if (lines.has(line) || lines.size >= mostRefusals) {
      more += 1
      return counted
    }
    lines.add(line)
    return [...counted, line]
  }
}

const noteLine = (event: string, details: Record<string, unknown>): string =>
  `${event}${Object.entries(details)
    .map(
      ([name, value]) =>
        ` ${name}=${oneLine(JSON.stringify(value) ?? 'none').slice(0, MOST_LETTERS)}`,
    )
    .join('')}`

/**
 * What the log tells of a refusal. The message is left out: what a person typed may be in it. A
 * page can name a field and an attempt as it likes, so those are told only where they are known.
 */
export function factsOf(fault: Fault): Record<string, unknown> {
  const { kind, sent } = fault
  const facts: Record<string, unknown> = { kind, sent }
  for (const name of ['field', 'reason', 'detail', 'code', 'httpStatus', 'attemptId', 'incident'])
    if (name in fault) facts[name] = told(name, (fault as Record<string, unknown>)[name])
  return facts
}

const ATTEMPT_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/

function told(name: string, value: unknown): unknown {
  if (name === 'attemptId') return ATTEMPT_ID.test(String(value)) ? value : 'not an ID'
  if (name !== 'field') return value
  const known = fieldNames()
  return String(value)
    .split('.')
    .map((part) => (known.has(part) || /^\d{1,4}$/.test(part) ? part : '…'))
    .join('.')
}
