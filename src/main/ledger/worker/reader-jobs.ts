// Everything that reads much of the ledger, as jobs by name: the same functions run in the reader's
// thread and, where there is none, in the caller's. They never write the ledger.
import { createSecretKey } from 'node:crypto'
import { say, sayAll } from '#shared/message.ts'
import type { AuditPage, ShownList, Verification } from '#shared/bridge/lists.ts'
import { codeOf, type Result } from '#shared/fault.ts'
import type { ShownPile } from '#shared/reconcile/reconcile-methods.ts'
import { type ArchivePlan, planArchive, type PlanQuery } from '../archive/archive.ts'
import { archiveProblem } from '../archive/archives-there.ts'
import { type AuditQuery, listAudit } from '../search/audit-list.ts'
import { readLog } from '../audit/audit-rows.ts'
import { maskCardNumbers } from '../audit/mask.ts'
import { type Unproven, unprovenIn } from '../audit/entry-proofs.ts'
import { fileDigest } from '../copies/file-digest.ts'
import { type BackupQuery, type BackupReport, makeBackup } from '../copies/backup.ts'
import { type CopyFacts, copyFacts, type CopyQuery } from '../copies/copy-facts.ts'
import { distinctOf } from '../db/distinct.ts'
import { type Content, type ContentQuery, writeContent } from '../export/export-content.ts'
import { checkFolder, type CheckQuery, type OfflineVerdict } from '../export/offline-verifier.ts'
import { type ListFacts, listTrouble, writeList } from '../export/list-file.ts'
import { needsSearch, type OrderFileQuery, writeOrders } from '../export/order-rows.ts'
import { type RunFileQuery, writeRun } from '../export/run-file.ts'
import { type ShopFileQuery, writeShop } from '../shop/shop-file.ts'
import {
  type FoundLine,
  type FoundReport,
  openReconcileJobs,
  type ReconciledPage,
  type UnknownOrder,
} from '../reconcile/reconciled-rows.ts'
import { type ReportFileQuery, writeReport } from '../reports/report-file.ts'
import { openMoneyFacts } from '../reports/money-facts.ts'
import {
  type BehindFigure,
  type FigureBehind,
  readBehind,
  readReport,
  type ReportFacts,
  type ReportQuery,
} from '../reports/report.ts'
import { type RequestFileQuery, writeRequests } from '../export/request-file.ts'
import type { UncodedReason } from '#shared/reports/reason-methods.ts'
import { uncodedReasons } from '../reports/reason-codes.ts'
import { mappingsIn } from '../settings/reason-map.ts'
import type { Database } from '../db/open.ts'
import { listOrders } from '../orders/order-list.ts'
import type { ListedOrders, OrderQuery } from '../orders/order-page.ts'
import type { SearchFile } from '../search/search-file.ts'
import { countShop, searchShop, type ShopCount, type ShopQuery } from '../shop/shop-search.ts'
import type { ShopOrderRecord } from '../shop/shop-record.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { foldCompare, logIndexes, type Proof, rebuildCompare } from '../rebuild/jobs.ts'
import { damageIn } from '../db/integrity.ts'
import { isDamage } from '../db/sqlite-fault.ts'
import {
  type FigureQuery,
  readFigure,
  readToday,
  type TodayFacts,
  type TodayQuery,
} from '../orders/today.ts'
import type { AttemptRow } from '../journal/attempt-row.ts'
import type { Money } from '#shared/money.ts'
import { type VerifyOptions, verifyLog } from '../audit/verify.ts'
import type { TimeSlice } from '../db/time-slice.ts'

export interface JobInput {
  orders: OrderQuery
  'order-file': OrderFileQuery
  'request-file': RequestFileQuery
  'run-file': RunFileQuery
  'shop-orders': ShopQuery
  'shop-counts': Record<string, never>
  'shop-file': ShopFileQuery
  'shown-file': ShownList & { folder: string }
  entries: AuditQuery
  actors: Record<string, never>
  today: TodayQuery
  figure: FigureQuery
  report: ReportQuery
  'report-rows': BehindFigure
  'report-file': ReportFileQuery
  'uncoded-reasons': Record<string, never>
  reconciled: { id: string }
  'reconciled-rows': { id: string; pile: ShownPile; from: number; limit: number }
  'reconciled-line': { id: string; line: number }
  /** Of one gateway. */
  'reconciled-all': { ids: readonly string[] }
  'reconciled-orders': { id: string }
  'reconciled-file': { id: string; as: 'csv' | 'xlsx'; folder: string }
  verify: Pick<VerifyOptions, 'expectedFingerprint' | 'mark' | 'isKeyAway'> & {
    /** Where archives lie, to see whether they are still there. */
    archives?: string
  }
  write: ContentQuery
  backup: BackupQuery
  'copy-facts': CopyQuery
  check: CheckQuery
  plan: PlanQuery
  damage: Record<string, never>
  indexes: Record<string, never>
  'rebuild-compare': Record<string, never>
  /** 32 bytes. */
  unproven: { key: Uint8Array }
  'fold-compare': Record<string, never>
  'log-indexes': Record<string, never>
  'file-digest': { handle: number }
}

