// Runs over the bridge's methods, against the sandbox: orders to refund, and the steps of a person.
import type { RunReview, RunRowView, RunView } from '#shared/runs/run-methods.ts'
import type { OrderOperation, RunState } from '#shared/runs/run-state.ts'
import type { Sandbox } from '../../../src/sandbox/start.ts'
import { must, type OpenDesk } from '../story.ts'

/** So many paid orders of 120.00 EUR that nobody has touched. */
export const paidOrders = (sandbox: Sandbox, count: number, about = /paid sale of 120\.00 EUR/) =>
  Array.from({ length: count }, () => {
    const found = sandbox.renewTraining().find((order) => about.test(order.about))
    if (found === undefined) throw new Error(`no order is ${String(about)}`)
    return found.orderid
  })

async function create(
  { desk }: OpenDesk,
  orderids: readonly string[],
  operation: OrderOperation = 'return',
): Promise<RunView> {
  const reason = operation === 'capture' ? '' : 'sent in error'
  const rows = orderids.map((orderid) => ({ orderid }))
  const depth = 'gateway'
  return must(await desk['run:create']({ connectionId: 'sandbox', operation, rows, reason, depth }))
}

/** The run as it stands once it is in one of these states. */
export async function until(
  { desk }: OpenDesk,
  runId: string,
  ...states: RunState[]
): Promise<RunView> {
  for (let left = 600; left > 0; left -= 1) {
    const run = must(await desk['run:show']({ runId }))
    if (states.includes(run.state)) return run
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the run did not become ${states.join(' or ')}`)
}

export async function checked(
  open: OpenDesk,
  orderids: readonly string[],
  operation: OrderOperation = 'return',
): Promise<RunView> {
  const { id } = await create(open, orderids, operation)
  return until(open, id, 'CHECKED')
}

export const review = async ({ desk }: OpenDesk, runId: string, reason = ''): Promise<RunReview> =>
  must(await desk['run:review']({ runId, reason }))

export const confirm = ({ desk }: OpenDesk, { runId, token, rows, isTyped }: RunReview) =>
  desk['run:confirm']({ runId, token, typedRows: isTyped ? rows : null })

/** Checked, reviewed and confirmed. */
export async function confirmed(
  open: OpenDesk,
  orderids: readonly string[],
  operation: OrderOperation = 'return',
): Promise<RunView> {
  const run = await checked(open, orderids, operation)
  return must(await confirm(open, await review(open, run.id)))
}

export const rowsOf = async ({ desk }: OpenDesk, runId: string): Promise<RunRowView[]> =>
  must(await desk['run:rows']({ runId, after: -1, limit: 200 })).rows

export const outcomesOf = async (open: OpenDesk, runId: string): Promise<string[]> =>
  (await rowsOf(open, runId)).map(({ outcome }) => outcome)
