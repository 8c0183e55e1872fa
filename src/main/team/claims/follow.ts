// What colleagues have under way, for the eyes alone: each call reads what the desks wrote since
// the last one. It decides nothing: each claim reads its order's own records.
import { recordsOf } from '../database/rows.ts'
import { isSigned, readRecord, type StoredRecord } from '../records/record.ts'
import { isClaimedTopic } from '../records/topics.ts'
import { type Entered, noAnswer } from './enter.ts'
import type { Claim, NotReady } from './team-port.ts'

/** Of each desk, as it is first heard of. */
const firstRecords = 1_000
/** As the statement says. */
const pageRecords = 500

export interface Follower {
  /** Claims of other desks that nothing came after, as far as was read. */
  follow(at: Entered): Promise<readonly Claim[] | NotReady>
}

export function createFollower(self: string): Follower {
  const cursors = new Map<string, number>()
  /** By topic; of each what has the greatest version. */
  const newest = new Map<string, { version: number; claim: Claim | null }>()

  const take = (at: Entered, stored: StoredRecord): void => {
    const record = readRecord(stored)
    if (typeof record === 'string' || record.team !== at.roster.team) return
    const desk = at.roster.desks.get(record.desk)
    if (desk === undefined || !isClaimedTopic(record.topic) || !isSigned(record, desk.key)) return
    const { topic, version } = record
    if ((newest.get(topic)?.version ?? 0) >= version) return
    newest.set(topic, { version, claim: record.kind === 'claim' ? record : null })
  }
  const begin = async ({ session }: Entered, desk: string): Promise<number | null> => {
    const known = cursors.get(desk)
    if (known !== undefined) return known
    const head = await recordsOf(session, 'newestOfDesk', [desk])
    return head === null ? null : Math.max(0, (head[0]?.n ?? 0) - firstRecords)
  }
  const readDesk = async (at: Entered, desk: string): Promise<boolean> => {
    let cursor = await begin(at, desk)
    while (cursor !== null) {
      const page = await recordsOf(at.session, 'afterOfDesk', [desk, cursor])
      if (page === null) return false
      for (const one of page) take(at, one)
      cursor = page.at(-1)?.n ?? cursor
      cursors.set(desk, cursor)
      if (page.length < pageRecords) return true
    }
    return false
  }
  return {
    follow: async (at) => {
      for (const desk of at.roster.desks.keys()) if (!(await readDesk(at, desk))) return noAnswer
      return [...newest.values()].flatMap(({ claim }) =>
        claim === null || claim.desk === self ? [] : [claim],
      )
    },
  }
}
