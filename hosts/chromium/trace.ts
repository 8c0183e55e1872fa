// Writes down, word for word, what passes between page and main, when a test names a file for it.
// What must not be in such a trace is then searched for in a real one.
import { appendFileSync } from 'node:fs'

const file = process.env['PAYDESK_HOST_TRACE_FILE']

export function trace(
  what:
    | 'asked'
    | 'answered'
    | 'told'
    | 'protected'
    | 'questioned'
    | 'notified'
    | 'withdrawn'
    | 'badge'
    | 'menu'
    | 'zoom'
    | 'theme'
    | 'hidden'
    | 'opened'
    | 'shown'
    | 'relaunched',
  passed: unknown,
): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, passed })}\n`)
}
