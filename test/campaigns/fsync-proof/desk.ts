// The process that is traced: a desk that sends one refund and ends. With another sync mode than
// the product's it shows what the proof is worth: better-sqlite3 is then told to lie to the ledger,
// which would refuse to open otherwise.
import BetterSqlite3 from 'better-sqlite3'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import type { KillTask } from '../kill/task.ts'

const task = JSON.parse(process.argv[2]!) as KillTask & { sync: 'extra' | 'normal' | 'off' }

if (task.sync !== 'extra') {
  const proto = BetterSqlite3.prototype as { pragma: (...call: unknown[]) => unknown }
  const { pragma } = proto
  proto.pragma = function (this: unknown, text: unknown, ...more: unknown[]) {
    if (text === 'synchronous = EXTRA') return pragma.call(this, `synchronous = ${task.sync}`)
    const told = pragma.call(this, text, ...more)
    return text === 'synchronous' ? 3 : told
  }
}

const { desk, close } = must(
  await openDeskAt({
    folder: task.folder,
    baseUrl: task.baseUrl,
    sandbox: { identity: task.identity, trainingOrders: () => [] },
    vault: createMemoryVault(),
    clock: Date.now,
  }),
)
must(await desk['connection:set-money']({ connectionId: sandboxId, money: { undoMs: 0 } }))
const { orderid, clientOrderid } = task.orders[0]!
must(await desk['order:look-up']({ connectionId: sandboxId, by: 'orderid', value: orderid }))
const review = must(
  await desk['attempt:review']({
    connectionId: sandboxId,
    operation: 'return',
    request: {
      client_orderid: clientOrderid,
      orderid,
      amount: '1.50',
      currency: 'EUR',
      comment: 'traced',
    },
  }),
)
must(await desk['attempt:confirm'](review))
await close()
