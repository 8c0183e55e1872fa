// A desk of a team in a process of its own, to be killed at any moment: refunds the next part of
// an order, if the gateway's own books have had no more parts since it was reviewed. The parent
// reads those books to it, as a back office of the gateway does.
import { createInterface } from 'node:readline'
import { must } from '../faults/must.ts'
import { makeRandom } from '../faults/random.ts'
import { openOwnDesk, say, taskOf } from '../runner/own-desk.ts'
import { cheap } from '../runner/own-people.ts'
import { fileVault } from './file-vault.ts'
import type { KillTask } from './task.ts'

const task = taskOf<KillTask>()
const random = makeRandom(task.seed)
const { name, connectionId } = task.beside!

let told = (_parts: number): void => undefined
createInterface({ input: process.stdin }).on('line', (line) => told(Number(line)))
const partsOf = (orderid: string): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<number>()
  told = resolve
  say(`asks ${orderid}`)
  return promise
}

const { desk } = must(
  await openOwnDesk(task, {
    vault: fileVault(task.vaultFile),
    readerEntry: new URL('../../../src/main/ledger/worker/reader-worker.ts', import.meta.url),
    ...cheap,
  }),
)
say('open')
must(
  await desk['connection:set-money']({
    connectionId,
    money: { undoMs: random.pick([0, 15, 40]) },
  }),
)
/** Declined, carried out and not answered, and plain: what a status tells in the end. */
const endings = ['01', '13', '15', '17', '50', '60', '70', '80', '90']

for (let n = 0; ; n += 1) await nextPart(random.pick(task.orders), n)

async function nextPart(order: KillTask['orders'][number], n: number): Promise<void> {
  const { orderid, clientOrderid } = order
  const parts = await partsOf(orderid)
  await desk['order:look-up']({ connectionId, by: 'orderid', value: orderid })
  const request = {
    ...{ client_orderid: clientOrderid, orderid, amount: `1.${random.pick(endings)}` },
    ...{ currency: 'EUR', comment: `part ${parts + 1} ${name} ${task.seed} ${n}` },
  }
  const review = await desk['attempt:review']({ connectionId, operation: 'return', request })
  if (!review.ok) return said(review.fault)
  const { attemptId, token } = review.value
  say(`reviewed ${attemptId}`)
  // MONEY: it was reviewed as this part.
  if ((await partsOf(orderid)) !== parts) return
  const confirmed = await desk['attempt:confirm']({ attemptId, token })
  say(`answered ${attemptId} ${confirmed.ok ? confirmed.value.state : confirmed.fault.sent}`)
  if (!confirmed.ok) said(confirmed.fault)
  const view = await desk['order:check']({ connectionId, orderid })
  const latest = view.ok ? view.value.attempts[0] : undefined
  if (latest !== undefined) say(`shown ${latest.id} ${latest.state}`)
}

/** Why not, in one word. */
function said(fault: { kind: string; reason?: string }): void {
  say(`refused ${fault.reason ?? fault.kind}`)
}
