// What somebody can do with an old copy of the ledger and no key: put it back, have it exported
// with a good signature, and put the newer one back again. The program must not sign what it knows
// to be cut.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { openVerifiers, type Verifiers } from '../campaigns/tamper/verifiers.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'

let sandbox: Sandbox
let desk: OpenDesk
let verifiers: Verifiers
let vault: Vault
let home: string

const start = async (): Promise<void> => {
  desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
}
const orderid = (): string => trainingOrder(sandbox, /120\.00 EUR/)
const lookUp = () =>
  desk.desk['order:look-up']({ connectionId: 'sandbox', by: 'orderid', value: orderid() })
const evidence = () => desk.desk['order:evidence']({ connectionId: 'sandbox', orderid: orderid() })
const exportAll = () => desk.desk['audit:export']({ filter: {} })
const mark = async (): Promise<{ size: number; chain: string }> =>
  JSON.parse(must(await vault.read('audit/high-water'))) as { size: number; chain: string }

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'paydesk-rolled-back-'))
  sandbox = await startSandbox({ processingMs: 50 })
  verifiers = await openVerifiers()
  vault = { ...createMemoryVault(), kind: 'keychain' }
  await start()
  must(await lookUp())
  await desk.close()
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
  verifiers.close()
})

/** An older copy in the place of the ledger, as anybody who may read backups can put it there. */
async function rollBack(): Promise<void> {
  const copy = join(mkdtempSync(join(tmpdir(), 'paydesk-copy-')), 'ledger.sqlite')
  cpSync(join(home, 'ledger.sqlite'), copy)
  await start()
  must(await lookUp())
  await desk.close()
  cpSync(copy, join(home, 'ledger.sqlite'))
  await start()
}

describe('a ledger that was put back', () => {
  it('is not exported, packed or signed in any way, and the refusal says why and what to do', async () => {
    await rollBack()
    for (const made of [await exportAll(), await evidence()]) {
      const fault = faultOf(made)
      expect(fault).toMatchObject({ kind: 'denied', sent: 'no', reason: 'money-stopped' })
      expect(fault.message).toMatch(/Nothing is signed .* old copy .* Put the newest ledger back/)
    }
    expect(existsSync(desk.exportFolder)).toBe(false)
    expect(readdirSync(home).filter((name) => /partial|\.zip/.test(name))).toEqual([])
  })

  it('is exported after a person took it for the right one, which every verifier names', async () => {
    await rollBack()
    const stopIds = must(await desk.desk['app:state']({})).moneyStops.map(({ id }) => id)
    must(await desk.desk['money:resume']({ stopIds, reason: 'restored after a disk failure' }))
    must(await exportAll())
    const { node, python } = await verifiers.ask([desk.exportFolder])
    expect(python).toEqual(node)
    expect(node.code).toBe(0)
    expect(node.text).toMatch(/^money resumed by a person: entry \d+, /m)
  })
})

describe('an export', () => {
  it('carries how far the keychain says the log had come, and every verifier holds it to that', async () => {
    await start()
    const { size, chain } = await mark()
    must(await exportAll())
    const path = join(desk.exportFolder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { reached: { size: number } }
    expect(manifest.reached.size).toBeGreaterThanOrEqual(size)
    expect(chain).toMatch(/^[0-9a-f]{64}$/)
    const { node, python } = await verifiers.ask([desk.exportFolder])
    expect(python).toEqual(node)
    expect(node.text).toContain(`mark of the keychain: entry ${manifest.reached.size}\n`)
  })

  it('is refused when the mark moved past the log while the desk is open', async () => {
    await start()
    const { size, chain } = await mark()
    const ahead = { v: 1, logId: '', size: size + 100, chain }
    const { logId } = JSON.parse(must(await vault.read('audit/high-water'))) as { logId: string }
    must(await vault.write('audit/high-water', JSON.stringify({ ...ahead, logId })))
    expect(faultOf(await exportAll())).toMatchObject({ reason: 'money-stopped' })
    const [stop] = must(await desk.desk['app:state']({})).moneyStops
    expect(stop?.message).toContain(`it had reached ${size + 100}`)
  })
})
