// A desk in a process of its own whose writes are recorded: refunds parts of one order, then ends
// in order or is ended.
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { must } from '../faults/must.ts'
import { type DeskTask, openOwnDesk, reviewRefund, sendAtOnce, taskOf } from '../runner/own-desk.ts'

const task = taskOf<DeskTask>()
const backupTiming = { firstAfterMs: 100, lookEveryMs: 3_600_000 }
const assembled = must(await openOwnDesk(task, { backupTiming }))
const { desk } = assembled
must(await sendAtOnce(desk))
for (const [nth, order] of task.orders.entries()) {
  const review = await reviewRefund(desk, order, `${2 + nth}.50`, `cut ${task.seed} ${nth}`)
  if (review.ok) await desk['attempt:confirm'](review.value)
  await desk['order:check']({ connectionId: sandboxId, orderid: order.orderid })
}
await assembled.close()
