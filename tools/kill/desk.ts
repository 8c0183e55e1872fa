// A desk in a process of its own, to be killed at any moment: returns part after part of its orders and says on standard output
// what was acknowledged. Standard output is a pipe, so a line is with the parent before the next step begins.
import { sandboxId } from '../../src/main/sandbox-connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import { must, openDeskAt } from '../faults/lane.ts'
import { makeRandom } from '../faults/random.ts'
import type { KillTask } from './task.ts'

const task = JSON.parse(process.argv[2]!) as KillTask
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const random = makeRandom(task.seed)

const { desk } = must(
  await openDeskAt({
    folder: task.folder,
    baseUrl: task.baseUrl,
    sandbox: { identity: task.identity, trainingOrders: () => [] },
    vault: createMemoryVault(),
    clock: Date.now,
  }),
)
say('open')
// Short enough to be met often, long enough that some of the kills fall into it.
const money = { undoMs: random.pick([0, 15, 40]) }
must(await desk['connection:set-money']({ connectionId: sandboxId, money }))
/** Carried out and not answered, refused, broken off: the endings that cost no waiting. */
const endings = ['13', '14', '15', '16', '17', '18', '01', '50', '60', '70', '80', '90']

for (let n = 0; ; n += 1) {
  const order = random.pick(task.orders)
  await desk['order:look-up']({ connectionId: sandboxId, by: 'orderid', value: order.orderid })
  const review = await desk['attempt:prepare']({
    connectionId: sandboxId,
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
      amount: `1.${random.pick(endings)}`,
      currency: 'EUR',
      comment: `kill ${task.seed} ${n}`,
    },
  })
  if (review.ok) {
    say(`reviewed ${review.value.attemptId}`)
    const confirmed = await desk['attempt:confirm'](review.value)
    say(
      `answered ${review.value.attemptId} ${confirmed.ok ? confirmed.value.state : confirmed.fault.sent}`,
    )
  }
  const view = await desk['order:check']({ connectionId: sandboxId, orderid: order.orderid })
  const latest = view.ok ? view.value.attempts[0] : undefined
  if (latest !== undefined) say(`shown ${latest.id} ${latest.state}`)
}
