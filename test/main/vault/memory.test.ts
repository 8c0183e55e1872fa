import { describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { contract } from './vault-contract.ts'

describe('the vault in memory', () => {
  it.each(contract.map((step) => [step.name, step] as const))('%s', async (_name, step) => {
    await step.run(createMemoryVault())
    expect(step.name).not.toBe('')
  })

  it('says that there is no keychain', async () => {
    expect(await createMemoryVault().probe()).toMatchObject({ state: 'absent' })
  })

  it('shares nothing with another one', async () => {
    await createMemoryVault().write('a', 'x')
    expect(await createMemoryVault().read('a')).toMatchObject({
      ok: false,
      fault: { reason: 'lost' },
    })
  })

  it('calls a slot absent when the ledger knows of a keychain that isn’t there', async () => {
    expect(await createMemoryVault({ hadKeychain: true }).read('a')).toMatchObject({
      ok: false,
      fault: { reason: 'absent' },
    })
  })
})
