// What every vault must do, as a list of named steps without a test library: the memory vault is
// checked in the test's own process, the keychain in a process of its own beside a real keyring.
import { deepStrictEqual } from 'node:assert/strict'
import type { Vault } from '../../../src/main/vault/vault.ts'

export interface Step {
  name: string
  run(vault: Vault): Promise<void>
}

const expectLost = async (vault: Vault, slot: string): Promise<void> => {
  const read = await vault.read(slot)
  deepStrictEqual(read.ok ? 'a secret' : read.fault.kind === 'vault' && read.fault.reason, 'lost')
  deepStrictEqual(read.ok ? '' : read.fault.sent, 'no')
}

export const contract: Step[] = [
  {
    name: 'a slot nobody wrote is lost, not empty',
    run: (vault) => expectLost(vault, 'never/written'),
  },
  {
    name: 'a secret comes back as it was written: long, with signs, accents and line breaks',
    run: async (vault) => {
      for (const secret of ['x', 'clé ✓ “”\n\t', 'A'.repeat(2560), '{"a":1}']) {
        deepStrictEqual(await vault.write('a/secret', secret), { ok: true, value: null })
        deepStrictEqual(await vault.read('a/secret'), { ok: true, value: secret })
      }
    },
  },
  {
    name: 'slots do not touch each other',
    run: async (vault) => {
      await vault.write('one', '1')
      await vault.write('one/two', '2')
      deepStrictEqual(await vault.read('one'), { ok: true, value: '1' })
      deepStrictEqual(await vault.read('one/two'), { ok: true, value: '2' })
    },
  },
  {
    name: 'a removed secret is lost, and removing it again is no fault',
    run: async (vault) => {
      await vault.write('gone', 'x')
      deepStrictEqual(await vault.remove('gone'), { ok: true, value: null })
      await expectLost(vault, 'gone')
      deepStrictEqual(await vault.remove('gone'), { ok: true, value: null })
    },
  },
  {
    name: 'many calls at once each get their own answer',
    run: async (vault) => {
      const numbers = Array.from({ length: 12 }, (_, n) => n)
      await Promise.all(numbers.map((n) => vault.write(`many/${n}`, `secret ${n}`)))
      const read = await Promise.all(numbers.map((n) => vault.read(`many/${n}`)))
      deepStrictEqual(
        read,
        numbers.map((n) => ({ ok: true, value: `secret ${n}` })),
      )
    },
  },
]
