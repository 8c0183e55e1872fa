// Draws the states of an attempt from the transition table: node scripts/draw-states.ts
// With --write, the drawing replaces the one in docs/money-safety.md. A test compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AttemptState, attemptStates, isFinal, transitions } from '#shared/attempt.ts'

export const docFile = join(import.meta.dirname, '../docs/money-safety.md')
const marks = { begin: '<!-- states: begin -->', end: '<!-- states: end -->' }

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

const placeIn = (doc: string): { from: number; to: number } => {
  const from = doc.indexOf(marks.begin)
  const to = doc.indexOf(marks.end)
  if (from === -1 || to < from) throw new Error('the marks of the drawing are missing')
  return { from: from + marks.begin.length, to }
}

/** The drawing as it stands in a document. */
export function drawnIn(doc: string): string {
  const { from, to } = placeIn(doc)
  return doc.slice(from, to).trim()
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    const doc = readFileSync(docFile, 'utf8')
    const { from, to } = placeIn(doc)
    writeFileSync(docFile, `${doc.slice(0, from)}\n\n${stateDiagram()}\n\n${doc.slice(to)}`)
  } else process.stdout.write(`${stateDiagram()}\n`)
}
