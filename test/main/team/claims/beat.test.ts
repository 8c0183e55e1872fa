// Heartbeats on a real server: what a desk signs that it saw, and what it does once the database
// shows it something else than a colleague signed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTeam } from '../../../../src/main/team/claims/create-team.ts'
import { orderTopic } from '../../../../src/main/team/records/topics.ts'
import { patient, type Postgres, startPostgres } from '../../../fakes/postgres/server.ts'
import {
  beginEpoch,
  facts,
  makeTeam,
  ownInMemory,
  type TestDesk,
} from '../../../fakes/postgres/team.ts'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
}, 180_000)
afterAll(() => server.remove())

const topicOf = (orderid: string): string => orderTopic({ service: 'https://g.test x', orderid })
let teams = 0
async function twoDesks() {
  const team = await makeTeam(server, {
    ...{ name: `beat${(teams += 1)}`, desks: ['a', 'b'], limits: patient },
  })
  const [a, b] = team.desks as [TestDesk, TestDesk]
  for (const one of [team.founder, a, b])
    expect(await one.team.standing()).toMatchObject({ kind: 'ready' })
  const admin = async (text: string): Promise<void> => {
    const session = await server.session(team.database)
    const answer = await session.ask(text)
    await session.close()
    if (answer.kind !== 'rows') throw new Error(`${text}: ${JSON.stringify(answer)}`)
  }
  const close = async (): Promise<void> => {
    for (const one of [team.founder, a, b]) await one.team.close()
  }
  return { team, a, b, admin, close }
}
const claimed = async ({ team, desk }: TestDesk, orderid: string) => {
  const done = await team.claim(topicOf(orderid), facts(desk), 0)
  if (done.kind !== 'mine') throw new Error(JSON.stringify(done))
  return done.claim
}
const beatsOf = ({ parts }: TestDesk) =>
  parts.own.all().flatMap(({ record }) => (record.kind === 'beat' ? [record.facts.heads] : []))

describe('a heartbeat', () => {
  it('names the newest record of each other desk once, and is not answered for ever', async () => {
    const { team, a, b, close } = await twoDesks()
    const claim = await claimed(a, '1')
    expect(await b.team.beat()).toBe('in')
    const heads = beatsOf(b).at(-1)!
    expect(heads.map(([desk]) => desk)).toEqual([a.desk, team.founder.desk].sort())
    expect(heads).toContainEqual([a.desk, claim.n, claim.digest])
    expect(await b.team.beat()).toBe('same')
    // The first time there is more to see than a heartbeat.
    expect(await a.team.beat()).toBe('in')
    expect(await b.team.beat()).toBe('same')
    expect(await a.team.beat()).toBe('same')
    await close()
  })

  it('follows an outcome by itself', async () => {
    const { a, close } = await twoDesks()
    await a.team.release(await claimed(a, '2'), 'SUCCEEDED')
    // What comes next is behind it.
    await a.team.standing()
    expect(beatsOf(a)).toHaveLength(1)
    await a.team.release(await claimed(a, '3'), 'SUCCEEDED')
    await a.team.standing()
    expect(beatsOf(a)).toHaveLength(1)
    await close()
  })

  it.each([
    [
      'withheld',
      (desk: string, n: number) => `DELETE FROM team.record WHERE desk = '${desk}' AND n = ${n}`,
    ],
    [
      'fork',
      (desk: string, n: number) =>
        `UPDATE team.record SET body = theirs.body, signature = theirs.signature
         FROM team.record theirs WHERE team.record.desk = '${desk}' AND team.record.n = ${n}
         AND theirs.desk = '${desk}' AND theirs.n = ${n - 1}`,
    ],
  ])(
    'of a colleague shows: %s; then nothing is claimed until it is there again',
    async (flaw, text) => {
      const { a, b, admin, close } = await twoDesks()
      const claim = await claimed(a, '4')
      expect(await b.team.beat()).toBe('in')
      const observer = b.team
      await admin(`CREATE TABLE kept AS TABLE team.record`)
      // A later record of the same desk hides the gap from whoever reads the newest alone.
      await claimed(a, '5')
      await admin('ALTER TABLE team.record DROP CONSTRAINT record_own, DROP CONSTRAINT record_next')
      await admin(text(claim.desk, claim.n))
      const found = { kind: 'flaw', flaw, desk: claim.desk, n: claim.n }
      expect(await observer.beat()).toEqual(found)
      expect(await observer.claim(topicOf('6'), facts(), 0)).toEqual(found)
      await admin(`DELETE FROM team.record WHERE desk = '${claim.desk}' AND n = ${claim.n}`)
      await admin(`INSERT INTO team.record SELECT * FROM kept k
      WHERE k.desk = '${claim.desk}' AND k.n = ${claim.n}`)
      expect(await observer.claim(topicOf('6'), facts(), 0)).toMatchObject({ kind: 'mine' })
      await close()
    },
  )

  it('says nothing of what a fail-over lost: that is put back', async () => {
    const { team, a, b, admin, close } = await twoDesks()
    const claim = await claimed(a, '7')
    expect(await b.team.beat()).toBe('in')
    await close()
    await admin(`DELETE FROM team.record WHERE desk = '${claim.desk}' AND n = ${claim.n}`)
    await beginEpoch(server, team)
    const own = ownInMemory()
    own.list.push(...b.parts.own.all())
    const again = createTeam({ ...b.parts, own })
    expect(await again.beat()).not.toMatchObject({ kind: 'flaw' })
    await again.close()
  })
})
