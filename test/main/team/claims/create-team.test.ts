// A team of two desks on a real server: who gets an order, and what a desk says when it does not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTeam } from '../../../../src/main/team/claims/create-team.ts'
import { foundTeam } from '../../../../src/main/team/claims/found-team.ts'
import { look } from '../../../../src/main/team/claims/look.ts'
import type { Claim, Claimed, TeamPort } from '../../../../src/main/team/claims/team-port.ts'
import { put } from '../../../../src/main/team/database/put.ts'
import { orderTopic, presentTopic } from '../../../../src/main/team/records/topics.ts'
import { patient, type Postgres, startPostgres } from '../../../fakes/postgres/server.ts'
import {
  beginEpoch,
  facts,
  makeTeam,
  newKey,
  ownInMemory,
  say,
  type TestDesk,
  type TestTeam,
} from '../../../fakes/postgres/team.ts'

let server: Postgres
let team: TestTeam
let a: TestDesk
let b: TestDesk
beforeAll(async () => {
  server = await startPostgres()
  team = await makeTeam(server, { name: 'two', desks: ['a', 'b'], limits: patient })
  ;[a, b] = team.desks as [TestDesk, TestDesk]
}, 180_000)
afterAll(async () => {
  for (const desk of [team.founder, a, b]) await desk.team.close()
  await server.remove()
})

let orders = 0
const nextTopic = (): string =>
  orderTopic({ service: 'https://g.test x', orderid: String((orders += 1)) })

async function mine(from: TeamPort, topic: string, seen = 0): Promise<Claim> {
  const claimed = await from.claim(topic, facts(), seen)
  if (claimed.kind !== 'mine') throw new Error(JSON.stringify(claimed.kind))
  return claimed.claim
}
const isWritten = async (from: TeamPort, claim: Claim) => {
  let isSent = false
  const reason = await from.lookAndWrite(claim, () => (isSent = true))
  return { reason, isSent }
}

describe('two claims of one request', () => {
  it('let its bytes leave only while both stand', async () => {
    const [order, payment] = [nextTopic(), nextTopic()]
    const [first, second] = [await mine(a.team, order), await mine(a.team, payment)]
    let sent = 0
    const write = () => void (sent += 1)
    expect(await a.team.lookAndWrite(first, write, [second])).toBeNull()
    expect(await a.team.release(second, 'NOT_SENT')).toBe('in')
    expect(await a.team.lookAndWrite(first, write, [second])).toBe('gone')
    expect(sent).toBe(1)
  })
})

