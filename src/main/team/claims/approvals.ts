// Requests that wait for approval, as they lie in the team's database: each computer says what it
// has to say in topics of its own, so that none waits for what another one wrote. Nothing of the
// way of money comes here. What stands there and is none counts for nothing and stops nothing.
import { recordsOf } from '../database/rows.ts'
import { isFlawed, readAll } from '../records/chains.ts'
import { readRecord, type StoredRecord, type TeamRecord } from '../records/record.ts'
import type { Roster } from '../records/roster.ts'
import { approvalIn, type TopicRange } from '../records/topics.ts'
import type { DeskSession, SessionParts } from './desk-session.ts'
import { isEntered, nextRecord, noAnswer, readRoster } from './enter.ts'
import type { ApprovalsThere, NotReady, TeamPort } from './team-port.ts'

/** Any desk can write as many as it likes. */
const mostTopics = 200
/** Of the newest in one topic: whose own word can't be read there has itself to blame. */
const mostVersions = 5
/** So many the database gives at most. */
const mostRecords = 1_000

export async function sayApproval(
  parts: SessionParts,
  desk: DeskSession,
  topic: string,
  sealed: string | null,
): ReturnType<TeamPort['sayApproval']> {
  const at = await desk.ready()
  if (!isEntered(at)) return at
  const last = parts.own.all().findLast(({ record }) => record.topic === topic)?.record
  const record = nextRecord<'approval'>(parts, {
    ...{ epoch: at.epoch, topic, version: (last?.version ?? 0) + 1, before: last?.digest ?? '' },
    ...{ kind: 'approval', facts: { sealed } },
  })
  const done = await desk.putUntilKnown(at, record)
  if (done === 'in' || done === 'weak') return 'in'
  return done === 'taken' || done === 'gap' ? 'taken' : 'later'
}

export async function approvalsThere(
  { id }: SessionParts,
  desk: DeskSession,
  { from, to }: TopicRange,
): Promise<ApprovalsThere | NotReady> {
  const at = await desk.ready()
  if (!isEntered(at)) return at
  const stored = await recordsOf(at.session, 'ofTopics', [from, to])
  if (stored === null) return noAnswer
  if (stored.some((one) => !at.roster.desks.has(one.desk))) {
    // A desk may have been let in since this session began.
    const roster = await readRoster(id, at.session)
    if ('kind' in roster) return roster
    at.roster = roster
  }
  return newestIn(stored, at.roster)
}

/** What each topic's own desk said last in it, soonest over first. */
export function newestIn(stored: readonly StoredRecord[], roster: Roster): ApprovalsThere {
  const newest = new Map<string, TeamRecord<'approval'>>()
  const topics = Map.groupBy(stored.filter(isOwnWord), ({ topic }) => topic)
  const isCut = stored.length >= mostRecords || topics.size > mostTopics
  for (const [topic, said] of [...topics].slice(0, mostTopics)) {
    const newestFirst = said.toSorted((one, other) => other.version - one.version)
    for (const one of newestFirst.slice(0, mostVersions)) {
      const found = approvalOf(one, roster)
      if (found === null) continue
      newest.set(topic, found)
      break
    }
  }
  return { approvals: [...newest.values()], isCut }
}

/** By its column, which the record has to say as well. */
const isOwnWord = ({ topic, desk }: StoredRecord): boolean => approvalIn(topic)?.desk === desk

function approvalOf(stored: StoredRecord, roster: Roster): TeamRecord<'approval'> | null {
  const record = readRecord(stored)
  if (typeof record === 'string' || record.kind !== 'approval') return null
  return isFlawed(readAll([stored], roster)) ? null : record
}
