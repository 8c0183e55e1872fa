// How a computer and a person leave a team, on a real server: what they can do no more, what goes
// on to count, and what comes in between.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTeam } from '../../../../src/main/team/claims/create-team.ts'
import { nextRecord, readRoster } from '../../../../src/main/team/claims/enter.ts'
import { rosterEveryMs } from '../../../../src/main/team/claims/rules.ts'
import { sayLeft } from '../../../../src/main/team/claims/say-left.ts'
import type { Claim } from '../../../../src/main/team/claims/team-port.ts'
import { closeLogin } from '../../../../src/main/team/database/init.ts'
import { put } from '../../../../src/main/team/database/put.ts'
import {
  type FactsOf,
  keyText,
  mostLengths,
  signRecord,
} from '../../../../src/main/team/records/record.ts'
import { deskTopic, orderTopic } from '../../../../src/main/team/records/topics.ts'
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

async function remove({ founder, database }: TestTeam, { desk }: TestDesk) {
  const owner = await server.session(database)
  await closeLogin(owner, { database, desk })
  await owner.close()
  return sayLeft(founder.parts, { kind: 'desk', desk }, 'sold')
}

async function rosterAt({ parts }: TestDesk) {
  const session = await parts.open()
  if ('unreached' in session) throw new Error(session.unreached)
  const roster = await readRoster(parts.id, session)
  await session.close()
  if (!('desks' in roster)) throw new Error(JSON.stringify(roster))
  return roster
}

const by = (team: TestTeam, at: number, claim: Claim) => {
  const { people, signature } = {
    people: team.people,
    signature: team.released(claim, 'off').people[at]!.signature,
  }
  return { reason: 'off', key: keyText(people[at]!.key), signature }
}

describe('a computer that leaves', () => {
  it('writes no more in a session that is open; what it has under way goes on to be held', async () => {
    const { team, a, b } = await teamOf('leaves')
    const [held, free] = [nextTopic(), nextTopic()]
    await claimed(b, held)
    expect(await remove(team, b)).toBe('in')
    expect(await remove(team, b)).toBe('taken')
    expect((await b.team.claim(free, facts(), 0)).kind).toBe('unreached')
    expect(await a.team.claim(held, facts(), 1)).toMatchObject({
      ...{ kind: 'held', by: { desk: b.desk } },
    })
    await claimed(a, free)
    // Nor in a new one.
    const again = createTeam(b.parts)
    expect(await again.standing()).toEqual({ kind: 'not-let-in' })
    const found = await a.team.desks()
    expect('signs' in found && found.signs.map(({ desk }) => desk)).toEqual([
      a.desk,
      team.founder.desk,
    ])
  })

  it('is waited for by no roll call', async () => {
    const { team, a, b } = await teamOf('roll')
    expect(await remove(team, b)).toBe('in')
    for (const { team: port } of [team.founder, ...team.desks]) await port.close()
    await beginEpoch(server, team)
    expect(await a.team.claim(nextTopic(), facts(), 0)).toMatchObject({
      ...{ kind: 'roll-call', missing: [team.founder.desk] },
    })
    await team.founder.team.standing()
    await claimed(a, nextTopic())
  })

  it('says what became of no claim, by whatever login its key is used', async () => {
    const { team, a, b } = await teamOf('key')
    const topic = nextTopic()
    const claim = await claimed(b, topic)
    // As the superuser could put it there.
    const { id, founder } = team
    const last = b.parts.own.all().at(-1)!.record
    const outcome = signRecord<'outcome'>(
      {
        ...{ team: id.team, desk: b.desk, n: last.n + 1, prev: last.digest, topic },
        ...{ version: 2, before: claim.digest, epoch: claim.epoch },
        ...{ kind: 'outcome', facts: { state: 'NOT_SENT' } },
      },
      b.key,
    )
    // A computer that has just read who belongs to the team.
    let steadyMs = 1_000_000
    const late = createTeam({ ...a.parts, now: () => ({ steadyMs, wallMs: Date.now() }) })
    expect((await late.standing()).kind).toBe('ready')
    expect(await remove(team, b)).toBe('in')
    const session = await server.session(team.database)
    expect(await put(session, outcome)).toBe('in')
    await session.close()
    steadyMs += rosterEveryMs
    expect(await late.claim(topic, facts(), 2)).toEqual({
      ...{ kind: 'flaw', flaw: 'left', desk: b.desk, n: outcome.n },
    })
    await late.close()
    expect(founder.desk).not.toBe(b.desk)
  })

  it('is nobody, and not the founder', async () => {
    const { team } = await teamOf('nobody')
    const { founder } = team
    const left = (desk: string) => sayLeft(founder.parts, { kind: 'desk', desk }, 'x')
    expect(await left('somebody')).toBe('nobody')
    expect(await left(founder.desk)).toBe('nobody')
    expect(await sayLeft(founder.parts, { kind: 'person', id: 'p-00000000000000ff' }, 'x')).toBe(
      'nobody',
    )
  })

  it('leaves although it wrote that it stays', async () => {
    const { team, b } = await teamOf('stays')
    await claimed(b, nextTopic())
    const last = b.parts.own.all().at(-1)!.record
    const session = await server.session(team.database)
    const squatted = {
      ...{ desk: b.desk, n: last.n + 1, topic: deskTopic(b.desk), version: 2 },
      ...{ body: Buffer.from('{}'), signature: Buffer.alloc(64) },
    }
    const written = await session.ask(
      `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
       VALUES ($1, $2, $3, $4, 2, 1, $5, $6)`,
      [b.desk, squatted.n, last.n, squatted.topic, squatted.body, squatted.signature],
    )
    expect(written.kind).toBe('rows')
    await session.close()
    expect(await remove(team, b)).toBe('in')
    expect((await rosterAt(team.founder)).desks.get(b.desk)).toMatchObject({ upTo: squatted.n })
  })
})

