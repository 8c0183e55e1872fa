// What a computer hears of its colleagues, by how many questions, and each record once.
import { describe, expect, it } from 'vitest'
import { createFollower } from '../../../../src/main/team/claims/follow.ts'
import type { Entered } from '../../../../src/main/team/claims/enter.ts'
import type { NotReady } from '../../../../src/main/team/claims/team-port.ts'
import type { Answer, Session } from '../../../../src/main/team/database/session.ts'
import { recordsOfEach, statements } from '../../../../src/main/team/database/statements.ts'
import {
  type Draft,
  keyText,
  signRecord,
  type StoredRecord,
} from '../../../../src/main/team/records/record.ts'
import type { Roster } from '../../../../src/main/team/records/roster.ts'
import { deskTopic, orderTopic } from '../../../../src/main/team/records/topics.ts'
import { newKey } from '../../../fakes/postgres/team.ts'

const team = 'ab'.repeat(16)
const key = newKey()
const names = Array.from({ length: 40 }, (_, at) => `desk-${String(at).padStart(2, '0')}`)

function claimOf(desk: string, n: number, orderid: string): StoredRecord {
  const draft: Draft<'claim'> = {
    ...{ team, desk, n, prev: n === 1 ? '' : '0'.repeat(64), epoch: 'e' },
    ...{ topic: orderTopic({ service: 'https://g.test x', orderid }), version: 1, before: '' },
    kind: 'claim',
    facts: { at: 1, by: 'anna', operation: 'return', amount: null },
  }
  return signRecord<'claim'>(draft, key).stored
}

function joinedBy(desk: string, n: number, name: string, by = key): StoredRecord {
  const draft: Draft<'joined'> = {
    ...{ team, desk, n, prev: n === 1 ? '' : '0'.repeat(64), epoch: 'e' },
    ...{ topic: deskTopic(name), version: 1, before: '' },
    kind: 'joined',
    facts: { key: keyText(key) },
  }
  return signRecord<'joined'>(draft, by).stored
}

/** Answers as the database would, from a list. */
function serverOf(records: StoredRecord[]) {
  const asked: string[] = []
  const rows = (found: readonly StoredRecord[]): Answer => ({
    ...{ kind: 'rows', rows: found as never, hasNotice: false },
  })
  const ask: Session['ask'] = (text, values = []) => {
    asked.push(text)
    if (text === statements.newestOfDesk) {
      const own = records.filter(({ desk }) => desk === values[0])
      return Promise.resolve(rows(own.slice(-1)))
    }
    const [desks, upTo] = values as [string[], number[]]
    const found = desks.flatMap((name, at) =>
      records
        .filter(({ desk, n }) => desk === name && n > upTo[at]!)
        .toSorted((one, other) => one.n - other.n)
        .slice(0, recordsOfEach),
    )
    // The database promises no order of what it puts together.
    return Promise.resolve(rows(found.toReversed()))
  }
  const desks = new Map(
    names.map((name) => [name, { key: keyText(key), joinedIn: 'e', upTo: null }]),
  )
  const founder = { desk: names[0]!, key: keyText(key) }
  const roster: Roster = { team, founder, desks, people: new Map() }
  const session: Session = { ask, isOver: false, close: () => Promise.resolve() }
  const at: Entered = { session, epoch: 'e', roster }
  /** The founder's list, as it is there. */
  const letIn = new Map(desks)
  let reads = 0
  const readRoster = (): Promise<Roster> => {
    reads += 1
    return Promise.resolve({ ...roster, desks: new Map(letIn) })
  }
  return { at, asked, letIn, readRoster, reads: () => reads }
}

const heldIn = async (
  follower: ReturnType<typeof createFollower>,
  at: Entered,
): Promise<string[]> => {
  const found = await follower.follow(at)
  if (!Array.isArray(found)) throw new Error(JSON.stringify(found))
  return (found as { desk: string; n: number }[]).map(({ desk, n }) => `${desk} ${n}`).sort()
}

describe('what colleagues have under way', () => {
  it('is heard of forty desks by one question, without their list', async () => {
    const records = names.map((name, at) => claimOf(name, 1, String(at)))
    const { at, asked, readRoster, reads } = serverOf(records)
    const follower = createFollower(names[3]!, readRoster)
    expect(await heldIn(follower, at)).toHaveLength(39)
    asked.length = 0
    records.push(claimOf('desk-00', 2, '900'), claimOf('desk-39', 2, '901'))
    expect(await heldIn(follower, at)).toHaveLength(41)
    expect(asked).toEqual([statements.afterOfDesks])
    expect(reads()).toBe(0)
  })

  it('is heard of a desk as soon as the founder is heard to let it in', async () => {
    const records = [claimOf(names[1]!, 1, '1')]
    const { at, letIn, readRoster, reads } = serverOf(records)
    const follower = createFollower(names[3]!, readRoster)
    expect(await heldIn(follower, at)).toEqual(['desk-01 1'])
    letIn.set('late', { key: keyText(key), joinedIn: 'e', upTo: null })
    records.push(joinedBy(names[0]!, 1, 'late'), claimOf('late', 1, '2'))
    expect(await heldIn(follower, at)).toEqual(['desk-01 1', 'late 1'])
    expect(reads()).toBe(1)
    expect(at.roster.desks.has('late')).toBe(true)
    expect(await heldIn(follower, at)).toEqual(['desk-01 1', 'late 1'])
    expect(reads()).toBe(1)
  })

  it('reads no list anew for what another desk, or another key, says of one', async () => {
    const records = [joinedBy(names[1]!, 1, 'late'), joinedBy(names[0]!, 1, 'late', newKey())]
    const { at, readRoster, reads } = serverOf(records)
    expect(await heldIn(createFollower(names[3]!, readRoster), at)).toEqual([])
    expect(reads()).toBe(0)
  })

  it('says what is wrong with the list, and asks for it again the next time', async () => {
    const records = [joinedBy(names[0]!, 1, 'late')]
    const { at, readRoster } = serverOf(records)
    const flaw: NotReady = { kind: 'flaw', flaw: 'weak-key', desk: names[0]!, n: 1 }
    const answers = [Promise.resolve(flaw), readRoster()]
    const follower = createFollower(names[3]!, () => answers.shift()!)
    expect(await follower.follow(at)).toEqual(flaw)
    expect(await heldIn(follower, at)).toEqual([])
    expect(answers).toEqual([])
  })

  it('is heard whole where it is more than one answer has', async () => {
    const records = Array.from({ length: 700 }, (_, at) => claimOf('desk-01', at + 1, String(at)))
    for (let at = 0; at < 700; at += 1) records.push(claimOf('desk-02', at + 1, String(1_000 + at)))
    const { at, readRoster } = serverOf(records)
    expect(await heldIn(createFollower(names[3]!, readRoster), at)).toHaveLength(1_400)
  })
})
