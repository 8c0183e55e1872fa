// A desk in a process of its own whose writes are recorded: refunds parts of one order, then ends
// in order or is ended.
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import type { KillTask } from '../kill/task.ts'

const task = JSON.parse(process.argv[2]!) as KillTask
const assembled = must(
  await openDeskAt({
    folder: task.folder,
    baseUrl: task.baseUrl,
    sandbox: { identity: task.identity, trainingOrders: () => [] },
    vault: createMemoryVault(),
    clock: Date.now,
    backupTiming: { firstAfterMs: 100, lookEveryMs: 3_600_000 },
  }),
)
const { desk } = assembled
must(await desk['connection:set-money']({ connectionId: sandboxId, money: { undoMs: 0 } }))
for (const [nth, order] of task.orders.entries()) {
  await desk['order:look-up']({ connectionId: sandboxId, by: 'orderid', value: order.orderid })
  const review = await desk['attempt:review']({
    connectionId: sandboxId,
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
      amount: `${2 + nth}.50`,
      currency: 'EUR',
      comment: `cut ${task.seed} ${nth}`,
    },
  })
  if (review.ok) await desk['attempt:confirm'](review.value)
  await desk['order:check']({ connectionId: sandboxId, orderid: order.orderid })
}
await assembled.close()
