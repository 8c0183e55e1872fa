// What is said about people holds only as an administrator's key signed it, for this log, at this
// number.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '#shared/people/roles.ts'
import type { Person } from '#shared/people/roll.ts'
import {
  rollOf,
  signedText,
  type StoredStatement,
} from '../../../../src/main/desk/people/statements.ts'

const log = '0'.repeat(32)
const keyOf = (): { key: string; own: KeyObject } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { key: Buffer.from(x, 'base64url').toString('base64'), own: privateKey }
}
/** The same bytes: the last letter of 32 has two bits to spare. */
const respelled = (key: string): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return `${key.slice(0, 42)}${letters[letters.indexOf(key[42] ?? '') + 1]}=`
}
const [ada, bo, eve] = [keyOf(), keyOf(), keyOf()]

type Said = Omit<Partial<Person>, 'ownRoles'> & {
  ownRoles?: readonly string[]
  rights?: readonly string[]
} & { by?: string; log?: string; n?: number; kind?: string }
function stated(n: number, by: KeyObject, said: Said): StoredStatement {
  const body = JSON.stringify({
    ...{ v: 1, log, n, by: 'ada', at: '2026-11-21T09:00:00.000Z', kind: 'person' },
    ...{ isRemoved: false, roles: ['payments'] satisfies Role[] },
    ...said,
  })
  return { seq: n, body, signature: sign(null, signedText(body), by).toString('base64') }
}
const first = stated(1, ada.own, { id: 'ada', name: 'Ada', key: ada.key, roles: ['administrator'] })
const second = stated(2, ada.own, { id: 'bo', name: 'Bo', key: bo.key })

