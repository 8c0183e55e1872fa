// Requests of a register, or named one by one, as a file: the rows of the sheet of requests, in
// the order of the list on the screen. It only reads.
import { hostname } from 'node:os'
import type { RequestFile } from '#shared/bridge/operations.ts'
import { momentsOf } from '#shared/time/zone.ts'
import { readLog } from '../audit/audit-rows.ts'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { sentWithin } from '../journal/attempt-lists.ts'
import type { TimeSlice } from '../db/time-slice.ts'
import { type ListColumn, type ListFacts, writeList } from './list-file.ts'
import { requestColumns, requestReader, requestTimes } from './request-rows.ts'

export interface RequestFileQuery extends RequestFile {
  /** A new folder of its own. */
  folder: string
}

const columns = requestColumns.map((name) => ({
  name,
  kind: name === 'amount' ? 'money' : requestTimes.includes(name) ? 'time' : 'text',
})) satisfies ListColumn[]
const PAGE = 200

/** In the order of the list on the screen. */
export function writeRequests(
  db: Database,
  { folder, as, of }: RequestFileQuery,
  work: TimeSlice,
): Promise<ListFacts> {
  const ids = idsOf(db, of)
  const read = requestReader(db, { computer: hostname(), logId: readLog(db)?.logId ?? '' })
  const idAt = requestColumns.indexOf('request')
  return writeList({ folder, as, title: 'Requests', columns }, pages(), ids.length, work)

  function* pages(): Generator<string[][]> {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE)
      const places = new Map(page.map((id, place) => [id, place]))
      const placeOf = (row: readonly string[]): number => places.get(row[idAt] ?? '') ?? 0
      yield read(page).sort((a, b) => placeOf(a) - placeOf(b))
    }
  }
}

function idsOf(db: Database, of: RequestFile['of']): string[] {
  if ('attempts' in of) return of.attempts
  // Reviews nobody confirmed are no part of what was asked for.
  return statement<[string, string, number, number], string>(
    db,
    `SELECT id FROM attempt WHERE connection_id = ? AND operation IN (SELECT value FROM json_each(?))
       AND sent_at IS NOT NULL ${sentWithin} ORDER BY id DESC`,
    { as: 'value' },
  ).all(of.connectionId, JSON.stringify(of.operations), ...momentsOf(of.days ?? {}))
}
