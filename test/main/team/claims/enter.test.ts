// How a session begins after a fail-over, on a real server: what is put back, what is not inserted
// again, and what stops the desk.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTeam } from '../../../../src/main/team/claims/create-team.ts'
import { nextRecord } from '../../../../src/main/team/claims/enter.ts'
import type { Claim } from '../../../../src/main/team/claims/team-port.ts'
import { put } from '../../../../src/main/team/database/put.ts'
import { epochOf, recordsOf } from '../../../../src/main/team/database/rows.ts'
import { orderTopic } from '../../../../src/main/team/records/topics.ts'
import { patient, type Postgres, startPostgres } from '../../../fakes/postgres/server.ts'
import {
  beginEpoch,
  facts,
  makeTeam,
  newKey,
  type TestDesk,
  type TestTeam,
} from '../../../fakes/postgres/team.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
}, 180_000)
afterAll(() => server.remove())

let orders = 0
const nextTopic = (): string =>
  orderTopic({ service: 'https://g.test x', orderid: String((orders += 1)) })

async function teamOf(name: string) {
  const team = await makeTeam(server, { name, desks: ['a', 'b'], limits: patient })
  const [a, b] = team.desks as [TestDesk, TestDesk]
  return { team, a, b }
}

async function claimed({ team }: TestDesk, topic: string, seen = 0): Promise<Claim> {
  const found = await team.claim(topic, facts(), seen)
  if (found.kind !== 'mine') throw new Error(JSON.stringify(found))
  return found.claim
}

async function asOwner({ database }: TestTeam, text: string, values: (string | number)[]) {
  const session = await server.session(database)
  const answer = await session.ask(text, values)
  await session.close()
  if (answer.kind !== 'rows') throw new Error(JSON.stringify(answer))
}

async function newestOf(team: TestTeam, desk: string) {
  const session = await server.session(team.database)
  const found = await recordsOf(session, 'newestOfDesk', [desk])
  await session.close()
  return found?.[0]
}

/** A fail-over that loses all records of one order, and the heartbeats that came after them. */
async function failOverLosing(team: TestTeam, topic: string): Promise<void> {
  // The heartbeat after an outcome has its turn first: it would open a session anew in between.
  for (const { parts, team: port } of team.desks)
    if (parts.own.all().some(({ record }) => record.kind === 'outcome')) await port.standing()
  for (const { team: port } of [team.founder, ...team.desks]) await port.close()
  await beginEpoch(server, team)
  await asOwner(team, `DELETE FROM team.record WHERE topic = $1 OR topic LIKE 'beat/%'`, [topic])
}

