// A computer is set up for the next one: connections without keys, people as public keys and
// limits go over in a signed file, are shown whole, and are taken in after the system asked. A file
// that was changed, is older, or is signed by somebody else brings nothing.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectionSettings } from '#shared/connections/connection.ts'
import { type SetUpFile, setUpIn, setUpText, signedSetUp } from '#shared/connections/set-up-file.ts'
import { say } from '#shared/message.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { faultOf, must, type OpenDesk } from './story.ts'
import { eachPerson, eachWorld } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()
const own = 'correct horse battery'
let first: OpenDesk
let chosen: string
beforeEach(async () => {
  first = await world.start({ ask: person.ask })
})

const shop = {
  ...{ name: 'Shop', environment: 'production' as const, baseUrl: 'https://gate.example/paynet' },
  ...{ endpointId: '7', login: 'real-shop' },
}
const settings = (more: object = {}) => connectionSettings.parse(more)
const addShop = (desk: OpenDesk, more: Partial<typeof shop> = {}, with_: object = {}) =>
  desk.desk['connection:save']({ ...shop, ...more, settings: settings(with_) })

const eur = {
  ...({ role: 'payments', group: 'refunds', currency: 'EUR' } as const),
  ...({ above: '5000', digits: 2, approvals: 1 } as const),
}

/** Another computer: a folder, a keychain and a log of its own. */
const second = (): Promise<OpenDesk> =>
  world.start({
    ...{ folder: world.newFolder(), vault: { ...createMemoryVault(), kind: 'keychain' } },
    ...{ ask: person.ask, fileToOpen: () => chosen },
  })
