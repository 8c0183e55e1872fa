// `npm run team`, as a person calls it, on a real server: set up, let a computer in, checked, and
// verified after the database's superuser changed something.
import { execFile, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicKeyText } from '../../src/main/desk/people/public-key.ts'
import { readJoinFile } from '../../src/main/desk/team/join-file.ts'
import { keyText } from '../../src/main/team/records/record.ts'
import {
  holdFolder,
  ownRecordsIn,
  readMembership,
  writeWhole,
} from '../../scripts/team/desk-folder.ts'
import { flawText, notSaid, standingText } from '../../scripts/team/texts.ts'
import { durabilityOf } from '../../src/main/team/database/init.ts'
import { openSession } from '../../src/main/team/database/session.ts'
import { owner, patient, type Postgres, startPostgres } from '../fakes/postgres/server.ts'
import { newKey } from '../fakes/postgres/team.ts'
import { openBook } from '../fakes/team/record-book.ts'

let server: Postgres
let home: string
beforeAll(async () => {
  server = await startPostgres()
  home = mkdtempSync(join(tmpdir(), 'paydesk-team-'))
  writeFileSync(join(home, 'ca.pem'), server.ca)
  const session = await server.session()
  await session.ask('CREATE DATABASE team')
  await session.close()
}, 180_000)
afterAll(async () => {
  await server.remove()
  rmSync(home, { recursive: true, force: true })
})

const script = join(import.meta.dirname, '../../scripts/team.ts')
const env = { ...process.env, PGUSER: owner.user, PGPASSWORD: owner.password }
const argsOf = (args: readonly string[], folder = 'office') => [
  ...[script, '--folder', join(home, folder), ...args],
]
function team(args: readonly string[], folder = 'office') {
  const { status, stdout, stderr } = spawnSync(process.execPath, argsOf(args, folder), {
    ...{ encoding: 'utf8', env },
  })
  return { status, said: stdout.trim().split('\n'), complained: stderr.trim() }
}
const init = (folder?: string, ...more: string[]) =>
  team(
    [
      '--init',
      `postgres://owner@127.0.0.1:${server.port}/team`,
      '--ca',
      join(home, 'ca.pem'),
      ...more,
    ],
    folder,
  )

describe('a file of a folder', () => {
  it('is there whole or not at all, and never in another one’s place', () => {
    const folder = mkdtempSync(join(home, 'file-'))
    const path = join(folder, 'password')
    // Of a program that was killed while it wrote.
    writeFileSync(`${path}.partial`, 'half of an earlier one, which was longer')
    expect(() => writeWhole(path, undefined as never)).toThrow()
    expect(existsSync(path)).toBe(false)
    writeWhole(path, 'whole')
    expect(readFileSync(path, 'utf8')).toBe('whole')
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(() => writeWhole(path, 'another')).toThrow('is there already')
    expect(readFileSync(path, 'utf8')).toBe('whole')
    expect(readdirSync(folder)).toEqual(['password'])
  })
})

describe('the own records of a folder', () => {
  it('take no line that can’t follow, and open again after one was refused', () => {
    const folder = mkdtempSync(join(home, 'own-'))
    const book = openBook()
    const [first, second] = [book.claim('a'), book.outcome('a')]
    const own = ownRecordsIn(folder)
    expect(() => own.markIn(1)).toThrow('is not in this folder')
    expect(() => own.add(second)).toThrow('can’t follow')
    own.add(first)
    expect(() => own.add(second)).toThrow('can’t follow')
    own.markIn(1)
    expect(() => own.drop(1)).toThrow('can’t be dropped')
    expect(() => own.drop(2)).toThrow('is not in this folder')
    expect(() => own.add(first)).toThrow('can’t follow')
    own.add(second)
    expect(ownRecordsIn(folder).all()).toEqual([
      { record: first, state: 'in' },
      { record: second, state: 'out' },
    ])
  })
})

