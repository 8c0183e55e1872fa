// The key of a person: opened by their passphrase alone, and by what the vault gave back unchanged.
import { createPublicKey, verify } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#shared/fault.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { createPersonKeys } from '../../../src/main/vault/person-key.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'

const cost = { N: 2 ** 10, r: 8, p: 1 }
const own = 'correct horse battery'
const text = Buffer.from('a statement')
let stored = new Map<string, string>()
let vault: Pick<Vault, 'read' | 'write' | 'remove'>
let keys: ReturnType<typeof createPersonKeys>
beforeEach(() => {
  stored = new Map()
  const inner = createMemoryVault()
  vault = {
    ...inner,
    write: (slot, secret) => {
      stored.set(slot, secret)
      return inner.write(slot, secret)
    },
  }
  keys = createPersonKeys(vault, { cost })
})

function must<T>(result: Result<T> | 'wrong-passphrase'): T {
  if (result === 'wrong-passphrase') throw new Error(result)
  if (!result.ok) throw new Error(formatMessage(result.fault.message))
  return result.value
}
const isBy = (publicKey: string, signature: Buffer): boolean => {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, text, key, signature)
}

describe('the key of a person', () => {
  it('signs by the passphrase it was made with, also in another spelling of its letters', async () => {
    const key = must(await keys.make('motörhead for ever'))
    expect(isBy(key, must(await keys.sign(key, 'moto\u0308rhead for ever', text)))).toBe(true)
    expect(await keys.sign(key, 'motorhead for ever', text)).toBe('wrong-passphrase')
  })

  it('is the same key under a new passphrase, and no longer opens by the old one', async () => {
    const key = must(await keys.make(own))
    expect(await keys.wrapAnew(key, 'wrong one here', 'another passphrase')).toBe(
      'wrong-passphrase',
    )
    must(await keys.wrapAnew(key, own, 'another passphrase'))
    expect(isBy(key, must(await keys.sign(key, 'another passphrase', text)))).toBe(true)
    expect(await keys.sign(key, own, text)).toBe('wrong-passphrase')
  })

  it('is not taken for the key of somebody else that was put in its place', async () => {
    const [ada, eve] = [must(await keys.make(own)), must(await keys.make(own))]
    const [slotOfAda, slotOfEve] = [...stored.keys()] as [string, string]
    await vault.write(slotOfAda, stored.get(slotOfEve)!)
    expect(await keys.sign(ada, own, text)).toBe('wrong-passphrase')
    expect(isBy(eve, must(await keys.sign(eve, own, text)))).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['not what was written', 'v2:1024:8:1:a:b:c'],
    [
      'a cost that would fill the memory',
      'v1:99999999:99:1:AAAA:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ],
    [
      'a cost that is no power of two',
      'v1:1000:8:1:AAAA:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ],
    ['too short', 'v1:1024:8:1:AAAA:AAAAAAAAAAAAAAAA:AAAA'],
  ])(
    'is refused, and not called a wrong passphrase, where its entry is %s',
    async (_what, entry) => {
      const key = must(await keys.make(own))
      await vault.write([...stored.keys()][0]!, entry)
      const signed = await keys.sign(key, own, text)
      expect(signed).toMatchObject({ ok: false, fault: { kind: 'vault', reason: 'refused' } })
    },
  )

  it('is not made where the vault gives back something else than was kept', async () => {
    const read = vault.read
    const odd = createPersonKeys(
      { ...vault, read: async (slot) => ((await read(slot)).ok ? read('nowhere') : read(slot)) },
      { cost },
    )
    expect((await odd.make(own)).ok).toBe(false)
  })
})
