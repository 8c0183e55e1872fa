import BetterSqlite3 from 'better-sqlite3'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, type Result } from '#shared/fault.ts'
import { openAudit } from '../../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../../src/main/ledger/db/open.ts'
import { openLedger } from '../../src/main/ledger/opening/open-ledger.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { spoilFirstPage } from '../main/ledger/audit/spoil-log.ts'
import {
  addShop,
  effectsOf,
  faultOf,
  handleOf,
  must,
  type OpenDesk,
  openDesk,
  trainingOrder,
} from './story.ts'
import { tampered } from '../fakes/ledger-check.ts'

const absent: Result<never> = fail({
  kind: 'vault',
  sent: 'no',
  reason: 'absent',
  message: 'No keychain on this computer answers.',
})

let sandbox: Sandbox
let desk: OpenDesk
const folder = () => mkdtempSync(join(tmpdir(), 'paydesk-troubles-'))
const lookUp = (value: string, by: 'orderid' | 'client_orderid' = 'orderid') =>
  desk.desk['order:look-up']({ connectionId: 'sandbox', by, value })

beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 50 })
})
afterEach(async () => {
  await desk.close()
  await sandbox.close()
})

describe('troubles', () => {
  it('shows the gateway’s refusal of a wrong control key verbatim, with its serial number', async () => {
    const vault = createMemoryVault()
    desk = await openDesk({ folder: folder(), sandbox: handleOf(sandbox), vault })
    sandbox.takeControlKeys(['ANOTHER-KEY'])
    const fault = faultOf(await lookUp(trainingOrder(sandbox, /120\.00 EUR/)))
    expect(fault).toMatchObject({ kind: 'rejected', sent: 'yes', httpStatus: 400 })
    if (fault.kind !== 'rejected') return
    const received = sandbox.requests().at(-1)
    expect(JSON.stringify(received)).toContain(fault.serialNumber)
    expect(fault.message).toContain('INVALID_CONTROL_CODE')
  })
  it('says that nothing was sent when the gateway is down', async () => {
    desk = await openDesk({ folder: folder(), sandbox: handleOf(sandbox) })
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    const order = must(await lookUp(orderid))
    const request = { client_orderid: order.clientOrderid, orderid, comment: 'damaged' }
    const review = must(
      await desk.desk['attempt:review']({
        connectionId: 'sandbox',
        operation: 'return',
        request,
      }),
    )
    await sandbox.close()
    const fault = faultOf(await desk.desk['attempt:confirm'](review))
    expect(fault).toMatchObject({ kind: 'unreached', sent: 'no' })
    expect(fault.message).toMatch(/nothing was sent/i)
    sandbox = await startSandbox({ processingMs: 50 })
  })
  it('finds an order by the merchant’s own id, and says so when there is none', async () => {
    desk = await openDesk({ folder: folder(), sandbox: handleOf(sandbox) })
    const known = sandbox.trainingOrders()[0]!
    expect(must(await lookUp(known.clientOrderid, 'client_orderid')).orderid).toBe(known.orderid)
    expect(faultOf(await lookUp('no-such-order', 'client_orderid')).kind).toBe('rejected')
  })
  it('asks to unlock a locked keychain, never shows a set-up, and lets people practise meanwhile', async () => {
    const memory = createMemoryVault()
    let isLocked = false
    const locked: Result<never> = fail({
      kind: 'vault',
      sent: 'no',
      reason: 'locked',
      message: 'The keychain is locked. Unlock it and try again.',
    })
    const vault: Vault = {
      kind: 'keychain',
      read: (slot) => (isLocked ? Promise.resolve(locked) : memory.read(slot)),
      write: (slot, secret) => (isLocked ? Promise.resolve(locked) : memory.write(slot, secret)),
      remove: (slot) => (isLocked ? Promise.resolve(locked) : memory.remove(slot)),
      probe: () =>
        Promise.resolve({
          state: isLocked ? 'locked' : 'ready',
          message: isLocked ? 'locked' : '',
        }),
    }
    const home = folder()
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    const shop = await addShop(desk, sandbox)
    await desk.close()
    isLocked = true
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    expect(must(await desk.desk['app:state']({}))).toMatchObject({
      vault: { state: 'locked', practiceKeys: 'memory' },
      connections: [{ id: 'sandbox' }, { id: shop }],
      moneyStops: [
        { reach: 'production', message: expect.stringMatching(/could not be compared/) },
      ],
    })
    const shopOrder = { connectionId: shop, by: 'orderid' as const, value: '1' }
    expect(faultOf(await desk.desk['order:look-up'](shopOrder))).toMatchObject({
      kind: 'vault',
      reason: 'locked',
    })
    const orderid = trainingOrder(sandbox, /120\.00 EUR/)
    const order = must(await lookUp(orderid))
    const review = (connectionId: string) =>
      desk.desk['attempt:review']({
        connectionId,
        operation: 'return',
        request: { client_orderid: order.clientOrderid, orderid, comment: 'damaged' },
      })
    expect(faultOf(await review(shop))).toMatchObject({ reason: 'money-stopped' })
    must(await desk.desk['attempt:confirm'](must(await review('sandbox'))))
    expect(effectsOf(sandbox, orderid, 'return')).toBe(1)
    isLocked = false
    must(await desk.desk['vault:retry']({}))
    expect(must(await desk.desk['app:state']({}))).toMatchObject({
      vault: { state: 'ready', practiceKeys: 'keychain' },
      moneyStops: [],
    })
    expect(must(await desk.desk['audit:verify']({}))?.outcome).toBe('intact')
  })
  it('calls no log intact whose key is away with the keychain, and goes on by itself when that comes', async () => {
    const home = folder()
    const keychain: Vault = { ...createMemoryVault(), kind: 'keychain' }
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault: keychain })
    await addShop(desk, sandbox)
    await desk.close()
    let isThere = false
    const lasting: Vault = {
      ...keychain,
      read: (slot) => (isThere ? keychain.read(slot) : Promise.resolve(absent)),
    }
    const vault = createMemoryVault({ hadKeychain: true, keychain: lasting })
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    const state = async () => must(await desk.desk['app:state']({}))
    expect((await state()).moneyStops).toMatchObject([
      { reach: 'production', message: expect.stringMatching(/could not be compared/) },
    ])
    const verified = must(await desk.desk['audit:verify']({}))
    expect(verified).toMatchObject({ outcome: 'uncheckable' })
    expect(verified?.message).toMatch(/\d+ of its entries are not signed/)
    isThere = true
    await expect.poll(async () => (await state()).moneyStops, { timeout: 15_000 }).toEqual([])
    expect(desk.changes).toContainEqual({ topic: 'app' })
    expect(must(await desk.desk['audit:verify']({}))?.outcome).toBe('intact')
  })
  it('takes no log for one without a key where the row of the key and the keychain are both gone', async () => {
    const home = folder()
    const keychain: Vault = { ...createMemoryVault(), kind: 'keychain' }
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault: keychain })
    await addShop(desk, sandbox)
    await desk.close()
    const tool = new BetterSqlite3(join(home, 'ledger.sqlite'))
    tool.exec('DELETE FROM secret')
    tool.close()
    let isThere = false
    const lasting: Vault = {
      ...keychain,
      read: (slot) => (isThere ? keychain.read(slot) : Promise.resolve(absent)),
    }
    // As vault/open.ts chooses.
    const vault = (hasSecrets: boolean): Vault =>
      hasSecrets ? createMemoryVault({ hadKeychain: true, keychain: lasting }) : createMemoryVault()
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    const stops = async () =>
      must(await desk.desk['app:state']({})).moneyStops.map(({ message }) => message)
    expect(await stops()).toContainEqual(expect.stringMatching(/could not be compared/))
    expect(must(await desk.desk['audit:verify']({}))).toMatchObject({ outcome: 'uncheckable' })
    isThere = true
    await expect
      .poll(stops, { timeout: 15_000 })
      .not.toContainEqual(expect.stringMatching(/could not be compared/))
    expect((await stops()).join('\n')).not.toMatch(/no proof/)
  })
  it('stops money when entries were appended while it was closed, and names them', async () => {
    const home = folder()
    const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    await desk.close()
    const file = join(home, 'ledger.sqlite')
    const { db, close } = must(openLedger({ file, clock: Date.now }))
    const audit = openAudit(db, { clock: Date.now, monotonic: () => 0 })
    const { size } = audit.head()
    for (const subject of ['order/1', 'order/2'])
      inTransaction(db, () =>
        audit.append({
          actor: 'bob',
          kind: 'money:resumed',
          outcome: 'ok',
          origin: 'operator',
          subject,
          details: {},
        }),
      )
    close()
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    const state = must(await desk.desk['app:state']({}))
    expect(state.moneyStops.map(({ message }) => message)).toEqual([
      expect.stringContaining(`Entries ${size + 1} to ${size + 2} of the audit log carry no proof`),
    ])
    expect(state.log.cutAt).toBe(size + 2)
  })
  it('closes the log for good: what comes after that is not written, and the next start finds nothing wrong', async () => {
    const home = folder()
    const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    const closing = desk.close()
    await lookUp(trainingOrder(sandbox, /120\.00 EUR/))
    await closing
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    const { moneyStops, log } = must(await desk.desk['app:state']({}))
    expect({ moneyStops, cutAt: log.cutAt }).toEqual({ moneyStops: [], cutAt: null })
  })
  it('stops money when a page of the log is damaged, and sets the ledger aside at the next start', async () => {
    tampered('a page of the log is damaged')
    const home = folder()
    const start = async (): Promise<void> => {
      desk = await openDesk({ folder: home, sandbox: handleOf(sandbox) })
    }
    const stop = async () => must(await desk.desk['app:state']({})).moneyStops[0]?.message
    await start()
    const order = must(await lookUp(trainingOrder(sandbox, /120\.00 EUR/)))
    for (let n = 0; n < 30; n += 1)
      must(await desk.desk['order:check']({ connectionId: 'sandbox', orderid: order.orderid }))
    await desk.close()
    const file = join(home, 'ledger.sqlite')
    spoilFirstPage(file, 'audit_entry')
    await start()
    await expect.poll(stop, { timeout: 20_000 }).toMatch(/The ledger is damaged .* open it again/)
    const request = { client_orderid: order.clientOrderid, orderid: order.orderid, comment: 'x' }
    const review = { connectionId: 'sandbox', operation: 'return' as const, request }
    expect(faultOf(await desk.desk['attempt:review'](review))).toMatchObject({
      kind: 'denied',
      reason: 'money-stopped',
    })
    await desk.close()
    await start()
    expect(await stop()).toMatch(/It was kept as .*damaged-/)
  })
  it('stops money when an old copy of the ledger is put back, until a person says why to go on', async () => {
    const { cpSync } = await import('node:fs')
    const memory = createMemoryVault()
    const vault: Vault = { ...memory, kind: 'keychain' }
    const home = folder()
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    await desk.close()
    const copy = folder()
    cpSync(join(home, 'ledger.sqlite'), join(copy, 'ledger.sqlite'))
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    must(await lookUp(trainingOrder(sandbox, /120\.00 EUR/)))
    await desk.close()
    cpSync(join(copy, 'ledger.sqlite'), join(home, 'ledger.sqlite'))
    desk = await openDesk({ folder: home, sandbox: handleOf(sandbox), vault })
    const state = must(await desk.desk['app:state']({}))
    expect(state.moneyStops).toMatchObject([
      { message: expect.stringContaining('old copy') as string, reach: 'all' },
    ])
    const order = must(await lookUp(trainingOrder(sandbox, /120\.00 EUR/)))
    const review = () =>
      desk.desk['attempt:review']({
        connectionId: 'sandbox',
        operation: 'return',
        request: {
          client_orderid: order.clientOrderid,
          orderid: order.orderid,
          comment: 'damaged',
        },
      })
    expect(faultOf(await review())).toMatchObject({ reason: 'money-stopped' })
    const reason = 'restored on purpose after a disk failure'
    const stopIds = state.moneyStops.map(({ id }) => id)
    must(await desk.desk['money:resume']({ stopIds, reason }))
    expect((await review()).ok).toBe(true)
    const page = must(
      await desk.desk['audit:list']({ filter: { kind: 'money:resumed' }, limit: 10 }),
    )
    expect(page.rows).toHaveLength(1)
  })
})
