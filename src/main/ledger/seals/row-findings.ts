// What was found wrong with rows and seals in this run, each thing once, until a person decided. It
// stops nothing itself; row-seal.ts hands its stops on.
import type { SealStop } from '../audit/log-standing.ts'
import type { RowDeviation } from './row-check.ts'
import { rowMessage } from './row-messages.ts'
import type { SealedTable } from './row-tables.ts'

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
  forget(): void
}

export function createFindings(onFound: () => void): Findings {
  let findings: Finding[] = []
  const add = (finding: Finding): void => {
    if (findings.some(({ stop }) => stop.message === finding.stop.message)) return
    findings.push(finding)
    // Never from inside a statement, where this may be called.
    setImmediate(onFound)
  }
  const isKnown = ({ table, id }: RowDeviation): boolean =>
    findings.some(({ rows }) => rows.some((row) => row.table === table && row.id === id))
  return {
    rows: (rows) => {
      const fresh = rows.filter((row) => !isKnown(row))
      if (fresh.length === 0) return
      const reach = fresh.every(({ isPractice }) => isPractice) ? 'production' : 'all'
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
    forget: () => {
      findings = []
    },
  }
}
