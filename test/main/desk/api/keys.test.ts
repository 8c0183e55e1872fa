import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { lasting, openKeys, pair } from './keys-rig.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'

const connectionId = 'c-1'
const slot = controlKeySlot(connectionId)

describe('a control key', () => {
  it('is stored, named by the beginning of its fingerprint, and logged without itself', async () => {
    const { keys, vault, log } = openKeys()
    const set = await keys['key:set-control']({ connectionId, key: 'B17F59B4-A7DC' })
    if (!set.ok) throw new Error(JSON.stringify(set.fault))
    expect(set.value.control).toMatchObject({ isSet: true, storedIn: 'keychain' })
    expect(set.value.control.fingerprint).toMatch(/^[0-9a-f]{16}$/)
    expect(await vault.read(slot)).toEqual({ ok: true, value: 'B17F59B4-A7DC' })
    expect(log()).toMatchObject([
      { kind: 'key:set', details: { replaced: null, fingerprint: set.value.control.fingerprint } },
    ])
    expect(JSON.stringify([set, log()])).not.toContain('B17F59B4')
  })

  it.each([
    ['-----BEGIN PRIVATE KEY-----', /PEM/],
    ['<MERCHANT_CONTROL_KEY>', /placeholder/],
    ['two words', /space/],
    ['clé', /character/],
  ])('is refused in words when it can’t be one: %s', async (key, message) => {
    const { keys, parts } = openKeys()
    const set = await keys['key:set-control']({ connectionId, key })
    expect(formatMessages(set)).toMatchObject({
      ok: false,
      fault: { kind: 'input', field: 'key', message: expect.stringMatching(message) },
    })
    expect(parts.secrets.find(slot)).toBeUndefined()
  })

  it('stays the old one, in keychain and ledger alike, when the ledger can’t be written', async () => {
    const { keys, vault, parts, trouble, log } = openKeys()
    await keys['key:set-control']({ connectionId, key: 'OLD' })
    const before = parts.secrets.find(slot)
    trouble.onCommit = () => {
      throw new Error('disk full')
    }
    await expect(keys['key:set-control']({ connectionId, key: 'NEW' })).rejects.toThrow('disk full')
    expect(await vault.read(slot)).toEqual({ ok: true, value: 'OLD' })
    expect(parts.secrets.find(slot)).toEqual(before)
    expect(log()).toHaveLength(1)
    // What comes next is not held up by what failed.
    trouble.onCommit = () => undefined
    expect((await keys['key:set-control']({ connectionId, key: 'NEW' })).ok).toBe(true)
  })

  it('and a locked keychain changes nothing', async () => {
    const locked = fail({
      kind: 'vault',
      sent: 'no',
      reason: 'locked',
      message: 'Locked.',
    } as const)
    const { keys, parts, log } = openKeys({ ...lasting(), write: () => Promise.resolve(locked) })
    expect(await keys['key:set-control']({ connectionId, key: 'NEW' })).toEqual(locked)
    expect(parts.secrets.find(slot)).toBeUndefined()
    expect(log()).toEqual([])
  })
})

