// A desk in a process of its own, to be killed: opens the ledger in the given folder, reviews and
// confirms one refund, and says each step on standard output. Its sandbox is in the parent, as a
// gateway is elsewhere.
import { flushCompileCache } from 'node:module'
import type { SandboxHandle } from '../../src/main/composition/sandbox-connection.ts'
import { must, openDesk } from './story.ts'

// A program that is killed keeps nothing of what Node compiled for it at its end.
flushCompileCache()
const { folder, sandbox, orderid, amount } = JSON.parse(process.argv[2]!) as {
  folder: string
  sandbox: Omit<SandboxHandle, 'close'>
  orderid: string
  amount: string
}
const say = (step: string): void => void process.stdout.write(`${step}\n`)

const { desk } = await openDesk({
  folder,
  threads: true,
  sandbox: { ...sandbox, close: () => Promise.resolve() },
})
const order = must(
  await desk['order:look-up']({
    connectionId: 'sandbox',
    by: 'orderid',
    value: orderid,
  }),
)
const review = must(
  await desk['attempt:review']({
    connectionId: 'sandbox',
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid,
      amount,
      currency: 'EUR',
      comment: 'damaged',
    },
  }),
)
say(`reviewed ${review.attemptId}`)
const confirmed = await desk['attempt:confirm'](review)
say(`answered ${confirmed.ok ? confirmed.value.state : confirmed.fault.kind}`)
// Stays until it is killed, as an app does.
setInterval(() => undefined, 60_000)
