// The seals of the rows in one run: what is known of them, and what the triggers of the sealed
// tables have done for each row that is written. row-seal.ts compares and decides.
import type { KeyObject } from 'node:crypto'
import type { AuditLog } from '../audit/audit.ts'
import type { SecretSlots } from '../audit/audit-key.ts'
import type { Database } from '../db/database.ts'
import { deviationOf, type RowChecker } from './row-check.ts'
import type { Findings } from './row-findings.ts'
import {
  type CellValue,
  headText,
  isMac,
  macOf,
  NO_SUM,
  readHead,
  rowText,
  type SealHead,
  summed,
} from './row-mac.ts'
import { headMessage } from './row-messages.ts'
import type { Proof } from './proven-order.ts'
import type { RowStore } from './row-store.ts'
import type { SealedTable } from './row-tables.ts'
import type { SealActs } from './row-triggers.ts'

interface Away {
  table: SealedTable
  id: string
  before: string | null
  /** As this program left it. */
  after: string | null
  /** Nothing of another program could have written it. */
  isOwn: boolean
}

export interface Keyed {
  key: KeyObject
  checker: RowChecker
  store: RowStore
}

export interface SealParts {
  db: Database
  audit: AuditLog
  vault: SecretSlots
  /** Whether this program alone takes part in what is written at this data_version (open.ts). */
  isOwnAt: (version: unknown) => boolean
  /** Something was found: what stops money is another than before. */
  onFound: () => void
  report: (incident: string, error: unknown) => void
  /** What log and answers prove of the rows that lists show; left out, nothing is put right. */
  proof?: Proof
}

interface Late {
  after: number
  last: number
}

/** The state of the seals in this run. */
export interface Run extends Omit<SealParts, 'onFound' | 'proof'> {
  proof: Proof | null
  /** Rows that were put right in this run, by table and id. */
  right: Set<string>
  sizeAtOpen: number
  columnsIn: (table: SealedTable) => readonly string[]
  found: Findings
  /** Rows written while the key was away, and what they were before. */
  away: Map<string, Away>
  keyed: Keyed | null
  /** Entries that came while the key was away. */
  late: Late | null
  /** Entries of this run that the head left out, as the schema was not the program's own. */
  behind: Late | null
  version: number
  logMessage: string | null
  isKeyGivenUp: boolean
  isWhole: boolean
  /** Grows when another program wrote: a look that was under way may have missed that. */
  touches: number
}

export const textOf = (run: Run, table: SealedTable, values: readonly CellValue[]): string =>
  rowText(table, run.columnsIn(table), values)

export const isBehind = ({ behind }: Run, head: SealHead, size: number): boolean =>
  behind?.after === head.size && head.size < size && size <= behind.last

/** Called by the triggers of the sealed tables for each row that is written. */
export function sealActs(run: Run, key: KeyObject): SealActs {
  const { found, columnsIn } = run
  // The text this run wrote last needs no second look at its HMAC.
  let last: { text: string; head: SealHead } | null = null
  const changed = (text: string, change: (head: SealHead) => SealHead | null): string => {
    const head = last?.text === text ? last.head : readHead(key, text)
    if (head === null) found.head('unreadable', headMessage('forged', []))
    const next = head === null ? null : change(head)
    if (next === null) return text
    last = { text: headText(key, next), head: next }
    return last.text
  }
  return {
    isOwnAt: (version) => {
      const isOwn = run.isOwnAt(version)
      // What is not sealed meanwhile, the next look finds.
      if (!isOwn) run.version = Number.NaN
      return isOwn
    },
    sealed: (table, values) => macOf(key, textOf(run, table, values)),
    resealed: (mac, { table, id }, before, after) => {
      // MONEY: a row that somebody else changed must not get a good seal by the program's own
      // next write.
      const [was, is] = [
        macOf(key, textOf(run, table, before)),
        macOf(key, textOf(run, table, after)),
      ]
      if (isMac(mac, was)) return is
      const row = deviationOf(table, columnsIn(table), before, { id, how: 'changed', mac: was })
      // A function that SQL calls can ask the database nothing.
      found.rows([{ ...row, fields: [] }])
      found.moved(was, is)
      return mac
    },
    headWith: (text, table, gone, come) =>
      changed(text, (head) => ({
        ...head,
        tables: { ...head.tables, [table]: summed(key, head.tables[table] ?? NO_SUM, gone, come) },
      })),
    headAfter: (text, seq, chain, isOwn) =>
      changed(text, (head) => {
        if (head.size !== seq - 1 && !isBehind(run, head, seq - 1)) {
          if (head.size < seq) run.late ??= { after: head.size, last: seq }
          return null
        }
        if (isOwn) return { ...head, size: seq, chain: chain.toString('hex') }
        // MONEY: what happened beside another program's trigger is told again at the next start.
        run.behind = { after: head.size, last: seq }
        return null
      }),
  }
}