describe('a session', () => {
  it('does not begin where the desk’s newest record was changed', async () => {
    const { team, a } = await teamOf('altered')
    const { n } = await claimed(a, nextTopic())
    await a.team.close()
    const change = `UPDATE team.record SET signature = decode(repeat('00', 64), 'hex')
      WHERE desk = $1 AND n = $2`
    await asOwner(team, change, [a.desk, n])
    expect(await a.team.standing()).toEqual({ kind: 'altered', n })
  })

  it('does not begin by another key than the founder let in, and writes nothing', async () => {
    const { team, a, b } = await teamOf('otherkey')
    for (const { team: port } of [team.founder, ...team.desks]) await port.close()
    await beginEpoch(server, team)
    const changed = createTeam({ ...a.parts, key: newKey() })
    expect(await changed.standing()).toEqual({ kind: 'not-let-in' })
    await changed.close()
    expect(a.parts.own.all()).toEqual([])
    expect(await team.founder.team.standing()).toMatchObject({ kind: 'roll-call' })
    expect(await a.team.standing()).toMatchObject({ kind: 'roll-call' })
    expect(await b.team.standing()).toMatchObject({ kind: 'ready' })
    for (const desk of [team.founder, a, b]) await desk.team.close()
  })

  it('reads nothing of what a colleague wrote about desks, and names who filled the roll call', async () => {
    const { team, a, b } = await teamOf('filled')
    expect(await b.team.standing()).toMatchObject({ kind: 'ready' })
    await b.team.close()
    // As that desk's login can: so many that no computer could hold them.
    const fill = (topic: string, from: number) =>
      asOwner(
        team,
        `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
          SELECT $1, i, NULLIF(i - 1, 0), $2 || i, 1, NULL, decode(repeat('ab', 16384), 'hex'),
            decode(repeat('cd', 64), 'hex') FROM generate_series($3::bigint, $3::bigint + 2999) i`,
        [b.desk, topic, from],
      )
    const { n } = (await newestOf(team, b.desk)) ?? { n: 0 }
    await fill('desk/zz', n + 1)
    const read: number[] = []
    const counted = () =>
      createTeam({
        ...a.parts,
        open: async () => {
          const session = await a.parts.open()
          if ('unreached' in session) return session
          return {
            ...session,
            get isOver() {
              return session.isOver
            },
            ask: async (...asked) => {
              const answer = await session.ask(...asked)
              if (answer.kind === 'rows') read.push(answer.rows.length)
              return answer
            },
          }
        },
      })
    const first = counted()
    expect(await first.standing()).toMatchObject({ kind: 'ready' })
    expect(Math.max(...read)).toBeLessThan(10)
    await first.close()
    const { epoch } = (await a.team.standing()) as { epoch: string }
    await fill(`present/${epoch}/`, n + 3_001)
    read.length = 0
    const second = counted()
    expect(await second.standing()).toMatchObject({ kind: 'flaw', desk: b.desk })
    expect(Math.max(...read)).toBe(1_000)
    await second.close()
    await a.team.close()
  })

  it('waits for a colleague whose record has to be put back first, then puts back', async () => {
    const { team, a, b } = await teamOf('putback')
    const topic = nextTopic()
    expect(await a.team.release(await claimed(a, topic), 'DECLINED')).toBe('in')
    const claim = await claimed(b, topic, 2)
    await failOverLosing(team, topic)
    expect(await b.team.standing()).toEqual({ kind: 'put-back', topic })
    const { founder } = team
    expect(await a.team.standing()).toEqual({
      kind: 'roll-call',
      missing: [founder.desk, b.desk].sort(),
    })
    expect(await b.team.standing()).toEqual({ kind: 'roll-call', missing: [founder.desk] })
    expect(await founder.team.standing()).toMatchObject({ kind: 'ready' })
    expect(await b.team.standing()).toMatchObject({ kind: 'ready' })
    expect(await b.team.chainOf(topic)).toMatchObject([{}, {}, { digest: claim.digest }])
    for (const desk of [founder, a, b]) await desk.team.close()
  })

  it('lets no late word take the place of what a colleague has to put back', async () => {
    const { team, a, b } = await teamOf('late')
    const topic = nextTopic()
    const got = await a.team.claim(topic, { ...facts(), known: ['PTX-1'] }, 0)
    if (got.kind !== 'mine') throw new Error(JSON.stringify(got))
    const shown = { at: 1, type: 'reversal', id: 'PTX-2', amount: facts().amount! }
    expect(await b.team.show(got.claim, shown)).toBe('in')
    for (const { team: port } of [team.founder, ...team.desks]) await port.close()
    await beginEpoch(server, team)
    await asOwner(
      team,
      `DELETE FROM team.record WHERE (topic = $1 AND version = 2) OR topic LIKE 'beat/%'`,
      [topic],
    )
    expect(await a.team.release(got.claim, 'SUCCEEDED')).toBe('later')
    for (const port of [b.team, team.founder.team]) await port.standing()
    expect(await a.team.release(got.claim, 'SUCCEEDED')).toBe('in')
    for (const { team: port } of [team.founder, a, b]) {
      expect(await port.standing()).toMatchObject({ kind: 'ready' })
      await port.close()
    }
  })

  it('stops where another record stands in the place of one to be put back', async () => {
    const { team, a, b } = await teamOf('conflict')
    const topic = nextTopic()
    const { n } = await claimed(b, topic)
    await failOverLosing(team, topic)
    // By a desk that does not wait for the roll call.
    const session = await a.parts.open()
    if ('unreached' in session) throw new Error(session.unreached)
    const epoch = (await epochOf(session))!
    const place = { epoch, topic, version: 1, before: '' }
    const early = nextRecord<'claim'>(a.parts, { ...place, kind: 'claim', facts: facts() })
    expect(await put(session, early)).toBe('in')
    await session.close()
    expect(await b.team.standing()).toEqual({ kind: 'conflict', topic, n })
    expect(await b.team.claim(nextTopic(), facts(), 0)).toMatchObject({ kind: 'conflict' })
  })

  it('does not insert a record again that was under way in an earlier epoch', async () => {
    const { team, a } = await teamOf('out')
    const losing = createTeam({
      ...a.parts,
      ways: {
        put: async (session, record) => {
          if (record.kind !== 'claim') return put(session, record)
          // Its bytes never came to the server, and the server is another one now.
          await session.close()
          await beginEpoch(server, team)
          return 'unknown'
        },
      },
    })
    const topic = nextTopic()
    expect(await losing.claim(topic, facts(), 0)).toEqual({ kind: 'moved', records: [] })
    expect(await losing.chainOf(topic)).toEqual([])
    expect(a.parts.own.all().some(({ record }) => record.topic === topic)).toBe(false)
    await losing.close()
  })
})
