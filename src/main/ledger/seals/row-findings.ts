// What was found wrong with rows and seals in this run, each thing once, until a person decided. It
// stops nothing itself; row-seal.ts hands its stops on.
import type { SealStop } from '../audit/log-standing.ts'
import type { RowDeviation } from './row-check.ts'
import { rowMessage } from './row-messages.ts'
import { isShown, type SealedTable } from './row-tables.ts'

/** What of the head is wrong: all of it, its place in the log, or the sum of a table's seals. */
type Wrong = 'unreadable' | 'log' | SealedTable

interface Finding {
  stop: SealStop
  rows: readonly RowDeviation[]
  /** Null where only rows were changed. */
  head: Wrong | null
  /** How the sum of a table was wrong. */
  gap?: string | null
}

export interface Findings {
  rows(rows: readonly RowDeviation[]): void
  /** The program itself wrote a row that was found. */
  moved(from: Buffer, to: Buffer): void
  head(what: Wrong, message: string, gap?: string | null): void
  /** The head, or the number or sum of seals, was found wrong and nobody decided yet. */
  hasHead(): boolean
  stops(): SealStop[]
  take(stop: SealStop): Finding | undefined
  /** Rows that were found and nobody decided about yet. */
  known(): readonly RowDeviation[]
  forget(): void
}

/** `fieldsOf`: the columns of a row that are proven to be wrong, for people. */
export function createFindings(
  onFound: () => void,
  fieldsOf: (row: RowDeviation) => readonly string[],
): Findings {
  let findings: Finding[] = []
  const add = (finding: Finding): void => {
    const isSame = ({ stop, head }: Finding): boolean =>
      stop.message === finding.stop.message || (head === 'unreadable' && finding.head === head)
    if (findings.some(isSame)) return
    findings.push(finding)
    // Never from inside a statement, where this may be called.
    setImmediate(onFound)
  }
  const isKnown = ({ table, id }: RowDeviation): boolean =>
    findings.some(({ rows }) => rows.some((row) => row.table === table && row.id === id))
  return {
    rows: (rows) => {
      const fresh = rows
        .filter((row) => !isKnown(row))
        .map((row) => ({ ...row, fields: row.fields ?? fieldsOf(row) }))
      if (fresh.length === 0) return
      // A pack of a practice order waits for a decision about what is shown of it: a stop that
      // nobody is shown could not be decided about.
      const isOfPractice = fresh.every((row) => row.isPractice && !isShown(row.table))
      const reach = isOfPractice ? 'production' : 'all'
      add({ stop: { message: rowMessage(fresh), reach }, rows: fresh, head: null })
    },
    moved: (from, to) => {
      findings = findings.map((finding) => ({
        ...finding,
        rows: finding.rows.map((row) =>
          row.mac?.equals(from) === true ? { ...row, mac: to } : row,
        ),
      }))
    },
    head: (head, message, gap = null) =>
      add({ stop: { message, reach: 'all' }, rows: [], head, gap }),
    hasHead: () => findings.some(({ head }) => head !== null),
    stops: () => findings.map(({ stop }) => stop),
    take: ({ message, reach }) => {
      const taken = findings.find(({ stop }) => stop.message === message && stop.reach === reach)
      findings = findings.filter((one) => one !== taken)
      return taken
    },
    known: () => findings.flatMap(({ rows }) => rows),
    forget: () => {
      findings = []
    },
  }
}
