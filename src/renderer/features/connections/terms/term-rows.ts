// The lines of a connection's words as rows of the form, and back. A row may be half-typed: a word
// without a meaning, or none yet. Pure.
import { type TermKind, termKinds } from '#shared/connections/term-rules.ts'

export interface TermRow {
  of: TermKind
  term: string
  /** Empty until it was chosen. */
  means: string
}

const lineForm = /^(\S+) ?(.*?) ?= ?(\S.*)?$/

export const rowsOfLines = (text: string): TermRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, of = '', term = '', means = ''] = lineForm.exec(line) ?? []
      return { of: termKinds.find((kind) => kind === of) ?? 'status', term, means }
    })

/** A typed equals sign would end the word. */
export const linesOfRows = (rows: readonly TermRow[]): string =>
  rows
    .map(({ of, term, means }) => `${of} ${term.replaceAll(/[=\n]/g, '')} = ${means}`.trimEnd())
    .join('\n')

/** The lines with a word that was met and has no meaning yet; as they are when it is there. */
export const withTerm = (text: string, of: TermKind, term: string): string => {
  const rows = rowsOfLines(text)
  return rows.some((row) => row.of === of && row.term === term)
    ? text
    : linesOfRows([...rows, { of, term, means: '' }])
}
