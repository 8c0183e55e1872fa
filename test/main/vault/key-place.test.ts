// A key signs for the host, the login and the endpoint it was entered for: whatever the ledger says
// by now, nothing else gets it.
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { controlKeySlot } from '#shared/connections/connection.ts'
import { fail } from '#shared/fault.ts'
import { keyPlaceSlot, type KeyUse } from '../../../src/main/vault/key-place.ts'
import { type KeyRing, keyRing } from '../../../src/main/vault/key-ring.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import { reasonOf } from './ring-contract.ts'

const slot = controlKeySlot('c-1')
const place = { origin: 'https://gate.example', login: 'shop', endpointId: '1144' }
const use: KeyUse = {
  url: 'https://gate.example/paynet/api/v2/return/1144',
  login: 'shop',
  endpointId: '1144',
}
let vault: Vault
let ring: KeyRing
const ringOf = (of: Vault): KeyRing =>
  keyRing(of, {
    folder: '/nowhere',
    fingerprintOf: () => createHash('sha256').update('KEY').digest('hex'),
    isPractice: (id) => id === 'sandbox',
  })

beforeEach(async () => {
  vault = { ...createMemoryVault(), kind: 'keychain' }
  ring = ringOf(vault)
  await ring.keepControl('c-1', 'KEY')
  await ring.bind(slot, place)
})

describe('a key', () => {
  it('is given out for its place, at any path, in this run and the next', async () => {
    for (const one of [ring, ringOf(vault)]) {
      expect(await one.readFor(slot, use)).toEqual({ ok: true, value: 'KEY' })
      expect(await one.readFor(slot, { ...use, url: 'https://gate.example/other' })).toMatchObject({
        ok: true,
      })
    }
  })

  it.each([
    ['another host', { url: 'https://gate.example.evil/paynet' }],
    ['another port', { url: 'https://gate.example:8443/paynet' }],
    ['plain http', { url: 'http://gate.example/paynet' }],
    ['another login', { login: 'shop2' }],
    ['another endpoint', { endpointId: '1145' }],
  ])('is refused for %s, and the refusal names both places', async (_story, more) => {
    const read = await ring.readFor(slot, { ...use, ...more })
    expect(reasonOf(read)).toBe('refused')
    const message = read.ok ? '' : formatMessage(read.fault.message)
    expect(message).toContain('entered for https://gate.example, login shop, endpoint 1144')
    expect(message).toContain(new URL({ ...use, ...more }.url).origin)
    expect(message).toContain('Nothing was signed or sent')
    expect(message).not.toContain('KEY')
  })

  it('is refused where nobody says what it is for, or what is said was not written here', async () => {
    for (const text of [null, 'no JSON', '{"v":2}', '{"v":1,"origin":"https://gate.example"}']) {
      if (text === null) await vault.remove(keyPlaceSlot(slot))
      else await vault.write(keyPlaceSlot(slot), text)
      expect(reasonOf(await ringOf(vault).readFor(slot, use))).toBe('lost')
    }
  })

  it('that is removed takes its place with it: the next key has none until it is bound', async () => {
    await ring.remove(slot)
    expect((await vault.read(keyPlaceSlot(slot))).ok).toBe(false)
    await ring.keepControl('c-1', 'NEXT')
    expect(reasonOf(await ringOf(vault).readFor(slot, use))).toBe('lost')
  })

  it('says that the keychain is locked when it is, not that the key is for elsewhere', async () => {
    const locked = fail({ kind: 'vault', sent: 'no', reason: 'locked', message: 'locked' })
    const half = ringOf({
      ...vault,
      read: (of) => (of === slot ? vault.read(of) : Promise.resolve(locked)),
    })
    expect(reasonOf(await half.readFor(slot, use))).toBe('locked')
  })

  it('of the practice connection is for the address of this run', async () => {
    const own = controlKeySlot('sandbox')
    await ring.write(own, 'KEY')
    expect(await ring.readFor(own, { ...use, url: 'http://127.0.0.1:4711/paynet' })).toMatchObject({
      ok: true,
    })
  })
})
