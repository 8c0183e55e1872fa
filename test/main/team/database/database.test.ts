// A team's database on a real server, as `--init` makes it: what a desk may not do, whom a desk
// connects to, and what becomes of a record that is put.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { durabilityOf, initDatabase } from '../../../../src/main/team/database/init.ts'
import { put } from '../../../../src/main/team/database/put.ts'
import { epochOf } from '../../../../src/main/team/database/rows.ts'
import { desksRoleOf } from '../../../../src/main/team/database/schema.ts'
import { openSession, type Session } from '../../../../src/main/team/database/session.ts'
import { statements } from '../../../../src/main/team/database/statements.ts'
import { nextRecord } from '../../../../src/main/team/claims/enter.ts'
import type { TeamRecord } from '../../../../src/main/team/records/record.ts'
import { orderTopic } from '../../../../src/main/team/records/topics.ts'
import { deadlineIn } from '../../../fakes/deadline.ts'
import { openFakeServer } from '../../../fakes/postgres/fake-server.ts'
import { makeCertificates } from '../../../fakes/postgres/certificates.ts'
import { owner, type Postgres, startPostgres } from '../../../fakes/postgres/server.ts'
import { facts, makeTeam, type TestDesk, type TestTeam } from '../../../fakes/postgres/team.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let server: Postgres
let team: TestTeam
beforeAll(async () => {
  server = await startPostgres('IP:127.0.0.1')
  team = await makeTeam(server, { name: 'db', desks: ['a', 'b'] })
}, 180_000)
afterAll(() => server.remove())

const deskSession = async ({ parts }: TestDesk): Promise<Session> => {
  const session = await parts.open()
  if ('unreached' in session) throw new Error(session.unreached)
  return session
}
const topicOf = (orderid: string): string => orderTopic({ service: 'https://g.test x', orderid })

/** A claim after the desk's newest record; `out` on the desk's own list. */
function claimOf({ parts }: TestDesk, orderid: string, version = 1): TeamRecord<'claim'> {
  const before = version === 1 ? '' : '0'.repeat(64)
  const record = nextRecord<'claim'>(parts, {
    ...{ epoch: 'e', topic: topicOf(orderid), version, before, kind: 'claim', facts: facts() },
  })
  return record
}
const taken = ({ parts }: TestDesk, record: TeamRecord): void => {
  parts.own.add(record)
  parts.own.markIn(record.n)
}

describe('a desk', () => {
  const insert = (values: string): string =>
    `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
     VALUES (${values}, '', decode(repeat('00', 64), 'hex'))`
  it.each([
    ['changes a record', `UPDATE team.record SET topic = 'x'`, '42501'],
    ['removes a record', `DELETE FROM team.record`, '42501'],
    ['empties the table', `TRUNCATE team.record`, '42501'],
    [
      'writes over a record',
      `${insert(`'a-db', 1, NULL, 'x', 1, NULL`)} ON CONFLICT (desk, n) DO UPDATE SET topic = 'y'`,
      '42501',
    ],
    ['changes the table', `ALTER TABLE team.record DROP CONSTRAINT record_own`, '42501'],
    ['makes a table in team', `CREATE TABLE team.other (n int)`, '42501'],
    ['makes a table in public', `CREATE TABLE public.other (n int)`, '42501'],
    ['writes in another desk’s name', insert(`'b-db', 1, NULL, 'x', 1, NULL`), '42501'],
    ['leaves out a number', insert(`'a-db', 5, 4, 'x', 1, NULL`), '23503'],
    ['leaves out the fence', insert(`'a-db', 5, NULL, 'x', 1, NULL`), '23514'],
    ['leaves out a version', insert(`'a-db', 1, NULL, 'x', 3, 2`), '23503'],
    ['makes a temporary table', `CREATE TEMP TABLE other (n int)`, '42501'],
    ['makes a large object', `SELECT lo_create(0)`, '42501'],
    ['takes a lock that holds others up', `SELECT pg_advisory_lock(1)`, '42501'],
  ])('never %s', async (_, text, code) => {
    const session = await deskSession(team.desks[0]!)
    expect(await session.ask(text)).toMatchObject({ kind: 'refused', code })
    await session.close()
  })

  it('never makes a second claim over an open one, nor the same claim of a colleague', async () => {
    const [a, b] = team.desks
    const [one, other] = [await deskSession(a!), await deskSession(b!)]
    const claim = claimOf(a!, '1')
    expect(await put(one, claim)).toBe('in')
    taken(a!, claim)
    expect(await put(other, claimOf(b!, '1'))).toBe('taken')
    expect(await put(other, claimOf(b!, '1', 3))).toBe('gap')
    await one.close()
    await other.close()
  })
})