describe('a private key', () => {
  it('that can’t be named in the ledger leaves the old one in force', async () => {
    const { keys, ring, parts, trouble } = openKeys()
    const first = await keys['key:import-rsa']({ connectionId, pem: pair() })
    if (!first.ok) throw new Error(JSON.stringify(first.fault))
    const before = await ring.read(privateKeySlot(connectionId))
    trouble.onCommit = () => {
      throw new Error('disk full')
    }
    await expect(keys['key:import-rsa']({ connectionId, pem: pair() })).rejects.toThrow('disk full')
    expect(parts.secrets.find(privateKeySlot(connectionId))?.fingerprint).toBe(
      first.value.fingerprint,
    )
    expect(await ring.read(privateKeySlot(connectionId))).toEqual(before)
  })

  it('of a test connection is refused for production, and the other way round, with the name', async () => {
    const { keys, add, log } = openKeys()
    add('c-2', 'production')
    const pem = pair()
    await keys['key:import-rsa']({ connectionId: 'c-2', pem })
    for (const refused of [
      await keys['key:import-rsa']({ connectionId, pem }),
      await keys['key:set-control']({ connectionId: 'c-2', key: 'SAME' }).then(() =>
        keys['key:set-control']({ connectionId, key: 'SAME' }),
      ),
    ])
      expect(formatMessages(refused)).toMatchObject({
        ok: false,
        fault: {
          kind: 'denied',
          reason: 'not-possible',
          message: expect.stringContaining('“Shop c-2” uses the same key'),
        },
      })
    expect(log().map((entry) => entry.kind)).toEqual(['key:imported', 'key:set'])
    // Among test connections it may be shared.
    add('c-3', 'test')
    const own = pair()
    expect((await keys['key:import-rsa']({ connectionId, pem: own })).ok).toBe(true)
    expect((await keys['key:import-rsa']({ connectionId: 'c-3', pem: own })).ok).toBe(true)
  })

  it('made for a connection that is removed meanwhile is kept nowhere', async () => {
    const { keys, remove, folder, log } = openKeys()
    const making = keys['key:create-rsa']({ connectionId, bits: 2048 })
    // Past the first check, while the numbers are still looked for.
    await new Promise((resolve) => setImmediate(resolve))
    remove(connectionId)
    expect(await making).toMatchObject({ ok: false, fault: { reason: 'not-found' } })
    expect(readdirSync(folder)).toEqual([])
    expect(log()).toEqual([])
  })

  it('is saved as its public half, where the person says, or nowhere', async () => {
    const { keys, saving, log } = openKeys()
    expect(await keys['key:save-public']({ connectionId })).toMatchObject({
      fault: { reason: 'not-found' },
    })
    const imported = await keys['key:import-rsa']({ connectionId, pem: pair() })
    if (!imported.ok) throw new Error('not imported')
    const { pem, fingerprint } = imported.value
    expect(await keys['key:save-public']({ connectionId })).toEqual(ok({ path: '/tmp/key.pem' }))
    expect(saving.files).toMatchObject([
      { text: pem, suggestedName: `paydesk-public-key-${fingerprint.slice(0, 8)}.pem` },
    ])
    expect(pem).not.toContain('PRIVATE')
    const exported = () => log().filter(({ kind }) => kind === 'key:exported')
    const entry = { kind: 'key:exported', details: { file: '/tmp/key.pem', fingerprint } }
    expect(exported()).toMatchObject([entry])
    saving.answer = ok(null)
    expect(await keys['key:save-public']({ connectionId })).toEqual(ok(null))
    const full = fail(inputFault('file', 'no room'))
    saving.answer = full
    expect(await keys['key:save-public']({ connectionId })).toEqual(full)
    // What was not written left nothing to tell.
    expect(exported()).toHaveLength(1)
  })

  it('is asked for by what is missing', async () => {
    const { keys } = openKeys()
    expect(formatMessages(await keys['key:public']({ connectionId }))).toMatchObject({
      fault: { reason: 'not-found', message: expect.stringContaining('no private key') },
    })
    expect(await keys['key:public']({ connectionId: 'gone' })).toMatchObject({
      fault: { reason: 'not-found' },
    })
  })
})

describe('without a keychain', () => {
  it('keys serve for this run, nothing is written, and the view says so', async () => {
    const { keys, folder, parts } = openKeys(createMemoryVault())
    const set = await keys['key:set-control']({ connectionId, key: 'KEY' })
    expect(set).toMatchObject({ ok: true, value: { control: { storedIn: 'memory' } } })
    expect((await keys['key:import-rsa']({ connectionId, pem: pair() })).ok).toBe(true)
    expect((await keys['key:public']({ connectionId })).ok).toBe(true)
    expect(readdirSync(folder)).toEqual([])
    expect(parts.secrets.find(privateKeySlot(connectionId))?.storedIn).toBe('memory')
    const removed = await keys['key:remove']({ connectionId, which: 'private' })
    expect(removed).toMatchObject({ ok: true, value: { privateKey: { isSet: false } } })
  })
})
