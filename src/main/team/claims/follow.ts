// What colleagues have under way, for the eyes alone: each call reads what the desks wrote since
// the last one. It decides nothing: each claim reads its order's own records.
import { recordsOf } from '../database/rows.ts'
import { recordsOfEach } from '../database/statements.ts'
import { isSigned, readRecord, type StoredRecord } from '../records/record.ts'
import type { Roster } from '../records/roster.ts'
import { isClaimedTopic, isRosterTopic } from '../records/topics.ts'
import { type Entered, noAnswer } from './enter.ts'
import type { Claim, NotReady } from './team-port.ts'

/** Of each desk, as it is first heard of. */
const firstRecords = 1_000

export interface Follower {
  /** Claims of other desks that nothing came after, as far as was read. */
  follow(at: Entered): Promise<readonly Claim[] | NotReady>
}

/**
 * `readRoster` is asked where the founder is heard to let somebody in or out: two hundred desks
 * would be checked anew each time otherwise.
 */
export function createFollower(
  self: string,
  readRoster: (at: Entered) => Promise<Roster | NotReady>,
): Follower {
  const cursors = new Map<string, number>()
  /** By topic; of each what has the greatest version. */
  const newest = new Map<string, { version: number; claim: Claim | null }>()
  let isRosterOld = false

  const take = (at: Entered, stored: StoredRecord): void => {
    const record = readRecord(stored)
    if (typeof record === 'string' || record.team !== at.roster.team) return
    const desk = at.roster.desks.get(record.desk)
    if (desk === undefined || !isSigned(record, desk.key)) return
    const { topic, version } = record
    if (isRosterTopic(topic) && record.desk === at.roster.founder.desk) isRosterOld = true
    if (!isClaimedTopic(topic) || (newest.get(topic)?.version ?? 0) >= version) return
    newest.set(topic, { version, claim: record.kind === 'claim' ? record : null })
  }
  const begin = async ({ session }: Entered, desk: string): Promise<boolean> => {
    if (cursors.has(desk)) return true
    const head = await recordsOf(session, 'newestOfDesk', [desk])
    if (head === null) return false
    cursors.set(desk, Math.max(0, (head[0]?.n ?? 0) - firstRecords))
    return true
  }
  /** False without an answer. */
  const read = async (at: Entered, desks: readonly string[]): Promise<boolean> => {
    for (const desk of desks) if (!(await begin(at, desk))) return false
    let asked = desks
    while (asked.length > 0) {
      const upTo = asked.map((desk) => cursors.get(desk) ?? 0)
      const page = await recordsOf(at.session, 'afterOfDesks', [asked, upTo])
      if (page === null) return false
      for (const one of page) {
        take(at, one)
        cursors.set(one.desk, Math.max(one.n, cursors.get(one.desk) ?? 0))
      }
      const ofEach = Map.groupBy(page, ({ desk }) => desk)
      asked = asked.filter((desk) => ofEach.get(desk)?.length === recordsOfEach)
    }
    return true
  }
  return {
    follow: async (at) => {
      const known = [...at.roster.desks.keys()]
      if (!(await read(at, known))) return noAnswer
      if (isRosterOld) {
        const roster = await readRoster(at)
        if ('kind' in roster) return roster
        at.roster = roster
        isRosterOld = false
        const more = [...roster.desks.keys()].filter((desk) => !known.includes(desk))
        if (!(await read(at, more))) return noAnswer
      }
      return [...newest.values()].flatMap(({ claim }) =>
        claim === null || claim.desk === self ? [] : [claim],
      )
    },
  }
}
