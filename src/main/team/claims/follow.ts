// What colleagues have under way, for the eyes alone: each call reads what the desks wrote since
// the last one. It decides nothing: each claim reads its order's own records.
import { recordsOf } from '../database/rows.ts'
import { desksAtOnce, recordsOfEach } from '../database/statements.ts'
import { isSigned, readRecord, type StoredRecord } from '../records/record.ts'
import { isClaimedTopic } from '../records/topics.ts'
import { type Entered, noAnswer } from './enter.ts'
import type { Claim, NotReady } from './team-port.ts'

/** Of each desk, as it is first heard of. */
const firstRecords = 1_000

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
  /** Of at most so many desks as are asked about at once. */
  const readOf = async (at: Entered, desks: readonly string[]): Promise<boolean> => {
    for (const desk of desks) {
      const cursor = await begin(at, desk)
      if (cursor === null) return false
      cursors.set(desk, cursor)
    }
    for (;;) {
      const asked = Array.from({ length: desksAtOnce }, (_, nth) => {
        const desk = desks[nth] ?? ''
        return [desk, cursors.get(desk) ?? 0]
      })
      const page = await recordsOf(at.session, 'afterOfDesks', asked.flat())
      if (page === null) return false
      for (const one of page) {
        take(at, one)
        cursors.set(one.desk, Math.max(one.n, cursors.get(one.desk) ?? 0))
      }
      const counts = Map.groupBy(page, ({ desk }) => desk).values()
      if (counts.every(({ length }) => length < recordsOfEach)) return true
    }
  }
  return {
    follow: async (at) => {
      const desks = [...at.roster.desks.keys()]
      for (let from = 0; from < desks.length; from += desksAtOnce)
        if (!(await readOf(at, desks.slice(from, from + desksAtOnce)))) return noAnswer
      return [...newest.values()].flatMap(({ claim }) =>
        claim === null || claim.desk === self ? [] : [claim],
      )
    },
  }
}
