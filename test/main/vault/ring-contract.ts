// What a key ring must do over every vault that lasts, as named steps without a test library: over
// memory in the test's own process, and over a real keyring in a process of its own.
import { deepStrictEqual, ok as isTrue } from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeySlot } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import { type KeyRing, keyRing, sealingKeySlot } from '../../../src/main/vault/key-ring.ts'
import { publicFacts } from '../../../src/main/vault/rsa-key.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'

export interface Bench {
  vault: Vault
  ring: KeyRing
  folder: string
  /** The ledger's notes: slot to fingerprint. */
  notes: Map<string, string>
}

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** Made once: they cost time. */
export const [first, second] = [newKey(), newKey()]
export const fingerprintOf = (key: KeyObject): string => publicFacts(key).fingerprint

export function openBench(vault: Vault): Bench & { close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-ring-'))
  const notes = new Map<string, string>()
  const ring = keyRing(vault, { folder, fingerprintOf: (slot) => notes.get(slot) })
  const close = (): void => rmSync(folder, { recursive: true, force: true })
  return { vault, ring, folder, notes, close }
}

/** As the desk does it: kept, named in the ledger, tidied. */
export async function adopt({ ring, notes }: Bench, connectionId: string, key: KeyObject) {
  const kept = await ring.keep(connectionId, key)
  deepStrictEqual(kept, { ok: true, value: null })
  notes.set(privateKeySlot(connectionId), fingerprintOf(key))
  deepStrictEqual(await ring.tidy(connectionId, fingerprintOf(key)), { ok: true, value: null })
}

export const reasonOf = (result: Result<unknown>): string =>
  result.ok ? 'ok' : result.fault.kind === 'vault' ? result.fault.reason : result.fault.kind

const reads = async ({ ring }: Bench, connectionId: string, key: KeyObject): Promise<void> => {
  const read = await ring.read(privateKeySlot(connectionId))
  isTrue(read.ok, JSON.stringify(read))
  isTrue(createPrivateKey(read.value).equals(key))
}

const onlyFile = ({ folder }: Bench): string => {
  const names = readdirSync(folder)
  deepStrictEqual(names.length, 1, names.join())
  return join(folder, names[0]!)
}

export const ringContract: { name: string; run(bench: Bench): Promise<void> }[] = [
  {
    name: 'gives a key back that it kept, from a file only its owner can read',
    run: async (bench) => {
      await adopt(bench, 'c-1', first)
      await reads(bench, 'c-1', first)
      deepStrictEqual(statSync(onlyFile(bench)).mode & 0o777, 0o600)
    },
  },
  {
    name: 'gives out the old key until the ledger names the new one',
    run: async (bench) => {
      await adopt(bench, 'c-1', first)
      deepStrictEqual((await bench.ring.keep('c-1', second)).ok, true)
      await reads(bench, 'c-1', first)
      bench.notes.set(privateKeySlot('c-1'), fingerprintOf(second))
      await reads(bench, 'c-1', second)
      await bench.ring.tidy('c-1', fingerprintOf(second))
      onlyFile(bench)
      await reads(bench, 'c-1', second)
    },
  },
  {
    name: 'keeps connections apart, removes one and is no fault when nothing is there',
    run: async (bench) => {
      await adopt(bench, 'c-1', first)
      await adopt(bench, 'c-10', second)
      deepStrictEqual((await bench.ring.remove(privateKeySlot('c-1'))).ok, true)
      deepStrictEqual((await bench.ring.remove(privateKeySlot('c-1'))).ok, true)
      deepStrictEqual(reasonOf(await bench.ring.read(privateKeySlot('c-1'))), 'lost')
      await reads(bench, 'c-10', second)
    },
  },
  {
    name: 'two first keys at once are both kept under one key-encryption key',
    run: async (bench) => {
      await Promise.all([adopt(bench, 'c-1', first), adopt(bench, 'c-2', second)])
      await reads(bench, 'c-1', first)
      await reads(bench, 'c-2', second)
    },
  },
  {
    name: 'a file that was changed, cut off, emptied or swapped is a fault that says so',
    run: async (bench) => {
      await adopt(bench, 'c-1', first)
      const file = onlyFile(bench)
      const text = readFileSync(file, 'utf8')
      const lines = text.split('\n')
      const sealed = Buffer.from(lines[3]!, 'base64')
      sealed[100]! ^= 0x40
      for (const broken of [
        lines.with(3, sealed.toString('base64')).join('\n'),
        text.slice(0, text.length / 2),
        '',
      ]) {
        writeFileSync(file, broken)
        deepStrictEqual(reasonOf(await bench.ring.read(privateKeySlot('c-1'))), 'refused')
      }
      // Another connection's sealed key under this one's name.
      await bench.ring.keep('c-2', first)
      const foreign = readdirSync(bench.folder).find((name) => name.startsWith('c-2.'))!
      writeFileSync(file, readFileSync(join(bench.folder, foreign)))
      deepStrictEqual(reasonOf(await bench.ring.read(privateKeySlot('c-1'))), 'refused')
      writeFileSync(file, text)
      await reads(bench, 'c-1', first)
    },
  },
  {
    name: 'a lost key-encryption key is lost, and a new import makes a new one',
    run: async (bench) => {
      await adopt(bench, 'c-1', first)
      await bench.vault.remove(sealingKeySlot)
      deepStrictEqual(reasonOf(await bench.ring.read(privateKeySlot('c-1'))), 'lost')
      await adopt(bench, 'c-2', second)
      // Sealed with the key that is gone: another one does not open it.
      deepStrictEqual(reasonOf(await bench.ring.read(privateKeySlot('c-1'))), 'lost')
      await adopt(bench, 'c-1', first)
      await reads(bench, 'c-1', first)
    },
  },
  {
    name: 'a key-encryption key that is none is refused, and never replaced',
    run: async (bench) => {
      await adopt(bench, 'c-1', first)
      await bench.vault.write(sealingKeySlot, 'v1:nonsense')
      deepStrictEqual(reasonOf(await bench.ring.read(privateKeySlot('c-1'))), 'refused')
      deepStrictEqual(reasonOf(await bench.ring.keep('c-1', second)), 'refused')
      deepStrictEqual(await bench.vault.read(sealingKeySlot), { ok: true, value: 'v1:nonsense' })
    },
  },
  {
    name: 'a sealed file that is gone is lost',
    run: async (bench) => {
      await adopt(bench, 'c-1', first)
      rmSync(onlyFile(bench))
      deepStrictEqual(reasonOf(await bench.ring.read(privateKeySlot('c-1'))), 'lost')
    },
  },
]
