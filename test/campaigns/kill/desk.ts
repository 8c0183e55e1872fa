// A desk in a process of its own, to be killed at any moment: returns part after part of its
// orders, pays out, and says on standard output what was acknowledged. Standard output is a pipe,
// so a line is with the parent before the next step begins.
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { must } from '../faults/must.ts'
import { makeRandom } from '../faults/random.ts'
import { openOwnDesk, reviewRefund, say, taskOf } from '../runner/own-desk.ts'
import { approved, asTeam, cheap, signIn } from '../runner/own-people.ts'
import { fileVault } from './file-vault.ts'
import type { KillTask } from './task.ts'

const task = taskOf<KillTask>()
const random = makeRandom(task.seed)

const { desk } = must(
  await openOwnDesk(task, {
    vault: fileVault(task.vaultFile),
    // As in the program itself: a thread reads lists and exports, another carries the WAL over.
    readerEntry: new URL('../../../src/main/ledger/worker/reader-worker.ts', import.meta.url),
    backupTiming: { firstAfterMs: 700, lookEveryMs: 3_600_000 },
    ...cheap,
  }),
)
say('open')
// Short enough to be met often, long enough that some of the kills fall into it.
const money = { undoMs: random.pick([0, 15, 40]) }
const { isOn } = must(await desk['people:standing']({}))
if (isOn) must(await signIn(desk, 'Ada'))
must(await desk['connection:set-money']({ connectionId: sandboxId, money }))
if (task.hasPeople) await asTeam(desk)
/** Carried out and not answered, refused, broken off: the endings that cost no waiting. */
const endings = ['13', '14', '15', '16', '17', '18', '01', '50', '60', '70', '80', '90']

for (let n = 0; ; n += 1) {
  if (random.chance(0.35)) await payOut(n)
  else await giveBack(n)
  // Whoever reads lists does so while money moves.
  if (random.chance(0.3)) await desk['audit:list']({ filter: { text: 'kill' }, limit: 50 })
}

async function giveBack(n: number): Promise<void> {
  const order = random.pick(task.orders)
  const { orderid } = order
  const amount = `1.${random.pick(endings)}`
  const comment = `kill ${task.seed} ${n}`
  await confirm(await approved(desk, () => reviewRefund(desk, order, amount, comment)))
  const view = await desk['order:check']({ connectionId: sandboxId, orderid })
  const latest = view.ok ? view.value.attempts[0] : undefined
  if (latest !== undefined) say(`shown ${latest.id} ${latest.state}`)
}

/** To another account each time: nobody asks for the same payout twice here. */
async function payOut(n: number): Promise<void> {
  const request = {
    amount: `2.${random.pick(endings)}`,
    currency: 'EUR',
    order_desc: `kill ${task.seed} ${n}`,
    ipaddress: '203.0.113.7',
    account_number: `DE8937040044${task.seed}${n}`,
    account_name: 'Zoe Muller',
  }
  const asked = { connectionId: sandboxId, operation: 'payout' as const, request }
  await confirm(await approved(desk, () => desk['attempt:review'](asked)))
}

async function confirm(review: Awaited<ReturnType<typeof reviewRefund>>): Promise<void> {
  if (!review.ok) return
  const { attemptId, token } = review.value
  say(`reviewed ${attemptId}`)
  const confirmed = await desk['attempt:confirm']({ attemptId, token })
  say(`answered ${attemptId} ${confirmed.ok ? confirmed.value.state : confirmed.fault.sent}`)
}