export interface JobOutput {
  /** `page` is undefined when the place to go on from is none. */
  orders: { page: ListedOrders | undefined; unindexed: number }
  'order-file': ListFacts
  'request-file': ListFacts
  'run-file': ListFacts
  /** As of orders; `unindexed` counts rows of lists. */
  'shop-orders': {
    page: { rows: ShopOrderRecord[]; next: string | null } | undefined
    unindexed: number
  }
  'shop-counts': ShopCount[]
  'shop-file': ListFacts
  'shown-file': ListFacts
  entries: AuditPage
  actors: string[]
  today: TodayFacts
  /** `total` is null when there is no row. */
  figure: { total: Money | null; rows: AttemptRow[] }
  report: ReportFacts
  'report-rows': FigureBehind
  'report-file': ListFacts
  'uncoded-reasons': UncodedReason[]
  /** These are undefined where there is none, or not all of its lines are kept. */
  reconciled: FoundReport | undefined
  'reconciled-all': FoundReport[]
  'reconciled-rows': ReconciledPage | undefined
  'reconciled-line': FoundLine | undefined
  'reconciled-orders': UnknownOrder[] | undefined
  'reconciled-file': ListFacts
  verify: Verification
  write: Content
  backup: BackupReport
  'copy-facts': Result<CopyFacts>
  check: OfflineVerdict
  plan: Result<ArchivePlan | null>
  /** SQLite's finding on a damaged file, or null. */
  damage: string | null
  /** The same of the indexes of all tables but the log. */
  indexes: string | null
  /** Tables beside what the log makes of them; rejects where the log is not as it was written. */
  'rebuild-compare': Proof
  /** Entries that the key did not prove, and nobody has read. */
  unproven: Unproven | null
  /** What lists show beside what follows from the tables. */
  'fold-compare': Proof
  /** What is wrong with the indexes of the log, or null. */
  'log-indexes': string | null
  /** SHA-256 of an open file. */
  'file-digest': Uint8Array
}

export type JobName = keyof JobInput
export type Jobs<J extends JobName> = {
  [K in J]: (input: JobInput[K], work: TimeSlice) => Promise<JobOutput[K]>
}

// Index the newest entries at once, but never let a person wait for a long backlog.
const CATCH_UP_MS = 15
const WARM_ROWS = 30

/**
 * Lists and searches: quick, and first brought up to date. Where that fails (a full disk) they go
 * on without it and `onBehind` hears of it; a search that is damaged is for the caller.
 */
export function listJobs(
  file: SearchFile,
  index: SearchIndex,
  onBehind: (error: unknown) => void,
): Jobs<
  | 'orders'
  | 'order-file'
  | 'request-file'
  | 'run-file'
  | 'shop-orders'
  | 'shop-counts'
  | 'shop-file'
  | 'shown-file'
  | 'entries'
  | 'actors'
  | 'today'
  | 'figure'
  | ReportJob
  | MatchingJob
> {
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
    'order-file': async (query, work) => {
      catchUp()
      if (needsSearch(query) && index.left() > 0)
        throw listTrouble(say('ledger.search-still-reading', { left: index.left() }))
      return aside(file, (db, isShared) => writeOrders(db, { ...query, isShared }, work))
    },
    'request-file': (query, work) => aside(file, (db) => writeRequests(db, query, work)),
    'run-file': (query, work) => aside(file, (db) => writeRun(db, query, work)),
    'shop-orders': async (query) => {
      catchUp()
      return { page: searchShop(file.reader, query), unindexed: index.shopLeft() }
    },
    'shop-counts': () => Promise.resolve(countShop(file.reader)),
    'shop-file': (query, work) => {
      catchUp()
      if ((query.text ?? '') !== '' && index.shopLeft() > 0)
        throw listTrouble(say('ledger.search-still-reading', { left: index.shopLeft() }))
      return aside(file, (db) => writeShop(db, query, work))
    },
    'shown-file': ({ folder, as, list, columns, rows }, work) =>
      writeList(
        { folder, as, title: list, columns },
        [rows.map((row) => row.map(maskCardNumbers))],
        rows.length,
        work,
      ),
    entries: (query, work) => {
      catchUp()
      return listAudit(file.reader, query, work)
    },
    actors: () => Promise.resolve(distinctOf(file.reader, 'audit_entry', 'person')),
    today: async (query) => readToday(file.reader, query),
    figure: async (query) => readFigure(file.reader, query),
    ...reportJobs(file),
    ...matchingJobs(file),
  }
}

