// Everything that reads much of the ledger, as jobs by name: the same functions run in the reader's thread and, where there is none,
// in the caller's. They never write the ledger.
import type { Verification } from '#shared/bridge.ts'
import type { Result } from '#shared/fault.ts'
import { type ArchivePlan, planArchive, type PlanQuery } from './archive.ts'
import { archiveProblem } from './archives-there.ts'
import type { AuditPage } from '#shared/bridge/lists.ts'
import { type AuditQuery, listAudit } from './audit-list.ts'
import { readLog } from './audit-rows.ts'
import { type BackupQuery, type BackupReport, makeBackup } from './backup.ts'
import { distinctOf } from './distinct.ts'
import { type Content, type ContentQuery, writeContent } from './export-content.ts'
import { checkFolder, type CheckQuery, type OfflineVerdict } from './offline-verifier.ts'
import type { Database } from './open.ts'
import { type ListedOrders, listOrders, type OrderQuery } from './order-list.ts'
import type { SearchFile } from './search-file.ts'
import type { SearchIndex } from './search-index.ts'
import { damageIn } from './soundness.ts'
import { codeOf, isDamage } from './sqlite-fault.ts'
import {
  type FigureQuery,
  readFigure,
  readToday,
  type TodayFacts,
  type TodayQuery,
} from './today.ts'
import type { AttemptRow } from './attempt-row.ts'
import type { Money } from '#shared/money.ts'
import { type VerifyOptions, verifyLog } from './verify.ts'
import type { Work } from './work.ts'

export interface JobInput {
  orders: OrderQuery
  entries: AuditQuery
  actors: Record<string, never>
  today: TodayQuery
  figure: FigureQuery
  verify: Pick<VerifyOptions, 'expectedFingerprint' | 'mark' | 'isKeyAway'> & {
    /** Where archives lie, to see whether they are still there. */
    archives?: string
  }
  write: ContentQuery
  backup: BackupQuery
  check: CheckQuery
  plan: PlanQuery
  damage: Record<string, never>
}

export interface JobOutput {
  /** `page` is undefined when the place to go on from is none. */
  orders: { page: ListedOrders | undefined; unindexed: number }
  entries: AuditPage
  actors: string[]
  today: TodayFacts
  /** `total` is null when there is no row. */
  figure: { total: Money | null; rows: AttemptRow[] }
  verify: Verification
  write: Content
  backup: BackupReport
  check: OfflineVerdict
  plan: Result<ArchivePlan | null>
  /** What SQLite finds wrong with the file, or null. */
  damage: string | null
}

export type JobName = keyof JobInput
export type Jobs<J extends JobName> = {
  [K in J]: (input: JobInput[K], work: Work) => Promise<JobOutput[K]>
}

// What was done a moment ago is found at once; a long backlog must not keep a person waiting.
const CATCH_UP_MS = 15
const WARM_ROWS = 30

/**
 * Lists and searches: quick, and first brought up to date. Where that fails (a full disk) they go on without it and `onBehind` hears
 * of it; a search that is damaged is for the caller.
 */
export function listJobs(
  file: SearchFile,
  index: SearchIndex,
  onBehind: (error: unknown) => void,
): Jobs<'orders' | 'entries' | 'actors' | 'today' | 'figure'> {
  const catchUp = (): void => {
    try {
      index.step(CATCH_UP_MS)
    } catch (error) {
      if (isDamage(codeOf(error))) throw error
      onBehind(error)
    }
  }
  return {
    orders: (query) => {
      catchUp()
      return Promise.resolve({ page: listOrders(file.reader, query), unindexed: index.left() })
    },
    entries: (query, work) => {
      catchUp()
      return listAudit(file.reader, query, work)
    },
    actors: () => Promise.resolve(distinctOf(file.reader, 'audit_entry', 'actor')),
    today: (query) => Promise.resolve(readToday(file.reader, query)),
    figure: (query) => Promise.resolve(readFigure(file.reader, query)),
  }
}

/** A list and a search that nobody waits for: a first answer takes several times as long as the ones after it. */
export function warmUp({ reader }: SearchFile): void {
  const [newest] = listOrders(reader, { limit: WARM_ROWS })?.rows ?? []
  if (newest !== undefined)
    listOrders(reader, { text: newest.orderid.slice(0, 1), limit: WARM_ROWS })
}

/** Through the whole log, in turns. */
export function longJobs(
  db: Database,
  monotonic: () => number,
): Jobs<'verify' | 'write' | 'backup' | 'check' | 'plan' | 'damage'> {
  return {
    verify: async ({ archives, ...evidence }, work) => {
      const log = readLog(db)
      if (log === undefined) throw new Error('the ledger has no log')
      const found = await verifyLog(db, log, { ...evidence, monotonic, work })
      const isWhole = found.outcome === 'intact' || found.outcome === 'uncheckable'
      const problem = archives === undefined || !isWhole ? null : archiveProblem(db, archives)
      if (problem === null) return found
      return {
        ...{ ...found, outcome: problem.outcome, firstBadSeq: problem.seq },
        words: `${problem.words} ${found.words}`,
      }
    },
    write: (query, work) => writeContent(db, query, work),
    backup: (query, work) => makeBackup(db, query, monotonic, work),
    check: checkFolder,
    plan: (query) => Promise.resolve(planArchive(db, query)),
    damage: () => Promise.resolve(damageIn(db, 'whole')),
  }
}
