// A callback that contradicts what this computer knows waits on Today until a person has seen it,
// over restarts too; and rows of comfort that something cut short keep no desk closed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sandboxId } from '../../src/main/composition/sandbox-connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { handleOf, openDesk, must } from './story.ts'

let sandbox: Sandbox
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-callbacks-'))
  sandbox = await startSandbox({ processingMs: 10, seedDays: 0 })
})
afterEach(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a callback that contradicts the ledger is told until it was seen, and its entry says so', async () => {
  const vault = createMemoryVault()
  const open = () => openDesk({ folder, sandbox: handleOf(sandbox), vault })
  const first = await open()
  const [order] = sandbox.trainingOrders()
  const { orderid, clientOrderid } = order!
  must(await first.desk['order:check']({ connectionId: sandboxId, orderid }))
  const check = async (merchantId: string) =>
    must(
      await first.desk['callback:check']({
        connectionId: sandboxId,
        text: `status=approved&orderid=${orderid}&merchant_order=${merchantId}&client_orderid=${merchantId}&type=sale`,
      }),
    )
  await check(clientOrderid)
  expect(must(await first.desk['app:state']({})).happened).toEqual([])
  const { verdict } = await check('somebody-elses')
  const listed = await first.desk['audit:list']({ filter: { kind: 'callback:checked' }, limit: 10 })
  const [newest] = must(listed).rows
  expect(newest).toMatchObject({ outcome: 'contradicts', details: { verdict } })
  await first.close()

  const tool = new BetterSqlite3(join(folder, 'ledger.sqlite'))
  tool
    .prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('preference.appearance', ?)")
    .run('{"theme":"da')
  tool.close()
  const second = await open()
  const { happened } = must(await second.desk['app:state']({}))
  expect(happened).toMatchObject([{ kind: 'callback-contradicts', seq: newest!.seq }])
  must(await second.desk['notice:seen']({ kind: 'callback-contradicts', seq: newest!.seq }))
  expect(must(await second.desk['app:state']({})).happened).toEqual([])
  await second.close()
})
