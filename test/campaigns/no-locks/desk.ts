// One of two desks on the same folder: reviews a refund, waits for a line on standard input,
// confirms, and says what came of it.
import { once } from 'node:events'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { probeCodes } from '../../../src/main/ledger/db/lock-file.ts'
import { openDeskAt } from '../faults/fixture.ts'
import type { KillTask } from '../kill/task.ts'
import { probeInNode } from './probe.ts'
import { formatMessage } from '#messages/format-messages.ts'

const task = JSON.parse(process.argv[2]!) as KillTask & { isProbed: boolean }
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const order = task.orders[0]!
const go = once(process.stdin, 'data')

async function act(): Promise<string> {
  const opened = await openDeskAt({
    folder: task.folder,
    baseUrl: task.baseUrl,
    sandbox: { identity: task.identity, trainingOrders: () => [] },
    vault: createMemoryVault(),
    clock: Date.now,
    probeLock: task.isProbed ? probeInNode() : () => Promise.resolve(probeCodes.lockedOut),
  })
  say('ready')
  await go
  if (!opened.ok) return opened.fault.message
  const { desk } = opened.value
  await desk['connection:set-money']({ connectionId: sandboxId, money: { undoMs: 0 } })
  await desk['order:look-up']({ connectionId: sandboxId, by: 'orderid', value: order.orderid })
  const review = await desk['attempt:review']({
    connectionId: sandboxId,
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
      amount: '10.00',
      currency: 'EUR',
      comment: 'the same for both',
    },
  })
  if (!review.ok) return review.fault.message
  const confirmed = await desk['attempt:confirm'](review.value)
  return confirmed.ok ? confirmed.value.state : confirmed.fault.message
}

// Two programs in one file without locks may also find it damaged: then they send nothing either.
const said = await act().catch((error: unknown) => String(error))
say(`said ${formatMessage(said)}`.replaceAll('\n', ' '))
process.exit(0)
