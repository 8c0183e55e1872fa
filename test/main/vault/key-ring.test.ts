import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import { fail } from '#shared/fault.ts'
import { sealingKeySlot } from '../../../src/main/vault/key-ring.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import {
  adopt,
  type Bench,
  fingerprintOf,
  first,
  openBench,
  reasonOf,
  ringContract,
  second,
} from './ring-contract.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const bench of open.splice(0)) bench.close()
})
function bench(vault: Vault): Bench {
  const made = openBench(vault)
  open.push(made)
  return made
}
/** Memory that says of itself what a keychain says. */
const lasting = (): Vault => ({ ...createMemoryVault(), kind: 'keychain' })
const digest = (key: string) => createHash('sha256').update(key).digest('hex')
const locked = fail({ kind: 'vault', sent: 'no', reason: 'locked', message: 'locked' })

describe('a key ring over a vault that lasts', () => {
  it.each(ringContract)('$name', async ({ run }) => {
    await run(bench(lasting()))
  })

  it('is locked when the keychain is, and makes no new key-encryption key then', async () => {
    const vault = lasting()
    let isLocked = false
    const desk = bench({
      ...vault,
      read: (slot) => (isLocked ? Promise.resolve(locked) : vault.read(slot)),
      write: (slot, secret) => (isLocked ? Promise.resolve(locked) : vault.write(slot, secret)),
    })
    await adopt(desk, 'c-1', first)
    const before = await vault.read(sealingKeySlot)
    isLocked = true
    expect(reasonOf(await desk.ring.read(privateKeySlot('c-1')))).toBe('locked')
    expect(reasonOf(await desk.ring.keep('c-1', second))).toBe('locked')
    expect(await vault.read(sealingKeySlot)).toEqual(before)
    expect(readdirSync(desk.folder)).toHaveLength(1)
  })

  it('keeps nothing when the disk refuses, and says why', async () => {
    const desk = bench(lasting())
    rmSync(desk.folder, { recursive: true })
    writeFileSync(desk.folder, 'a file where the folder should be')
    expect(reasonOf(await desk.ring.keep('c-1', first))).toBe('refused')
    desk.notes.set(privateKeySlot('c-1'), fingerprintOf(first))
    expect(reasonOf(await desk.ring.read(privateKeySlot('c-1')))).toBe('refused')
  })

  it('replaces what a crash left half-written', async () => {
    const desk = bench(lasting())
    const name = `c-1.${fingerprintOf(first).slice(0, 16)}.sealed.new`
    mkdirSync(desk.folder, { recursive: true })
    writeFileSync(join(desk.folder, name), 'half')
    chmodSync(join(desk.folder, name), 0o644)
    await adopt(desk, 'c-1', first)
    expect(readdirSync(desk.folder)).toEqual([name.replace('.new', '')])
  })

  it('passes other slots on, and has no key for a connection the ledger names none for', async () => {
    const desk = bench(lasting())
    await desk.ring.write('audit/signing-key', 'x')
    expect(await desk.ring.read('audit/signing-key')).toEqual({ ok: true, value: 'x' })
    await desk.ring.write(controlKeySlot('c-1'), 'left over')
    expect(reasonOf(await desk.ring.read(controlKeySlot('c-1')))).toBe('lost')
    desk.notes.set(controlKeySlot('c-1'), digest('another'))
    expect(reasonOf(await desk.ring.read(controlKeySlot('c-1')))).toBe('lost')
    desk.notes.set(controlKeySlot('c-1'), digest('left over'))
    expect(await desk.ring.read(controlKeySlot('c-1'))).toEqual({ ok: true, value: 'left over' })
  })

  it('never lets an id out of its folder', async () => {
    const desk = bench(lasting())
    await expect(desk.ring.keep('../c-1', first)).rejects.toThrow('not a connection')
    expect(() => desk.ring.write(privateKeySlot('c-1'), 'plain')).toThrow('keep()')
  })
})

describe('a control key', () => {
  it('is proved by reading it back; one that comes back otherwise leaves the old one in force', async () => {
    const vault = lasting()
    const desk = bench(vault)
    const slot = controlKeySlot('c-1')
    const kept = await desk.ring.keepControl('c-1', 'OLD')
    expect(kept.ok).toBe(true)
    const forgetful = bench({
      ...vault,
      write: (name, secret) => vault.write(name, secret === 'NEW' ? 'N' : secret),
    })
    expect(reasonOf(await forgetful.ring.keepControl('c-1', 'NEW'))).toBe('refused')
    expect(await vault.read(slot)).toEqual({ ok: true, value: 'OLD' })
  })

  it('can be taken back by a caller who could not write its name down', async () => {
    const vault = lasting()
    const desk = bench(vault)
    const slot = controlKeySlot('c-1')
    const one = await desk.ring.keepControl('c-1', 'OLD')
    const two = await desk.ring.keepControl('c-1', 'NEW')
    if (!one.ok || !two.ok) throw new Error('not kept')
    await two.value()
    expect(await vault.read(slot)).toEqual({ ok: true, value: 'OLD' })
    await one.value()
    expect(reasonOf(await vault.read(slot))).toBe('lost')
  })
})

describe('a key ring over memory', () => {
  it('keeps keys for this run and writes nothing to the disk', async () => {
    const desk = bench(createMemoryVault())
    await adopt(desk, 'c-1', first)
    expect((await desk.ring.read(privateKeySlot('c-1'))).ok).toBe(true)
    expect(readdirSync(desk.folder)).toEqual([])
    await desk.ring.remove(privateKeySlot('c-1'))
    expect(reasonOf(await desk.ring.read(privateKeySlot('c-1')))).toBe('lost')
  })

  it('leaves what a keychain’s run sealed alone', async () => {
    const desk = bench(lasting())
    await adopt(desk, 'c-1', first)
    const names = readdirSync(desk.folder)
    const other = openBench(createMemoryVault({ hadKeychain: true }))
    open.push(other)
    const { keyRing } = await import('../../../src/main/vault/key-ring.ts')
    const ring = keyRing(createMemoryVault({ hadKeychain: true }), {
      folder: desk.folder,
      fingerprintOf: (slot) => desk.notes.get(slot),
    })
    expect(reasonOf(await ring.read(privateKeySlot('c-1')))).toBe('absent')
    await ring.keep('c-1', second)
    await ring.tidy('c-1', fingerprintOf(second))
    await ring.remove(privateKeySlot('c-1'))
    expect(readdirSync(desk.folder)).toEqual(names)
  })
})