async function savedBy(desk: OpenDesk, passphrase?: string): Promise<string> {
  const saved = must(
    await desk.desk['set-up:save'](passphrase === undefined ? {} : { own: passphrase }),
  )
  chosen = saved?.file ?? ''
  return chosen
}
const fileAt = (path: string): SetUpFile => must(setUpIn(readFileSync(path, 'utf8')))
const rawOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
/** The file with something else in it, signed by this key. */
function forged(
  change: (file: SetUpFile) => SetUpFile,
  key = generateKeyPairSync('ed25519'),
): void {
  const changed = change(fileAt(chosen))
  const shown = { ...changed, signer: { ...changed.signer, key: rawOf(key.publicKey) } }
  const text = Buffer.from(signedSetUp(shown))
  const signature = sign(
    null,
    text,
    createPrivateKey(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  )
  put(setUpText({ ...shown, signature: signature.toString('base64') }))
}
const newKey = (): string => rawOf(generateKeyPairSync('ed25519').publicKey)
const oneKey = newKey()
/** Approvers of these names, each with a key of their own where none is given. */
const withPeople =
  (people: readonly string[], key?: string) =>
  (file: SetUpFile): SetUpFile => ({
    ...file,
    people: people.map((name) => ({ key: key ?? newKey(), name, roles: ['approver'] })),
  })
function put(text: string): void {
  chosen = join(world.newFolder(), 'forged.json')
  writeFileSync(chosen, text)
}
const opened = async (desk: OpenDesk) => {
  const view = must(await desk.desk['set-up:open']({}))
  if (view === null) throw new Error('no file')
  return view
}
const refusal = async (desk: OpenDesk) => {
  const fault = faultOf(await desk.desk['set-up:open']({}))
  return fault.kind === 'input' ? fault.message : JSON.stringify(fault)
}
const names = async (desk: OpenDesk) =>
  must(await desk.desk['connection:list']({})).map(({ name }) => name)

describe('where sign-in is off', () => {
  it('connections go over without keys, by the log’s key, and are shown whole before', async () => {
    const { id } = must(
      await addShop(
        first,
        {},
        { currencies: ['EUR'], money: { refundReasons: ['Late', 'Broken'] } },
      ),
    )
    must(await first.desk['key:set-control']({ connectionId: id, key: 'THE-SECRET-KEY' }))
    const path = await savedBy(first)
    expect(readFileSync(path, 'utf8')).not.toContain('THE-SECRET-KEY')
    const other = await second()
    const view = await opened(other)
    expect(view).toMatchObject({
      ...{ isFirst: true, takesPassphrase: false, people: [], limits: [] },
      signer: { kind: 'log', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
      connections: [{ ...shop, isHere: false }],
    })
    expect(view.connections[0]?.settings.join('\n')).toMatch(/EUR[^]*Late[^]*Broken/)
    expect(await names(other)).toEqual(['Sandbox'])
    person.asked = []
    expect(must(await other.desk['set-up:take']({ setUpId: view.setUpId }))).toEqual({
      ...{ connections: 1, people: 0, limits: 0, roles: 0 },
    })
    expect(person.asked[0]?.detail).toContain(view.signer.fingerprint)
    expect(person.asked[0]?.detail).toContain('“Shop”: production, host gate.example')
    const [, taken] = must(await other.desk['connection:list']({}))
    expect(taken).toMatchObject({
      ...shop,
      control: { isSet: false },
      privateKey: { isSet: false },
    })
    expect(taken?.settings).toMatchObject({
      currencies: ['EUR'],
      money: {
        refundReasons: [
          { code: 'late', label: 'Late', text: 'Late' },
          { code: 'broken', label: 'Broken', text: 'Broken' },
        ],
      },
    })
    const again = await opened(other)
    expect(again).toMatchObject({ isFirst: false, connections: [{ isHere: true }] })
    expect(faultOf(await other.desk['set-up:take']({ setUpId: again.setUpId }))).toMatchObject({
      reason: 'not-possible',
    })
  })

  it('a declined question takes nothing in', async () => {
    must(await addShop(first))
    await savedBy(first)
    const other = await second()
    const { setUpId } = await opened(other)
    person.answer = false
    expect(faultOf(await other.desk['set-up:take']({ setUpId }))).toMatchObject({
      reason: 'not-permitted',
    })
    expect(await names(other)).toEqual(['Sandbox'])
  })

  it.each<[string, () => void, RegExp]>([
    [
      'a letter',
      () => put(readFileSync(chosen, 'utf8').replace('real-shop', 'evil-shop')),
      /changed/,
    ],
    ['a blank', () => put(readFileSync(chosen, 'utf8').replace(',', ', ')), /not a set-up file/],
    ['no line feed', () => put(readFileSync(chosen, 'utf8').trimEnd()), /not a set-up file/],
    [
      'a field more',
      () => put(readFileSync(chosen, 'utf8').replace('{', '{"a":1,')),
      /not a set-up/,
    ],
    ['another kind of file', () => put('{"format":"paydesk-approval"}\n'), /not a set-up file/],
    [
      'bytes that are no text',
      () => writeFileSync(chosen, Buffer.from([0xff, 0xfe])),
      /not a set-up/,
    ],
    ['a megabyte and more', () => put('x'.repeat(1_048_577)), /too long/],
    [
      'a key that anybody signs for',
      () =>
        forged((file) => ({
          ...file,
          people: [{ key: `${'A'.repeat(43)}=`, name: 'Eve', roles: ['approver'] }],
        })),
      /anybody can sign/,
    ],
    [
      'a name that turns around',
      () =>
        forged((file) => ({
          ...file,
          connections: file.connections.map((one) => ({ ...one, name: 'Shop\u202eX' })),
        })),
      /nobody can see/,
    ],
    [
      'a reason with a sign that has no width',
      () =>
        forged((file) => ({
          ...file,
          connections: file.connections.map((one) => ({
            ...one,
            settings: settings({ money: { refundReasons: ['Late\u200b'] } }),
          })),
        })),
      /nobody can see/,
    ],
    [
      'a name with a soft hyphen',
      () =>
        forged((file) => ({
          ...file,
          connections: file.connections.map((one) => ({ ...one, name: 'Sh\u00adop' })),
        })),
      /nobody can see/,
    ],
    [
      'a clock that is days ahead',
      () => forged((file) => ({ ...file, savedAt: Date.now() + 3 * 24 * 3_600_000 })),
      /more than a day ahead/,
    ],
    [
      'an administrator',
      () =>
        forged((file) => ({
          ...file,
          people: [{ key: `${'B'.repeat(42)}A=`, name: 'Eve', roles: ['administrator' as never] }],
        })),
      /not a set-up file/,
    ],
    [
      'two limits of one currency',
      () => forged((file) => ({ ...file, limits: [eur, { ...eur, above: '9' }] })),
      /not a set-up file/,
    ],
    [
      'one key in two spellings',
      () =>
        forged((file) => ({
          ...file,
          people: ['A', 'B'].map((last) => ({
            ...{ key: `${'B'.repeat(42)}${last}=`, name: `Eve ${last}`, roles: ['approver'] },
          })),
        })),
      /not a set-up file/,
    ],
    [
      'a card number where a name is',
      () =>
        forged((file) => ({
          ...file,
          connections: file.connections.map((one) => ({
            ...one,
            name: 'Shop 4111 1111 1111 1111',
          })),
        })),
      /has a card number/,
    ],
    ['two people with one key', () => forged(withPeople(['Bo', 'Eve'], oneKey)), /one key/],
    [
      'two people whose names look alike',
      () => forged(withPeople(['Bo', 'B\u043e'])),
      /“B\u043e” can’t be here, because “Bo”/,
    ],
    [
      'a connection over http elsewhere',
      () =>
        forged((file) => ({
          ...file,
          connections: file.connections.map((one) => ({
            ...one,
            environment: 'test',
            baseUrl: 'http://gate.example/paynet',
          })),
        })),
      /“Shop” can’t be here/,
    ],
    [
      'two connections, one of them production as test',
      () =>
        forged((file) => ({
          ...file,
          connections: [
            ...file.connections,
            { ...file.connections[0]!, name: 'Practice', environment: 'test' },
          ],
        })),
      /“Practice” can’t be here/,
    ],
  ])('is refused in a sentence and brings nothing: %s', async (_, change, message) => {
    must(await addShop(first))
    await savedBy(first)
    change()
    const other = await second()
    expect(await refusal(other)).toMatch(message)
    expect(await names(other)).toEqual(['Sandbox'])
  })

  it('production that is named as test beside the same host here is refused', async () => {
    must(await addShop(first))
    await savedBy(first)
    const other = await second()
    must(await addShop(other, { name: 'Real' }))
    forged((file) => ({
      ...file,
      connections: file.connections.map((one) => ({ ...one, environment: 'test' })),
    }))
    expect(await refusal(other)).toMatch(/“Shop” can’t be here/)
    expect(await names(other)).toEqual(['Sandbox', 'Real'])
  })

  it('after one was taken in, another signer and an older file are refused', async () => {
    must(await addShop(first))
    const old = await savedBy(first)
    const older = readFileSync(old, 'utf8')
    await new Promise((resolve) => setTimeout(resolve, 2))
    must(await addShop(first, { name: 'Second shop', login: 'second' }))
    await savedBy(first)
    const other = await second()
    must(await other.desk['set-up:take']({ setUpId: (await opened(other)).setUpId }))
    expect((await names(other)).toSorted()).toEqual(['Sandbox', 'Second shop', 'Shop'])
    put(older)
    expect(await refusal(other)).toMatch(/older/)
    forged((file) => ({ ...file, savedAt: Date.now() + 1_000 }))
    expect(await refusal(other)).toMatch(/signed by another key/)
  })

  it('what was opened by somebody else, or changed since, is not taken in', async () => {
    must(await addShop(first))
    await savedBy(first)
    const other = await second()
    const { setUpId } = await opened(other)
    expect(
      faultOf(await other.desk['set-up:take']({ setUpId: `su-${'0'.repeat(16)}` })),
    ).toMatchObject({ reason: 'not-possible' })
    // The question stood open, and the same place was saved by somebody else.
    person.whileAsked = async () => {
      person.whileAsked = () => Promise.resolve()
      must(await addShop(other))
    }
    const done = faultOf(await other.desk['set-up:take']({ setUpId }))
    expect(done).toMatchObject({ kind: 'denied' })
    expect(await names(other)).toEqual(['Sandbox', 'Shop'])
  })
})

describe('where sign-in is on', () => {
  const limit = {
    ...({ role: 'payments', group: 'refunds', currency: 'EUR' } as const),
    ...({ amount: '50.00', approvals: 1, own } as const),
  }

  it('an administrator signs, and people and limits come in by the administrator there', async () => {
    must(await addShop(first))
    must(await first.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    must(
      await first.desk['people:add']({
        ...{ name: 'Bo', roles: ['approver'], passphrase: 'staple of another', own },
      }),
    )
    must(await first.desk['people:set-limit'](limit))
    expect(faultOf(await first.desk['set-up:save']({}))).toMatchObject({ field: 'own' })
    expect(faultOf(await first.desk['set-up:save']({ own: 'not the one' }))).toMatchObject({
      field: 'own',
    })
    await savedBy(first, own)
    expect(fileAt(chosen)).toMatchObject({
      signer: { kind: 'administrator', name: 'Ada' },
      people: [{ name: 'Bo', roles: ['approver'] }],
    })
    const other = await second()
    expect((await opened(other)).peopleStayOut).toMatch(/sign-in is off/)
    must(await other.desk['people:switch-on']({ name: 'Cy', passphrase: own }))
    const view = await opened(other)
    expect(view).toMatchObject({ takesPassphrase: true, peopleStayOut: null })
    const { setUpId } = view
    expect(faultOf(await other.desk['set-up:take']({ setUpId }))).toMatchObject({ field: 'own' })
    expect(must(await other.desk['set-up:take']({ setUpId, own }))).toEqual({
      ...{ connections: 1, people: 1, limits: 1, roles: 0 },
    })
    const people = must(await other.desk['people:list']({}))
    expect(people.find(({ name }) => name === 'Bo')).toMatchObject({
      ...{ roles: ['approver'], isElsewhere: true },
    })
    expect(must(await other.desk['people:standing']({})).limits).toMatchObject([
      { role: 'payments', group: 'refunds', currency: 'EUR', above: '5000', approvals: 1 },
    ])
  })

  /** The file of a computer with Ada, Bo and a limit, and a computer that Cy looks after. */
  async function twoTeams(): Promise<OpenDesk> {
    must(await addShop(first))
    must(await first.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    const bo = { name: 'Bo', roles: ['approver' as const], passphrase: 'staple of another', own }
    must(await first.desk['people:add'](bo))
    must(await first.desk['people:set-limit'](limit))
    await savedBy(first, own)
    const other = await second()
    must(await other.desk['people:switch-on']({ name: 'Cy', passphrase: own }))
    return other
  }
  const team = async (other: OpenDesk) =>
    must(await other.desk['people:list']({})).map(({ name }) => name)

  it('roles of that computer come with it, named by the system; one that gives more here is refused', async () => {
    const other = await twoTeams()
    const role = { roleId: null, name: 'Night refunds', own }
    const rights = ['notes' as const, 'return' as const]
    const made = must(await first.desk['people:set-role']({ ...role, rights }))
    const roleId = made.ownRoles[0]!.id
    const di = { name: 'Di', roles: [roleId], passphrase: 'staple of another', own }
    must(await first.desk['people:add'](di))
    await savedBy(first, own)
    const view = await opened(other)
    expect(view.roles).toEqual([{ id: roleId, name: 'Night refunds', rights, isHere: false }])
    must(await other.desk['set-up:take']({ setUpId: view.setUpId, own }))
    const people = must(await other.desk['people:list']({}))
    expect(people.find(({ name }) => name === 'Di')?.ownRoles).toMatchObject([{ id: roleId }])
    const more = { ...role, roleId, rights: [...rights, 'payout' as const] }
    must(await first.desk['people:set-role'](more))
    await savedBy(first, own)
    expect(await refusal(other)).toMatch(
      /“Night refunds” of the file has another name or other rights here/,
    )
    const { ownRoles } = must(await other.desk['people:standing']({}))
    expect(ownRoles).toEqual([{ id: roleId, name: 'Night refunds', rights }])
  })

  it('a role that was removed here is refused as the file is opened', async () => {
    const other = await twoTeams()
    const role = { roleId: null, name: 'Night', rights: ['return' as const], own }
    must(await first.desk['people:set-role'](role))
    await savedBy(first, own)
    const { setUpId, roles } = await opened(other)
    must(await other.desk['set-up:take']({ setUpId, own }))
    must(await other.desk['people:remove-role']({ roleId: roles[0]!.id, own }))
    expect(await refusal(other)).toMatch(/“Night” of the file was removed here/)
  })

  it('a mistyped passphrase takes nothing in, and the file can be taken in after', async () => {
    const other = await twoTeams()
    const { setUpId } = await opened(other)
    const wrong = await other.desk['set-up:take']({ setUpId, own: 'not the passphrase' })
    expect(faultOf(wrong)).toMatchObject({ kind: 'input', field: 'own' })
    expect([await names(other), await team(other)]).toEqual([['Sandbox'], ['Cy']])
    const again = await opened(other)
    expect(again.isFirst).toBe(true)
    must(await other.desk['set-up:take']({ setUpId: again.setUpId, own }))
    expect([await names(other), await team(other)]).toEqual([
      ['Sandbox', 'Shop'],
      ['Cy', 'Bo'],
    ])
    expect((await opened(other)).isFirst).toBe(false)
  })

  it('what one administrator opened is not taken in by the next, nor after a sign-out', async () => {
    const other = await twoTeams()
    const di = { name: 'Di', roles: ['administrator' as const], passphrase: 'staple of a third' }
    const list = must(await other.desk['people:add']({ ...di, own }))
    const personId = list.find(({ name }) => name === di.name)?.id ?? ''
    const { setUpId } = await opened(other)
    must(await other.desk['people:sign-out']({}))
    must(await other.desk['people:sign-in']({ personId, passphrase: di.passphrase }))
    expect(faultOf(await other.desk['set-up:take']({ setUpId, own: di.passphrase }))).toMatchObject(
      { kind: 'denied', reason: 'not-possible' },
    )
    const { setUpId: again } = await opened(other)
    person.whileAsked = () => other.desk['people:sign-out']({})
    const left = await other.desk['set-up:take']({ setUpId: again, own: di.passphrase })
    expect(left.ok).toBe(false)
    must(await other.desk['people:sign-in']({ personId, passphrase: di.passphrase }))
    expect([await names(other), await team(other)]).toEqual([['Sandbox'], ['Cy', 'Di']])
    expect((await opened(other)).isFirst).toBe(true)
  })

  it('a production connection of the file needs sign-in, as one that is added here does', async () => {
    must(await addShop(first))
    must(await addShop(first, { name: 'Trial', baseUrl: 'https://trial.example/', login: 'try' }))
    await savedBy(first)
    forged((file) => ({
      ...file,
      connections: file.connections.map((one) =>
        one.name === 'Trial' ? { ...one, environment: 'test' as const } : one,
      ),
    }))
    const other = await second()
    must(await other.desk['people:switch-on']({ name: 'Cy', passphrase: own }))
    const { setUpId, connections } = await opened(other)
    expect(connections.map(({ settings }) => settings.join())).toEqual([
      ...['Require sign-in to be on: on', ''],
    ])
    person.asked = []
    must(await other.desk['set-up:take']({ setUpId }))
    const needed = formatMessage(say('set-up.needs-people'))
    expect(person.asked[0]?.detail.split(needed)).toHaveLength(2)
    const all = must(await other.desk['connection:list']({}))
    const needing = all.filter(({ settings: { money } }) => money.needsPeople)
    expect(needing.map(({ name }) => name)).toEqual([shop.name])
  })

  it.each([
    [
      'a role named like one that is always here',
      'Aud\u0456tor',
      [],
      /“Aud\u0456tor” can’t be here.*“Auditor”/,
    ],
    ['a role with a sign that nobody sees', 'Ni\u202eght', [], /can’t be here|nobody can see/],
    ['a person named like a role', 'Night', ['Approver'], /“Approver” can’t be here.*“Approver”/],
  ])('is refused: %s', async (_, name, people, message) => {
    must(await addShop(first))
    await savedBy(first)
    forged((file) => ({
      ...withPeople(people)(file),
      roles: [{ id: `r-${'0'.repeat(16)}`, name, rights: ['return'] }],
    }))
    const other = await second()
    must(await other.desk['people:switch-on']({ name: 'Cy', passphrase: own }))
    expect(await refusal(other)).toMatch(message)
  })

  it('the system names each limit, and one that would let requests go is refused', async () => {
    const other = await twoTeams()
    const { setUpId } = await opened(other)
    person.asked = []
    must(await other.desk['set-up:take']({ setUpId, own }))
    expect(person.asked[0]?.detail).toMatch(
      /Limit that is added: Payments, Refunds.*above 50\.00\sEUR: 1 approval$/m,
    )
    // Signed by the same administrator: with limits here, a currency without a row is above them.
    must(await first.desk['people:set-limit']({ ...limit, currency: 'USD', amount: '99999.00' }))
    await savedBy(first, own)
    expect(await refusal(other)).toMatch(/in USD would let requests be sent that need an approval/)
    must(await first.desk['people:set-limit']({ ...limit, currency: 'USD', amount: '0' }))
    await savedBy(first, own)
    const { setUpId: tighter } = await opened(other)
    expect(must(await other.desk['set-up:take']({ setUpId: tighter, own })).limits).toBe(1)
  })
})
