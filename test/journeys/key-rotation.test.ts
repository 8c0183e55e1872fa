// The keys of a connection are rotated while money moves: the next key is made beside the present
// one, handed to the gateway, tested and switched to. No request is refused, and a program that is
// killed anywhere leaves one key that the gateway takes.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { ConnectionDetails } from '#shared/bridge/connections.ts'
import { controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail, ok } from '#shared/fault.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import {
  addShop,
  faultOf,
  must,
  openDesk,
  handleOf,
  type OpenDesk,
  trainingOrder,
} from './story.ts'
import { eachPerson, eachWorld, oneEuro } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()

/** What a keychain holds, with a look at it before and after each change. */
function openVault(kept: Map<string, string>, seen: (what: string) => void = () => undefined) {
  const change = (what: string, run: () => void) => {
    seen(`before ${what}`)
    run()
    seen(`after ${what}`)
    return Promise.resolve(ok(null))
  }
  return {
    kind: 'keychain',
    read: (slot) => {
      const secret = kept.get(slot)
      return Promise.resolve(
        secret === undefined
          ? fail({ kind: 'vault', sent: 'no', reason: 'lost', message: 'gone' })
          : ok(secret),
      )
    },
    write: (slot, secret) => change(`writing ${slot}`, () => kept.set(slot, secret)),
    remove: (slot) => change(`removing ${slot}`, () => kept.delete(slot)),
    probe: () => Promise.resolve({ state: 'ready', message: '' }),
  } satisfies Vault
}

const pem = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
const digest = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16)
const nextKey = 'THE-NEXT-CONTROL-KEY'
const kept = new Map<string, string>()
let seen: (what: string) => void = () => undefined
let connectionId: string
const shown = async (desk: OpenDesk = world.open): Promise<ConnectionDetails> =>
  must(await desk.desk['connection:show']({ connectionId }))
const sandboxKeys = () => world.sandbox.identity.merchantControlKey

beforeEach(async () => {
  kept.clear()
  seen = () => undefined
  await world.start({ vault: openVault(kept, (what) => seen(what)), ask: person.ask })
  connectionId = await addShop(world.open, world.sandbox)
})

/** One euro of the order, refunded over the connection whose keys are rotated. */
async function refund(orderid: string): Promise<void> {
  const before = world.refunds(orderid)
  const sent = must(await world.send(orderid, oneEuro, connectionId))
  const state = async () => {
    const order = must(await world.open.desk['order:check']({ connectionId, orderid }))
    return order.attempts.find(({ id }) => id === sent?.id)?.state
  }
  await expect.poll(state, { timeout: 5000 }).toBe('SUCCEEDED')
  expect(world.refunds(orderid)).toBe(before + 1)
}

const setNext = () =>
  world.open.desk['key:set-control']({ connectionId, key: nextKey, role: 'next' })

it('a control key is rotated with refunds before, during and after, and none is refused', async () => {
  const { open, sandbox } = world
  const orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
  await refund(orderid)

  const set = must(await setNext())
  expect(set.control.fingerprint).toBe(digest(sandboxKeys()))
  expect(set.nextControl.fingerprint).toBe(digest(nextKey))
  await refund(orderid)
  // Before the gateway has it, the next key is refused, and nothing is switched.
  const early = must(await open.desk['key:test-next']({ connectionId, which: 'control' }))
  expect(early).toMatchObject({ next: { verdict: 'refused' }, present: { verdict: 'taken' } })
  expect(faultOf(await open.desk['key:switch']({ connectionId, which: 'control' }))).toMatchObject({
    reason: 'not-possible',
    message: expect.stringContaining('refuses the next key'),
  })
  expect((await shown()).control.fingerprint).toBe(digest(sandboxKeys()))

  sandbox.takeControlKeys([sandboxKeys(), nextKey])
  await refund(orderid)
  const tested = must(await open.desk['key:test-next']({ connectionId, which: 'control' }))
  expect(tested).toMatchObject({ next: { verdict: 'taken' }, present: { verdict: 'taken' } })
  person.asked = []
  const switched = must(await open.desk['key:switch']({ connectionId, which: 'control' }))
  expect(person.asked).toHaveLength(1)
  expect(person.asked[0]).toMatchObject({ message: 'Switch “Shop” to the next control key?' })
  expect(person.asked[0]?.detail.split('\n')).toEqual(
    expect.arrayContaining([
      `Fingerprint of the stored key: ${digest(sandboxKeys())}`,
      `Fingerprint of the next key: ${digest(nextKey)}`,
      'The gateway accepts the next key.',
    ]),
  )
  expect(switched).toMatchObject({
    control: { isSet: true, fingerprint: digest(nextKey) },
    nextControl: { isSet: false },
  })
  await refund(orderid)
  // Only now does the gateway stop taking the old one.
  sandbox.takeControlKeys([nextKey])
  await refund(orderid)
  expect(kept.get(controlKeySlot(connectionId))).toBe(nextKey)
  expect(kept.has(controlKeySlot(connectionId, 'next'))).toBe(false)
})

