// Run as a process of its own, beside a real keyring or none: does what its first argument says and
// prints JSON. A crash of the keychain's native code then fails one test instead of the test
// runner.
import { createKeychainVault } from '../../../src/main/vault/keychain.ts'
import { openVault } from '../../../src/main/vault/open.ts'
import { openBench, ringContract } from './ring-contract.ts'
import { contract } from './vault-contract.ts'

const [what = '', slot = 'a/secret'] = process.argv.slice(2)
const profile = process.env.VAULT_PROFILE ?? 'first'

async function answers(): Promise<unknown> {
  if (what === 'contract') {
    const failures: string[] = []
    for (const step of contract) {
      try {
        await step.run(createKeychainVault({ profile }))
      } catch (error) {
        failures.push(`${step.name}: ${String(error)}`)
      }
    }
    return { ran: contract.length, failures }
  }
  if (what === 'ring-contract') {
    const failures: string[] = []
    for (const step of ringContract) {
      const vault = createKeychainVault({ profile: `${profile}-${step.name.length}` })
      const bench = openBench(vault)
      try {
        await step.run(bench)
      } catch (error) {
        failures.push(`${step.name}: ${String(error)}`)
      } finally {
        bench.close()
      }
    }
    return { ran: ringContract.length, failures }
  }
  const vault = await openVault({ profile, hasSecrets: process.env.HAS_SECRETS === 'yes' })
  const { state } = await vault.probe()
  if (what === 'write') return { state, written: await vault.write(slot, `of ${profile}`) }
  if (what === 'read') return { state, kind: vault.kind, read: await vault.read(slot) }
  return {
    state,
    kind: vault.kind,
    written: await vault.write(slot, 'x'),
    read: await vault.read(slot),
    removed: await vault.remove(slot),
  }
}

process.stdout.write(`answer ${JSON.stringify(await answers())}\n`)
