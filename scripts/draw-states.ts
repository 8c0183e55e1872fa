// Draws the life of an attempt from the transition table: node scripts/draw-states.ts [--write]
// puts it into docs/money-safety.md, between its marks. A test holds the drawing and the table
// equal.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AttemptState, attemptStates, isFinal, transitions } from '#shared/attempt.ts'

export const docFile = join(import.meta.dirname, '../docs/money-safety.md')
const marks = { begin: '<!-- states: begin -->', end: '<!-- states: end -->' }

/** Words beside an arrow, where the names of its ends don't say it all. */
const labels: Partial<Record<`${AttemptState} ${AttemptState}`, string>> = {
  'DRAFT APPROVED': 'confirmed, its one-use token burnt; it waits a moment',
  'DRAFT EXPIRED': 'Paydesk closed',
  'APPROVED SENDING': 'status read again, committed and synced',
  'APPROVED EXPIRED': 'Paydesk closed',
  'APPROVED UNDONE': 'undone, order moved, or can’t be sent',
  'SENDING NOT_SENT': 'no connection was ever made',
  'SENDING ACCEPTED': 'readable acceptance',
  'SENDING REJECTED': 'readable refusal',
  'SENDING UNKNOWN': 'anything else, crash included',
  'ACCEPTED RESOLVED_BY_HAND': 'a person, with a reason',
  'UNKNOWN RESOLVED_BY_HAND': 'a person, with a reason',
  'UNKNOWN SUCCEEDED': 'new evidence in status',
  'UNKNOWN DECLINED': 'new evidence in status',
  'UNKNOWN FAILED': 'new evidence in status',
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
