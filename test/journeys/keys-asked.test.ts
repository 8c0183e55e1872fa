// A script in the page wants requests to be signed as somebody else. Whatever replaces or removes a
// key that a connection holds is asked by the system; the first key of a connection is not.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionDetails } from '#shared/bridge/connections.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import { faultOf, must } from './story.ts'
import { eachPerson, eachWorld } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()
beforeEach(() => world.start({ undoMs: 10_000, ask: person.ask }))

const declined = { kind: 'denied', sent: 'no', reason: 'not-permitted' }
const ownConnection = () =>
  world.open.desk['connection:save']({
    ...{ name: 'Shop', environment: 'test', baseUrl: world.sandbox.baseUrl },
    ...{ endpointId: world.sandbox.identity.endpointId, login: world.sandbox.identity.login },
    settings: connectionSettings.parse({}),
  })
const recordOf = ({
  id,
  name,
  environment,
  baseUrl,
  endpointId,
  login,
  settings,
}: ConnectionDetails) => ({
  ...{ connectionId: id, name, environment, baseUrl, endpointId, login, settings },
})

it('the sandbox has its keys from the first start on, and nobody is asked', async () => {
  // The story itself sets the undo window, which is asked about where it gets shorter.
  expect(person.asked).toEqual([])
  const { control } = must(await world.open.desk['connection:show']({ connectionId: 'sandbox' }))
  expect(control.isSet).toBe(true)
})

describe('a key that a connection holds', () => {
  const fingerprint = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16)
  const own = () => world.sandbox.identity.merchantControlKey
  const stored = async (connectionId: string) =>
    must(await world.open.desk['connection:show']({ connectionId }))
  const pem = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
  /** A connection with both keys, the first of which nobody is asked about. */
  async function withKeys() {
    const { id } = must(await ownConnection())
    person.asked = []
    must(await world.open.desk['key:set-control']({ connectionId: id, key: own() }))
    must(await world.open.desk['key:import-rsa']({ connectionId: id, pem: pem() }))
    expect(person.asked).toEqual([])
    return stored(id)
  }
  const place = () => [
    'Environment: test',
    `Host: ${new URL(world.sandbox.baseUrl).host}`,
    `Merchant login: “${world.sandbox.identity.login}”`,
  ]

  it('is replaced by no script, and the dialog names both keys and what they sign for', async () => {
    const before = await withKeys()
    const { id: connectionId } = before
    person.answer = false
    const set = await world.open.desk['key:set-control']({ connectionId, key: 'ANOTHER-KEY' })
    const imported = await world.open.desk['key:import-rsa']({ connectionId, pem: pem() })
    const made = await world.open.desk['key:create-rsa']({ connectionId, bits: 2048 })
    for (const refused of [set, imported, made])
      expect(faultOf(refused as Result<unknown>)).toMatchObject(declined)
    const held = before.privateKey.fingerprint
    const questions = person.asked.map(({ message, detail }) => [message, ...detail.split('\n')])
    expect(questions).toEqual([
      [
        'Replace the merchant control key of “Shop”?',
        ...place(),
        `Fingerprint of the stored key: ${fingerprint(own())}`,
        `Fingerprint of the new key: ${fingerprint('ANOTHER-KEY')}`,
      ],
      [
        'Replace the RSA key of “Shop”?',
        ...place(),
        `Fingerprint of the stored key: ${held}`,
        expect.stringMatching(/^Fingerprint of the new key: [0-9a-f]{64}$/),
      ],
      [
        'Replace the RSA key of “Shop”?',
        ...place(),
        `Fingerprint of the stored key: ${held}`,
        'Paydesk makes the new key on this computer.',
      ],
    ])
    expect(await stored(connectionId)).toEqual(before)
    // The same key again replaces nothing.
    person.asked = []
    must(await world.open.desk['key:set-control']({ connectionId, key: own() }))
    expect(person.asked).toEqual([])
    person.answer = true
    must(await world.open.desk['key:set-control']({ connectionId, key: 'ANOTHER-KEY' }))
    expect((await stored(connectionId)).control.fingerprint).toBe(fingerprint('ANOTHER-KEY'))
  })

  it('is removed by no script, by itself or with its connection', async () => {
    const before = await withKeys()
    const { id: connectionId, name } = before
    person.answer = false
    for (const which of ['control', 'private'] as const)
      expect(faultOf(await world.open.desk['key:remove']({ connectionId, which }))).toMatchObject(
        declined,
      )
    expect(
      faultOf(await world.open.desk['connection:remove']({ connectionId, name })),
    ).toMatchObject(declined)
    expect(person.asked.map(({ message }) => message)).toEqual([
      'Remove the merchant control key of “Shop”?',
      'Remove the RSA key of “Shop”?',
      'Remove the connection “Shop”?',
    ])
    expect(person.asked.at(-1)?.detail.split('\n')).toEqual([
      ...place(),
      `Its merchant control key is removed: ${fingerprint(own())}`,
      `Its RSA key is removed: ${before.privateKey.fingerprint}`,
    ])
    expect(await stored(connectionId)).toEqual(before)
    person.answer = true
    must(await world.open.desk['connection:remove']({ connectionId, name }))
  })

  it('stays where the connection was changed while the question stood open', async () => {
    const before = await withKeys()
    const { id: connectionId } = before
    const changes = [
      () => world.open.desk['key:set-control']({ connectionId, key: 'ANOTHER-KEY' }),
      () => world.open.desk['key:import-rsa']({ connectionId, pem: pem() }),
      () => world.open.desk['key:create-rsa']({ connectionId, bits: 2048 }),
      () => world.open.desk['key:remove']({ connectionId, which: 'private' }),
      () => world.open.desk['connection:remove']({ connectionId, name: 'Shop' }),
    ]
    for (const [at, change] of changes.entries()) {
      person.whileAsked = async () => {
        // What the dialog names is asked about as well, and one dialog is open.
        const renamed = await world.open.desk['connection:save']({
          ...recordOf(before),
          name: 'Another',
        })
        expect(faultOf(renamed)).toMatchObject({ reason: 'question-open' })
        // A guard that is raised is not asked about.
        const money = { freeReasonFrom: String(100 - at) }
        must(await world.open.desk['connection:set-money']({ connectionId, money }))
      }
      expect(faultOf((await change()) as Result<unknown>)).toMatchObject({
        message:
          'The connection was changed meanwhile. Nothing was saved. Open the connection again.',
      })
    }
    const { control, privateKey } = await stored(connectionId)
    expect([control, privateKey]).toEqual([before.control, before.privateKey])
  })

  it('is one of two that were entered at once for a connection without a key', async () => {
    const { id: connectionId } = must(await ownConnection())
    person.asked = []
    const all = await Promise.all(
      ['FIRST', 'SECOND'].map((key) => world.open.desk['key:set-control']({ connectionId, key })),
    )
    expect(all.map(({ ok }) => ok)).toEqual([true, false])
    expect((await stored(connectionId)).control.fingerprint).toBe(fingerprint('FIRST'))
    expect(person.asked).toEqual([])
  })
})