type ReportJob = 'report' | 'report-rows' | 'report-file' | 'uncoded-reasons'

function reportJobs(file: SearchFile): Jobs<ReportJob> {
  const facts = openMoneyFacts(file.reader)
  return {
    report: async (query, work) => {
      const read = (db: Database) => readReport(db, facts, query, work)
      const whole = query.isClose === true ? aside(file, read) : read(file.reader)
      const { columns: _columns, ...report } = await whole
      return report
    },
    'report-rows': (query, work) => readBehind(file.reader, facts, query, work),
    'report-file': (query, work) => aside(file, (db) => writeReport(db, facts, query, work)),
    'uncoded-reasons': async (_, work) =>
      uncodedReasons((await facts.read(work)).columns, mappingsIn(file.reader)),
  }
}

type MatchingJob =
  | 'reconciled'
  | 'reconciled-all'
  | 'reconciled-rows'
  | 'reconciled-line'
  | 'reconciled-orders'
  | 'reconciled-file'

function matchingJobs(file: SearchFile): Jobs<MatchingJob> {
  const matching = openReconcileJobs()
  return {
    reconciled: ({ id }, work) => aside(file, (db) => matching.result(db, id, work)),
    'reconciled-all': ({ ids }, work) => aside(file, (db) => matching.results(db, ids, work)),
    'reconciled-rows': (asked, work) => aside(file, (db) => matching.rows(db, asked, work)),
    'reconciled-line': (asked, work) => aside(file, (db) => matching.line(db, asked, work)),
    'reconciled-orders': ({ id }, work) =>
      aside(file, (db) => matching.unknownOrders(db, id, work)),
    'reconciled-file': (asked, work) => aside(file, (db) => matching.file(db, asked, work)),
  }
}

/** One long reading that sees the ledger as it was when it began. */
async function aside<T>(
  file: SearchFile,
  read: (db: Database, isShared: boolean) => Promise<T>,
): Promise<T> {
  const opened = file.openAside()
  try {
    return await read(opened ?? file.reader, opened === null)
  } finally {
    opened?.close()
  }
}

/**
 * A list and a search that nobody waits for: a first answer takes several times as long as the ones
 * after it.
 */
export function warmUp({ reader }: SearchFile): void {
  const [newest] = listOrders(reader, { limit: WARM_ROWS })?.rows ?? []
  if (newest !== undefined)
    listOrders(reader, { text: newest.orderid.slice(0, 1), limit: WARM_ROWS })
}

/** Through the whole log, in turns. */
export function longJobs(
  db: Database,
  monotonic: () => number,
): Jobs<
  | 'verify'
  | 'write'
  | 'backup'
  | 'copy-facts'
  | 'check'
  | 'plan'
  | 'damage'
  | 'indexes'
  | 'rebuild-compare'
  | 'unproven'
  | 'fold-compare'
  | 'log-indexes'
  | 'file-digest'
> {
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
        message: sayAll([problem.message, found.message]),
      }
    },
    write: (query, work) => writeContent(db, query, work),
    backup: (query, work) => makeBackup(db, query, monotonic, work),
    'copy-facts': (query, work) => copyFacts(query, monotonic, work),
    check: checkFolder,
    plan: (query) => Promise.resolve(planArchive(db, query)),
    damage: () => Promise.resolve(damageIn(db, 'whole')),
    indexes: () => Promise.resolve(damageIn(db, 'indexes')),
    unproven: ({ key }) => Promise.resolve(unprovenIn(db, createSecretKey(key), 0)),
    'rebuild-compare': (_, work) => rebuildCompare(db, monotonic, work),
    'fold-compare': (_, work) => foldCompare(db, monotonic, work),
    'log-indexes': (_, work) => logIndexes(db, work),
    'file-digest': ({ handle }, work) => fileDigest(handle, work),
  }
}
