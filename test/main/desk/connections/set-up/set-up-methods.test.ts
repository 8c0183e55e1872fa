// What refuses to save or to take in a set-up file, each on its own: a ledger or a roll that
// another program changed, somebody who left meanwhile, and nothing that can be saved.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { connectionRecord, connectionSettings } from '#shared/connections/connection.ts'
import {
  mostInSetUp,
  type SetUpFile,
  setUpText,
  signedSetUp,
} from '#shared/connections/set-up-file.ts'
import { ok } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { ledgerTampered, notMine } from '../../../../../src/main/desk/base/faults.ts'
import { createSetUpMethods } from '../../../../../src/main/desk/connections/set-up/set-up-methods.ts'
import type { SetUpParts } from '../../../../../src/main/desk/connections/set-up/set-up-parts.ts'
import { createPeopleMethods } from '../../../../../src/main/desk/people/people-methods.ts'
import { createRoll } from '../../../../../src/main/desk/people/roll.ts'
import { createSession } from '../../../../../src/main/desk/people/session.ts'
import type { PeopleParts } from '../../../../../src/main/desk/people/stating.ts'
import { inTransaction } from '../../../../../src/main/ledger/db/open.ts'
import { openConnections } from '../../../../../src/main/ledger/settings/connections.ts'
import { openPeople } from '../../../../../src/main/ledger/settings/people.ts'
import { createMemoryVault } from '../../../../../src/main/vault/memory.ts'
import { createPersonKeys } from '../../../../../src/main/vault/person-key.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { recordRows } from '../../../../fakes/record-rows.ts'

const own = 'correct horse battery'
const place = (nth: number) => ({
  ...{ name: `Shop ${nth}`, environment: 'test' as const, endpointId: '7', login: `shop-${nth}` },
  ...{ baseUrl: `https://gate-${nth}.example/paynet`, settings: connectionSettings.parse({}) },
})
const keyText = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

/** One connection and one person, signed by the log of another computer. */
function fileOfOthers(savedAt: number): Buffer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const person = keyText(generateKeyPairSync('ed25519').publicKey)
  const { caFile: _caFile, proxyUrl: _proxyUrl, ...settings } = place(1).settings
  const file: SetUpFile = {
    ...{ format: 'paydesk-set-up', v: 1, log: '0'.repeat(32), savedAt, signature: '', limits: [] },
    connections: [{ ...place(1), settings }],
    people: [{ key: person, name: 'Bo', roles: ['approver'] }],
    signer: { key: keyText(publicKey), kind: 'log', name: '' },
  }
  const signature = sign(null, Buffer.from(signedSetUp(file)), privateKey).toString('base64')
  return Buffer.from(setUpText({ ...file, signature }))
}

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

/** With people and a sign-in, and a file to open. A test says what happens while. */
function openSetUp() {
  const { ports, db, close } = createTestDesk()
  const { clock, audit } = ports
  const vault = createMemoryVault()
  const store = openConnections(db, clock)
  const people = openPeople(db, audit)
  const found = { tampering: null as string | null, roll: null as string | null }
  const nothing = (): void => undefined
  const during = { ask: nothing, sign: nothing, choose: nothing }
  const done = { asked: 0, signed: 0, saved: [] as string[] }
  const facts = { hasKeychain: true, log: null as ReturnType<SetUpParts['log']> }
  const real = createRoll({ store: people, vault, logId: audit.logId, clock })
  const roll = { ...real, fault: () => found.roll ?? real.fault() }
  const keys = createPersonKeys(vault, { cost: { N: 2, r: 8, p: 1 } })
  const note: PeopleParts['note'] = (draft) => inTransaction(db, () => audit.append(draft))
  const session = createSession({
    ...{ roll, store: people, keys, note, report: ports.report },
    ...{ monotonic: ports.monotonic, onChange: nothing, onLocked: nothing },
  })
  ending.push(() => session.lock('closed'), close)
  const ask = () => {
    done.asked += 1
    during.ask()
    return Promise.resolve('yes' as const)
  }
  const parts: PeopleParts = {
    ...{ roll, keys, clock, note, onChange: nothing, randomBytes: ports.randomBytes },
    session: {
      ...session,
      sign: async (...of) => {
        const signed = await session.sign(...of)
        done.signed += 1
        during.sign()
        return signed
      },
    },
    ...{ hasKeychain: () => facts.hasKeychain, checked: () => null, approvals: () => null },
    outside: { shell: { ask }, note, actor: ports.actor },
  }
  const methods = createSetUpMethods({
    ...{ store, people: parts, audit, onCommitted: nothing, log: () => facts.log },
    ports: { ...ports, tampering: () => found.tampering },
    shell: {
      chooseFile: () => Promise.resolve(ok('/set-up.json')),
      chooseToOpen: () => {
        during.choose()
        return Promise.resolve(ok('/set-up.json'))
      },
    },
    readBytes: () => Promise.resolve(ok(fileOfOthers(clock()))),
    writeText: (path, text) => {
      done.saved.push(text)
      return Promise.resolve(ok(path))
    },
  })
  const add = (nth: number): void =>
    void recordRows(db, audit, [
      store.save(connectionRecord.parse({ ...place(nth), id: `c-${nth}`, isEmbedded: false })),
    ])
  const switchOn = async () => {
    const on = await createPeopleMethods(parts)['people:switch-on']({
      name: 'Ada',
      passphrase: own,
    })
    expect(on).toMatchObject({ ok: true })
    Object.assign(done, { asked: 0, signed: 0 })
  }
  const here = () => [store.all().length, real.read().people.size, audit.timeline('set-up').length]
  return { methods, found, during, done, facts, session, add, switchOn, here }
}
type Rig = ReturnType<typeof openSetUp>