describe('statements about people', () => {
  it('come to a roll, in their order', () => {
    const { people, brokenAt } = rollOf(log, [first, second])
    expect(brokenAt).toBeNull()
    expect([...people.values()].map(({ name, roles }) => [name, ...roles])).toEqual([
      ['Ada', 'administrator'],
      ['Bo', 'payments'],
    ])
  })

  const more = (said: Said, by: KeyObject = ada.own): StoredStatement[] => [
    first,
    second,
    stated(3, by, { id: 'eve', name: 'Eve', key: eve.key, ...said }),
  ]
  const removed = stated(3, ada.own, { id: 'bo', name: 'Bo', key: bo.key, isRemoved: true })
  const attacks: Record<string, StoredStatement[]> = {
    'signed by one who is no administrator': more({ by: 'bo' }, bo.own),
    'signed with another key than the one it names': more({}, eve.own),
    'signed by nobody of the roll': more({ by: 'eve' }, eve.own),
    'a first administrator of their own': [stated(1, eve.own, { id: 'eve', by: 'ada', name: 'Eve', key: eve.key, roles: ['administrator'] })],
    'a first person who is no administrator': [stated(1, bo.own, { id: 'bo', by: 'bo', name: 'Bo', key: bo.key })],
    'an administrator whose key is on another computer': more({ roles: ['administrator'], isElsewhere: true }),
    'a place of a key that is none': more({ isElsewhere: 1 as never }),
    'for another log': more({ log: 'f'.repeat(32) }),
    'under another number': more({ n: 7 }),
    'one left out': [first, { ...second, seq: 3 }],
    'the order turned round': [second, first],
    'one said twice': [first, second, { ...second, seq: 3 }],
    'a role raised after it was signed': [first, { ...second, body: second.body.replace('payments', 'administrator') }],
    'a key of somebody else': more({ key: bo.key }),
    'a key of somebody else in another spelling': more({ key: respelled(bo.key) }),
    'a name of somebody else': more({ name: 'Bo' }),
    'a name of somebody who was removed': [first, second, removed, stated(4, ada.own, { id: 'eve', name: 'Bo', key: eve.key })],
    'somebody who was removed comes back': [first, second, removed, stated(4, ada.own, { id: 'bo', name: 'Bo', key: bo.key })],
    'nobody is left to administer': [first, second, stated(3, ada.own, { id: 'ada', name: 'Ada', key: ada.key, roles: ['payments'] })],
    'a role that does not exist': more({ roles: ['owner' as Role] }),
    'not JSON': [first, { ...second, body: 'x' }],
    'no signature': [first, { ...second, signature: '' }],
    'an hour of idleness': [first, stated(2, ada.own, { kind: 'desk', idleMinutes: 60 } as Said)],
  } // prettier-ignore

  it.each(Object.entries(attacks))('don’t hold: %s', (_name, statements) => {
    expect(rollOf(log, statements).brokenAt).not.toBeNull()
    // Nor where the honest ones held before.
    const proven = new Set<string>()
    expect(rollOf(log, more({}), proven).brokenAt).toBeNull()
    expect(rollOf(log, statements, proven).brokenAt).not.toBeNull()
  })

  it('are proven by their signature once, and again when a byte of them changes', () => {
    const proven = new Set<string>()
    rollOf(log, more({}), proven)
    expect(proven.size).toBe(3)
    rollOf(log, more({}), proven)
    expect(proven.size).toBe(3)
    const forged = { ...second, body: second.body.replace('"Bo"', '"Bob"') }
    expect(rollOf(log, [first, forged], proven).brokenAt).toBe(2)
    expect(proven.size).toBe(3)
  })

  describe('of somebody who takes over where no administrator can sign in', () => {
    const hours = (n: number) => new Date(Date.UTC(2026, 10, 21, 9) + n * 3_600_000).toISOString()
    const self = { id: 'eve', by: 'eve', name: 'Eve', key: eve.key }
    const asks = stated(3, eve.own, { ...self, kind: 'recovery' })
    const takes = (at: string, said: Said = {}, n = 4): StoredStatement =>
      stated(n, eve.own, { ...self, roles: ['administrator'], at, ...said } as Said)
    const refuses = stated(4, ada.own, { kind: 'recovery-refused' })
    const all = (...more: StoredStatement[]) => rollOf(log, [first, second, asks, ...more])

    it('hold after three days', () => {
      expect(all().recovery).toMatchObject({ name: 'Eve', from: Date.parse(hours(72)) })
      const { people, brokenAt, recovery } = all(takes(hours(72)))
      expect([brokenAt, recovery, people.get('eve')?.roles]).toEqual([
        null,
        null,
        ['administrator'],
      ])
    })

    const late = hours(80)
    const attacks: Record<string, StoredStatement[]> = {
      'before three days are over': [takes(hours(71.9))],
      'after an administrator signed in': [refuses, takes(late, {}, 5)],
      'after an administrator changed anything': [stated(4, ada.own, { kind: 'desk', idleMinutes: 3 } as Said), takes(late, {}, 5)],
      'by another person than the one who asked': [stated(4, bo.own, { id: 'cy', by: 'cy', name: 'Cy', key: bo.key, roles: ['administrator'], at: late } as Said)],
      'with another key': [takes(late, { key: bo.key })],
      'under another name': [takes(late, { name: 'Ada B.' })],
      'as somebody who is no administrator': [takes(late, { roles: ['payments'] })],
      'by their own refusal': [stated(4, eve.own, { by: 'eve', kind: 'recovery-refused' })],
    } // prettier-ignore
    it.each(Object.entries(attacks))('don’t hold %s', (_name, more) => {
      expect(all(...more).brokenAt).toBe(3 + more.length)
    })

    it.each([
      ['under the name of a colleague', { name: 'Bo' }],
      ['with the key of a colleague', { key: bo.key }],
      ['as somebody who works here', { id: 'bo', by: 'bo' }],
      ['for somebody else', { by: 'bo' }],
      ['at no time', { at: 'soon' }],
    ] as const)('don’t hold where it was asked %s', (_name, said) => {
      const asked = stated(3, eve.own, { ...self, kind: 'recovery', ...said } as Said)
      expect(rollOf(log, [first, second, asked]).brokenAt).toBe(3)
    })

    it('hold where an older copy of the ledger has no statement at all', () => {
      const asked = stated(1, eve.own, { ...self, kind: 'recovery' })
      expect(rollOf(log, [asked, takes(hours(72), {}, 2)]).brokenAt).toBeNull()
      expect(rollOf(log, [asked, takes(hours(71), {}, 2)]).brokenAt).toBe(2)
    })
  })

  describe('about a role of this computer', () => {
    const id = `r-${'1'.repeat(16)}`
    const role = (n: number, said: Said = {}, by: KeyObject = ada.own): StoredStatement =>
      stated(n, by, { kind: 'role', id, name: 'Night', rights: ['return', 'notes'], ...said })
    const bos = { id: 'bo', name: 'Bo', key: bo.key }
    const gets = (n: number, said: Said = {}): StoredStatement =>
      stated(n, ada.own, { ...bos, roles: [], ownRoles: [id], ...said })
    const all = (...more: StoredStatement[]) => rollOf(log, [first, second, ...more])

    it('give whoever has it what it gives now, and go when nobody has it', () => {
      const roll = all(role(3), gets(4), role(5, { rights: ['void', 'of a later version'] }))
      expect(roll.brokenAt).toBeNull()
      expect(roll.people.get('bo')?.ownRoles).toEqual([{ id, name: 'Night', rights: ['void'] }])
      const gone = all(role(3), gets(4), gets(5, { ownRoles: [] }), role(6, { isRemoved: true }))
      expect([gone.brokenAt, gone.ownRoles]).toEqual([null, []])
      expect(all(role(3), gets(4), gets(5, { isRemoved: true }), role(6, { isRemoved: true })).brokenAt).toBeNull() // prettier-ignore
    })

    const other = { id: `r-${'2'.repeat(16)}` }
    const wrong: Record<string, StoredStatement[]> = {
      'that says who works here': [role(3, { rights: ['people'] })],
      'that says so beside others': [role(3, { rights: ['notes', 'people'] })],
      'that gives nothing': [role(3, { rights: [] })],
      'signed by one who is no administrator': [role(3, { by: 'bo' }, bo.own)],
      'signed by somebody else than it names': [role(3, {}, bo.own)],
      'of another log': [role(3, { log: '1'.repeat(32) })],
      'under the name of another one': [role(3), role(4, other)],
      'removed before it was there': [role(3, { isRemoved: true })],
      'removed while somebody has it': [role(3), gets(4), role(5, { isRemoved: true })],
      'that comes back': [role(3), role(4, { isRemoved: true }), role(5)],
      'given to somebody before it is there': [gets(3)],
      'given to somebody after it is gone': [role(3), role(4, { isRemoved: true }), gets(5)],
      'of another form': [role(3, { id: 'administrator' })],
    }
    it.each(Object.entries(wrong))('don’t hold %s', (_name, more) => {
      expect(all(...more).brokenAt).toBe(2 + more.length)
    })
  })

  it('of a removed administrator don’t hold from then on', () => {
    const bob = stated(3, ada.own, { id: 'bo', name: 'Bo', key: bo.key, roles: ['administrator'] })
    const gone = stated(4, bo.own, { by: 'bo', id: 'ada', name: 'Ada', key: ada.key, roles: ['administrator'], isRemoved: true }) // prettier-ignore
    const late = stated(5, ada.own, { id: 'eve', name: 'Eve', key: eve.key })
    expect(rollOf(log, [first, second, bob, gone]).brokenAt).toBeNull()
    expect(rollOf(log, [first, second, bob, gone, late]).brokenAt).toBe(5)
  })
})
