// A computer joins a team on a ledger that fails, and leaves one while requests have no outcome.
// MONEY: the password of a team that was not joined would say that the ledger is an old copy, and a
// computer alone takes what the gateway tells for its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Fault, ok } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { joinLine } from '../../../../src/main/desk/team/join-file.ts'
import { createTeamMethods, type TeamParts } from '../../../../src/main/desk/team/team-methods.ts'
import {
  teamPasswordSlot,
  teamPaymentKeySlot,
} from '../../../../src/main/desk/team/team-secrets.ts'
import { keyText } from '../../../../src/main/team/records/record.ts'
import { paymentKeyOf } from '../../../../src/main/team/records/topics.ts'
import { makeCertificates } from '../../../fakes/postgres/certificates.ts'
import { newKey } from '../../../fakes/postgres/team.ts'
import { faultOf, must } from '../../../journeys/story.ts'
import { newKeychain } from '../../../journeys/team/two-desks.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-methods-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { ca } = makeCertificates(folder, 'IP:127.0.0.1')
const membership = {
  ...{ team: 'ab'.repeat(16), desk: 'desk-2' },
  founder: { desk: 'office', key: keyText(newKey()) },
  ...{ address: { host: 'db.example.test', port: 5432, database: 'shop' }, ca },
}
const paymentKey = paymentKeyOf(newKey(), membership.team)
const secrets = { password: 'only-in-tests-of-a-team', paymentKey }
const file = `${joinLine({ membership, ...secrets })}\n${ca}`

/** Methods of a computer that works alone, on a disk that is full, unless it is told otherwise. */
function methodsOf(more: Partial<TeamParts> = {}, vault = newKeychain()) {
  const parts: TeamParts = {
    ...{ vault, actor: () => 'anna', tampering: () => null },
    book: {
      membership: () => null,
      join: () => {
        throw new Error('the disk is full')
      },
    } as unknown as TeamParts['book'],
    shell: { chooseToOpen: () => Promise.resolve(ok('join.txt')) },
    outside: {
      ...{ shell: { ask: () => Promise.resolve('yes') }, note: () => undefined },
      actor: () => 'anna',
    },
    readBytes: () => Promise.resolve(ok(Buffer.from(file))),
    lookAt: () => Promise.resolve(ok(['desk-2'])),
    ...{ standing: () => Promise.resolve(null), mayLeave: () => Promise.resolve(null) },
    sayOff: () => Promise.resolve(),
    ...{ lost: () => null, hasOpenWork: () => false, isCountingDown: () => false },
    ...{ changed: () => Promise.resolve(), onChange: () => undefined },
    ...more,
  }
  return { vault, methods: createTeamMethods(parts) }
}

describe('a computer whose ledger can’t be written', () => {
  it('joins no team, and keeps no password of it', async () => {
    const { vault, methods } = methodsOf()
    await expect(methods['team:join']({})).rejects.toThrow('the disk is full')
    for (const slot of [teamPasswordSlot, teamPaymentKeySlot])
      expect(await vault.read(slot)).toMatchObject({ fault: { reason: 'lost' } })
  })

  it('keeps the password and the key that were there before', async () => {
    const { vault, methods } = methodsOf()
    for (const slot of [teamPasswordSlot, teamPaymentKeySlot])
      await vault.write(slot, 'of an earlier team')
    await expect(methods['team:join']({})).rejects.toThrow('the disk is full')
    for (const slot of [teamPasswordSlot, teamPaymentKeySlot])
      expect(await vault.read(slot)).toEqual(ok('of an earlier team'))
  })
})

/** A computer of a team, or of one that it knows no more, and what was asked and written. */
function leaving(isMember: boolean, more: Partial<TeamParts> = {}, onAsk = () => undefined) {
  const done: string[] = []
  const write = (what: string) => () => void done.push(what)
  const book = {
    ...{ membership: () => (isMember ? membership : null), left: () => null },
    ...{ leave: write('left'), leaveUnknown: write('alone') },
  } as unknown as TeamParts['book']
  const shell = {
    ask: () => {
      done.push('asked')
      onAsk()
      return Promise.resolve('yes' as const)
    },
  }
  const lost: Fault | null = isMember
    ? null
    : { kind: 'denied', sent: 'no', reason: 'team-away', message: 'lost' }
  const outside = { shell, note: () => undefined, actor: () => 'anna' }
  const { vault, methods } = methodsOf({ book, outside, lost: () => lost, ...more })
  return { vault, leave: () => methods['team:leave']({}), done }
}

describe.each([
  ['leaves its team', true, 'left'],
  ['works alone after a team', false, 'alone'],
] as const)('a computer that %s', (_what, isMember, written) => {
  it('does so once no request is without an outcome', async () => {
    let isOpen = true
    const { vault, leave, done } = leaving(isMember, { hasOpenWork: () => isOpen })
    await vault.write(teamPasswordSlot, 'of this team')
    expect(faultOf(await leave()).message).toBe(say('team.open-work'))
    expect(done).toEqual([])
    isOpen = false
    must(await leave())
    expect(done).toEqual(['asked', written])
  })

  it('asks again once the person said yes', async () => {
    let isOpen = false
    const begun = () => void (isOpen = true)
    const { vault, leave, done } = leaving(isMember, { hasOpenWork: () => isOpen }, begun)
    await vault.write(teamPasswordSlot, 'of this team')
    expect(faultOf(await leave()).message).toBe(say('team.open-work'))
    expect(done).toEqual(['asked'])
    expect(await vault.read(teamPasswordSlot)).toEqual(ok('of this team'))
  })
})