describe('the lock of a folder', () => {
  it('is one program’s; a damaged one is not taken for another program', () => {
    const folder = mkdtempSync(join(home, 'held-'))
    const hold = holdFolder(folder)
    expect(holdFolder(folder)).toBeNull()
    hold?.release()
    holdFolder(folder)?.release()
    expect(statSync(join(folder, 'lock')).mode & 0o077).toBe(0)
    writeFileSync(join(folder, 'lock'), 'no database '.repeat(100))
    expect(() => holdFolder(folder)).toThrow('not a database')
  })
})

describe('a computer that may not go on', () => {
  it('is told the next step', () => {
    expect(standingText({ kind: 'not-let-in' })).toContain('Call --add')
    expect(standingText({ kind: 'ahead' })).toContain('may be an old copy. Use the newest folder.')
    expect(standingText({ kind: 'altered', n: 1 })).toContain('Call --verify.')
    expect(standingText({ kind: 'restored' })).toContain('Put the newest copy back.')
    expect(notSaid.gap).toContain('does not have the record before it')
  })

  it('is told in a sentence why a record does not hold', () => {
    const at = { desk: 'a', n: 1 }
    const said = (['gap', 'turn', 'not-theirs', 'weak-key', 'not-here'] as const).map((flaw) => {
      const text = standingText({ kind: 'flaw', flaw, ...at })
      expect(text).toBe(flawText({ flaw, ...at }))
      expect(text).not.toContain(`: ${flaw}`)
      return text
    })
    expect(new Set(said).size).toBe(said.length)
  })
})

