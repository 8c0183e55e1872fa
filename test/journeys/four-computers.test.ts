// A department: six people and five connections on one computer, two more computers set up from its
// file, and the first one moved to a fourth. There the RSA key is rotated with requests before,
// between and after: the gateway refuses none of them.
import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Vault } from '../../src/main/vault/vault.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { startSandbox } from '../../src/sandbox/start.ts'
import { addShop, must, type OpenDesk, trainingOrder } from './story.ts'
import { eachWorld } from './world.ts'

const world = eachWorld(0)
const own = 'correct horse battery'
const passphraseOf = (name: string): string => `the passphrase of ${name}`
let chosen = ''
const keychain = (): Vault => ({ ...createMemoryVault(), kind: 'keychain' })
const computer = (folder = world.newFolder(), vault = keychain()): Promise<OpenDesk> =>
  world.start({ folder, vault, fileToOpen: () => chosen })
const pem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
const names = async (desk: OpenDesk) =>
  must(await desk.desk['connection:list']({}))
    .filter(({ isEmbedded }) => !isEmbedded)
    .map(({ name }) => name)
const people = async (desk: OpenDesk) =>
  must(await desk.desk['people:list']({})).map(({ name }) => name)
async function signIn(desk: OpenDesk, name: string, passphrase: string): Promise<void> {
  await desk.desk['people:sign-out']({})
  const standing = must(await desk.desk['people:standing']({}))
  const person = standing.people.find((one) => one.name === name)!
  must(await desk.desk['people:sign-in']({ personId: person.id, passphrase }))
}

const shops = ['Corner shop', 'Web shop', 'Kiosk', 'Wholesale', 'Museum shop']
const staff = ['Bo', 'Cy', 'Dee', 'Eli', 'Fay']

it('is set up from files, moves, and rotates its key with no request refused', async () => {
  const service = await startSandbox({ processingMs: 0 })
  try {
    const vault = keychain()
    const folder = world.newFolder()
    const first = await computer(folder, vault)
    const ids: string[] = []
    for (const [at, name] of shops.entries())
      ids.push(
        await addShop(first, service, {
          ...{ name, endpointId: at === 0 ? service.identity.endpointId : `${900 + at}` },
        }),
      )
    const connectionId = ids[0]!
    const present = must(await first.desk['key:import-rsa']({ connectionId, pem: pem() }))
    service.registerKey(present.pem)
    must(await first.desk['people:switch-on']({ name: 'Ada', passphrase: own }))
    for (const name of staff) {
      const roles = ['payments' as const, 'payouts' as const]
      must(await first.desk['people:add']({ name, roles, passphrase: passphraseOf(name), own }))
    }
    const limit = { role: 'payments', group: 'refunds', currency: 'EUR', amount: '50.00' } as const
    must(await first.desk['people:set-limit']({ ...limit, approvals: 1, own }))
    chosen = must(await first.desk['set-up:save']({ own }))?.file ?? ''

    for (const administrator of ['Gus', 'Hal']) {
      const other = await computer()
      must(await other.desk['people:switch-on']({ name: administrator, passphrase: own }))
      const view = must(await other.desk['set-up:open']({}))!
      expect(must(await other.desk['set-up:take']({ setUpId: view.setUpId, own }))).toEqual({
        ...{ connections: 5, people: 5, limits: 1, roles: 0 },
      })
      expect((await names(other)).toSorted()).toEqual(shops.toSorted())
      expect(await people(other)).toEqual([administrator, ...staff])
      await other.close()
    }

    const passphrase = 'a passphrase for one file'
    chosen = must(await first.desk['move:save']({ to: 'the fourth', passphrase, own }))?.file ?? ''
    await first.close()
    const newFolder = world.newFolder()
    const newVault = keychain()
    const fresh = await computer(newFolder, newVault)
    const view = must(await fresh.desk['move:open']({ passphrase }))!
    expect(view.connections.map(({ name }) => name).toSorted()).toEqual(shops.toSorted())
    expect(view.people.map(({ name }) => name)).toEqual(['Ada', ...staff])
    must(await fresh.desk['move:take']({ openId: view.openId }))
    await fresh.close()
    const moved = await computer(newFolder, newVault)

    let sent = 0
    const orderid = trainingOrder(service, /paid sale of 120\.00 EUR/)
    const send = async (operation: 'return' | 'payout-check', request: Record<string, string>) => {
      const review = must(await moved.desk['attempt:review']({ connectionId, operation, request }))
      const { attemptId, token } = review
      must(await moved.desk['attempt:confirm']({ attemptId, token }))
      sent += 1
    }
    /** One request that the control key signs, and one that the RSA key signs. */
    const work = async (name: string): Promise<void> => {
      await signIn(moved, name, passphraseOf(name))
      const asked = { connectionId, by: 'orderid', value: orderid } as const
      const { clientOrderid } = must(await moved.desk['order:look-up'](asked))
      const amount = { amount: '1.00', currency: 'EUR' }
      await send('return', { client_orderid: clientOrderid, orderid, comment: name, ...amount })
      await send('payout-check', {
        ...{ order_desc: `By ${name}`, ipaddress: '203.0.113.7', account_number: `${sent}` },
        ...amount,
      })
    }
    await work('Bo')
    await signIn(moved, 'Ada', own)
    const next = must(
      await moved.desk['key:create-rsa']({ connectionId, bits: 2048, role: 'next' }),
    )
    await work('Cy')
    service.registerKey(next.pem)
    await work('Dee')
    await signIn(moved, 'Ada', own)
    const tested = must(await moved.desk['key:test-next']({ connectionId, which: 'private' }))
    expect([tested.next.verdict, tested.present?.verdict]).toEqual(['taken', 'taken'])
    must(await moved.desk['key:switch']({ connectionId, which: 'private' }))
    await work('Eli')
    service.retireKey(present.fingerprint)
    await work('Fay')
    const signed = service.requests().filter(({ signature }) => signature !== null)
    expect(signed.length).toBeGreaterThanOrEqual(sent)
    expect(signed.filter(({ signature }) => signature?.isGood === false)).toEqual([])
    const effects = service.effects().filter((one) => one.operation === 'return')
    expect(effects.filter((one) => one.orderid === orderid)).toHaveLength(5)
    await signIn(moved, 'Ada', own)
    expect(must(await moved.desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
  } finally {
    await service.close()
  }
}, 180_000)