describe('a record that is put', () => {
  it('is in when the same one is put again, and altered when its number has another one', async () => {
    const [a] = team.desks
    const session = await deskSession(a!)
    const claim = claimOf(a!, '2')
    expect(await put(session, claim)).toBe('in')
    expect(await put(session, claim)).toBe('in')
    expect(await put(session, claimOf(a!, '3'))).toBe('altered')
    taken(a!, claim)
    await session.close()
  })

  it('is not written after a past that the database does not have', async () => {
    const [, b] = team.desks
    const session = await deskSession(b!)
    const lost = claimOf(b!, '4')
    taken(b!, lost)
    expect(await put(session, claimOf(b!, '5'))).toBe('history-lost')
    b!.parts.own.drop = () => undefined
    expect(await put(session, lost)).toBe('in')
    await session.close()
  })

  it('is unknown without an answer; then the session is over', async () => {
    const [a] = team.desks
    const session = await deskSession(a!)
    const admin = await server.session(team.database)
    await admin.ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'a-db'`)
    const claim = claimOf(a!, '6')
    expect(await put(session, claim)).toBe('unknown')
    expect(session.isOver).toBe(true)
    const next = await deskSession(a!)
    expect(await put(next, claim)).toBe('in')
    taken(a!, claim)
    await next.close()
    await admin.close()
  })

  it('waits for a transaction before it, no longer than the statement may take', async () => {
    const [a] = team.desks
    const admin = await server.session(team.database)
    await admin.ask('BEGIN')
    const claim = claimOf(a!, '7')
    await admin.ask(statements.insert, [
      ...['nobody', 1, null, claim.topic, 1, null],
      ...[Buffer.alloc(0), Buffer.alloc(64)],
    ])
    const session = await deskSession(a!)
    const deadline = deadlineIn(4_000)
    expect(await put(session, claim)).toBe('unknown')
    expect(deadline.isPast()).toBe(false)
    deadline.end()
    await admin.ask('ROLLBACK')
    const next = await deskSession(a!)
    expect(await put(next, claim)).toBe('in')
    taken(a!, claim)
    await next.close()
    await admin.close()
  })

  it('is weak when the server says beside it that no standby has it', async () => {
    const [a] = team.desks
    const admin = await server.session(team.database)
    await admin.ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await admin.ask('SELECT pg_reload_conf()')
    const session = await deskSession(a!)
    await expect.poll(() => durabilityOf(session)).toBe('synchronous')
    const claim = claimOf(a!, '8')
    const done = put(session, claim)
    const waits = `SELECT pid FROM pg_stat_activity WHERE usename = 'a-db' AND wait_event = 'SyncRep'`
    await expect
      .poll(async () => (await admin.ask(waits)) as unknown)
      .toMatchObject({
        rows: [{ pid: expect.any(Number) as number }],
      })
    await admin.ask(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = 'a-db'`)
    expect(await done).toBe('weak')
    taken(a!, claim)
    await admin.ask(`ALTER SYSTEM RESET synchronous_standby_names`)
    await admin.ask('SELECT pg_reload_conf()')
    await expect.poll(() => durabilityOf(session)).toBe('one-server')
    await session.close()
    await admin.close()
  })
})

