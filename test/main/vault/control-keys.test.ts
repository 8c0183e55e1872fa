import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { controlKeySlot } from '#shared/connections/connection.ts'
import { ok } from '#shared/fault.ts'
import { type ControlKeys, createControlKeys } from '../../../src/main/vault/control-keys.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'

const id = 'c-1'
const present = controlKeySlot(id)
const next = controlKeySlot(id, 'next')
const digest = (key: string) => createHash('sha256').update(key).digest('hex')

let vault: Vault
let named: Map<string, string>
let keys: ControlKeys
beforeEach(async () => {
  vault = { ...createMemoryVault(), kind: 'keychain' }
  named = new Map()
  keys = createControlKeys(vault, (slot) => named.get(slot))
  await keys.keep(id, 'present', 'OLD')
  named.set(present, digest('OLD'))
  await keys.keep(id, 'next', 'NEW')
  named.set(next, digest('NEW'))
})
const inVault = async () =>
  Promise.all(
    [present, next].map(async (slot) => {
      const read = await vault.read(slot)
      return read.ok ? read.value : null
    }),
  )
/** The entry of a switch, and no more than that. */
const switched = () => {
  named.set(present, digest('NEW'))
  named.delete(next)
}

describe('a next control key', () => {
  it('lies beside the present one, and does not sign in its place', async () => {
    expect(await keys.read(id, 'present')).toEqual(ok('OLD'))
    expect(await keys.read(id, 'next')).toEqual(ok('NEW'))
  })

  it('signs from the entry of the switch on, and is put in its place by the first use', async () => {
    switched()
    expect(await inVault()).toEqual(['OLD', 'NEW'])
    expect(await keys.read(id, 'present')).toEqual(ok('NEW'))
    expect(await inVault()).toEqual(['NEW', null])
  })

  it('is found although the key from before is gone from the keychain', async () => {
    switched()
    await vault.remove(present)
    expect(await keys.read(id, 'present')).toEqual(ok('NEW'))
  })

  it('is given out although the keychain takes nothing, and stays where it is', async () => {
    switched()
    const stuck = createControlKeys(
      { ...vault, write: () => Promise.resolve({ ok: false, fault: locked } as const) },
      (slot) => named.get(slot),
    )
    expect(await stuck.read(id, 'present')).toEqual(ok('NEW'))
    expect(await inVault()).toEqual(['OLD', 'NEW'])
  })

  it('is not lost to another one that is kept before the switch was finished', async () => {
    switched()
    const reads = Promise.all([1, 2, 3].map(() => keys.read(id, 'present')))
    const kept = await keys.keep(id, 'next', 'THIRD')
    expect(kept.ok).toBe(true)
    named.set(next, digest('THIRD'))
    expect(await reads).toEqual([ok('NEW'), ok('NEW'), ok('NEW')])
    expect(await inVault()).toEqual(['NEW', 'THIRD'])
  })

  it('is not removed by a switch that ends late, when it is the one after', async () => {
    switched()
    let slowly = true
    const slow = createControlKeys(
      {
        ...vault,
        remove: async (slot) => {
          const isSlow = slowly
          slowly = false
          await new Promise((resolve) => setTimeout(resolve, isSlow ? 30 : 0))
          return vault.remove(slot)
        },
      },
      (slot) => named.get(slot),
    )
    const read = slow.read(id, 'present')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await slow.keep(id, 'next', 'THIRD')).ok).toBe(true)
    await read
    expect(await inVault()).toEqual(['NEW', 'THIRD'])
  })

  it('does not sign where the ledger names neither key', async () => {
    named.set(present, digest('SOMETHING ELSE'))
    expect(await keys.read(id, 'present')).toEqual(ok('OLD'))
    expect(await inVault()).toEqual(['OLD', 'NEW'])
  })

  it('is not asked for where the keychain is locked', async () => {
    const asked: string[] = []
    const shut = createControlKeys(
      {
        ...vault,
        read: (slot) => {
          asked.push(slot)
          return Promise.resolve({ ok: false, fault: locked } as const)
        },
      },
      (slot) => named.get(slot),
    )
    expect(await shut.read(id, 'present')).toMatchObject({ fault: { reason: 'locked' } })
    expect(asked).toEqual([present])
  })
})

describe('a control key for this run', () => {
  it('is kept although the keychain, where a next one may be, is away', async () => {
    const away = createControlKeys(createMemoryVault({ hadKeychain: true }), () => digest('KEY'))
    expect(await away.keep(id, 'present', 'KEY')).toMatchObject({ ok: true })
    expect(await away.read(id, 'present')).toEqual(ok('KEY'))
  })
})

const locked = { kind: 'vault', sent: 'no', reason: 'locked', message: 'locked' } as const
