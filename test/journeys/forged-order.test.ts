// Somebody with the file and a database tool rewrites what lists, order screens and evidence packs
// read of an order: its merchant ID, status, amounts and tags. None of it may be shown as true, and
// no pack may be signed with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { faultOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'
import { tampered } from '../fakes/ledger-check.ts'

beforeEach(() => tampered('another program writes to the ledger'))

let folder: string
let sandbox: Sandbox
let open: OpenDesk
let vault: Vault
let honest: Awaited<ReturnType<typeof shown>>
const start = async (): Promise<void> => {
  open = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
}
const place = () => ({
  connectionId: 'sandbox',
  orderid: trainingOrder(sandbox, /paid sale of 120\.00 EUR/),
})
const withTool = (act: (tool: BetterSqlite3.Database) => void): void => {
  const tool = new BetterSqlite3(join(folder, 'ledger.sqlite'))
  act(tool)
  tool.close()
}
const forge = (): void =>
  withTool((tool) => {
    const { orderid } = place()
    tool
      .prepare(
        `UPDATE payment_order SET client_orderid = 'inv-FORGED-9', status = 'declined',
           phase = 'declined', original_minor = 9900000 WHERE orderid = ?`,
      )
      .run(orderid)
    tool
      .prepare(`UPDATE order_tag SET tag = 'chargeback-lost', actor = 'bob' WHERE orderid = ?`)
      .run(orderid)
  })
const stops = async (): Promise<string> =>
  must(await open.desk['app:state']({}))
    .moneyStops.map(({ message }) => message)
    .join('\n')
/** What list and order screen show, but for the time of the last look. */
const shown = async () => {
  const { rows } = must(await open.desk['order:list']({ filter: {}, limit: 50 }))
  const { orderid } = place()
  const row = rows.find((one) => one.orderid === orderid)
  const { clientOrderid, status, phase, original, tags } = must(
    await open.desk['order:show'](place()),
  )
  return {
    row: [row?.clientOrderid, row?.status, row?.phase, row?.original],
    view: [clientOrderid, status, phase, original, tags],
  }
}
const resume = async (): Promise<void> => {
  const stopIds = must(await open.desk['app:state']({})).moneyStops.map((stop) => stop.id)
  must(await open.desk['money:resume']({ stopIds, reason: 'Compared with the back office' }))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-forged-'))
  sandbox = await startSandbox({ processingMs: 50 })
  vault = { ...createMemoryVault(), kind: 'keychain' }
  await start()
  must(
    await open.desk['order:look-up']({
      ...{ connectionId: 'sandbox', by: 'orderid', value: place().orderid },
    }),
  )
  must(await open.desk['order:tag']({ ...place(), tag: 'vip' }))
  honest = await shown()
  expect(honest.view.at(-1)).toEqual(['vip'])
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('an order whose row was forged while Paydesk was closed', () => {
  it('is named with the columns that were changed', async () => {
    await open.close()
    forge()
    await start()
    const { orderid } = place()
    await expect.poll(stops).not.toBe('')
    const found = await stops()
    expect(found).toContain(`order sandbox / ${orderid} was changed (client_orderid and status)`)
    expect(found).toContain(`tag sandbox / ${orderid} / chargeback-lost was added`)
    expect(found).toContain(`tag sandbox / ${orderid} / vip was removed`)
  })

  it('is shown in lists and on its screen as it is proven, and not as it was found', async () => {
    await open.close()
    forge()
    await start()
    await expect.poll(shown).toEqual(honest)
  })

  it('is in no evidence pack before a person decided', async () => {
    await open.close()
    forge()
    await start()
    expect(faultOf(await open.desk['order:evidence'](place()))).toMatchObject({
      kind: 'denied',
      reason: 'money-stopped',
      message: expect.stringContaining('No evidence pack was signed') as string,
    })
    await resume()
    const report = must(await open.desk['order:evidence'](place()))
    const bytes = (await readFile(report!.file)).toString('latin1')
    expect(bytes).not.toContain('inv-FORGED-9')
  })

  it('stays named over starts until a person decided', async () => {
    await open.close()
    forge()
    await start()
    await expect.poll(stops).not.toBe('')
    await open.close()
    await start()
    expect(await stops()).toContain(`order sandbox / ${place().orderid} was changed`)
    await resume()
    await open.close()
    await start()
    expect(await stops()).toBe('')
  })
})

it('a pack is refused where the row is forged while Paydesk is open', async () => {
  forge()
  expect(faultOf(await open.desk['order:evidence'](place())).message).toContain(
    'No evidence pack was signed',
  )
  expect(await stops()).toContain('was changed (client_orderid and status)')
})

it('a forged tag beside the right ones is not shown, and is named', async () => {
  await open.close()
  withTool((tool) => {
    tool
      .prepare(`INSERT INTO order_tag VALUES ('sandbox', ?, 'refund-approved', 1, 'ana')`)
      .run(place().orderid)
  })
  await start()
  await expect.poll(stops).toContain('refund-approved was added')
  expect((await shown()).view[4]).toEqual(['vip'])
})

describe('a verification of the log', () => {
  const verify = async () => must(await open.desk['audit:verify']({}))

  it('says that it is intact, and why money is stopped beside it', async () => {
    await open.close()
    forge()
    await start()
    await expect.poll(stops).not.toBe('')
    const found = await verify()
    expect(found).toMatchObject({ outcome: 'intact' })
    expect(found?.moneyStops?.join()).toContain('was changed (client_orderid and status)')
  })

  it('finds a trigger of another program that was put in meanwhile', async () => {
    withTool((tool) =>
      tool.exec('CREATE TRIGGER mine AFTER UPDATE ON connection BEGIN SELECT 1; END'),
    )
    expect((await verify())?.moneyStops?.join()).toContain('the trigger “mine” was added')
  })

  it('names nothing where nothing is stopped', async () => {
    expect(await verify()).toMatchObject({ outcome: 'intact', moneyStops: [] })
  })
})

it('a pack is signed where nothing was changed', async () => {
  expect(must(await open.desk['order:evidence'](place()))).not.toBeNull()
})