describe('npm run team', () => {
  it('--init makes everything once, and says so', () => {
    const first = init()
    expect(first).toMatchObject({ status: 0, complained: '' })
    expect(first.said).toHaveLength(8)
    expect(first.said.every((line) => line.startsWith('Done now: '))).toBe(true)
    const again = init()
    expect(again.status).toBe(0)
    expect(again.said.every((line) => line.startsWith('Was there: '))).toBe(true)
    for (const file of ['key.pem', 'password', 'team.json', 'own.jsonl'])
      expect(statSync(join(home, 'office', file)).mode & 0o077).toBe(0)
  })

  it('--init takes no database of another team', () => {
    const other = init('other', '--name', 'other')
    expect(other).toMatchObject({ status: 1, complained: 'This database belongs to another team.' })
    expect(init('third')).toMatchObject({
      ...{
        status: 1,
        complained: expect.stringContaining('A login named office is there') as string,
      },
    })
  })

  it('--init tells what is wrong with an address, and connects to no other server', () => {
    const address = (text: string) => team(['--init', text, '--ca', join(home, 'ca.pem')], 'wrong')
    expect(address('postgres://owner:x@host/team').complained).toContain('Leave the password out')
    expect(address('postgres://owner@host/team?sslmode=disable').complained).toContain('verified')
    expect(address('postgres://owner@127.0.0.1:1/team').complained).toContain('ECONNREFUSED')
  })

  it('--add lets a computer in, once, and shows the join line that Paydesk reads', () => {
    const key = publicKeyText(keyText(newKey()))
    const added = team(['--add', 'desk-2', '--key', key])
    expect(added).toMatchObject({ status: 0, complained: '' })
    const { id } = readMembership(join(home, 'office'))!
    expect(readJoinFile(`${added.said.at(-1)}\n${server.ca}`)).toEqual({
      ok: true,
      value: {
        membership: {
          ...{ team: id.team, desk: 'desk-2', founder: id.founder },
          address: { host: '127.0.0.1', port: server.port, database: 'team' },
          ca: new X509Certificate(server.ca).toString(),
        },
        password: expect.stringMatching(/^\S{32}$/) as string,
        paymentKey: expect.stringMatching(/^\S{43}$/) as string,
      },
    })
    expect(team(['--add', 'desk-3', '--key', 'PDK1-x']).complained).toContain('--key takes')
    expect(team(['--add', "x'; DROP", '--key', key])).toMatchObject({ status: 1 })
  })

  it('--add gives a computer that was let in before a new password, and no other one', async () => {
    const key = publicKeyText(keyText(newKey()))
    const add = (name: string, of = key) => team(['--add', name, '--key', of])
    const passwordIn = (line = '') => line.split(' ')[5] ?? ''
    const first = add('desk-3')
    const again = add('desk-3')
    expect(again).toMatchObject({ status: 0, complained: '' })
    expect(again.said[0]).toContain('was let in before')
    const opened = await openSession({
      ...{ host: '127.0.0.1', port: server.port, user: 'desk-3', database: 'team', ca: server.ca },
      ...{ password: passwordIn(again.said[1]), limits: patient },
    })
    expect(opened).not.toHaveProperty('unreached')
    if ('close' in opened) await opened.close()
    expect(passwordIn(again.said[1])).not.toBe(passwordIn(first.said[1]))
    const other = publicKeyText(keyText(newKey()))
    expect(add('desk-3', other).complained).toContain('another record stands in its place')
    expect(add('owner').complained).toContain('A login named owner is there')
    expect(add('office').complained).toContain('another record stands in its place')
    expect(team(['--check'])).toMatchObject({ status: 0 })
  })

  it('--add that failed leaves no login, and works the next time', async () => {
    const key = publicKeyText(keyText(newKey()))
    const session = await server.session('team')
    await session.ask('REVOKE INSERT ON team.record FROM team_desk_team')
    expect(team(['--add', 'desk-4', '--key', key])).toMatchObject({
      ...{
        status: 1,
        complained: 'Not said of desk-4: the database does not let this computer write.',
      },
    })
    expect(await session.ask(`SELECT 1 FROM pg_roles WHERE rolname = 'desk-4'`)).toMatchObject({
      rows: [],
    })
    await session.ask('GRANT INSERT ON team.record TO team_desk_team')
    await session.close()
    expect(team(['--add', 'desk-4', '--key', key])).toMatchObject({ status: 0 })
  })

  it('--add says that no standby has it, and shows the password', async () => {
    const session = await server.session('team')
    await session.ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await session.ask('SELECT pg_reload_conf()')
    await expect.poll(() => durabilityOf(session)).toBe('synchronous')
    const key = publicKeyText(keyText(newKey()))
    const adding = promisify(execFile)(
      process.execPath,
      argsOf(['--add', 'desk-5', '--key', key]),
      {
        env,
      },
    )
    let isOver = false
    const added = adding.finally(() => (isOver = true))
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
    while (!isOver) {
      await session.ask(cancel)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await session.ask(`ALTER SYSTEM RESET synchronous_standby_names`)
    await session.ask('SELECT pg_reload_conf()')
    await expect.poll(() => durabilityOf(session)).toBe('one-server')
    await session.close()
    const said = (await added).stdout.split('\n')
    expect(said[0]).toContain('No standby said')
    expect(said[2]).toMatch(/^paydesk-team-1 /)
  }, 180_000)

  it('--check says how safe a commit is, and the epoch', () => {
    const { status, said } = team(['--check'])
    expect(status).toBe(0)
    expect(said[0]).toContain('One server')
    expect(said[1]).toMatch(/^Ready\. The epoch is \d+-00000001-\d+\.$/)
  })

  it('--excuse needs a reason, and answers the roll call of this epoch', () => {
    expect(team(['--excuse', 'desk-2']).complained).toContain('--reason')
    const excuse = (name: string) => team(['--excuse', name, '--reason', 'stolen'])
    expect(excuse('desk-2')).toMatchObject({
      ...{ status: 0, said: ['desk-2 is excused in this epoch.'] },
    })
    expect(excuse('desk-2')).toMatchObject({
      ...{ status: 0, said: ['desk-2 answered in this epoch, or was excused before.'] },
    })
    expect(excuse('desk-22')).toMatchObject({
      ...{ status: 1, complained: 'Not said of desk-22: no computer of that name was let in.' },
    })
  })

  it('--remove ends a computer’s login, and --remove-person a signature', () => {
    const [first, second] = [newKey(), newKey()].map((key) => publicKeyText(keyText(key)))
    expect(team(['--add', 'desk-8', '--key', first!])).toMatchObject({ status: 0 })
    expect(team(['--remove', 'desk-8']).complained).toContain('--reason')
    const remove = (...of: string[]) => team([...of, '--reason', 'left the firm'])
    expect(remove('--remove', 'desk-8')).toMatchObject({
      ...{ status: 0, said: [expect.stringContaining('desk-8 belongs to the team no more')] },
    })
    expect(remove('--remove', 'desk-8').said).toEqual(['desk-8 was removed before.'])
    for (const name of ['office', 'desk-22'])
      expect(remove('--remove', name).complained).toBe(
        `Not said of ${name}: no computer of that name was let in.`,
      )
    expect(team(['--add', 'desk-8', '--key', first!]).complained).toContain('under another name')
    for (const key of [first!, second!])
      expect(team(['--person', 'Zoë', '--key', key])).toMatchObject({ status: 0 })
    expect(remove('--remove-person', 'Zoë').complained).toContain('say with --key which one')
    expect(remove('--remove-person', 'Zoë', '--key', first!).said).toEqual([
      'Zoë may sign no more.',
    ])
    expect(remove('--remove-person', 'Zoë', '--key', first!).said).toEqual([
      'Zoë was removed before.',
    ])
    expect(team(['--person', 'Zoë', '--key', first!]).complained).toContain('with another key')
    expect(remove('--remove-person', 'Nobody').complained).toContain('nobody of that name')
    expect(team(['--verify'])).toMatchObject({ status: 0 })
  })

  it('cuts off a line that was not whole: nobody was told of it', () => {
    const own = join(home, 'office', 'own.jsonl')
    const whole = readFileSync(own, 'utf8')
    writeFileSync(own, `${whole}{"is":"out","rec`)
    expect(team(['--check'])).toMatchObject({ status: 0 })
    expect(readFileSync(own, 'utf8')).toBe(whole)
  })

  it('works in a folder alone', () => {
    const hold = holdFolder(join(home, 'office'))!
    const own = readFileSync(join(home, 'office', 'own.jsonl'), 'utf8')
    for (const args of [['--check'], ['--verify'], ['--excuse', 'desk-3', '--reason', 'x']])
      expect(team(args)).toMatchObject({
        ...{
          status: 1,
          complained: expect.stringContaining('Another program is at work') as string,
        },
      })
    expect(init().complained).toContain('Another program is at work')
    expect(readFileSync(join(home, 'office', 'own.jsonl'), 'utf8')).toBe(own)
    hold.release()
    expect(team(['--check'])).toMatchObject({ status: 0 })
  })

  it('--verify finds what the superuser changed', async () => {
    expect(team(['--verify'])).toMatchObject({ status: 0, said: ['12 records hold.'] })
    const session = await server.session('team')
    await session.ask(`UPDATE team.record SET topic = 'desk/desk-9' WHERE topic = 'desk/desk-2'`)
    await session.close()
    const columns = flawText({ flaw: 'columns', desk: 'office', n: 3 })
    expect(columns).toMatch(/^Record 3 of office does not hold\. Its columns say .*\.$/)
    const changed = team(['--verify'])
    expect(changed).toMatchObject({ status: 1, said: [columns] })
    expect(team(['--check']).complained).toBe(columns)
    expect(changed.complained).toBe('Not all of 12 records hold.')
  })

  it('says how it is called', () => {
    expect(team([]).complained).toContain('--init postgres://')
    expect(team(['--nothing']).complained).toContain('--init postgres://')
    expect(team(['--check'], 'nowhere').complained).toContain('is no folder of a team')
  })
})