describe('an order', () => {
  it('goes to one of two desks that want it at once, and names it to the other', async () => {
    const topic = nextTopic()
    const both = await Promise.all([a, b].map((one) => one.team.claim(topic, facts(one.desk), 0)))
    const kinds = both.map(({ kind }) => kind).sort()
    expect(kinds).toEqual(['held', 'mine'])
    const winner = both.find((one): one is Claimed & { kind: 'mine' } => one.kind === 'mine')!
    const loser = both.find((one) => one.kind === 'held')!
    expect(loser).toMatchObject({ by: { digest: winner.claim.digest } })
  })

  it('is free again after its outcome, for whoever knows of it', async () => {
    const topic = nextTopic()
    const claim = await mine(a.team, topic)
    expect(await isWritten(a.team, claim)).toEqual({ reason: null, isSent: true })
    expect(await a.team.release(claim, 'SUCCEEDED')).toBe('in')
    expect(await a.team.release(claim, 'SUCCEEDED')).toBe('in')
    expect(await a.team.release(claim, 'NOT_SENT')).toBe('contradicted')
    // Who did not see that refund would repeat it.
    expect(await b.team.claim(topic, facts(), 0)).toMatchObject({
      ...{ kind: 'moved', records: [{ desk: a.desk }, { facts: { state: 'SUCCEEDED' } }] },
    })
    expect(await mine(b.team, topic, 2)).toMatchObject({ version: 3 })
  })

  it('that two people freed is no longer sent by the desk that had it', async () => {
    const topic = nextTopic()
    const claim = await mine(a.team, topic)
    expect(await b.team.free(claim, team.released(claim, 'off'))).toBe('in')
    expect(await isWritten(a.team, claim)).toEqual({ reason: 'gone', isSent: false })
    expect(await a.team.release(claim, 'NOT_SENT')).toBe('contradicted')
  })

  it('that two people freed is claimed only once the desk that had it sends no more', async () => {
    const topic = nextTopic()
    const events: string[] = []
    const { promise: looked, resolve: hasLooked } = Promise.withResolvers<void>()
    const slow = createTeam({
      ...a.parts,
      look: async (...asked) => {
        const reason = await look(...asked)
        hasLooked()
        // Still fresh when it is compared.
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        return reason
      },
    })
    await a.team.close()
    const claim = await mine(slow, topic)
    const sent = slow.lookAndWrite(claim, () => events.push('a sends'))
    await looked
    expect(await b.team.free(claim, team.released(claim, 'off'))).toBe('in')
    const second = await mine(b.team, topic, 2)
    events.push('b asks the gateway')
    expect(await sent).toBeNull()
    expect(events).toEqual(['a sends', 'b asks the gateway'])
    expect(await b.team.release(second, 'NOT_SENT')).toBe('in')
    // It has seen the release: the wait is over for good.
    const startedAt = performance.now()
    const third = await mine(b.team, topic, 4)
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    expect(await b.team.release(third, 'NOT_SENT')).toBe('in')
    await slow.close()
  }, 180_000)

  it('that the desk itself freed has no outcome by it', async () => {
    const claim = await mine(a.team, nextTopic())
    expect(await a.team.free(claim, team.released(claim, 'off'))).toBe('in')
    expect(await a.team.release(claim, 'SUCCEEDED')).toBe('contradicted')
  })

  it('that a status showed as done is free, and the late word of its desk agrees or does not', async () => {
    const topic = nextTopic()
    const known = ['PTX-1']
    const shown = { ...{ at: 1, type: 'reversal', id: 'PTX-2' }, amount: facts().amount! }
    const claimed = await a.team.claim(topic, { ...facts(), known }, 0)
    if (claimed.kind !== 'mine') throw new Error(claimed.kind)
    const { claim } = claimed
    // Nobody would believe these.
    expect(await a.team.show(claim, shown)).toBe('refused')
    expect(await b.team.show(claim, { ...shown, id: 'PTX-1' })).toBe('refused')
    expect(await b.team.show(claim, { ...shown, amount: ['1', 'EUR'] })).toBe('refused')
    expect(await b.team.show(claim, shown)).toBe('in')
    expect(await b.team.show(claim, shown)).toBe('refused')
    expect(await isWritten(a.team, claim)).toEqual({ reason: 'gone', isSent: false })
    expect(await a.team.release(claim, 'SUCCEEDED')).toBe('in')
    expect(await a.team.release(claim, 'SUCCEEDED', (id) => id === 'PTX-2')).toBe('in')
    expect(await a.team.release(claim, 'SUCCEEDED', (id) => id === 'PTX-3')).toBe('contradicted')
    expect(await a.team.release(claim, 'RESOLVED_BY_HAND', () => true)).toBe('in')
    for (const state of ['NOT_SENT', 'DECLINED', 'RESOLVED_BY_HAND'] as const)
      expect(await a.team.release(claim, state)).toBe('contradicted')
    // As after a release: the desk that had it may have looked just before.
    const startedAt = performance.now()
    expect(await mine(b.team, topic, 2)).toMatchObject({ version: 3 })
    expect(performance.now() - startedAt).toBeGreaterThan(2_900)
  })

  it('is not freed by fewer than two', async () => {
    const topic = nextTopic()
    const claim = await mine(a.team, topic)
    const whole = team.released(claim, 'off')
    const one = { ...whole, people: [whole.people[0]!, whole.people[0]!] }
    expect(await b.team.free(claim, one)).toBe('refused')
    expect(await isWritten(a.team, claim)).toEqual({ reason: null, isSent: true })
  })

  it('is stopped for all by a record that nobody may write', async () => {
    const topic = nextTopic()
    const claim = await mine(a.team, topic)
    const session = await server.session(team.database)
    await session.ask(
      `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
       SELECT $1, n + 1, n, $2, 2, 1, body, signature FROM team.record
       WHERE desk = $1 ORDER BY n DESC LIMIT 1`,
      [b.desk, topic],
    )
    expect(await isWritten(a.team, claim)).toEqual({ reason: 'gone', isSent: false })
    expect(await a.team.chainOf(topic)).toMatchObject({ kind: 'flaw', flaw: 'columns' })
    await session.ask(`DELETE FROM team.record WHERE desk = $1 AND topic = $2`, [b.desk, topic])
    await session.close()
  })
})