describe('a team of very many computers', () => {
  it('says so where one record can’t name them all, and nobody has left', async () => {
    const { team } = await teamOf('many')
    const { parts } = team.founder
    const session = await parts.open()
    if ('unreached' in session) throw new Error(session.unreached)
    const epoch = parts.own.all()[0]!.record.epoch
    const key = keyText(newKey())
    for (let nth = 0; nth < mostLengths; nth += 1) {
      const topic = deskTopic(`many-${nth}`)
      const place = { epoch, topic, version: 1, before: '' }
      const record = nextRecord<'joined'>(parts, { ...place, kind: 'joined', facts: { key } })
      parts.own.add(record)
      expect(await put(session, record)).toBe('in')
      parts.own.markIn(record.n)
    }
    await session.close()
    const owner = await server.session(team.database)
    const laid = await owner.ask(
      `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
       SELECT 'many-' || i, 1, NULL, 'many/' || i, 1, NULL, '', decode(repeat('00', 64), 'hex')
       FROM generate_series(0, ${mostLengths - 1}) AS i`,
    )
    expect(laid.kind).toBe('rows')
    await owner.close()
    const { id } = team.people[0]!
    expect(await sayLeft(parts, { kind: 'person', id }, 'x')).toBe('too-many')
    expect((await rosterAt(team.founder)).people.get(id)!.upTo).toBeNull()
    // A computer is named alone.
    expect(await remove(team, team.desks[0]!)).toBe('in')
  })
})

describe('a computer whose answer does not come', () => {
  it('is no reason to say that somebody left', async () => {
    const { team, b } = await teamOf('silent')
    const { parts } = team.founder
    const silent = { ...parts, open: () => Promise.resolve({ unreached: 'ECONNREFUSED' }) }
    expect(await sayLeft(silent, { kind: 'desk', desk: b.desk }, 'x')).toEqual({
      ...{ kind: 'unreached', code: 'ECONNREFUSED' },
    })
  })

  it('is waited for while its session is in the middle of something', async () => {
    const { team, b } = await teamOf('middle')
    const open = await b.parts.open()
    if ('unreached' in open) throw new Error(open.unreached)
    await open.ask('BEGIN')
    await open.ask(
      `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
       VALUES ('${b.desk}', 1, NULL, 'x', 1, NULL, '', decode(repeat('00', 64), 'hex'))`,
    )
    const left = remove(team, b)
    const first = await Promise.race([left, new Promise((r) => setTimeout(() => r('waits'), 500))])
    expect(first).toBe('waits')
    await open.ask('COMMIT')
    expect(await left).toBe('in')
    expect((await rosterAt(team.founder)).desks.get(b.desk)).toMatchObject({ upTo: 1 })
    await open.close()
  })
})

describe('a person who leaves', () => {
  it('signs no release any more; the releases before go on to count', async () => {
    const { team, a, b } = await teamOf('person')
    const [before, after] = [nextTopic(), nextTopic()]
    const first = await claimed(b, before)
    expect(await a.team.free(first, team.released(first, 'off'))).toBe('in')
    const second = await claimed(b, after)
    const { id } = team.people[0]!
    expect(await sayLeft(team.founder.parts, { kind: 'person', id }, 'left the firm')).toBe('in')
    expect(await sayLeft(team.founder.parts, { kind: 'person', id }, 'left the firm')).toBe('taken')
    expect(await a.team.signRelease(second, by(team, 0, second))).toBe('no-person')
    expect(await a.team.signRelease(second, by(team, 1, second))).toBe('signed')
    expect(await a.team.chainOf(before)).toHaveLength(2)
    // Also for a computer that begins now.
    const fresh = createTeam(b.parts)
    expect(await fresh.chainOf(before)).toHaveLength(2)
    await fresh.close()
  })

  it('whose release came before a computer heard of it is said again: no order stops', async () => {
    const { team, a, b } = await teamOf('between')
    const topic = nextTopic()
    const claim = await claimed(b, topic)
    const { id } = team.people[0]!
    const { parts } = team.founder
    // Between the founder's first look and its second one.
    let puts = 0
    const released: FactsOf<'released'> = team.released(claim, 'off')
    const between: typeof put = async (session, record) => {
      puts += 1
      // It reads the roster before the word stands.
      if (puts === 1) expect(await a.team.free(claim, released)).toBe('in')
      return put(session, record)
    }
    const said = await sayLeft(
      { ...parts, ways: { put: between } },
      { kind: 'person', id },
      'left the firm',
    )
    expect(said).toBe('in')
    expect(puts).toBe(2)
    expect(await b.team.chainOf(topic)).toHaveLength(2)
    const { upTo } = (await rosterAt(a)).people.get(id)!
    expect(upTo?.get(a.desk)).toBe(a.parts.own.all().at(-1)!.record.n)
  })
})
