// Draws the states of an attempt from the transition table: node scripts/draw-states.ts
// With --write, the drawing replaces the one in docs/money-safety.md. A test compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AttemptState, attemptStates, isFinal, transitions } from '#shared/attempt.ts'
import { textBetween, withTextBetween } from './between-marks.ts'

export const docFile = join(import.meta.dirname, '../docs/money-safety.md')

/** Labels of arrows whose two states don't explain the step. */
const labels: Partial<Record<`${AttemptState} ${AttemptState}`, string>> = {
  'DRAFT APPROVED': 'confirmed once; the countdown runs',
  'DRAFT EXPIRED': 'Paydesk closed',
  'APPROVED SENDING': 'status read again, written and synced',
  'APPROVED EXPIRED': 'Paydesk closed',
  'APPROVED UNDONE': 'undone, or the order changed, or sending is not possible',
  'SENDING NOT_SENT': 'no connection was made',
  'SENDING ACCEPTED': 'the gateway accepted it',
  'SENDING REJECTED': 'the gateway refused it',
  'SENDING UNKNOWN': 'any other end, a crash too',
  'ACCEPTED RESOLVED_BY_HAND': 'a person, with a reason',
  'UNKNOWN RESOLVED_BY_HAND': 'a person, with a reason',
  'UNKNOWN SUCCEEDED': 'the status shows it',
  'UNKNOWN DECLINED': 'the status shows it',
  'UNKNOWN FAILED': 'the status shows it',
}

export function stateDiagram(): string {
  const lines = attemptStates.flatMap((from) =>
    isFinal(from)
      ? [`  ${from} --> [*]`]
      : transitions[from].map((to) => {
          const label = labels[`${from} ${to}`]
          return `  ${from} --> ${to}${label === undefined ? '' : `: ${label}`}`
        }),
  )
  return ['```mermaid', 'stateDiagram-v2', '  [*] --> DRAFT', ...lines, '```'].join('\n')
}

/** The drawing as it stands in a document. */
export const drawnIn = (doc: string): string => textBetween(doc, 'states')

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    const doc = readFileSync(docFile, 'utf8')
    writeFileSync(docFile, withTextBetween(doc, 'states', stateDiagram()))
  } else process.stdout.write(`${stateDiagram()}\n`)
}