describe('a claim', () => {
  it('is not used when its session is over', async () => {
    const claim = await mine(a.team, nextTopic())
    await a.team.close()
    expect(await isWritten(a.team, claim)).toEqual({ reason: 'no-answer', isSent: false })
    expect(await a.team.release(claim, 'NOT_SENT')).toBe('in')
  })

  it('whose answer was lost is put again until the database says what became of it', async () => {
    let losses = 1
    const losing = createTeam({
      ...b.parts,
      ways: {
        put: async (session, record) => {
          const done = await put(session, record)
          if (record.kind !== 'claim' || losses === 0) return done
          losses -= 1
          return 'unknown'
        },
      },
    })
    const claim = await mine(losing, nextTopic())
    expect(await isWritten(losing, claim)).toEqual({ reason: null, isSent: true })
    await losing.close()
  })

  it('that the server could not keep is given back and not used', async () => {
    const weak = createTeam({
      ...b.parts,
      ways: {
        put: async (session, record) =>
          (await put(session, record)) === 'in' ? 'weak' : 'unknown',
      },
    })
    const topic = nextTopic()
    expect(await weak.claim(topic, facts(), 0)).toEqual({ kind: 'unreached', code: 'not-kept' })
    await weak.close()
    expect(await a.team.chainOf(topic)).toMatchObject([{}, { facts: { state: 'NOT_SENT' } }])
  })

  it('that is found again in a later epoch is given back and not used', async () => {
    const moved = await makeTeam(server, { name: 'found', desks: ['a'], limits: patient })
    const { parts } = moved.desks[0]!
    const losing = createTeam({
      ...parts,
      ways: {
        put: async (session, record) => {
          const done = await put(session, record)
          if (record.kind !== 'claim') return done
          await session.close()
          await beginEpoch(server, moved)
          return 'unknown'
        },
      },
    })
    const topic = nextTopic()
    expect(await losing.claim(topic, facts(), 0)).toEqual({ kind: 'unreached', code: 'not-kept' })
    // What became of it is said once everybody was there.
    const [claim] = (await losing.chainOf(topic)) as Claim[]
    expect(await losing.release(claim!, 'NOT_SENT')).toBe('later')
    expect(await moved.founder.team.standing()).toMatchObject({ kind: 'ready' })
    expect(await losing.release(claim!, 'NOT_SENT')).toBe('in')
    for (const port of [losing, moved.founder.team]) await port.close()
  })

  it('that the database may not take is tried again once it may', async () => {
    const [session, topic] = [await server.session(team.database), nextTopic()]
    await session.ask('REVOKE INSERT ON team.record FROM team_desk_team_two')
    expect(await a.team.claim(topic, facts(), 0)).toEqual({ kind: 'not-let-in' })
    expect(await a.team.claim(nextTopic(), facts(), 0)).toEqual({ kind: 'not-let-in' })
    await session.ask('GRANT INSERT ON team.record TO team_desk_team_two')
    await session.close()
    // Nobody heard of it meanwhile: whoever asked was told that nothing was sent.
    expect(await a.team.claim(topic, facts(), 0)).toMatchObject({
      kind: 'held',
      by: { desk: a.desk },
    })
    expect(await a.team.claim(nextTopic(), facts(), 0)).toMatchObject({ kind: 'mine' })
  })

  it('is refused without an answer, in the time that it may take', async () => {
    const away = createTeam({
      ...a.parts,
      open: () => Promise.resolve({ unreached: 'ECONNREFUSED' }),
    })
    const unreached = { kind: 'unreached', code: 'ECONNREFUSED' }
    expect(await away.claim(nextTopic(), facts(), 0)).toEqual(unreached)
    expect(await away.standing()).toEqual(unreached)
  })
})

describe('a computer', () => {
  it('that nobody let in claims nothing', async () => {
    const stranger = createTeam({ ...a.parts, own: ownInMemory(), desk: 'stranger' })
    expect(await stranger.standing()).toMatchObject({ kind: 'not-let-in' })
    await stranger.close()
  })

  it('whose own records are an old copy claims nothing', async () => {
    await b.team.close()
    const old = ownInMemory()
    old.list.push(...b.parts.own.all().slice(0, -1))
    const copied = createTeam({ ...b.parts, own: old })
    expect(await copied.claim(nextTopic(), facts(), 0)).toEqual({ kind: 'ahead' })
    await copied.close()
  })

  it('stops when the database lost records without a fail-over', async () => {
    const other = await makeTeam(server, { name: 'old', desks: ['a'], limits: patient })
    const [desk] = other.desks
    await mine(desk!.team, nextTopic())
    await desk!.team.close()
    const session = await server.session(other.database)
    await session.ask(`DELETE FROM team.record WHERE topic LIKE 'order/%'`)
    await session.close()
    expect(await desk!.team.standing()).toEqual({ kind: 'restored' })
  })

  it('waits in a new epoch for each colleague, or for the founder to excuse one', async () => {
    const moved = await makeTeam(server, { name: 'epoch', desks: ['a', 'b'], limits: patient })
    const [one, other] = moved.desks
    expect(await one!.team.standing()).toMatchObject({ kind: 'ready' })
    await one!.team.close()
    await beginEpoch(server, moved)
    const { desk } = other!
    const missing = [moved.founder.desk, desk].sort()
    expect(await one!.team.standing()).toEqual({ kind: 'roll-call', missing })
    await say(moved.founder, { kind: 'excused', desk, reason: 'stolen' })
    const standing = await one!.team.standing()
    expect(standing).toMatchObject({ kind: 'ready' })
    const epoch = standing.kind === 'ready' ? standing.epoch : ''
    const chain = await one!.team.chainOf(presentTopic(epoch, desk))
    expect(chain).toMatchObject({ kind: 'flaw' })
    await one!.team.close()
  })
})

describe('a database', () => {
  it('belongs to one team', async () => {
    const parts = { ...team.founder.parts, key: newKey(), own: ownInMemory() }
    const id = { ...team.id, team: '0'.repeat(32) }
    expect(await foundTeam({ ...parts, id })).toBe('other-team')
    expect(await foundTeam(team.founder.parts)).toBe('in')
  })
})
