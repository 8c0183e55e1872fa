// Signs of life on a real server: what a desk says of itself, what colleagues read of it, and that
// nobody says it in another desk's name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTeam } from '../../../../src/main/team/claims/create-team.ts'
import { put } from '../../../../src/main/team/database/put.ts'
import { orderTopic, signTopic } from '../../../../src/main/team/records/topics.ts'
import { nextRecord } from '../../../../src/main/team/claims/enter.ts'
import { type Postgres, startPostgres } from '../../../fakes/postgres/server.ts'
import { facts, makeTeam, ownInMemory, type TestDesk } from '../../../fakes/postgres/team.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
}, 180_000)
afterAll(() => server.remove())

let teams = 0
async function twoDesks() {
  const team = await makeTeam(server, { name: `signs${(teams += 1)}`, desks: ['a', 'b'] })
  const [a, b] = team.desks as [TestDesk, TestDesk]
  const rows = async (text: string) => {
    const session = await server.session(team.database)
    const answer = await session.ask(text)
    await session.close()
    if (answer.kind !== 'rows') throw new Error(`${text}: ${JSON.stringify(answer)}`)
    return answer.rows
  }
  const close = async (): Promise<void> => {
    for (const one of [team.founder, a, b]) await one.team.close()
  }
  return { team, a, b, rows, close }
}
const said = async ({ team }: TestDesk) => {
  const found = await team.desks()
  if ('kind' in found) throw new Error(JSON.stringify(found))
  return Object.fromEntries(found.signs.map((one) => [one.desk, one.said?.kind ?? null]))
}

describe('a sign of life', () => {
  it('says that a desk is open, and that it was closed in order', async () => {
    const { team, a, b, close } = await twoDesks()
    const nobody = { [a.desk]: null, [b.desk]: null, [team.founder.desk]: null }
    expect(await said(b)).toEqual(nobody)
    expect(await a.team.sayOn()).toBe('in')
    expect(await a.team.sayOn()).toBe('in')
    expect(await said(b)).toEqual({ ...nobody, [a.desk]: 'on' })
    await a.team.sayOff(5_000)
    expect(await said(b)).toEqual({ ...nobody, [a.desk]: 'off' })
    expect(await a.team.sayOn()).toBe('in')
    expect(await said(b)).toEqual({ ...nobody, [a.desk]: 'on' })
    await close()
  })

  it('is not said in a session that begins for it, nor after its time', async () => {
    const { a, b, close } = await twoDesks()
    await a.team.sayOff(5_000)
    expect(a.parts.own.all()).toEqual([])
    expect(await a.team.sayOn()).toBe('in')
    await a.team.sayOff(0)
    expect(await said(b)).toMatchObject({ [a.desk]: 'on' })
    await close()
  })

  it('of a desk that ends before the answer is resolved by its next session', async () => {
    const { a, b, rows, close } = await twoDesks()
    expect(await a.team.sayOn()).toBe('in')
    const waits = await server.session(`team_signs${teams}`)
    await waits.ask('BEGIN')
    await waits.ask('LOCK TABLE team.record IN SHARE MODE')
    await a.team.sayOff(50)
    expect(a.parts.own.all().at(-1)).toMatchObject({ record: { kind: 'off' }, state: 'out' })
    await waits.ask('COMMIT')
    await waits.close()
    await a.team.close()
    expect(await a.team.standing()).toMatchObject({ kind: 'ready' })
    expect(a.parts.own.all().at(-1)?.state).toBe('in')
    expect(await said(b)).toMatchObject({ [a.desk]: 'off' })
    const [count] = await rows(`SELECT count(*) AS n FROM team.record WHERE topic LIKE 'on/%'`)
    expect(Number(count?.['n'])).toBe(2)
    await close()
  })

  it('that an older copy of the ledger does not know is taken; a claim is not', async () => {
    const { a, close } = await twoDesks()
    expect(await a.team.sayOn()).toBe('in')
    const copyOf = (one: TestDesk) => {
      const own = ownInMemory()
      own.list.push(...one.parts.own.all())
      return { own, team: createTeam({ ...one.parts, own }) }
    }
    const known = a.parts.own.all().length
    const older = copyOf(a)
    const oldest = copyOf(a)
    await a.team.sayOff(5_000)
    expect(await a.team.sayOn()).toBe('in')
    expect(await older.team.standing()).toMatchObject({ kind: 'ready' })
    expect(older.own.list.map(({ record, state }) => [record.digest, state])).toEqual(
      a.parts.own.all().map(({ record, state }) => [record.digest, state]),
    )
    const topic = orderTopic({ service: 'https://g.test x', orderid: '2' })
    expect(await older.team.claim(topic, facts('a'), 0)).toMatchObject({ kind: 'mine' })
    expect(await oldest.team.standing()).toEqual({ kind: 'ahead' })
    expect(oldest.own.list).toHaveLength(known)
    for (const one of [older, oldest]) await one.team.close()
    await close()
  })

  it('of another desk counts for nothing', async () => {
    const { a, b, close } = await twoDesks()
    expect(await a.team.standing()).toMatchObject({ kind: 'ready' })
    const epoch = a.parts.own.all()[0]?.record.epoch ?? (await epochOf(a))
    const place = { epoch, topic: signTopic(b.desk), version: 1, before: '' }
    const forged = nextRecord<'on'>(a.parts, { ...place, kind: 'on', facts: { at: Date.now() } })
    a.parts.own.add(forged)
    const session = await a.parts.open()
    if ('unreached' in session) throw new Error(session.unreached)
    expect(await put(session, forged)).toBe('in')
    await session.close()
    a.parts.own.markIn(forged.n)
    expect(await said(a)).toMatchObject({ [b.desk]: null })
    // Its own word has no place any more: it goes on claiming all the same.
    expect(await b.team.sayOn()).toBe('later')
    const topic = orderTopic({ service: 'https://g.test x', orderid: '1' })
    expect(await b.team.claim(topic, facts('b'), 0)).toMatchObject({ kind: 'mine' })
    await close()
  })
})

async function epochOf({ team }: TestDesk): Promise<string> {
  const standing = await team.standing()
  return standing.kind === 'ready' ? standing.epoch : ''
}

describe('the list of desks', () => {
  it('says how safe a commit is', async () => {
    const { a, close } = await twoDesks()
    expect(await a.team.desks()).toMatchObject({ durability: expect.any(String) })
    await close()
  })
})