it('a key pair is rotated: tested with both keys, switched, and the old file removed', async () => {
  const { open, sandbox } = world
  const first = must(await open.desk['key:import-rsa']({ connectionId, pem: pem() }))
  sandbox.registerKey(first.pem)
  const next = must(await open.desk['key:create-rsa']({ connectionId, bits: 2048, role: 'next' }))
  expect(await shown()).toMatchObject({
    privateKey: { fingerprint: first.fingerprint },
    nextPrivateKey: { fingerprint: next.fingerprint },
  })
  expect(must(await open.desk['key:public']({ connectionId, role: 'next' }))).toEqual(next)
  const test = async () => {
    const tested = must(await open.desk['key:test-next']({ connectionId, which: 'private' }))
    return [tested.next.verdict, tested.present?.verdict]
  }
  expect(await test()).toEqual(['refused', 'taken'])
  expect(faultOf(await open.desk['key:switch']({ connectionId, which: 'private' }))).toMatchObject({
    reason: 'not-possible',
  })
  sandbox.registerKey(next.pem)
  expect(await test()).toEqual(['taken', 'taken'])
  must(await open.desk['key:switch']({ connectionId, which: 'private' }))
  sandbox.retireKey(first.fingerprint)
  expect(await shown()).toMatchObject({
    privateKey: { fingerprint: next.fingerprint },
    nextPrivateKey: { isSet: false },
  })
  expect(must(await open.desk['key:public']({ connectionId })).pem).toBe(next.pem)
  const files = readdirSync(join(world.folder, 'keys')).filter((name) =>
    name.startsWith(`${connectionId}.`),
  )
  expect(files).toEqual([`${connectionId}.${next.fingerprint.slice(0, 16)}.sealed`])
  const signed = must(await open.desk['connection:test']({ connectionId }))
  expect(signed.checks.find(({ topic }) => topic === 'rsa')?.state).toBe('good')
})

it('whoever declines the system’s question keeps the present key', async () => {
  must(await setNext())
  world.sandbox.takeControlKeys([sandboxKeys(), nextKey])
  person.answer = false
  expect(
    faultOf(await world.open.desk['key:switch']({ connectionId, which: 'control' })),
  ).toMatchObject({ reason: 'not-permitted' })
  expect(await shown()).toMatchObject({
    control: { fingerprint: digest(sandboxKeys()) },
    nextControl: { fingerprint: digest(nextKey) },
  })
})

it('a next key signs for its own place alone, and goes with a connection that moves', async () => {
  must(await setNext())
  const { id, name, environment, baseUrl, endpointId, settings } = await shown()
  const moved = { name, environment, baseUrl, endpointId, settings, login: 'somebody-else' }
  must(await world.open.desk['connection:save']({ connectionId: id, ...moved }))
  expect(await shown()).toMatchObject({ control: { isSet: false }, nextControl: { isSet: false } })
  expect(kept.has(controlKeySlot(id, 'next'))).toBe(false)
})

it('is refused where it is the present key, or where there is none to follow', async () => {
  const { desk } = world.open
  expect(
    faultOf(await desk['key:set-control']({ connectionId, key: sandboxKeys(), role: 'next' })),
  ).toMatchObject({ kind: 'input', message: expect.stringContaining('signs now') })
  expect(
    faultOf(await desk['key:create-rsa']({ connectionId, bits: 2048, role: 'next' })),
  ).toMatchObject({ reason: 'not-possible' })
  expect(faultOf(await desk['key:switch']({ connectionId, which: 'private' }))).toMatchObject({
    reason: 'not-found',
  })
})

it.each(['control', 'private'] as const)(
  'a kill between any two steps of a switch leaves one key that is taken: %s',
  async (which) => {
    const { open, sandbox } = world
    const first = must(await open.desk['key:import-rsa']({ connectionId, pem: pem() }))
    sandbox.registerKey(first.pem)
    must(await setNext())
    const next = must(await open.desk['key:import-rsa']({ connectionId, pem: pem(), role: 'next' }))
    sandbox.registerKey(next.pem)
    sandbox.takeControlKeys([sandboxKeys(), nextKey])
    const moments: { what: string; folder: string; kept: Map<string, string> }[] = []
    seen = (what) => {
      moments.push({ what, folder: world.copyOf(world.folder), kept: new Map(kept) })
    }
    must(await open.desk['key:switch']({ connectionId, which }))
    seen = () => undefined
    expect(moments.length).toBeGreaterThanOrEqual(4)
    const names = new Set<string>()
    for (const moment of moments) {
      const desk = await openDesk({
        folder: moment.folder,
        vault: openVault(moment.kept),
        sandbox: handleOf(sandbox),
      })
      try {
        const { control, privateKey } = await shown(desk)
        names.add(String((which === 'control' ? control : privateKey).fingerprint))
        // The gateway takes the key that the log names, and no other.
        const isNext = control.fingerprint === digest(nextKey)
        sandbox.takeControlKeys([isNext ? nextKey : sandboxKeys()])
        const [own, other] =
          privateKey.fingerprint === next.fingerprint ? [next, first] : [first, next]
        sandbox.registerKey(own.pem)
        sandbox.retireKey(other.fingerprint)
        const test = must(await desk.desk['connection:test']({ connectionId }))
        const states = Object.fromEntries(test.checks.map(({ topic, state }) => [topic, state]))
        expect(states, `${moment.what}: ${JSON.stringify(test.checks)}`).toMatchObject({
          credentials: 'good',
          hmac: 'good',
          rsa: 'good',
        })
        // The keychain has followed the ledger by then.
        const named = moment.kept.get(controlKeySlot(connectionId))
        expect(digest(named ?? ''), moment.what).toBe(control.fingerprint)
      } finally {
        await desk.close()
      }
    }
    const after = which === 'control' ? digest(nextKey) : next.fingerprint
    expect([...names].at(-1)).toBe(after)
    expect(kept.has(privateKeySlot(connectionId))).toBe(false)
  },
)