describe('a connection', () => {
  const from = (more: object) => ({
    ...{ host: '127.0.0.1', port: server.port, database: 'postgres', ca: server.ca, ...owner },
    ...more,
  })

  it('is made to a server whose certificate the team’s CA signed for this very name', async () => {
    const session = await openSession(from({}))
    expect(session).not.toHaveProperty('unreached')
    if ('ask' in session) await session.close()
    expect(await openSession(from({ host: 'localhost' }))).toEqual({
      unreached: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  it('is not made to a server of another CA, nor with a wrong password', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-ca-'))
    const { ca } = makeCertificates(folder, 'IP:127.0.0.1')
    rmSync(folder, { recursive: true })
    expect(await openSession(from({ ca }))).toMatchObject({
      unreached: expect.stringMatching(/SIGNATURE|ISSUER|SELF_SIGNED|VERIFY/) as string,
    })
    expect(await openSession(from({ password: 'another' }))).toEqual({ unreached: '28P01' })
  })

  it.each([
    // A library that checks a numeric address as “localhost” would connect.
    ['whose certificate is for a name, by a number', 'DNS:localhost', /ALTNAME/],
    ['whose certificate is for another number', 'IP:127.0.0.2', /ALTNAME/],
    ['that says it has no TLS', null, /does not support SSL/],
  ])('is not made to a server %s', async (_, names, why) => {
    const fake = await openFakeServer(names)
    const opened = await openSession(from({ port: fake.port, ca: fake.ca }))
    expect(opened).toMatchObject({ unreached: expect.stringMatching(why) as string })
    expect(fake.heard()).toBe('')
    await fake.close()
  })

  it('is given up with a server that is silent', async () => {
    const fake = await openFakeServer('silent')
    const limits = { connectMs: 300, statementMs: 1_000, answerMs: 1_000 }
    const opened = await openSession(from({ port: fake.port, limits }))
    expect(opened).toMatchObject({ unreached: expect.stringContaining('timeout') as string })
    await fake.close()
  })

  it('is over after an answer that did not come in time', async () => {
    const limits = { connectMs: 2_000, statementMs: 60_000, answerMs: 300 }
    const session = await openSession(from({ limits }))
    if ('unreached' in session) throw new Error(session.unreached)
    expect(await session.ask('SELECT pg_sleep(20)')).toEqual({ kind: 'lost' })
    expect(session.isOver).toBe(true)
    expect(await session.ask('SELECT 1')).toEqual({ kind: 'lost' })
  })

  it('names the same epoch until a fail-over', async () => {
    const [one, other] = [await server.session(team.database), await server.session(team.database)]
    const epoch = await epochOf(one)
    expect(epoch).toMatch(/^\d+-00000001-\d+$/)
    expect(await epochOf(other)).toBe(epoch)
    await one.close()
    await other.close()
  })
})

describe('--init', () => {
  it('does nothing the second time', async () => {
    const session = await server.session(team.database)
    const steps = await initDatabase(session, team.database)
    await session.close()
    expect(steps).toHaveLength(7)
    expect(steps.filter(({ isNew }) => isNew)).toEqual([])
  })

  it('lets desks in where the database was closed to everybody before', async () => {
    const admin = await server.session()
    await admin.ask('CREATE DATABASE team_closed')
    await admin.ask('REVOKE ALL ON DATABASE team_closed FROM PUBLIC')
    await admin.close()
    const closed = await makeTeam(server, { name: 'closed', desks: ['a'] })
    await (await deskSession(closed.desks[0]!)).close()
  })

  it('lets no desk of another team of the same server in', async () => {
    const other = await makeTeam(server, { name: 'other', desks: ['a'] })
    const { desk, password } = other.desks[0]!
    await (await deskSession(other.desks[0]!)).close()
    const { database } = team
    expect(
      await openSession({
        ...{ host: '127.0.0.1', port: server.port, ca: server.ca },
        ...{ user: desk, password, database },
      }),
    ).toEqual({ unreached: '42501' })
  })

  it('gives each database a role of its own, also where its name is long', () => {
    const [one, other] = ['1', '2'].map((end) => desksRoleOf(`${'é'.repeat(31)}${end}`))
    expect(desksRoleOf('team')).toBe('team_desk_team')
    expect(one).not.toBe(other)
    expect(Buffer.byteLength(one!)).toBeLessThanOrEqual(63)
  })
})