async function opened({ methods }: Rig): Promise<string> {
  const view = await methods['set-up:open']({})
  if (!view.ok || view.value === null) throw new Error(JSON.stringify(view))
  return view.value.setUpId
}
const why = 'Another program changed a table.'
const faults = { tampering: ledgerTampered(why), roll: notMine(why) }
const kinds = ['tampering', 'roll'] as const

describe.each(kinds)('where another program changed what is here: %s', (what) => {
  it('nothing is saved, and nothing is signed', async () => {
    const rig = openSetUp()
    await rig.switchOn()
    rig.add(1)
    rig.found[what] = why
    const saved = await rig.methods['set-up:save']({ own })
    expect(saved).toMatchObject({ fault: faults[what] })
    expect(rig.done).toEqual({ asked: 0, signed: 0, saved: [] })
  })

  it.each([
    ['before', { asked: 0, signed: 0 }],
    ['ask', { asked: 1, signed: 0 }],
    ['sign', { asked: 1, signed: 1 }],
  ] as const)('nothing is taken in, found at: %s', async (when, done) => {
    const rig = openSetUp()
    await rig.switchOn()
    const setUpId = await opened(rig)
    const find = () => {
      rig.found[what] = why
    }
    if (when === 'before') find()
    else rig.during[when] = find
    const before = rig.here()
    const taken = await rig.methods['set-up:take']({ setUpId, own })
    expect(taken).toMatchObject({ fault: faults[what] })
    expect(rig.done).toMatchObject(done)
    expect(rig.here()).toEqual(before)
  })
})

describe('somebody who left', () => {
  const signInFirst = notMine(say('people.sign-in-first'))

  it.each([
    ['ask', { asked: 1, signed: 0 }],
    ['sign', { asked: 1, signed: 1 }],
  ] as const)('takes nothing in, also where somebody came back since: %s', async (when, done) => {
    const rig = openSetUp()
    await rig.switchOn()
    const setUpId = await opened(rig)
    const me = rig.session.me()!
    rig.during[when] = () => {
      rig.session.lock('asked')
      rig.session.begin(me)
    }
    const before = rig.here()
    const taken = await rig.methods['set-up:take']({ setUpId, own })
    expect(taken).toMatchObject({ fault: signInFirst })
    expect(rig.done).toMatchObject(done)
    expect(rig.here()).toEqual(before)
  })

  it('opens no file for whoever came since', async () => {
    const rig = openSetUp()
    await rig.switchOn()
    const me = rig.session.me()!
    rig.during.choose = () => {
      rig.session.lock('asked')
      rig.session.begin(me)
    }
    expect(await rig.methods['set-up:open']({})).toMatchObject({ fault: signInFirst })
  })
})

it.each<[string, (rig: Rig) => void, string]>([
  ['no connection', () => undefined, say('set-up.nothing-to-save')],
  [
    'more connections than the dialog can name',
    ({ add }) => {
      for (let nth = 0; nth <= mostInSetUp.connections; nth += 1) add(nth)
    },
    say('set-up.too-many', { most: mostInSetUp.connections }),
  ],
  [
    'no keychain',
    ({ add, facts }) => {
      add(1)
      facts.hasKeychain = false
    },
    say('set-up.needs-a-keychain'),
  ],
  [
    'a log in doubt',
    ({ add, facts }) => {
      add(1)
      facts.log = {
        publicKey: keyText(generateKeyPairSync('ed25519').publicKey),
        sign: noSignature,
      }
    },
    say('set-up.log-in-doubt'),
  ],
  [
    'a log without a key',
    ({ add }) => {
      add(1)
    },
    say('set-up.log-in-doubt'),
  ],
])('nothing is saved with %s', async (_, change, message) => {
  const rig = openSetUp()
  change(rig)
  expect(await rig.methods['set-up:save']({})).toMatchObject({
    fault: { reason: 'not-possible', message },
  })
  expect(rig.done.saved).toEqual([])
})

const noSignature = (): Promise<null> => Promise.resolve(null)
