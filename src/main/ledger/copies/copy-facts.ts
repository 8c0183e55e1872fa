// What a ledger that is not open here holds, for a person who decides whether it takes this one's
// place. Proven as a daily copy is: its pages, its log, and the key that signed it.
import { say } from '#shared/message.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { openStates } from '#shared/attempt.ts'
import { connect, type Database, openLedgerReader } from '../db/open.ts'
import { createTimeSlice, type TimeSlice } from '../db/time-slice.ts'
import { baseOf, type Reached } from '../audit/audit-base.ts'
import { readLog } from '../audit/audit-rows.ts'
import { openConnections } from '../settings/connections.ts'
import { openMoved, type Moved } from '../settings/moved.ts'
import { statement } from '../db/statements.ts'
import { schemaMade } from '../schema/make-schema.ts'
import { applicationId, schemaFormat } from '../schema/schema.ts'
import { deviationsOf, schemaOf } from '../schema/schema-drift.ts'
import { type BackupQuery, proveCopy } from './backup.ts'

export interface CopyQuery {
  file: string
  evidence: BackupQuery['evidence']
  /** A place of another log. */
  place?: Reached | null
}

export interface CopyFacts {
  logId: string
  entries: number
  /** Chain value of the newest entry. */
  head: string
  lastAt: number
  moved: Moved | null
  connections: Connection[]
  statements: { seq: number; body: string; signature: string }[]
  openRequests: number
  pausedRuns: number
  /** The place that was asked about, where this log has the same entry there. */
  shared: Reached | null
}

/** Faults: input on `file`, in words. */
export async function copyFacts(
  { file, evidence, place = null }: CopyQuery,
  monotonic: () => number,
  work: TimeSlice = createTimeSlice({ monotonic }),
): Promise<Result<CopyFacts>> {
  const opened = openLedgerReader(file)
  if (!opened.ok) return refused(opened.fault.message)
  const db = opened.value
  try {
    const format = Number(db.pragma('user_version', { simple: true }))
    if (format !== schemaFormat)
      return refused(say(format > schemaFormat ? 'moving.newer-paydesk' : 'moving.older-paydesk'))
    // Before any table is read: one of somebody else may be a view without an end.
    if (deviationsOf(schemaOf(db), productsOwn()).length > 0)
      return refused(say('moving.was-changed'))
    const proof = await proveCopy(file, evidence, monotonic, work)
    if (typeof proof === 'string') return refused(say('moving.log-not-whole', { why: proof }))
    return ok({ ...proof, ...readFacts(db), shared: sharedWith(db, place) })
  } catch {
    // A file that is no ledger of Paydesk's, whatever its header says.
    return refused(say('moving.was-changed'))
  } finally {
    db.close()
  }
}

function readFacts(db: Database): Omit<CopyFacts, 'entries' | 'head' | 'shared'> {
  const count = (sql: string, ...values: string[]): number =>
    Number(statement<string[]>(db, sql, { as: 'value' }).get(...values) ?? 0)
  return {
    logId: readLog(db)?.logId ?? '',
    lastAt: count('SELECT at_wall FROM audit_entry ORDER BY seq DESC LIMIT 1'),
    moved: openMoved(db)(),
    connections: openConnections(db, () => 0)
      .all()
      .filter(({ isEmbedded }) => !isEmbedded),
    statements: statement<[], CopyFacts['statements'][number]>(
      db,
      'SELECT seq, body, signature FROM person_statement ORDER BY seq',
      { integers: 'number' },
    ).all(),
    openRequests: count(
      'SELECT count(*) FROM attempt WHERE state IN (SELECT value FROM json_each(?))',
      JSON.stringify(openStates),
    ),
    pausedRuns: count("SELECT count(*) FROM run WHERE state = 'PAUSED'"),
  }
}

const productsOwn = (): ReturnType<typeof schemaMade> =>
  schemaMade({ openMemory: () => connect(':memory:'), applicationId })

/** A place that was archived is known where an archive ends with it. */
function sharedWith(db: Database, place: Reached | null): Reached | null {
  if (place === null) return null
  const base = baseOf(db)
  const chain =
    base.size === place.size
      ? base.chain
      : statement<[number], Buffer>(db, 'SELECT chain FROM audit_entry WHERE seq = ?', {
          as: 'value',
        }).get(place.size)
  return chain?.toString('hex') === place.chain ? place : null
}

const refused = (message: string): Result<never> => fail(inputFault('file', message))
